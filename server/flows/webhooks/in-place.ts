import type { DeliveryResult } from '../../webhooks/deliver.ts'
import type { AttemptEnd, Place } from './delivery-places.ts'

/** An attempt that lasts longer counts as slow, while it is under way. */
const quickMs = 2_000

/**
 * Makes an attempt in its place. The place learns what the attempt says about the receiver, and is free afterwards.
 * Calls `changed` whenever another receiver may have got a place.
 */
export async function inPlace<Result extends DeliveryResult | 'not_sent' | null>(
  place: Place,
  attempt: () => Promise<Result>,
  changed: () => void,
): Promise<Result> {
  const startedAt = performance.now()
  const late = setTimeout(() => {
    place.isLate()
    changed()
  }, quickMs)
  let how: AttemptEnd = 'lost'
  try {
    const result = await attempt()
    how = endOf(result, performance.now() - startedAt)
    return result
  } finally {
    clearTimeout(late)
    place.end(how)
    changed()
  }
}

function endOf(result: DeliveryResult | 'not_sent' | null, durationMs: number): AttemptEnd {
  if (!result) return 'lost'
  if (result === 'not_sent' || durationMs < quickMs) return 'quick'
  return result.answered ? 'slow' : 'silent'
}
