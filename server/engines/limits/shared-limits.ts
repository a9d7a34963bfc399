import type { RedisClientType } from '@redis/client'
import type { Limit, NewLimit, Rate } from '../../domain/queues/rate-limit.ts'
import type { PollSlots } from '../../domain/webhooks/poll-slots.ts'
import { runScript } from './run-script.ts'
import { SharedPollSlots } from './shared-poll-slots.ts'
import { tokenScript, tokenScriptHash } from './token-script.ts'
import { Valkey } from './valkey.ts'

const microseconds = 1_000_000

interface SharedLimitParts {
  readonly url: string
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** A short name for a key, the same in every process, that does not reveal it. */
  hide(text: string): string
  /** The limits of this process, for what Valkey need not decide, and for times when it is unavailable. */
  readonly ownLimits: NewLimit
  onLost(): void
  /** This process decided without Valkey. */
  onAlone(): void
}

/** Limits that processes share through Valkey or Redis. */
export interface SharedLimits {
  readonly newLimit: NewLimit
  readonly pollSlots: PollSlots
  isShared(): boolean
  close(): Promise<void>
}

/** The keys that the service writes begin with this. */
const prefix = 'servicepay:limit:'

/**
 * Connects to Valkey. Without it, every process counts alone until it is there: an unreachable server does not prevent
 * the start.
 */
export async function openSharedLimits(parts: SharedLimitParts): Promise<SharedLimits> {
  const probe: Rate = { capacity: 1_000_000, perSeconds: 1 }
  const valkey = new Valkey(parts, (client) => takeTokens(client, `${prefix}probe`, probe, 1))
  await valkey.start()
  return {
    newLimit: (name, rate) => new SharedLimit(parts, valkey, name, rate),
    pollSlots: new SharedPollSlots({
      valkey,
      keyOf: (text) => prefix + parts.hide(text),
      onAlone: () => parts.onAlone(),
    }),
    isShared: () => valkey.isThere(),
    close: () => valkey.close(),
  }
}

/**
 * Checks a limit of this process first, and then the shared one. A flood then costs Valkey no more than the rate, and
 * if Valkey fails, this process already has its own counts.
 */
class SharedLimit implements Limit {
  readonly #parts: SharedLimitParts
  readonly #valkey: Valkey
  readonly #name: string
  readonly #rate: Rate
  readonly #own: Limit

  constructor(parts: SharedLimitParts, valkey: Valkey, name: string, rate: Rate) {
    this.#parts = parts
    this.#valkey = valkey
    this.#name = name
    this.#rate = rate
    this.#own = parts.ownLimits(name, rate)
  }

  async take(key: string, tokens = 1): Promise<number | null> {
    const wait = await this.#own.take(key, tokens)
    if (wait !== null) return wait
    const bucket = await this.#run(key, tokens)
    if (!bucket || bucket.waitMicroseconds <= 0) return null
    return Math.ceil(bucket.waitMicroseconds / microseconds)
  }

  async left(key: string): Promise<number> {
    const bucket = await this.#run(key, 0)
    return bucket ? 1 - bucket.usedMicroseconds / (this.#rate.perSeconds * microseconds) : this.#own.left(key)
  }

  async #run(key: string, tokens: number): Promise<Bucket | null> {
    const name = prefix + this.#parts.hide(`${this.#name} ${key}`)
    const bucket = await this.#valkey.ask((client) => takeTokens(client, name, this.#rate, tokens))
    if (!bucket) this.#parts.onAlone()
    return bucket
  }
}

interface Bucket {
  readonly waitMicroseconds: number
  readonly usedMicroseconds: number
}

async function takeTokens(client: RedisClientType, key: string, rate: Rate, tokens: number): Promise<Bucket> {
  const given = [String(rate.capacity), String(rate.perSeconds * microseconds), String(tokens)]
  const reply = await runScript(client, { text: tokenScript, hash: tokenScriptHash }, key, given)
  return bucketOf(reply, rate)
}

/** If another program answers at this address, its reply must neither refuse nor admit requests. */
function bucketOf(reply: unknown, { perSeconds }: Rate): Bucket {
  const most = perSeconds * microseconds
  const isTime = (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most
  const [wait, used] = Array.isArray(reply) ? (reply as unknown[]) : []
  if (!isTime(wait) || !isTime(used)) throw new Error('an unexpected reply')
  return { waitMicroseconds: wait, usedMicroseconds: used }
}
