import type { AppearanceVariables } from '../../spec/lib/form-api.ts'
import { accentTokens, contrastOf, isLight, readableOn, written, type Colour } from '../colours.ts'

/** WCAG 2.2, criterion 1.4.3 for text and 1.4.11 for lines and marks. */
const textContrast = 4.5
const shapeContrast = 3

const root = document.documentElement

/**
 * Applies the merchant's choices to the theme that the document has, and keeps every text readable. It ignores a value
 * that is not a plain colour or a length in pixels. The frame loads this script only where a merchant has chosen.
 */
export function paint({ colorAccent, colorBackground, colorText, borderRadius = '' }: AppearanceVariables): void {
  root.removeAttribute('style')
  const surface = readColour(colorBackground)
  const accent = readColour(colorAccent)
  const text = readColour(colorText)
  if (/^\d{1,2}px$/.test(borderRadius)) root.style.setProperty('--radius', borderRadius)
  if (surface) paintSurface(surface)
  if (accent) {
    for (const [token, value] of Object.entries(accentTokens(accent))) root.style.setProperty(token, value)
    set('--link', accent)
  }
  if (text) set('--text', text)
  const isVisible = accent && contrastOf(accent, tokenColour('--surface')) >= shapeContrast
  if (isVisible) set('--focus', accent)
  if (surface || accent || text) keepReadable()
  // A button in the colour of its background gets a line around it.
  if (accent && !isVisible) set('--edge', tokenColour('--border'))
}

/** On the merchant's background, every colour that the merchant did not choose comes from the theme that suits it. */
function paintSurface(surface: Colour): void {
  // Where the schemes of document and frame differ, browsers paint an opaque backdrop behind the round corners.
  const { colorScheme } = getComputedStyle(root)
  root.dataset['theme'] = isLight(surface) ? 'light' : 'dark'
  root.style.colorScheme = colorScheme
  for (const token of backgrounds) set(token, surface)
}

const backgrounds = ['--surface', '--input', '--bad-surface']

/** Colours that appear on the backgrounds, with the contrast that each must have. No field lies on an alert. */
const foregrounds: Readonly<Record<string, readonly [least: number, on: readonly string[]]>> = {
  '--text': [textContrast, backgrounds],
  '--muted': [textContrast, backgrounds],
  '--bad': [textContrast, backgrounds],
  '--link': [textContrast, backgrounds],
  '--good': [shapeContrast, backgrounds],
  '--border': [shapeContrast, ['--surface', '--input']],
  '--focus': [shapeContrast, backgrounds],
}

/** Replaces a colour that is too close to its background with black or white. */
function keepReadable(): void {
  for (const [token, [least, on]] of Object.entries(foregrounds)) {
    const colour = tokenColour(token)
    if (on.some((background) => contrastOf(colour, tokenColour(background)) < least))
      set(token, readableOn(tokenColour('--surface')))
  }
}

function set(token: string, colour: Colour): void {
  root.style.setProperty(token, written(colour))
}

function tokenColour(token: string): Colour {
  return readColour(getComputedStyle(root).getPropertyValue(token).trim()) ?? [0, 0, 0]
}

/**
 * Names, hexadecimal, rgb() and hsl(), all opaque. Excludes values that could load a file, refer to another property or
 * let the merchant's page show through.
 */
const plainColour = /^(#([\da-f]{3}){1,2}|[a-z]{3,20}|(rgb|hsl)\([\d.,%\s]{5,40}\))$/i

function readColour(text: string | undefined): Colour | null {
  if (!text || !plainColour.test(text) || !CSS.supports('color', text)) return null
  const probe = document.createElement('i')
  probe.style.color = text
  document.body.append(probe)
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(getComputedStyle(probe).color)
  probe.remove()
  return parts && [Number(parts[1]), Number(parts[2]), Number(parts[3])]
}
