import { readRevealed } from '../../messages.ts'
import { element } from './page.ts'
import type { ParentWindow } from './parent-window.ts'

/** A part of the form, from the top of one element to the bottom of another. */
export type Part = readonly [first: HTMLElement, last: HTMLElement]

/** The space that stays free around the part, so that it does not touch the edge of the window. */
const marginPixels = 8

/**
 * Returns a function that has the page around the form scrolled until these parts are visible. Where not all of them
 * fit, the last one counts. It resolves with whether the first part is visible too.
 * Only call it for something that the customer has just done here: a page must not scroll by itself.
 */
export function revealIn({ send, listen }: ParentWindow): (...parts: readonly Part[]) => Promise<boolean> {
  let answer = (_top: number): void => {}
  listen(readRevealed, ({ top }) => answer(top))
  return (...parts) => {
    const { top: origin } = element('frame').getBoundingClientRect()
    const edges = parts.map(([first, last]): [number, number] => [
      first.getBoundingClientRect().top - origin - marginPixels,
      last.getBoundingClientRect().bottom - origin + marginPixels,
    ])
    // The frame is as high as this window.
    const transforms = edges.map(
      ([top, bottom]) => `matrix(1,0,0,${(bottom - top) / innerHeight},0,${(top + bottom - innerHeight) / 2})`,
    )
    send({ type: 'reveal', transforms, edges })
    return new Promise((resolve) => (answer = (top) => resolve(top + (edges[0]?.[0] ?? 0) > -1)))
  }
}
