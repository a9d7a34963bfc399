import t from 'tap'
import { formAssets, serveAsset } from '../../server/pages/form/form-assets.ts'
import { renderLinkPage, renderUnknownLink, type LinkPageView } from '../../server/pages/links/link-page.ts'
import { activeLink, linkCode } from './link-page-server.ts'

const assets = await formAssets()

const render = (change: Partial<LinkPageView> = {}) =>
  renderLinkPage({ ...activeLink(), isTest: false, ...change }, 'en-GB', assets)

t.test('an active link shows who is paid, for what and how much, and holds no secret', async (t) => {
  const { status, body } = render()
  t.equal(status, 200)
  for (const text of ['Pay Harbour Theatre', '£42.50', 'Two tickets', `data-code="${linkCode}"`])
    t.ok(body.includes(text), text)
  t.notOk(/secret/.test(body.replace(/<style>.*<\/style>/s, '')))
  t.notOk(body.includes('class="test-bar"'), 'live: no word of a test')
  t.ok(render({ isTest: true }).body.includes('class="test-bar"'))
})

t.test('the preview of a test in a chat begins with the word that it is one', async (t) => {
  const named = { merchantName: 'Bank Security Department', isTest: true }
  const { body } = render({ ...named, description: 'Confirm your password' })
  t.match(body, /og:title" content="Test · Bank Security Department/)
  t.match(body, /og:description" content="This page is a test\. [^"]* Confirm your password"/)
  t.match(render({ ...named, description: null }).body, /og:description" content="This page is a test\. [^"]*"/)
  t.notMatch(render({ description: null }).body, /og:description/)
})

t.test('a link that takes no more payment says why, and loads no form', async (t) => {
  const texts = {
    paid: '£42.50 was paid to Harbour Theatre.',
    expired: 'This link has expired',
    deactivated: 'The shop has deactivated this payment link',
  } as const
  for (const [status, text] of Object.entries(texts)) {
    const page = render({ status: status as keyof typeof texts, isTest: true })
    t.equal(page.status, 200)
    t.ok(page.body.includes(text), status)
    t.ok(page.body.includes('class="test-bar"'))
    t.notOk(page.body.includes('<script'), 'the page has no script')
  }
})

t.test('an open link shows its reference; a paid one shows nothing of the customer who paid', async (t) => {
  t.match(render().body, /Reference <bdi>order-1001/)
  const { body } = render({ status: 'paid' })
  t.notMatch(body, /order-1001|••••|<time/)
  t.match(body, 'help@shop.example')
})

t.test('an unknown code answers 404 with a page that says so', async (t) => {
  const page = renderUnknownLink('en', assets)
  t.equal(page.status, 404)
  t.ok(page.body.includes('Payment link not found'))
})

t.test('the page works for an account without a name', async (t) => {
  t.ok(render({ merchantName: null }).body.includes('>Card payment<'))
  t.ok(render({ merchantName: null, status: 'paid' }).body.includes('>£42.50 was paid. '))
})

t.test('only a reusable link offers another payment', async (t) => {
  t.notOk(render().body.includes('Make another payment'))
  const again = '<footer id="after-payment" hidden><a href="">Make another payment</a>'
  t.ok(render({ kind: 'reusable' }).body.includes(again), 'at the address of the page')
})

t.test('the preview in chats has a title and a description, and no picture', async (t) => {
  const { body } = render()
  t.ok(body.includes('<meta property="og:title" content="Harbour Theatre · £42.50">'))
  t.ok(body.includes('<meta property="og:description" content="Two tickets, Saturday 8 pm">'))
  t.notOk(body.includes('og:image'))
})

t.test('the page escapes the texts of merchants', async (t) => {
  const script = '"><script>alert(1)</script>\'&'
  for (const status of ['active', 'paid'] as const) {
    t.notOk(render({ merchantName: script, description: script, code: script, status }).body.includes('<script>alert'))
  }
})

t.test('the page cannot be framed or cached and runs only our own scripts', async (t) => {
  for (const { headers, body } of [render(), render({ status: 'paid' }), renderUnknownLink('en', assets)]) {
    const policy = headers['content-security-policy'] ?? ''
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      t.ok(policy.includes(rule), rule)
    t.notOk(/unsafe|https?:/.test(policy))
    t.match(headers, {
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    t.same(body.match(/<script(?! src="\.\.\/v1\/)/g), null, 'no inline script, and none from other hosts')
  }
})

t.test('the script is served like the others, and is small', async (t) => {
  const request = { acceptEncoding: 'br', ifNoneMatch: undefined }
  t.match(serveAsset(assets, assets.linkScript.name, request)?.headers['cache-control'], /immutable/)
  t.equal(serveAsset(assets, 'link.0123456789abcdef.js', request)?.headers['cache-control'], 'no-store')
  t.equal(serveAsset(assets, 'other.0123456789abcdef.js', request), null)
  t.ok(assets.linkScript.gzip.length <= 1536, `${assets.linkScript.gzip.length} bytes`)
})
