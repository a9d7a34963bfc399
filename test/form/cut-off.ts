import type { Frame } from 'playwright-core'
import { openShop, payWithMistakes } from './form-page.ts'
import { hasWidth } from './look.ts'
import { needsAddress } from './states.ts'

// What customers no longer see when they enlarge a form full of mistakes, in one language.

/** At half the width of a desktop, and with text of double size on a phone. */
export async function cutOffAtZoom(locale: string): Promise<string[]> {
  needsAddress()
  const { page, frame } = await openShop({ locale, viewport: { width: 640, height: 400 } })
  await payWithMistakes(frame)
  const ofPage = await cutOff(frame)
  await page.setViewportSize({ width: 375, height: 800 })
  await hasWidth(frame, 375)
  await frame.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const ofText = await cutOff(frame)
  return [...ofPage.map((part) => `${part}, at half of 1280 px`), ...ofText.map((part) => `${part}, text alone`)]
}

/** With the spacing of WCAG 1.4.12. */
export async function cutOffWithSpacing(locale: string): Promise<string[]> {
  needsAddress()
  const { frame } = await openShop({ locale, bypassCSP: true, viewport: { width: 320, height: 256 } })
  await payWithMistakes(frame)
  await frame.addStyleTag({
    content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`,
  })
  const parts = await cutOff(frame)
  return parts
}

/** Elements whose content does not fit, by id or text. */
async function cutOff(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const visible = [...document.querySelectorAll<HTMLElement>('html, label, button, p, input, select')].filter(
      (element) => element.offsetWidth > 1,
    )
    const tooWide = visible.filter(
      (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline',
    )
    return tooWide.map((element) => element.id || element.textContent || element.tagName)
  })
}
