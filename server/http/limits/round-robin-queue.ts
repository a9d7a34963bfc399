/** One level of the queue: groups that take turns, or, at the last level, items in order of arrival. */
interface Level<Item> {
  readonly groups: Map<string, Level<Item>>
  readonly items: Item[]
}

/**
 * A queue of several levels. At each level the groups take turns, so a group with many items does not delay the item of
 * another group. A path names the groups of an item from the first level to the last. All paths have the same length.
 */
export class RoundRobinQueue<Item> {
  readonly #top: Level<Item> = { groups: new Map(), items: [] }
  #size = 0

  get size(): number {
    return this.#size
  }

  push(path: readonly string[], item: Item): void {
    let level = this.#top
    for (const name of path) {
      const group = level.groups.get(name) ?? { groups: new Map<string, Level<Item>>(), items: [] }
      level.groups.set(name, group)
      level = group
    }
    level.items.push(item)
    this.#size++
  }

  /** Takes the next item. Undefined when the queue is empty. */
  shift(): Item | undefined {
    if (this.#size === 0) return undefined
    this.#size--
    return takeFrom(this.#top)
  }
}

function takeFrom<Item>(level: Level<Item>): Item | undefined {
  const next = level.groups.entries().next().value
  if (next === undefined) return level.items.shift()
  const [name, group] = next
  const item = takeFrom(group)
  // The group goes to the end of the line, or leaves when it is empty.
  level.groups.delete(name)
  if (group.groups.size > 0 || group.items.length > 0) level.groups.set(name, group)
  return item
}
