import { html, type Markup } from '../../markup/html.ts'
import { may, type MemberVisit } from './page.ts'

/** The kinds of files, by the value of `format` in the address. */
export const fileKinds = {
  csv: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  csv_semicolon: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  xlsx: { ending: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const

export type FileKind = keyof typeof fileKinds

export const fileKindOptions: readonly (readonly [FileKind, string])[] = [
  ['xlsx', 'Spreadsheet (XLSX)'],
  ['csv', 'CSV with commas: 25.00'],
  ['csv_semicolon', 'CSV with semicolons: 25,00'],
]

export function isFileKind(text: string): text is FileKind {
  return Object.hasOwn(fileKinds, text)
}

/**
 * The kind of CSV that the spreadsheets of this person most likely read: a spreadsheet in a language that writes 25,00
 * expects semicolons between cells.
 */
export function csvKindFor(language: string | null): 'csv' | 'csv_semicolon' {
  try {
    const parts = new Intl.NumberFormat(language ?? 'en').formatToParts(1.5)
    return parts.find(({ type }) => type === 'decimal')?.value === ',' ? 'csv_semicolon' : 'csv'
  } catch {
    return 'csv'
  }
}

/** Links to a file of the rows that a page lists, as a spreadsheet and as CSV. */
export function fileLinks(visit: MemberVisit, text: string, query: Readonly<Record<string, string | null>>): Markup {
  if (!may(visit, 'exports')) return html``
  const link = (format: FileKind, kind: string) =>
    html`<a href="${visit.to('export', { ...query, format })}">${text} (${kind})</a>`
  return html`${link('xlsx', 'spreadsheet')} ${link(csvKindFor(visit.language), 'CSV')}`
}
