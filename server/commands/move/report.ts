import type { Figures } from './comparison.ts'

/**
 * What was moved, and what to do next. `masterKey` is how a shell gets the key that decrypts the secrets, not the key.
 */
export function reportText(
  { rows, sums }: Figures,
  { masterKey, dataDir, movedTo }: { masterKey: string; dataDir: string; movedTo: string },
): string {
  const counted = table(
    ['Table', 'Rows'],
    rows.map(({ table: name, rows: count }) => [name, String(count)]),
  )
  const summed = table(
    ['Ledger', 'Currency', 'Kind', 'Lines', 'Sum, in the smallest unit'],
    sums.map(({ ledger, currency, kind, lines, amount }) => [ledger, currency, kind, String(lines), String(amount)]),
  )
  const cardKey = rows.some(({ table: name, rows: count }) => name === 'card_keyring' && count > 0)
  const keys = `MASTER_KEY=${masterKey}${cardKey ? ' CARD_KEY=<unchanged>' : ''}`
  return `${counted}
${sums.length === 0 ? 'No money has moved yet.\n' : summed}
Everything was moved to ${movedTo}; counts and sums are the same there. Start the service with

  DATABASE_URL=<the same> ${keys} npm start

and its other variables. Keep that key, because every start needs it, and keep a copy apart from the database.
${dataDir} remains as a backup of this moment. Its file moved-to keeps the service from starting on it again.
`
}

/** A text table with right-aligned numbers. */
function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, ...lines]
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  const isNumber = (column: number): boolean => lines.every((line) => /^\d+$/.test(line[column] ?? ''))
  const cell = (text: string, column: number): string =>
    isNumber(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  return all.map((line) => `${line.map(cell).join('  ').trimEnd()}\n`).join('')
}
