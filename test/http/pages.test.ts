import t from 'tap'
import { sharedService } from '../support/shared-service.ts'

t.test('junk in the address of a page gets a 404, and causes no fault', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const junk = ['%00', '%00abc', 'x', '..%2f..', '%F0%9F%8D%B5', 'a'.repeat(300), '%ff', "'%3B--"]
  for (const path of ['/l/', '/checkout/', '/sandbox/challenge/', '/v1/form/challenge_returns/', '/v1/form/assets/']) {
    for (const name of junk) {
      const answer = await service.call('GET', `${path}${name}`)
      t.ok([400, 404].includes(answer.status), `${path}${name}: ${answer.status}`)
    }
  }
  for (const name of junk) {
    const qr = await service.call('GET', `/l/${name}/qr.svg`)
    t.ok([400, 404].includes(qr.status), `/l/${name}/qr.svg: ${qr.status}`)
    const answered = await fetch(`${service.baseUrl}/sandbox/challenge/${name}`, {
      method: 'POST',
      body: 'outcome=approved',
    })
    t.ok([400, 404].includes(answered.status), `POST /sandbox/challenge/${name}: ${answered.status}`)
  }
  t.notOk(service.logLines.some((line) => line.includes('"level":"error"')))
})

t.test('a connection stays open for longer than the usual balancers keep an idle one', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const reply = await fetch(`${service.baseUrl}/healthz`)
  await reply.text()
  t.equal(reply.headers.get('keep-alive'), 'timeout=125')
})

t.test('the front page, the errors and the contract need no authentication', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  for (const path of ['/', '/docs/errors']) {
    const page = await service.call('GET', path, undefined, { Authorization: '' })
    t.equal(page.status, 200)
    t.match(page.headers.get('content-security-policy') ?? '', "default-src 'none'")
  }
  const contract = await service.call('GET', '/openapi.json', undefined, { Authorization: '' })
  t.match(contract.body, { openapi: '3.1.0', servers: [{ url: service.baseUrl }] })
})

t.test('every page that fills a tab has an icon that its content security policy allows', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const session = await service.call('POST', '/v1/checkout/sessions', { amount: 900, currency: 'GBP' })
  const link = await service.call('POST', '/v1/payment_links', { amount: 900, currency: 'GBP', description: 'Tea' })
  const paths = ['/', '/docs', '/docs/errors', '/dashboard/sign-in', '/sandbox/challenge/unknown']
  const addresses = [String(session.body['url']), String(link.body['url']), `${service.baseUrl}/l/unknown`]
  for (const address of [...paths.map((path) => service.baseUrl + path), ...addresses]) {
    const page = await fetch(address)
    const [, href = ''] = /<link rel="icon" href="([^"]+)"/.exec(await page.text()) ?? []
    t.equal(new URL(href, address).href, `${service.baseUrl}/favicon.svg`, address)
    t.match(page.headers.get('content-security-policy'), /(^|; )img-src 'self'(;|$)/, address)
  }
  for (const name of ['favicon.svg', 'favicon.ico']) {
    const icon = await fetch(`${service.baseUrl}/${name}`)
    t.equal(icon.status, 200, name)
    t.equal(icon.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
    t.match(await icon.text(), /^<svg .*<\/svg>$/)
  }
})

t.test('a link opens a page and has a QR image, and the page alone creates nothing', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const made = await service.call('POST', '/v1/payment_links', { amount: 900, currency: 'GBP', description: 'Tea' })
  const { url } = made.body as unknown as { url: string }
  const page = await fetch(url)
  t.equal(page.status, 200)
  t.match(await page.text(), /£9\.00/)
  const image = await fetch(`${url}/qr.svg`)
  t.equal(image.status, 200)
  t.match(image.headers.get('content-type') ?? '', 'image/svg+xml')
  t.match((await service.call('GET', '/v1/checkout/sessions')).body, { data: [] })
})

t.test('a person gets a page for every address, and a program gets the error', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const open = (path: string, accept: string) =>
    fetch(service.baseUrl + path, { headers: { accept, 'accept-language': 'de' }, redirect: 'manual' })
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const words = {
    '/nope': 'Page not found',
    '/l': 'Zahlungslink nicht gefunden',
    '/l/%ff': 'Zahlungslink nicht gefunden',
    '/checkout': 'Bezahlvorgang nicht gefunden',
    '/sandbox': 'Page not found',
    '/%zz': 'Page not found',
  }
  for (const [path, title] of Object.entries(words)) {
    const page = await open(path, browser)
    t.ok([400, 404].includes(page.status), path)
    t.equal(page.headers.get('content-type'), 'text/html; charset=utf-8', path)
    t.equal(/<h1>(.*?)<\/h1>/.exec(await page.text())?.[1], title, path)
    t.match(page.headers.get('content-security-policy'), "default-src 'none'")
    t.match(await (await open(path, '*/*')).json(), { error: { code: String } }, path)
  }
  const asked = await open('/v1/nothing', browser)
  t.match(await asked.json(), { error: { code: 'not_found' } }, 'calls of the API have no pages')
})

t.test('a link in capitals or with a slash, a dot or a bracket at its end leads to its page', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const made = await service.call('POST', '/v1/payment_links', { amount: 900, currency: 'GBP', description: 'Tea' })
  const session = await service.call('POST', '/v1/checkout/sessions', { amount: 900, currency: 'GBP' })
  for (const address of [String(made.body['url']), String(session.body['url'])])
    for (const carried of [
      `${address}/`,
      `${address}.`,
      `${address})`,
      address.replace(/\/(?=[lc])[^]*/, (path) => path.toUpperCase()),
    ]) {
      const moved = await fetch(`${carried}?locale=fr`, { redirect: 'manual' })
      t.equal(moved.status, 301, carried)
      t.equal(new URL(moved.headers.get('location') ?? '', carried).href, `${address}?locale=fr`)
    }
  const code = String(made.body['url']).split('/').at(-1) ?? ''
  const opened = await service.call('POST', `/v1/form/payment_links/${code.toUpperCase()}/checkout`)
  t.equal(opened.status, 200, 'the same link')
})
