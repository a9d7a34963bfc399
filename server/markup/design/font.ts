import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Font {
  /** Contains the hash of the content, so browsers may cache it for good. */
  readonly path: string
  readonly bytes: Buffer
  /** The rule for a style sheet, which needs `font-src 'self'` in the page's policy. */
  readonly face: string
}

let read: Font | undefined

/** The font of pages for merchants: Inter with the letters of Latin 1, in weights from 400 to 700. */
export function pageFont(): Font {
  return (read ??= readFont())
}

function readFont(): Font {
  const bytes = readFileSync(new URL('inter.woff2', import.meta.url))
  const path = `/fonts/inter.${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.woff2`
  const source = `src:url(${path}) format('woff2');font-weight:400 700;font-style:normal;font-display:swap`
  return { path, bytes, face: `@font-face{font-family:'Inter';${source}}` }
}
