import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { browser, newSession, service } from '../browser/real-checkout.ts'
import { fillCard, formIn, pay } from '../browser/card-typing.ts'
import { installed, installPackage } from '../support/packed-sdk.ts'
import { until } from '../support/until.ts'
import { install } from './install.ts'

// The components of the packed package, in the frameworks themselves and in a browser.

const [frameworks, project] = await Promise.all([install(t, 'frameworks'), installPackage()])
t.teardown(() => project.remove())

const key = 'sk_test_ofThisShop'
const path = (name: string): string => join(project.folder, 'node_modules', name)

/** Bundled for a page, as shops do it. The package and the frameworks are in different folders. */
async function bundled(name: string, source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: project.folder, sourcefile: name, loader: 'js' },
    bundle: true,
    write: false,
    format: 'iife',
    nodePaths: [frameworks.path('')],
    define: { 'process.env.NODE_ENV': '"development"' },
    alias: { vue: frameworks.path('vue/dist/vue.esm-bundler.js') },
  })
  return outputFiles[0]?.text ?? ''
}

const react = `
  import { createElement as h, StrictMode, Suspense, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { CardForm } from 'servicepay/react'
  const App = () => {
    const [count, setCount] = useState(0)
    const [locale, setLocale] = useState('en')
    window.renderAgain = () => setCount(count + 1)
    window.speak = setLocale
    const onReady = () => note('ready ' + count)
    const onComplete = () => note('complete ' + count)
    const onError = ({ code }) => note(code)
    return h(CardForm, { ...options, locale, appearance: { theme: 'light' }, onReady, onComplete, onError })
  }
  const root = createRoot(document.getElementById('pay'))
  root.render(h(StrictMode, null, h(Suspense, null, h(App))))
  window.remove = () => root.unmount()
`
const vue = `
  import { createApp, h, ref } from 'vue'
  import { CardForm } from 'servicepay/vue'
  const count = ref(0)
  const locale = ref('en')
  window.speak = (tag) => (locale.value = tag)
  window.renderAgain = () => count.value++
  const app = createApp({
    render: () =>
      h(CardForm, {
        ...options,
        locale: locale.value,
        appearance: { theme: 'light' },
        onReady: () => note('ready ' + count.value),
        onComplete: () => note('complete ' + count.value),
        onError: ({ code }) => note(code),
      }),
  })
  app.mount('#pay')
  window.remove = () => app.unmount()
`
const element = `
  import 'servicepay/element'
  let count = 0
  window.renderAgain = () => count++
  const form = document.createElement('servicepay-card-form')
  form.setAttribute('base-url', options.baseUrl)
  form.setAttribute('client-secret', options.clientSecret)
  form.setAttribute('redirect', 'false')
  form.appearance = { theme: 'light' }
  window.speak = (tag) => form.setAttribute('locale', tag)
  for (const name of ['ready', 'complete']) form.addEventListener(name, () => note(name + ' ' + count))
  form.addEventListener('error', ({ detail }) => note(detail.code))
  document.getElementById('pay').append(form)
  window.remove = () => form.remove()
`

for (const [name, source] of Object.entries({ react, vue, element })) {
  t.test(`servicepay/${name} shows one form, keeps it while the page renders, and tells of the payment`, async (t) => {
    const script = await bundled(name, source)
    const html = (options: object): string =>
      `<!doctype html><meta charset="utf-8"><div id="pay"></div><script>options = ${JSON.stringify(options)}</script>
       <script src="/page.js"></script>`
    const session = await newSession()
    const options = { baseUrl: service.baseUrl, clientSecret: session.client_secret, redirect: false }
    const server = createServer(({ url }, response) => {
      response.setHeader('Content-Type', url === '/page.js' ? 'text/javascript' : 'text/html')
      response.end(
        url === '/page.js'
          ? script
          : html(
              url === '/wrong'
                ? { ...options, baseUrl: 'nowhere' }
                : url === '/key'
                  ? { ...options, clientSecret: key }
                  : options,
            ),
      )
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    t.teardown(() => server.close())
    const page = await browser.newPage()
    t.teardown(() => page.close())
    const notes: string[] = []
    await page.exposeFunction('note', (text: string) => notes.push(text))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await page.goto(address)
    await until(() => notes.length > 0, 'the form is ready')
    t.same(notes, ['ready 0'], 'also in Strict Mode there is one form')
    t.equal(await page.locator('iframe').count(), 1)
    await page.evaluate(() => (window as unknown as { renderAgain(): void }).renderAgain())
    await fillCard(await formIn(page))
    await page.evaluate(() => (window as unknown as { speak(tag: string): void }).speak('de'))
    await page.locator('iframe[title=Kartenzahlung]:only-of-type').waitFor()
    const form = await formIn(page)
    t.equal(await form.locator('#name').inputValue(), 'Ada Lovelace', 'what was typed stays')
    await pay(form)
    await until(() => notes.length > 1, 'the payment is complete')
    t.same(notes, ['ready 0', 'complete 1'], 'the form stays, and the newest handler is called')
    await page.evaluate(() => (window as unknown as { remove(): void }).remove())
    await until(async () => (await page.locator('iframe').count()) === 0, 'the form is removed')

    notes.length = 0
    await page.goto(`${address}/wrong`)
    await until(() => notes.length > 0, 'a wrong address is an error')
    t.equal(notes[0], 'load_failed')

    notes.length = 0
    const written: string[] = []
    page.on('console', (message) => written.push(message.text()))
    await page.goto(`${address}/key`)
    await until(() => notes.length > 0, 'a secret key is an error')
    t.equal(notes[0], 'invalid_client_secret')
    t.match(written.join(), /SECRET KEY/)
    t.notMatch(written.join(), key)
    t.notMatch(
      page
        .frames()
        .map((frame) => frame.name() + frame.url())
        .join(),
      key,
    )
  })
}

t.test('the components render on a server', async (t) => {
  const source = `
    import { createElement } from 'react'
    import { renderToString } from 'react-dom/server'
    import { createSSRApp } from 'vue'
    import { renderToString as renderVue } from 'vue/server-renderer'
    import { CardForm } from 'servicepay/react'
    import { CardForm as VueForm } from 'servicepay/vue'
    import { CardFormElement } from 'servicepay/element'
    const options = { baseUrl: 'https://pay.example', clientSecret: 'cs_1_secret_1' }
    const vue = await renderVue(createSSRApp(VueForm, options))
    console.log(JSON.stringify([renderToString(createElement(CardForm, options)), vue, typeof CardFormElement]))
  `
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: project.folder, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    nodePaths: [frameworks.path('')],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
  })
  const file = join(project.folder, 'server.mjs')
  writeFileSync(file, outputFiles[0]?.text ?? '')
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  t.same(JSON.parse(stdout), ['<div></div>', '<div></div>', 'function'])
})

t.test('each component is under 1 KB', async (t) => {
  for (const name of ['react', 'vue', 'element']) {
    const entry = `import * as all from ${JSON.stringify(path(`servicepay/dist/${name}.js`))}; globalThis.all = all`
    const { outputFiles } = await build({
      stdin: { contents: entry, resolveDir: project.folder, loader: 'js' },
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      external: ['react', 'vue', './browser.js'],
    })
    const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
    t.ok(bytes < 1024, `${name}: ${bytes} bytes`)
    t.notMatch(installed(project, `dist/${name}.js`), 'createElement("script")', 'the loader is in servicepay/browser')
  }
})
