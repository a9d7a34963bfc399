import t from 'tap'
import { dashboardPages, visitorPages } from '../../../server/dashboard/pages.ts'
import { address, browser, claim, service } from '../../dashboard/shell/browser.ts'
import { samples } from '../../dashboard/shell/samples.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { takePicture } from '../../support/browser/pictures.ts'

const signedIn = await browser.newContext()
await claim(await signedIn.newPage(), 'looks@example.com', service.secretKey)
const pages = await everyPage()

for (const colorScheme of ['light', 'dark'] as const) {
  t.test(`in ${colorScheme} colours, no page has an axe violation or scrolls sideways at any width`, async (t) => {
    const context = await browser.newContext({ colorScheme, bypassCSP: true })
    await context.addCookies(await signedIn.cookies())
    const page = await context.newPage()
    for (const { path, widths } of pages) {
      await page.goto(address(path))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        t.same(await axeViolations(page), [], `${path}, ${colorScheme}, ${String(width)} px`)
        t.notOk(
          await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
          `${path} does not scroll sideways at ${String(width)} px`,
        )
        const name = path.replace(/\/(cs|pl|re|dp|ret|evt|del|key|ntf)_\w+/, '/one').replaceAll('/', '-')
        await takePicture(page, `dashboard-${name}-${String(width)}-${colorScheme}`, { fullPage: true })
      }
    }
  })
}

/** Every page for visitors, every page in test mode with sample data, and every list in live mode, which is empty. */
async function everyPage(): Promise<{ path: string; widths: readonly number[] }[]> {
  const visitors = visitorPages.map(({ path }) => ({ path: path.replace('{token}', 'unknown'), widths: [375, 1280] }))
  const inTest = await Promise.all(
    dashboardPages.map(async ({ path }) => ({
      path: `test/${samples[path] ? await samples[path](service) : path}`,
      widths: [375, 1280],
    })),
  )
  const inLive = dashboardPages
    .filter(({ path }) => !path.includes('{'))
    .map(({ path }) => ({ path: `live/${path}`, widths: [1280] }))
  return [...visitors, ...inTest, ...inLive]
}
