import type { Figures } from './comparison.ts'

/** What was moved, and what to do next. `masterKey`: how a shell gets the key that opens the secrets; the key itself is not shown. */
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
  return `${counted}
${sums.length === 0 ? 'No money has moved yet.\n' : summed}
Everything was moved to ${movedTo}; counts and sums are the same there. Start the service with

  DATABASE_URL=<the same> MASTER_KEY=${masterKey} npm start

and the other variables that it had. Keep that key: every start needs it, and it must not be lost with the database.
${dataDir} stays as it is, as a backup of this moment. It does not start again without DATABASE_URL: moved-to in it says why.
`
}

/** Numbers stand to the right, below each other. */
function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, ...lines]
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  const isNumber = (column: number): boolean => lines.every((line) => /^\d+$/.test(line[column] ?? ''))
  const cell = (text: string, column: number): string =>
    isNumber(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  return all.map((line) => `${line.map(cell).join('  ').trimEnd()}\n`).join('')
}
