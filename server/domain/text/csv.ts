/**
 * The content of a cell; null is an empty one. Only texts can come from outside and need protection. `decimal`: a
 * number with fixed decimals, like `-25.00`.
 */
export type Cell = string | number | Date | null | { readonly decimal: string }

/** Excel needs it to recognise UTF-8; other programs ignore it. */
export const byteOrderMark = '\uFEFF'

/** First characters that make a spreadsheet read a text as a formula, with their full-width forms. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * One CSV record (RFC 4180) with its line end. Times are in UTC. An apostrophe precedes each text that a spreadsheet
 * would run as a formula.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`
}

function written(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.decimal
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return /[",;\s]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
