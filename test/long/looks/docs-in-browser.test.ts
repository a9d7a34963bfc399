import type { Page } from 'playwright-core'
import t from 'tap'
import { allPages } from '../../../server/pages/docs/all-pages.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
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
