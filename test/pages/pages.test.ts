import { readFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import t from 'tap'
import { english } from '../../form/texts/en.ts'
import { pageFoot } from '../../server/pages/replies/page-foot.ts'
import { formAssets, serveAsset, serveLoader } from '../../server/pages/form/form-assets.ts'
import { renderFormFrame } from '../../server/pages/form/form-frame.ts'
import {
  renderHostedCheckout,
  renderUnknownCheckout,
  type HostedCheckoutView,
} from '../../server/pages/hosted/hosted-checkout.ts'
import { preferredLocale } from '../../form/texts/preferred-locale.ts'
import { paidReceipt, partRefundedReceipt } from '../browser/form-harness.ts'
import { languages } from '../../form/texts/languages.ts'

const assets = await formAssets()

const view: HostedCheckoutView = {
  isTest: false,
  merchantName: 'Harbour Theatre',
  amount: 4250,
  currency: 'GBP',
  description: 'Two tickets',
  reference: 'order-1001',
  supportEmail: 'help@shop.example',
  termsUrl: 'https://shop.example/terms',
  privacyUrl: null,
  processor: 'pay.example',
  status: 'open',
  failure_code: null,
  mayBeCharged: false,
  cancelUrl: 'https://shop.example/basket',
  clientSecret: 'cs_live_1_secret_2',
  redirectUrl: null,
  isJustPaid: false,
  receipt: null,
}

const render = (change: Partial<HostedCheckoutView> = {}) => {
  const isPaid = ['paid', 'refunded', 'disputed'].includes(change.status ?? view.status)
  return renderHostedCheckout({ ...view, ...(isPaid && { receipt: paidReceipt() }), ...change }, 'en-GB', assets)
}

t.test('an open checkout shows who is paid, for what and how much, and a way back', async (t) => {
  const { status, body } = render()
  t.equal(status, 200)
  for (const text of [
    'Pay Harbour Theatre',
    '£42.50',
    'Two tickets',
    'href="https://shop.example/basket"',
    'data-client-secret="cs_live_1_secret_2"',
  ]) {
    t.ok(body.includes(text), text)
  }
  t.notOk(body.includes('class="test-bar"'), 'live: no word of a test')
  t.ok(render({ isTest: true }).body.includes('class="test-bar"'))
  t.match(render({ status: 'paid' }).body, /<\/svg><bdi>\u2066Visa •••• 0085/, 'the mark of the card')
  t.notOk(render({ cancelUrl: null }).body.includes('id="cancel"'))
})

t.test('whatever the name, the page of a test says so in words of our own, before all others', async (t) => {
  const named = { merchantName: 'Bank Security Department', description: 'Confirm your password' }
  for (const status of ['open', 'paid', 'failed'] as const) {
    const { body } = render({ ...named, status, isTest: true })
    t.match(body, /<title>Test · Bank Security Department/, status)
    t.match(body, /<body><header class="test-bar">This page is a test\. No real money moves/, status)
    t.notMatch(render({ ...named, status }).body, /<title>Test|test-bar">/, status)
  }
})

t.test('every other state has its own page, without form and secret', async (t) => {
  const texts = {
    paid: 'Paid to Harbour Theatre',
    disputed: 'Paid to Harbour Theatre',
    refunded: '£42.50 has been returned to your card.',
    failed: 'The payment could not be completed',
    expired: 'Nothing was charged. Please go back to the shop to start again.',
  } as const
  for (const [status, text] of Object.entries(texts)) {
    const page = render({ status: status as keyof typeof texts })
    t.equal(page.status, 200)
    t.ok(page.body.includes(text), status)
    t.notOk(page.body.includes(view.clientSecret), 'no secret')
  }
  const unfinished = render({ status: 'failed', failure_code: 'processor_unavailable' }).body
  const perhaps = 'If your bank took the money, it goes back to your card.'
  t.ok(unfinished.includes(perhaps), 'after an unfinished bank check')
  t.ok(render({ status: 'expired', mayBeCharged: true }).body.includes(perhaps))
  t.equal(renderUnknownCheckout('en', assets).status, 404)
})

t.test('a page of a checkout that another visitor has paid does not say that this one did', async (t) => {
  const { body } = render({ status: 'paid', receipt: null, redirectUrl: null, isJustPaid: true })
  t.match(body, 'Already paid')
  t.match(body, '£42.50 was paid to Harbour Theatre. There is nothing left to pay.')
  t.notMatch(body, /Paid to|class="receipt"|data-redirect/)
})

t.test('the page works for an account without a name', async (t) => {
  t.ok(render({ merchantName: null }).body.includes('>Card payment<'))
  t.match(render({ merchantName: null, status: 'paid' }).body, /£42\.50<\/p>\s*<h1>Payment received<\/h1>\s*<dl/)
})

t.test('a paid page leads on to the shop, by itself only just after the payment', async (t) => {
  const paid = { status: 'paid', redirectUrl: 'https://shop.example/thanks?a=1&session_id=cs_1' } as const
  const link = '<a href="https://shop.example/thanks?a=1&#38;session_id=cs_1"'
  t.ok(render({ ...paid, isJustPaid: true }).body.includes(`${link} data-redirect>`))
  t.ok(render(paid).body.includes(`${link}>`))
})

t.test(
  'a paid page is a receipt, with each part refund and what is left, in the time zone that it names',
  async (t) => {
    const { body } = render({ status: 'paid', receipt: partRefundedReceipt() })
    const text = body.replace(/<style>.*<\/style>/s, '').replace(/<[^>]+>/g, ' ')
    for (const part of [
      /Payment partly refunded/,
      /£12\.50 has been returned to your card\./,
      /Amount +£42\.50/,
      /Date +21 November 2026 at 10:17 UTC/,
      /Description +Two tickets/,
      /Reference +order-1001/,
      /Card +\u2066Visa •••• 0085\u2069/,
      /Refunded +22 November 2026 at 09:30 UTC +£10\.00/,
      /Refunded +24 November 2026 at 09:30 UTC +£2\.50/,
      /Total after refunds +£30\.00/,
      /Questions\? +help@shop\.example/,
    ])
      t.match(text, part)
    const late = { kind: 'automatic_return', amount: 4250, returned_at: '2026-11-22T09:30:11.020Z' } as const
    const returned = render({ status: 'expired', receipt: paidReceipt({ paid_at: null, returned: [late] }) }).body
    t.match(returned, 'so we returned £42.50 to your card')
    t.match(returned, 'Returned automatically')
    t.notMatch(returned, 'No payment was taken')
  },
)

t.test('every page names the processor and links to the terms, and to itself in each language', async (t) => {
  for (const status of ['open', 'paid', 'expired'] as const) {
    const { body } = render({ status })
    t.match(body, 'Payment processed by pay.example')
    t.match(body, '<a href="https://shop.example/terms" target="_blank" rel="noopener noreferrer">Terms</a>')
    t.notMatch(body, '>Privacy<', 'the account has no address for it')
    t.equal(body.match(/href="\?locale=/g)?.length, 18, 'relative, so that the secret stays where it is')
    t.match(body, '<a href="?locale=de" lang="de" hreflang="de" dir="ltr">Deutsch</a>')
  }
})

t.test('the page escapes the texts of merchants', async (t) => {
  const script = '"><script>alert(1)</script>\'&'
  const { body } = render({
    merchantName: script,
    description: script,
    cancelUrl: `https://shop.example/${script}`,
    clientSecret: script,
  })
  t.notOk(body.includes('<script>alert'))
})

t.test('the hosted page cannot be framed or cached and runs only our own scripts', async (t) => {
  const { headers, body } = render()
  const policy = headers['content-security-policy'] ?? ''
  for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
    t.ok(policy.includes(rule), rule)
  t.notOk(/unsafe/.test(policy))
  t.match(headers, { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  t.same(body.match(/<script(?! src=)/g), null, 'no inline script')
})

t.test('any shop may frame the form, which holds no secret', async (t) => {
  const { headers, body } = renderFormFrame({ locale: 'en-GB', theme: 'dark', place: undefined }, assets)
  const policy = headers['content-security-policy'] ?? ''
  for (const rule of ["default-src 'none'", "connect-src 'self'", 'frame-ancestors *', assets.frameStyle.cspHash])
    t.ok(policy.includes(rule), rule)
  t.notOk(/unsafe/.test(policy))
  t.ok(body.includes('data-theme="dark"'))
  t.ok(
    renderFormFrame({ locale: '"><script>', theme: '"><script>' }, assets).body.startsWith(
      '<!doctype html><html lang="en" dir="ltr" data-theme="light">',
    ),
  )
})

t.test('a language without texts gets English words and English numbers', async (t) => {
  t.equal(preferredLocale('de-CH,de;q=0.9'), 'de-CH')
  t.equal(preferredLocale(undefined), undefined)
  t.ok(renderHostedCheckout(view, 'ko-KR', assets).body.includes('<html lang="en"'))
  t.ok(renderHostedCheckout(view, 'en-us', assets).body.includes('<html lang="en-US"'))
})

t.test('scripts are compressed, and cached by their content', async (t) => {
  const request = { acceptEncoding: 'gzip, br', ifNoneMatch: undefined }
  const loader = await serveLoader(assets, request, 'en-GB')
  t.equal(loader.headers['content-encoding'], 'br')
  t.equal(
    (await serveLoader(assets, { ...request, acceptEncoding: 'br;q=0, gzip' }, 'en-GB')).headers['content-encoding'],
    'gzip',
  )
  t.equal(
    (await serveLoader(assets, { ...request, acceptEncoding: undefined }, 'en-GB')).headers['content-encoding'],
    undefined,
  )
  t.equal((await serveLoader(assets, { ...request, ifNoneMatch: loader.headers['etag'] }, 'en-GB')).status, 304)
  t.match(serveAsset(assets, assets.frameScript.name, request)?.headers['cache-control'], /immutable/)
  t.equal(
    serveAsset(assets, 'frame.0123456789abcdef.js', request)?.headers['cache-control'],
    'no-store',
    'another version may be requested during a roll-out',
  )
  t.equal(serveAsset(assets, '../../package.json', request), null)
})

t.test('the loader is at most 2.5 KB in every language, compressed', async (t) => {
  const loaders = await Promise.all(Object.values(languages).map((texts) => assets.loaderIn(texts)))
  const largest = Math.max(...loaders.map(({ gzip }) => gzip.length))
  t.ok(largest <= 2.5 * 1024, `${largest} bytes`)
})

t.test('the frame’s two scripts share no module that holds state', async (t) => {
  const inputsOf = (entry: string): string[] => {
    const { outputs } = buildSync({ entryPoints: [entry], bundle: true, write: false, metafile: true }).metafile
    const [output] = Object.values(outputs)
    return Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) => (bytesInOutput ? [path] : []))
  }
  const first = inputsOf('form/frame/main.ts')
  const inBoth = inputsOf('form/frame/later.ts').filter((path) => first.includes(path))
  t.ok(inBoth.includes('form/frame/page/page.ts'))
  const state = /^let /m
  t.same(
    inBoth.filter((path) => state.test(readFileSync(path, 'utf8'))),
    [],
  )
  t.match(readFileSync('form/frame/fields/card-form.ts', 'utf8'), state, 'the pattern finds state')
})

t.test('a mailbox with characters of addresses stays one mailbox', async (t) => {
  const view = {
    supportEmail: 'a?subject=x&b%1+c@shop.example',
    termsUrl: null,
    privacyUrl: null,
    processor: 'x.example',
  }
  t.match(pageFoot(view, english).text, 'href="mailto:a%3Fsubject%3Dx%26b%251%2Bc@shop.example"')
})
