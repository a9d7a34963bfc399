import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { dashboardPages, visitorPages } from '../../server/dashboard/pages.ts'
import { takePicture } from '../support/pictures.ts'
import { address, browser, claim, service } from './browser.ts'
import { samples } from './samples.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    const result = await axe.run({ resultTypes: ['violations'] })
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

/** Addresses of every page: a visitor's, those of the test mode with a sample each, and those of the live mode, which has no payments yet. */
async function everyPage(): Promise<{ path: string; widths: readonly number[] }[]> {
  const visitors = visitorPages.map(({ path }) => ({ path: path.replace('{token}', 'unknown'), widths: [375, 1280] }))
  const inTest = await Promise.all(dashboardPages.map(async ({ path }) => ({ path: `test/${samples[path] ? await samples[path](service) : path}`, widths: [375, 1280] })))
  const inLive = dashboardPages.filter(({ path }) => !path.includes('{')).map(({ path }) => ({ path: `live/${path}`, widths: [1280] }))
  return [...visitors, ...inTest, ...inLive]
}

/** Opens every page, narrow and wide: nothing that axe finds, nothing that scrolls sideways. Leaves a picture of each. */
export async function lookAtEveryPage(t: Test, colorScheme: 'light' | 'dark'): Promise<void> {
  const signedIn = await browser.newContext()
  await claim(await signedIn.newPage(), 'looks@example.com', service.secretKey)
  const context = await browser.newContext({ colorScheme, bypassCSP: true })
  await context.addCookies(await signedIn.cookies())
  const page = await context.newPage()
  for (const { path, widths } of await everyPage()) {
    await page.goto(address(path))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      t.same(await violations(page), [], `${path}, ${colorScheme}, ${String(width)} px`)
      t.notOk(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), `${path} does not scroll sideways at ${String(width)} px`)
      const name = path.replace(/\/(cs|pl|re|dp|ret|evt|del|key)_\w+/, '/one').replaceAll('/', '-')
      await takePicture(page, `dashboard-${name}-${String(width)}-${colorScheme}`, { fullPage: true })
    }
  }
}
