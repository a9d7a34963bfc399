/** `{#anchor}` at the end of a heading. */
export const ownAnchor = /\s*\{#([\w.-]+)\}\s*$/

/** The text of a heading without its markup. */
export function headingText(heading: string): string {
  return heading.replace(ownAnchor, '').replace(/[`*]/g, '')
}

/** The anchors of a page: explicit ones, otherwise made from the words, with a number where two are equal. */
export class AnchorNames {
  readonly #taken = new Map<string, number>()

  take(heading: string): string {
    const name =
      ownAnchor.exec(heading)?.[1] ??
      headingText(heading)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_]+/gu, '-')
        .replace(/^-+|-+$/g, '')
    const count = (this.#taken.get(name) ?? 0) + 1
    this.#taken.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}
