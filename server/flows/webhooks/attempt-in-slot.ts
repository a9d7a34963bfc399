import type { DeliveryResult } from '../../webhooks/deliver.ts'
import type { AttemptEnd, DeliverySlot } from './delivery-slots.ts'

/** An attempt that lasts longer counts as slow, while it is under way. */
const quickMs = 2_000

/**
 * Makes an attempt in its slot. The slot learns what the attempt says about the receiver, and is free afterwards.
 * Calls `changed` whenever another receiver may have got a slot.
 */
export async function attemptInSlot<Result extends DeliveryResult | 'not_sent' | null>(
  slot: DeliverySlot,
  attempt: () => Promise<Result>,
  changed: () => void,
): Promise<Result> {
  const startedAt = performance.now()
  const late = setTimeout(() => {
    slot.isLate()
    changed()
  }, quickMs)
  let how: AttemptEnd = 'lost'
  try {
    const result = await attempt()
    how = endOf(result, performance.now() - startedAt)
    return result
  } finally {
    clearTimeout(late)
    slot.end(how)
    changed()
  }
}

function endOf(result: DeliveryResult | 'not_sent' | null, durationMs: number): AttemptEnd {
  if (!result) return 'lost'
  if (result === 'not_sent' || durationMs < quickMs) return 'quick'
  return result.answered ? 'slow' : 'silent'
}
