import { randomBytes } from 'node:crypto'
import type { RedisClientType } from '@redis/client'
import type { Failure } from '../../domain/failure.ts'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import {
  minWaitMs,
  pollsPerScope,
  tooManyPolls,
  type PollSlot,
  type PollSlots,
} from '../../domain/webhooks/poll-slots.ts'
import { pollSlotScript, pollSlotScriptHash } from './poll-slot-script.ts'
import { runScript } from './run-script.ts'
import type { Valkey } from './valkey.ts'

/** How often a poll asks whether it still has its slot. */
const lookEveryMs = 2_000

/** The slot of a process that was killed becomes free this long after its poll would have ended. */
const graceMs = 2_000

interface SharedSlotParts {
  readonly valkey: Valkey
  /** The name in Valkey of what is limited. */
  keyOf(text: string): string
  /** This process decided without Valkey. */
  onAlone(): void
}

/** Limits the waiting polls of an account in all processes together. Without Valkey, each process limits its own. */
export class SharedPollSlots implements PollSlots {
  readonly #parts: SharedSlotParts

  constructor(parts: SharedSlotParts) {
    this.#parts = parts
  }

  async take(scope: Scope, waitMs: number): Promise<PollSlot | Failure<'rate_limited'>> {
    const id = randomBytes(6).toString('base64url')
    const run = (act: 'take' | 'leave' | 'look'): Promise<number | null> =>
      this.#parts.valkey.ask((client) =>
        runSlots(client, this.#parts.keyOf(`polls ${scopeKey(scope)}`), {
          lease: Math.ceil(waitMs) + graceMs,
          id,
          act,
        }),
      )
    const leftMs = await run('take')
    if (leftMs === null) this.#parts.onAlone()
    else if (leftMs > 0) return tooManyPolls(leftMs)
    return slotOf(run)
  }
}

function slotOf(run: (act: 'leave' | 'look') => Promise<number | null>): PollSlot {
  let timer: NodeJS.Timeout | null = null
  const lookIn = (ms: number, act: () => void): void => {
    timer = setTimeout(() => {
      void run('look').then((taken) => {
        if (timer === null) return
        if (taken === 1) act()
        else lookIn(lookEveryMs, act)
      })
    }, ms)
  }
  return {
    whenTaken: (act) => lookIn(minWaitMs, act),
    leave: () => {
      if (timer) clearTimeout(timer)
      timer = null
      void run('leave')
    },
  }
}

async function runSlots(
  client: RedisClientType,
  key: string,
  { lease, id, act }: { lease: number; id: string; act: string },
): Promise<number> {
  const given = [String(pollsPerScope), String(minWaitMs), String(lease), id, act]
  const reply = await runScript(client, { text: pollSlotScript, hash: pollSlotScriptHash }, key, given)
  // If another program answers at this address, its reply must neither refuse nor end polls.
  if (typeof reply !== 'number' || !(reply >= 0 && reply <= minWaitMs)) throw new Error('an unexpected reply')
  return reply
}
