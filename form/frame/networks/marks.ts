/*
 * Marks of card brands: our own drawings of plain shapes and letters, 30 × 20. The schemes license their own files.
 */

const white = '#fff'

/** A mark. Its edge keeps a white one visible on a white field. */
export function drawMark(background: string, content: string): string {
  return (
    '<svg viewBox="0 0 30 20" aria-hidden="true" font-family="Arial,sans-serif" font-weight="800" ' +
    'text-anchor="middle">' +
    `<rect x=".5" y=".5" width="29" height="19" rx="3" fill="${background}" stroke="#8a94a6"/>${content}</svg>`
  )
}

/** `width` of the text, which the font would otherwise decide; `x` and `y` are the middle of its baseline. */
export function letters(text: string, fill: string, size: number, width: number, x = 15, y = 10 + size * 0.36): string {
  return (
    `<text x="${x}" y="${y}" font-size="${size}" textLength="${width}" lengthAdjust="spacingAndGlyphs" ` +
    `fill="${fill}">${text}</text>`
  )
}

function circle(x: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="10" r="${radius}" fill="${fill}"/>`
}

function twoCircles(left: string, right: string, overlap: string): string {
  const lens = `<path d="M15 5.2a6 6 0 0 1 0 9.6 6 6 0 0 1 0-9.6" fill="${overlap}"/>`
  return circle(11.4, 6, left) + circle(18.6, 6, right) + lens
}

/** Three bars, upright or slanting. */
function bars(slant: number, fills: readonly string[]): string {
  return fills
    .map((fill, index) => `<path d="M${4 + slant + index * 7.5} 3h7l${-slant} 14h-7z" fill="${fill}"/>`)
    .join('')
}

const marks: Readonly<Record<string, string>> = {
  visa: drawMark(white, `<g font-style="italic">${letters('VISA', '#1a1f71', 10, 23)}</g>`),
  mastercard: drawMark(white, twoCircles('#eb001b', '#f79e1b', '#ff5f00')),
  amex: drawMark('#0a66c2', letters('AMEX', white, 8, 23)),
  discover: drawMark(
    white,
    `<path d="M29 9v8q0 2-2 2H9q14-2 20-10" fill="#f37021"/>${letters('DISCOVER', '#20252d', 5.5, 24, 15, 9)}`,
  ),
  diners: drawMark(
    white,
    circle(15, 7.5, '#0a5aa8') +
      circle(15, 5.8, white) +
      '<path d="M13.6 5.4v9.2a4.8 4.8 0 0 1 0-9.2m2.8 0v9.2a4.8 4.8 0 0 0 0-9.2" fill="#0a5aa8"/>',
  ),
  jcb: drawMark(white, bars(0, ['#0b4ea2', '#d0163a', '#1f8a3c']) + letters('JCB', white, 7, 19)),
  unionpay: drawMark(white, bars(2, ['#e21836', '#00447c', '#007b84']) + letters('UPay', white, 7, 18)),
  maestro: drawMark(white, twoCircles('#0099df', '#ed0006', '#6c6bbd')),
}

/** The mark of a brand, by its id in the API. Empty for others. */
export function markOf(brand: string): string {
  return marks[brand] ?? ''
}
