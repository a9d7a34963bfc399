import type { AppearanceVariables } from '../../spec/lib/form-api.ts'
import { readTheme } from '../messages.ts'
import type { paint } from './appearance.ts'
import { loadPatiently } from './load-later.ts'
import { page } from './page/page.ts'
import type { ParentWindow } from './page/parent-window.ts'

declare global {
  var servicePayAppearance: { readonly paint: typeof paint } | undefined
}

/**
 * Follows the theme of the page around the form, and paints what the merchant has chosen. Resolves when the form looks
 * as the merchant wants.
 */
export async function applyAppearance(variables: AppearanceVariables, { listen }: ParentWindow): Promise<void> {
  const { dataset } = document.documentElement
  let theme = dataset['theme']
  const repaint = (): void => {
    dataset['theme'] = theme
    globalThis.servicePayAppearance?.paint(variables)
  }
  listen(readTheme, (name) => {
    if (name === theme) return
    theme = name
    repaint()
  })
  if (!Object.keys(variables).length) return
  await loadPatiently(() => globalThis.servicePayAppearance, [page.appearance])
  repaint()
}
