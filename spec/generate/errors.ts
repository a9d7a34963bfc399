import { banner } from './banner.ts'
import type { CatalogueEntry } from './shape-document.ts'

/** Every error code with its status and what is written about it. */
export function writeErrors(catalogue: CatalogueEntry[]): string {
  const rows = catalogue.map(({ code, status, message, fix, cause }) => {
    return `  ${code}: ${JSON.stringify({ status, message, fix, cause })},`
  })
  const kept = catalogue.filter(({ keptForIdempotencyKey }) => keptForIdempotencyKey)
  return [
    banner,
    '/** The catalogue of error codes (Specification, Errors). `message` and `fix` are what a reply says unless it knows better. */',
    'export const errorCatalogue = {',
    ...rows,
    '} as const',
    '',
    'export type ErrorCode = keyof typeof errorCatalogue',
    '',
    '/** The refusals that a retry with the same Idempotency-Key gets again: `x-kept-for-idempotency-key` in the contract. */',
    'export const codesKeptForIdempotencyKey: ReadonlySet<ErrorCode> = new Set<ErrorCode>([',
    ...kept.map(({ code }) => `  '${code}',`),
    '])',
    '',
  ].join('\n')
}
