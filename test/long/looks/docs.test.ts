import t from 'tap'
import { axeViolations } from '../../support/browser/axe.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { takePicture } from '../../support/browser/pictures.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})

const paths = ['', '/quick-start', '/sessions', '/api/checkout-sessions', '/errors']
const widths = [260, 375, 1280] as const

for (const path of paths) {
  for (const colorScheme of ['light', 'dark'] as const) {
    t.test(
      `/docs${path}, ${colorScheme}: no axe violation, no sideways scrolling, no request to other hosts`,
      async (t) => {
        const context = await browser.newContext({
          locale: 'en-GB',
          colorScheme,
          bypassCSP: true,
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        const otherHosts: string[] = []
        page.on('request', (request) => !request.url().startsWith(service.baseUrl) && otherHosts.push(request.url()))
        await page.goto(`${service.baseUrl}/docs${path}`)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          t.notOk(
            await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
            `no sideways scrolling at ${width} px`,
          )
          if (width > 260) t.same(await axeViolations(page), [], `axe at ${width} px`)
          await takePicture(page, `docs${path.replaceAll('/', '-') || '-index'}-${width}-${colorScheme}`)
        }
        t.same(otherHosts, [])
        await context.close()
      },
    )
  }
}
