import { banner } from './banner.ts'
import type { CatalogueEntry } from './shape-document.ts'

/** Writes the catalogue of error codes, each with its status and texts. */
export function writeErrors(catalogue: CatalogueEntry[]): string {
  const rows = catalogue.map(({ code, status, message, fix, cause }) => {
    return `  ${code}: ${JSON.stringify({ status, message, fix, cause })},`
  })
  const kept = catalogue.filter(({ keptForIdempotencyKey }) => keptForIdempotencyKey)
  return [
    banner,
    '/** The catalogue of error codes. A reply carries `message` and `fix` unless it has more precise texts. */',
    'export const errorCatalogue = {',
    ...rows,
    '} as const',
    '',
    'export type ErrorCode = keyof typeof errorCatalogue',
    '',
    '/** The refusals that an Idempotency-Key keeps for a retry: `x-kept-for-idempotency-key` in the contract. */',
    'export const codesKeptForIdempotencyKey: ReadonlySet<ErrorCode> = new Set<ErrorCode>([',
    ...kept.map(({ code }) => `  '${code}',`),
    '])',
    '',
  ].join('\n')
}
