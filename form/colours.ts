/** Red, green and blue, 0–255. */
export type Colour = readonly [number, number, number]

/** Above this relative luminance black has more contrast than white. The better of the two has at least 4.58. */
const equalContrastLuminance = 0.179

export function isLight(colour: Colour): boolean {
  return luminanceOf(colour) > equalContrastLuminance
}

/** Black or white, the one with more contrast to the colour. */
export function readableOn(colour: Colour): Colour {
  return isLight(colour) ? [0, 0, 0] : [255, 255, 255]
}

/** WCAG 2.2, "contrast ratio": 1–21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG 2.2, "relative luminance": 0–1. */
function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => linear(channel / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/**
 * What style sheets need for a button in this colour. `--over` is what a pointer adds to it: black under white text,
 * white under black, so that the text only gets easier to read.
 */
export function accentTokens(accent: Colour): Readonly<Record<string, string>> {
  const text = readableOn(accent)
  const over = text.map((channel) => 255 - channel)
  return { '--accent': written(accent), '--on-accent': written(text), '--over': over.join(' ') }
}

/** As style sheets write it. */
export function written(colour: Colour): string {
  return `rgb(${colour.join()})`
}

/** What `written` has written. Null: anything else. */
export function readWritten(text: string | null): Colour | null {
  const parts = /^rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)$/.exec(text ?? '')
  return parts && [Number(parts[1]), Number(parts[2]), Number(parts[3])]
}
