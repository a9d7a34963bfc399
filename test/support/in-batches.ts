/** Does the work for a few items at a time, so that a busy machine does not run into the time-outs of the service. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  size = 10,
): Promise<Result[]> {
  const results: Result[] = []
  for (let first = 0; first < items.length; first += size)
    results.push(...(await Promise.all(items.slice(first, first + size).map(work))))
  return results
}
