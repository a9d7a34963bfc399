/** Orders tables so that each comes after the tables to which its foreign keys refer. */
export function parentsFirst<Table extends { readonly oid: number }>(
  tables: readonly Table[],
  references: readonly { readonly child: number; readonly parent: number }[],
): Table[] {
  const ordered: Table[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const blocked = new Set(
      references.filter(({ parent }) => waiting.some(({ oid }) => oid === parent)).map(({ child }) => child),
    )
    const free = waiting.filter(({ oid }) => !blocked.has(oid))
    if (free.length === 0) throw new Error('Bug: tables that refer to each other in a circle need deferred constraints')
    ordered.push(...free)
    waiting = waiting.filter((table) => !free.includes(table))
  }
  return ordered
}
