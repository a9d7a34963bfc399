/** What stands in a cell; null: nothing. Numbers and times are ours, texts may be anybody's. */
export type Cell = string | number | Date | null

/** Tells Excel that the file is UTF-8; others pass over it. */
export const byteOrderMark = '\uFEFF'

/** Signs that make a spreadsheet take the text for a formula, also in their wide forms. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** One record with its end, as RFC 4180 writes it. A text that a spreadsheet would run as a formula gets an apostrophe in front; times are UTC. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`
}

function written(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'number') return String(cell)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return /[",;\s]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
