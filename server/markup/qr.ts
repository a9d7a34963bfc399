import { encode } from 'uqr'
import { html, verbatim } from './html.ts'

/** The white margin that readers need to find the code, in modules (ISO/IEC 18004, 9.1). */
const quietZone = 4
/** The size where a page gives none. The image scales without loss. */
const pixelsPerModule = 8

/**
 * A QR code of an address as an SVG document. It is black on white in every theme: readers expect dark on light.
 * Error correction level M (15 %), or a higher one that fits in the same size.
 */
export function qrSvg(url: string): string {
  const { data, size } = encode(url, { ecc: 'M', boostEcc: true, border: quietZone })
  const dark = data
    .map((row, y) =>
      runsOf(row)
        .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
        .join(''),
    )
    .join('')
  const pixels = size * pixelsPerModule
  return html`
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}"
      shape-rendering="crispEdges" role="img" aria-labelledby="title"
    >
      <title id="title">QR code for ${url}</title>
      <path fill="#fff" d="M0 0h${size}v${size}H0z"/>
      <path d="${verbatim(dark)}"/>
    </svg>
  `.text
}

/** Start and length of each run of dark modules. */
function runsOf(row: readonly boolean[]): (readonly [start: number, length: number])[] {
  return row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return []
    const end = row.indexOf(false, x)
    return [[x, (end === -1 ? row.length : end) - x]]
  })
}
