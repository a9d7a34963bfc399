import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import t from 'tap'
import { allPages } from '../../server/pages/docs/all-pages.ts'
import { launchChromium } from '../support/chromium.ts'
import { takePicture } from '../support/pictures.ts'
import { startService } from '../support/service.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Many pictures: on a busy machine more than the usual thirty seconds of a file run alone.
t.setTimeout(300_000)

const service = await startService()
const browser: Browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})

const looked = ['', '/quick-start', '/sessions', '/api/checkout-sessions', '/errors']
const widths = [260, 375, 1280] as const

for (const path of looked) {
  for (const colorScheme of ['light', 'dark'] as const) {
    t.test(`/docs${path}, ${colorScheme}: for everybody, at every width, from here alone`, async (t) => {
      const context = await browser.newContext({ locale: 'en-GB', colorScheme, bypassCSP: true, reducedMotion: 'reduce' })
      const page = await context.newPage()
      const elsewhere: string[] = []
      page.on('request', (request) => !request.url().startsWith(service.baseUrl) && elsewhere.push(request.url()))
      await page.goto(`${service.baseUrl}/docs${path}`)
      await page.evaluate(axeSource)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        t.same(await tooWide(page), [], `no sideways scrolling at ${width} px`)
        if (width > 260) t.same(await violations(page), [], `axe at ${width} px`)
        await takePicture(page, `docs${path.replaceAll('/', '-') || '-index'}-${width}-${colorScheme}`)
      }
      t.same(elsewhere, [])
      await context.close()
    })
  }
}

async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('pre, .table, .picture, .skip'))
    return [String(document.documentElement.scrollWidth), ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
  })
}

async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    const result = await axe.run({ resultTypes: ['violations'] })
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 5).map(({ html }) => html).join(' ')}`)
  })
}

t.test('no page is wider than a small phone', async (t) => {
  const page = await browser.newPage({ viewport: { width: 260, height: 900 } })
  for (const { path } of allPages) {
    await page.goto(`${service.baseUrl}/docs/${path}`)
    t.same(await tooWide(page), [], path)
  }
  await page.close()
})

t.test('the style is applied under the strict policy, and no script is needed', async (t) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  await page.goto(`${service.baseUrl}/docs/sessions`)
  t.ok(await page.locator('.open.side a[aria-current=page]').isVisible(), 'the list of pages is there')
  const drawing = await page.locator('.picture img').first().boundingBox()
  t.ok(drawing && drawing.width > 300, 'the drawing is shown')
  await page.setViewportSize({ width: 375, height: 800 })
  t.notOk(await page.locator('.folded.side li a').first().isVisible(), 'on a phone the list is closed')
  await page.locator('.folded.side summary').click()
  await page.locator('.folded.side li a').first().waitFor()
  t.pass('and opens')
  t.same(problems, [])
  await context.close()
})

t.test('code that is wider than the screen is reached and moved with the keyboard', async (t) => {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } })
  await page.goto(`${service.baseUrl}/docs/api`)
  await page.keyboard.press('Tab')
  t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the text')
  t.same(await page.evaluate(() => [...document.querySelectorAll('pre, .table, .picture')].filter((element) => element.getAttribute('tabindex') !== '0' || !element.getAttribute('aria-label')).length), 0)
  const code = page.locator('pre').first()
  await code.focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => (document.querySelector('pre')?.scrollLeft ?? 0) > 0)
  t.equal(await code.evaluate((element) => getComputedStyle(element).outlineStyle), 'solid', 'its focus is seen')
  await page.close()
})

t.test('on paper there is the text alone, and all of it', async (t) => {
  const page = await browser.newPage()
  await page.emulateMedia({ media: 'print' })
  await page.goto(`${service.baseUrl}/docs/api/checkout-sessions`)
  for (const part of ['.top', '.side', '.contents', '.after']) t.equal(await page.locator(`${part}:visible`).count(), 0, part)
  t.ok(await page.locator('h1').isVisible())
  t.equal(await page.locator('pre').first().evaluate((element) => getComputedStyle(element).overflowX), 'visible')
  await page.close()
})
