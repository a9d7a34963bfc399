/**
 * Whether this run tries every combination. `npm run test:long` sets it for the files that use this module. By hand:
 * `TEST_FULL=1 npm test -- FILE`.
 */
export const isFull = process.env['TEST_FULL'] === '1'

/** Options of a test that repeats, at another place or in another manner, what a test of every run shows. */
export const inFullRuns: { readonly skip: string | false } = { skip: isFull ? false : 'npm run test:long' }

/**
 * Every row with every column in a full run. Otherwise each row and each column at least once: a fault that is in one
 * row or in one column is found, one that needs a certain pair may not be.
 */
export function combinations<Row, Column>(
  rows: readonly Row[],
  columns: readonly Column[],
): (readonly [Row, Column])[] {
  const all = rows.flatMap((row, r) => columns.map((column, c) => ({ row, column, r, c })))
  const longer = Math.max(rows.length, columns.length)
  const isChosen = new Set(
    Array.from({ length: longer }, (_, at) => (at % rows.length) * columns.length + (at % columns.length)),
  )
  return all
    .filter(({ r, c }) => isFull || isChosen.has(r * columns.length + c))
    .map(({ row, column }) => [row, column])
}

/** All in a full run, otherwise `count` of them, spread evenly from the first to the last. */
export function someOf<Item>(all: readonly Item[], count: number): readonly Item[] {
  if (isFull || all.length <= count) return all
  return all.filter((_, at) => Math.floor((at * count) / all.length) !== Math.floor(((at - 1) * count) / all.length))
}
