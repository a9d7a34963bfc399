import type { Page } from 'playwright-core'
import { takePicture, withPictures } from '../support/pictures.ts'

const phone = { width: 375, height: 800 }
const desk = { width: 1280, height: 800 }

/** Pictures of the page as it is, for a phone and for a desk. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!withPictures) return
  for (const size of [phone, desk]) {
    await page.setViewportSize(size)
    // Two frames: the form tells its new height to the page around it, which then changes.
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    )
    await takePicture(page, `real-${name}-${size.width}`, { fullPage: true })
  }
}
