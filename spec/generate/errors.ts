import { banner } from './banner.ts'
import { partsOf, type CatalogueEntry } from './shape-document.ts'

/** Writes the catalogue of error codes, each with its status and texts. */
export function writeErrors(catalogue: CatalogueEntry[]): string {
  const rowOf = ({ code, status, message, fix, cause }: CatalogueEntry): string =>
    `  ${code}: ${JSON.stringify({ status, message, fix, cause })},`
  const { first, further } = partsOf(catalogue)
  const kept = catalogue.filter(({ keptForIdempotencyKey }) => keptForIdempotencyKey)
  return [
    banner,
    '/** The catalogue of error codes. A reply carries `message` and `fix` unless it has more precise texts. */',
    'export const errorCatalogue = {',
    ...first.map(rowOf),
    '} as const',
    '',
    '/** The second status of a code that has two, with its texts. */',
    'export const secondStatuses = {',
    ...further.map(rowOf),
    '} as const',
    '',
    'export type ErrorCode = keyof typeof errorCatalogue',
    '',
    '/** The statuses of a code: one, or two for a code that has a second. */',
    'export function statusesOf(code: ErrorCode): readonly number[] {',
    '  const second: Partial<Record<ErrorCode, { readonly status: number }>> = secondStatuses',
    '  return [errorCatalogue[code].status, ...(second[code] ? [second[code].status] : [])]',
    '}',
    '',
    '/** The refusals that an Idempotency-Key keeps for a retry: `x-kept-for-idempotency-key` in the contract. */',
    'export const codesKeptForIdempotencyKey: ReadonlySet<ErrorCode> = new Set<ErrorCode>([',
    ...kept.map(({ code }) => `  '${code}',`),
    '])',
    '',
  ].join('\n')
}
