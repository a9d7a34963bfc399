import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../../support/combinations.ts'
import { docsContext } from '../docs-context.ts'
import { guides } from '../../../server/pages/docs/guides/guides.ts'
import { formIn, paidIn, pay, fillCard } from '../../browser/card-typing.ts'
import { installPackage } from '../../support/packed-sdk.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { createSession } from '../../support/pay.ts'
import { startService } from '../../support/service.ts'
import { codeBlocksOf, fileNameOf, isForBrowser, type CodeBlock } from './code-blocks.ts'
import { runPage } from './page-run.ts'

const service = await startService()
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})

function blocksOf(path: string): CodeBlock[] {
  const page = guides.find((page) => page.path === path)
  return codeBlocksOf(page?.markdown(docsContext(service.baseUrl, 'sk_test_public_demo')) ?? '')
}

interface Visit {
  readonly page: Page
  /** The console's messages, without errors. */
  readonly messages: string[]
  /** The console's error messages, and uncaught errors. */
  readonly complaints: string[]
}

async function visit(address: string): Promise<Visit> {
  const page = await browser.newPage()
  const messages: string[] = []
  const complaints: string[] = []
  page.on('console', (message) => {
    // The message about a file that failed to load does not name the file.
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
    else messages.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  await page.goto(address)
  return { page, messages, complaints }
}

/** Serves one page and returns its address. */
async function serve(html: string, policy?: string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(204).end()
    return response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...(policy !== undefined && { 'content-security-policy': policy }),
      })
      .end(html)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

t.test('the shop of the quick start takes a payment in its own page', async (t) => {
  const project = await installPackage()
  const blocks = blocksOf('quick-start').filter(
    (block) => fileNameOf(block) === 'shop.mjs' || block.text === 'node shop.mjs',
  )
  const run = await runPage(blocks, { modules: join(project.folder, 'node_modules'), environment: {} })
  t.teardown(() => {
    run.end()
    project.remove()
  })
  t.equal(run.code, 0, run.output + run.background())
  const { page, messages, complaints } = await visit(`http://localhost:${run.port}/`)
  const form = await formIn(page, '#payment')
  await fillCard(form)
  await form.locator('#email').fill('ada@example.com')
  await form.locator('#line1').fill('1 High Street')
  await form.locator('#city').fill('London')
  await form.locator('#postal_code').fill('N1 1AA')
  await form.locator('#country').selectOption('GB')
  await pay(form)
  await paidIn(form)
  t.match(messages.join('\n'), /^cs_test_\w+ paid$/m)
  t.same(
    complaints.filter((text) => !text.includes('favicon')),
    [],
  )
})

t.test('the example page of the embedded form shows a form', inFullRuns, async (t) => {
  const session = await createSession(service)
  const [html] = blocksOf('embedded-form').filter(({ language }) => language === 'html')
  const { page, complaints } = await visit(
    await serve((html?.text ?? '').replace('THE_CLIENT_SECRET', session.client_secret)),
  )
  await formIn(page, '#payment')
  t.same(complaints, [])
})

t.test('every example for the browser shows a form under the content security policy of the page', async (t) => {
  const blocks = blocksOf('embedded-form')
  const examples = blocks.filter(isForBrowser)
  t.equal(examples.length, 3)
  const [, policy = ''] =
    /^Content-Security-Policy: (.*)$/m.exec(
      blocks.find(({ text }) => text.startsWith('Content-Security-Policy'))?.text ?? '',
    ) ?? []
  t.match(policy, 'frame-src')
  for (const { text } of examples) {
    const sessions = [await createSession(service), await createSession(service)]
    const clientSecrets = JSON.stringify(sessions.map(({ client_secret }) => client_secret))
    const secrets = `const clientSecrets = ${clientSecrets}; const [clientSecret] = clientSecrets`
    const places = '<div id="payment" class="payment"></div><div class="payment"></div>'
    const html = `<!doctype html>
      <html lang="en">
        <title>Shop</title>
        ${places}
        <script src="${service.baseUrl}/v1/servicepay.js"></script>
        <script nonce="shop">${secrets}\n${text}</script>
      </html>`
    // The page's own script has a nonce, as the guide advises.
    const strict = `default-src 'none'; ${policy.replace("script-src 'self'", "script-src 'nonce-shop'")}`
    const { page, complaints } = await visit(await serve(html, strict))
    await formIn(page, '#payment')
    t.same(
      complaints.filter((complaint) => !complaint.includes('favicon')),
      [],
      text,
    )
    const expected = text.startsWith('for') ? 2 : 1
    await page.waitForFunction((count) => document.querySelectorAll('iframe').length === count, expected)
    if (text.includes("locale: 'de'"))
      t.equal(await page.frameLocator('iframe').locator('html').getAttribute('lang'), 'de')
    await page.close()
  }
})
