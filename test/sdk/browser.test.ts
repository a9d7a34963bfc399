import { build } from 'esbuild'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import t, { type Test } from 'tap'
import type { LoadError, ServicePayBrowser } from '../../sdk/src/browser.ts'
import { launchChromium } from '../support/browser/chromium.ts'

// The compiler checks that the package's types of the form match the form's own types.
const formTypesMatch = ((servicepay: Window['ServicePay']): ServicePayBrowser | undefined => servicepay) satisfies (
  form: Window['ServicePay'],
) => ServicePayBrowser | undefined

const script = "window.ServicePay ??= { checkout: () => 'a checkout' }"

let browser: Browser
let loader: string

t.before(async () => {
  browser = await launchChromium()
  const entry = fileURLToPath(new URL('../../sdk/src/browser.ts', import.meta.url))
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: 'esm' })
  loader = outputFiles[0]?.text ?? ''
})
t.teardown(() => browser.close())

/** Opens a page that imports the loader. The service answers each request for its script with the next reply. */
async function page(t: Test, answers: readonly (200 | 500 | 'other')[]) {
  let asked = 0
  const listener: RequestListener = ({ url }, response) => {
    if (url === '/')
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Shop</title>')
    if (url === '/browser.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(loader)
    if (url !== '/v1/servicepay.js') return response.writeHead(404).end()
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? 200
    return response
      .writeHead(answer === 'other' ? 200 : answer, { 'Content-Type': 'text/javascript' })
      .end(answer === 200 ? script : 'void 0')
  }
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.teardown(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tab = await browser.newPage()
  t.teardown(() => tab.close())
  await tab.goto(`${base}/`)
  /** Calls the loader twice at the same time. Returns the result or the error, and the number of script elements. */
  const load = (): Promise<[string, number]> =>
    tab.evaluate(async (base) => {
      const { loadServicePay } = (await import(`${base}/browser.js`)) as {
        loadServicePay: (options: { baseUrl: string }) => Promise<{ checkout: () => string }>
      }
      const result = await Promise.all([
        loadServicePay({ baseUrl: base }),
        loadServicePay({ baseUrl: `${base}/` }),
      ]).then(
        ([first, second]) => (first === second ? first.checkout() : 'two of them'),
        ({ code, message }: LoadError) => `${code}: ${message}`,
      )
      return [result, document.querySelectorAll('script').length]
    }, base)
  return { load, asked: () => asked }
}

t.test('repeated calls load the script once', async (t) => {
  const { load, asked } = await page(t, [200])
  t.same(await load(), ['a checkout', 1])
  t.same(await load(), ['a checkout', 1])
  t.equal(asked(), 1)
})

t.test('the loader retries a script that fails', async (t) => {
  const { load, asked } = await page(t, [500, 'other', 200])
  t.same(await load(), ['a checkout', 1])
  t.equal(asked(), 3)
})

t.test('after three failures the error says what to check, and the next call tries again', async (t) => {
  const { load, asked } = await page(t, [500, 500, 500, 200])
  const [message, scripts] = await load()
  t.match(message, /^load_failed: .*could not be loaded.*baseUrl/)
  t.equal(scripts, 0)
  t.same(await load(), ['a checkout', 1])
  t.equal(asked(), 4)
})

t.test('without a document the error says where to call the loader', async (t) => {
  const { loadServicePay } = await import('../../sdk/src/browser.ts')
  await t.rejects(loadServicePay({ baseUrl: 'https://pay.example' }), {
    code: 'no_document',
    message: /in the browser/,
    fix: /Call/,
  })
  const mistyped = { baseURL: 'https://pay.example' } as object as { baseUrl: string }
  await t.rejects(loadServicePay(mistyped), { code: 'parameter_invalid', message: /no option `baseURL`/ })
  t.equal(formTypesMatch(undefined), undefined)
})
