import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/**
 * `npm run pictures` takes a picture of everything that people see, in every width and theme. `npm test` takes none,
 * and checks fewer widths.
 */
export const withPictures = process.env['PICTURES'] !== undefined

const folder = fileURLToPath(new URL('../../../.screenshots/', import.meta.url))

/** Saves a picture for people in a folder that git ignores. */
export async function takePicture(
  page: Page,
  name: string,
  { fullPage = false }: { fullPage?: boolean } = {},
): Promise<void> {
  if (withPictures) await page.screenshot({ path: pictureOf(name), fullPage })
}

/** Where the picture of this name lies. */
export function pictureOf(name: string): string {
  return `${folder}${name}.png`
}
