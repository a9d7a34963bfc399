import type { Frame, Page } from 'playwright-core'
import type t from 'tap'
import { axeViolations } from '../support/browser/axe.ts'
import { takePicture, withPictures } from '../support/browser/pictures.ts'

const allWidths = [260, 375, 1280]
const schemes = ['light', 'dark'] as const
/** One language of each direction. */
export const locales = ['en-GB', 'ar'] as const

/** Checks the themes with axe and every width, and takes pictures of each theme at every width. */
export async function look(
  t: Tap,
  page: Page,
  frame: Frame,
  name: string,
  themes: readonly Scheme[] = schemes,
  widths: readonly number[] = allWidths,
): Promise<void> {
  for (const [nth, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    t.same(await axeViolations(frame), [], `${name} ${colorScheme}`)
    // The themes differ in colours alone, so the widths of one theme hold for the other.
    if (nth > 0 && !withPictures) continue
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await hasWidth(frame, width)
      // Two animation frames: the form reports its new height, and then the page around it changes.
      await page.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      )
      t.notOk(
        await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        `${name}: no sideways scrolling at ${String(width)} px`,
      )
      await takePicture(page, `${name}-${String(width)}-${colorScheme}`)
    }
  }
}

type Scheme = (typeof schemes)[number]
type Tap = Pick<typeof t, 'same' | 'notOk'>

/** A frame gets its new size later than the page around it. */
export async function hasWidth(frame: Frame, width: number): Promise<void> {
  await frame.waitForFunction((width) => innerWidth === width, width)
}
