import type { Page } from 'playwright-core'
import t from 'tap'
import { allPages } from '../../../server/pages/docs/all-pages.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { startService } from '../../support/service.ts'

const service = await startService({ environment: { PUBLIC_DEMO_KEY: 'sk_test_public_demo' } })
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})

t.test('on phones no page is wider than the screen, and tables keep each code on one line', async (t) => {
  const page = await browser.newPage()
  let scrolling = 0
  const paths = allPages.map(({ path }) => path)
  for (const path of paths) {
    await page.setViewportSize({ width: 260, height: 900 })
    await page.goto(`${service.baseUrl}/docs/${path}`)
    t.same(await tooWide(page), [], path)
    await page.setViewportSize({ width: 375, height: 900 })
    const found = await page.evaluate(() => ({
      broken: [...document.querySelectorAll('td code')]
        .filter((code) => code.getClientRects().length > 1)
        .map((code) => code.textContent),
      scrolling: [...document.querySelectorAll('.table')].filter((box) => box.scrollWidth > box.clientWidth).length,
    }))
    t.same(found.broken, [], path)
    scrolling += found.scrolling
  }
  t.ok(scrolling > 0, 'wide tables scroll inside their box')
  await page.close()
})

t.test('the style is applied under the strict policy, and no script is needed', async (t) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  await page.goto(`${service.baseUrl}/docs/sessions`)
  t.ok(await page.locator('.open.side a[aria-current=page]').isVisible(), 'the list of pages is visible')
  const drawing = await page.locator('.picture img').first().boundingBox()
  t.ok(drawing && drawing.width > 300, 'the drawing is visible')
  await page.setViewportSize({ width: 375, height: 800 })
  t.notOk(await page.locator('.folded.side li a').first().isVisible(), 'on a phone the list is closed')
  await page.locator('.folded.side summary').click()
  await page.locator('.folded.side li a').first().waitFor()
  t.pass('the list can be opened')
  t.same(problems, [])
  await context.close()
})

t.test('code that is wider than the screen can be focused and scrolled with the keyboard', async (t) => {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } })
  await page.goto(`${service.baseUrl}/docs/api`)
  await page.keyboard.press('Tab')
  t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the text')
  t.same(
    await page.evaluate(
      () =>
        [...document.querySelectorAll('pre, .table, .picture')].filter(
          (element) => element.getAttribute('tabindex') !== '0' || !element.getAttribute('aria-label'),
        ).length,
    ),
    0,
  )
  const code = page.locator('pre').first()
  await code.focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => (document.querySelector('pre')?.scrollLeft ?? 0) > 0)
  t.equal(await code.evaluate((element) => getComputedStyle(element).outlineStyle), 'solid', 'the focus is visible')
  await page.close()
})

t.test('a printed page has the whole text and no navigation', async (t) => {
  const page = await browser.newPage()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`${service.baseUrl}/docs/api/checkout-sessions`)
  for (const part of ['.top', '.side', '.contents', '.after'])
    t.equal(await page.locator(`${part}:visible`).count(), 0, part)
  t.ok(await page.locator('h1').isVisible())
  t.equal(
    await page
      .locator('pre')
      .first()
      .evaluate((element) => getComputedStyle(element).overflowX),
    'visible',
  )
  const [text = '', ground = ''] = await page
    .locator('body')
    .evaluate((body) => [getComputedStyle(body).color, getComputedStyle(body).getPropertyValue('--input')])
  t.same([text, ground.trim()], ['rgb(0, 0, 0)', '#fff'], 'ink on white in dark mode too')
  await page.close()
})

t.test('the search needs only the keyboard, and says what it found', async (t) => {
  const page = await browser.newPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(`${service.baseUrl}/docs/sessions`)
  t.same(
    loaded.filter((path) => path.endsWith('search.json')),
    [],
    'the index is loaded when somebody searches',
  )
  const field = page.getByRole('combobox', { name: 'Search the documentation' })
  await page.keyboard.press('/')
  await page.keyboard.type('chargeb')
  await page.getByRole('option').first().waitFor()
  t.same(await field.evaluate(({ ariaExpanded }) => ariaExpanded), 'true')
  t.match(await page.getByRole('status').textContent(), /^\d pages found$/)
  t.equal(await page.locator('[aria-selected=true]').count(), 0)
  await page.keyboard.press('ArrowUp')
  t.equal(await page.getByRole('option').last().getAttribute('aria-selected'), 'true', 'up leads to the last')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  t.equal(await field.getAttribute('aria-activedescendant'), 'found-0')
  await page.keyboard.press('Escape')
  t.notOk(await page.getByRole('listbox').isVisible())
  t.equal(await field.inputValue(), 'chargeb', 'Escape closes the list and keeps what was typed')
  await page.keyboard.type('ack')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${service.baseUrl}/docs/refunds-and-disputes#disputes`)

  for (const question of ['<img src=x onerror=alert(1)>', '日本語', '((']) {
    await field.fill(question)
    await page.getByText(/found$/).waitFor()
  }
  t.match(await page.getByRole('status').textContent(), 'Nothing found')
  await field.fill('日本語')
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  t.match(page.url(), '/docs/refunds-and-disputes', 'Enter that ends a composed word does not search')
  await field.press('Enter')
  await page.waitForURL(`${service.baseUrl}/docs/search?q=${encodeURIComponent('日本語')}`)
  await page.close()
})

