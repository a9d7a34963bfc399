import type { Cell } from './cell.ts'

/** Excel needs it to recognise UTF-8; other programs ignore it. */
export const byteOrderMark = '\uFEFF'

/** What separates cells, and the sign before decimals. */
export interface CsvDialect {
  readonly separator: ',' | ';'
  readonly decimalSign: '.' | ','
}

/** For programs, and for spreadsheets in a language that writes 25.00. */
export const commaCsv: CsvDialect = { separator: ',', decimalSign: '.' }

/** For spreadsheets in a language that writes 25,00. They read `124.050` as 124050, and a record as one cell. */
export const semicolonCsv: CsvDialect = { separator: ';', decimalSign: ',' }

/** First characters that make a spreadsheet read a text as a formula, with their full-width forms. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * One CSV record (RFC 4180) with its line end. Times are in UTC. An apostrophe precedes each text that a spreadsheet
 * would run as a formula.
 */
export function csvRecord(cells: readonly Cell[], dialect: CsvDialect = commaCsv): string {
  return `${cells.map((cell) => written(cell, dialect)).join(dialect.separator)}\r\n`
}

function written(cell: Cell, { decimalSign }: CsvDialect): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'day' in cell ? cell.day : cell.decimal.replace('.', decimalSign)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return /[",;\s]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
