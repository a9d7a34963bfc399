import { createHash } from 'node:crypto'
import type { components } from '../../../generated/types.ts'

export type CallFault = components['schemas']['CallFault']
export type WebhookFault = components['schemas']['WebhookFault']

/** The faults that an account causes in test mode, as the database keeps them. */
export interface TestFaults {
  /** Names this set of faults: a new one counts calls and events from one. */
  readonly id: string
  readonly calls: readonly CallFault[]
  readonly webhooks: readonly WebhookFault[]
  readonly often: { readonly percent: number } | { readonly every: number }
  readonly seed: number
  readonly latency_ms: number
  /** In real time. */
  readonly ends_at: string
}

/** How long a reordered event waits. A move of the time takes a wait like that of a claim for one, which is longer. */
export const reorderedMs = 5_000

export function haveEnded({ ends_at: endsAt }: TestFaults, now: Date): boolean {
  return now.getTime() >= Date.parse(endsAt)
}

/** Which of `kinds` happens to the `n`-th call or event, counted from 1. Null: none. */
export function faultAt<Kind>({ often, seed }: Pick<TestFaults, 'often' | 'seed'>, kinds: readonly Kind[], n: number) {
  if (kinds.length === 0) return null
  if ('every' in often) return n % often.every === 0 ? (kinds[(n / often.every - 1) % kinds.length] ?? null) : null
  const draw = createHash('sha256').update(`${seed} ${n}`).digest()
  const fraction = (at: number): number => draw.readUInt32BE(at) / 2 ** 32
  return fraction(0) * 100 < often.percent ? (kinds[Math.floor(fraction(4) * kinds.length)] ?? null) : null
}