t.test(
  'a chosen language holds for all examples and for the next visit, and is chosen with the keyboard',
  async (t) => {
    const page = await browser.newPage()
    await page.goto(`${service.baseUrl}/docs/api/checkout-sessions`)
    const chosen = page.locator('[role=tab][aria-selected=true]')
    const names = async (): Promise<string[]> => [...new Set(await chosen.allTextContents())]
    t.same(await names(), ['cURL'])
    await page.locator('section:has(#createCheckoutSession) [role=tab]').first().focus()
    await page.keyboard.press('ArrowRight')
    t.same(await names(), ['TypeScript'])
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Python', 'the focus follows')
    t.ok((await names()).includes('Python'))
    t.ok(await page.getByRole('tabpanel', { name: 'Python' }).first().isVisible())
    t.same(await axeViolations(page), [])
    await page.goto(`${service.baseUrl}/docs/other-languages`)
    t.same(await names(), ['Python'], 'remembered on another page')
    await page.keyboard.press('Tab')
    await chosen.focus()
    await page.keyboard.press('End')
    t.same(await names(), ['Java'])
    await page.keyboard.press('ArrowRight')
    t.same(await names(), ['Python'], 'after the last comes the first')
    await page.close()

    const without = await browser.newContext({ javaScriptEnabled: false })
    const plain = await without.newPage()
    await plain.goto(`${service.baseUrl}/docs/other-languages`)
    for (const file of ['verify.py', 'verify.php', 'verify.rb', 'verify.go', 'Verify.java'])
      t.ok(await plain.getByText(file, { exact: true }).isVisible(), `${file} is shown without a script`)
    await without.close()
  },
)

t.test('code and the whole page can be copied', async (t) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${service.baseUrl}/docs/other-languages`)
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  const code = page.locator('.code').first()
  await code.getByRole('button', { name: 'Copy' }).click()
  await code.getByRole('button', { name: 'Copied' }).waitFor()
  t.equal(await copied(), await code.locator('pre').textContent())
  await page.getByRole('button', { name: 'Copy page as Markdown' }).click()
  await page.locator('.tools').getByRole('button', { name: 'Copied' }).waitFor()
  t.equal(await copied(), await (await fetch(`${service.baseUrl}/docs/other-languages.md`)).text())
  await context.close()
})

t.test('the reference runs its examples with the public demo key', async (t) => {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  await page.goto(`${service.baseUrl}/docs/api/checkout-sessions`)
  const tries = (id: string) => page.locator(`section:has(#${id}) .try`)
  await tries('createCheckoutSession').getByRole('button').click()
  const created = tries('createCheckoutSession').getByRole('status')
  await created.getByText('200 OK').waitFor()
  const [, id = ''] = /"id": "(cs_test_\w+)"/.exec((await created.textContent()) ?? '') ?? []
  t.equal(await tries('retrieveCheckoutSession').getByLabel('SESSION_ID').inputValue(), id, 'the next call has its id')
  await tries('retrieveCheckoutSession').getByRole('button').click()
  await tries('retrieveCheckoutSession').getByRole('status').getByText(id).waitFor()
  await tries('refundCheckoutSession').getByRole('button').click()
  const refused = tries('refundCheckoutSession').getByRole('status')
  await refused.getByText('session_not_refundable').first().waitFor()
  t.match(await refused.textContent(), /^409 /, 'an error is shown as it is')
  t.equal(await tries('listCheckoutSessions').count(), 0, 'a call that the demo key may not make cannot be tried')
  t.same(
    problems.filter((text) => !text.includes('409')),
    [],
  )
  t.same(await axeViolations(page), [])
  await page.close()
})

async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('pre, .table, .picture, .skip'),
    )
    return [
      String(document.documentElement.scrollWidth),
      ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    ]
  })
}
