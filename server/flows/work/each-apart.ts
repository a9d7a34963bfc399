import type { FlowContext } from '../context.ts'
import type { BackgroundWork } from '../observation.ts'
import { reportFailure } from './report-failure.ts'

/**
 * Acts on each item. One that fails is reported, and the others follow, so that no item keeps the rest from its turn.
 * Returns how many failed.
 */
export async function eachApart<Item>(
  context: FlowContext,
  work: BackgroundWork,
  items: Iterable<Item>,
  {
    about,
    act,
  }: { about: (item: Item) => { merchantId?: string; id?: string }; act: (item: Item) => Promise<unknown> },
): Promise<number> {
  let failed = 0
  for (const item of items) {
    try {
      await act(item)
    } catch (error) {
      failed += 1
      reportFailure(context, work, error, about(item))
    }
  }
  return failed
}
