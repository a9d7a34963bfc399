import t from 'tap'
import { carriedAddress } from '../../server/pages/carried-address.ts'

const code = 'k9m2v7q4x8z3'
const secret = 'cs_test_0a1b_secret_02c3d'

/** As Japanese keyboards write it. */
const wide = (text: string): string =>
  text.replace(/[0-9a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

const leadsTo = (path: string): string | null => {
  const address = carriedAddress(path)
  return address && new URL(address, `https://pay.example${path}`).pathname
}

t.test('an address that people have typed or copied badly leads to the page', async (t) => {
  for (const right of [`/l/${code}`, `/checkout/${secret}`]) {
    const capitals = right.toUpperCase()
    const [, page, name] = right.split('/') as [string, string, string]
    for (const path of [
      ...[...'.,)]>;!…’”。/', '//', '/.', '%22', '%20', '%0A', '%', '%E2%80%8B'].map((end) => right + end),
      ...[
        capitals,
        `/${capitals}/`,
        `//${page}//${name}`,
        `/${page}/(${name})`,
        `/${page}/${name.slice(0, 4)}%0D%0A${name.slice(4)}`,
      ],
      `/${page}/${wide(name)}`,
    ])
      t.equal(leadsTo(path), right, path)
  }
})

t.test('other addresses lead nowhere, and the right one not to itself', async (t) => {
  for (const path of [
    ...[`/l/${code}`, `/checkout/${secret}`, '/', '/l', '/l/', '/checkout/', '/checkout/abc', `/l/${code}/more`],
    ...[
      `/l/${code}/qr.svg`,
      `/l/${code}-${code}`,
      `/x/${code}`,
      '/constructor/abc',
      '/l/.',
      `/l/${'a'.repeat(33)}`,
      '/l/%ff',
      '/l/%00abc',
    ],
  ])
    t.equal(carriedAddress(path), null, path)
})

t.test('the address is relative, so it holds below the path of a proxy too', async (t) => {
  const address = carriedAddress(`/L/${code}/`) ?? ''
  t.equal(new URL(address, `https://shop.example/pay/L/${code}/`).href, `https://shop.example/pay/l/${code}`)
})
