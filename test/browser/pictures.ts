import type { Page } from 'playwright-core'
import { takePicture, withPictures } from '../support/browser/pictures.ts'

const phone = { width: 375, height: 800 }
const desk = { width: 1280, height: 800 }

/** Takes pictures of the page in its present state, at the width of a phone and of a desktop. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!withPictures) return
  for (const size of [phone, desk]) {
    await page.setViewportSize(size)
    // Two animation frames: the form reports its new height, and then the page around it changes.
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    )
    await takePicture(page, `real-${name}-${size.width}`, { fullPage: true })
  }
}
