import { banner } from './banner.ts'
import type { CatalogueEntry } from './shape-document.ts'

/** Every error code with its status and what is written about it. */
export function writeErrors(catalogue: CatalogueEntry[]): string {
  const rows = catalogue.map(({ code, ...entry }) => `  ${code}: ${JSON.stringify(entry)},`)
  return [
    banner,
    '/** The catalogue of error codes (Specification, Errors). `message` and `fix` are what a reply says unless it knows better. */',
    'export const errorCatalogue = {',
    ...rows,
    '} as const',
    '',
    'export type ErrorCode = keyof typeof errorCatalogue',
    '',
  ].join('\n')
}
