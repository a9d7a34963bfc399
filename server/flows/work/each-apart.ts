import type { FlowContext } from '../context.ts'
import type { BackgroundWork } from '../observation.ts'
import { reportFailure } from './report-failure.ts'

/**
 * Acts on each item, one after the other or several at once. One that fails is reported, and the others follow, so that
 * no item keeps the rest from its turn. Returns how many failed.
 */
export async function eachApart<Item>(
  context: FlowContext,
  work: BackgroundWork,
  items: Iterable<Item>,
  {
    about,
    act,
    atOnce = 1,
  }: {
    about: (item: Item) => { merchantId?: string; id?: string }
    act: (item: Item) => Promise<unknown>
    atOnce?: number
  },
): Promise<number> {
  let failed = 0
  const left = [...items].values()
  const actOnRest = async (): Promise<void> => {
    for (const item of left) {
      try {
        await act(item)
      } catch (error) {
        failed += 1
        reportFailure(context, work, error, about(item))
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, actOnRest))
  return failed
}
