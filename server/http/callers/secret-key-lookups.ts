import { isSecretKey, secretKeyHashText } from '../../domain/accounts/secret-key.ts'
import { Memory } from '../../domain/memory.ts'
import type { FlowContext } from '../../flows/context.ts'
import { loadSecretKey, findSecretKeys, type KeyWithMerchant } from '../../store/accounts/secret-keys.ts'
import type { Limit, NewLimit } from '../../domain/queues/rate-limit.ts'
import { CollectedReads } from './collected-reads.ts'

/** How long each process remembers a key's account. A revoked key can still work for this long. */
const rememberMs = 1_000

/** How long a process remembers that a key exists, and that one does not exist. */
const rememberProvenMs = 24 * 3600_000
const rememberUnknownMs = 60_000

/** How long keys wait for a common read, and how many may wait for each address and in all. */
const limits = { collectMs: 100, waiting: 2_000, ofOne: 200 }

/** New keys from one address: 20 at once, and 20 a minute. */
export function newKeysLimit(newLimit: NewLimit): Limit {
  return newLimit('new keys', { capacity: 20, perSeconds: 60 })
}

export type WaitApart = <Result>(wait: () => Promise<Result>) => Promise<Result>

export type LookedUp =
  | { readonly kind: 'known'; readonly key: KeyWithMerchant }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }

/**
 * Looks up secret keys. Past the limit of an address, its new keys share one read every 100 ms. So wrong keys cost
 * little, and the first request with a good key from the same address is answered a little later. A key that was good
 * within a day never waits.
 */
export class SecretKeyLookups {
  readonly #context: FlowContext
  readonly #newKeys: Limit
  readonly #accounts = new Memory<KeyWithMerchant>(rememberMs)
  readonly #proven = new Memory<true>(rememberProvenMs)
  readonly #unknown = new Memory<true>(rememberUnknownMs)
  readonly #reads: CollectedReads<KeyWithMerchant>

  constructor(context: FlowContext, newKeys: Limit) {
    this.#context = context
    this.#newKeys = newKeys
    this.#reads = new CollectedReads(limits, (names) =>
      findSecretKeys(
        context.db,
        names.map((name) => Buffer.from(name, 'base64')),
      ),
    )
  }

  /** `waitApart` is called with the wait for a shared read, so that the request does not hold a slot during it. */
  async find(secret: string, address: string, waitApart: WaitApart): Promise<LookedUp> {
    if (!isSecretKey(secret)) return { kind: 'unknown' }
    const name = secretKeyHashText(secret)
    const now = this.#context.clock.now().getTime()
    const account = this.#accounts.get(name, now)
    if (account) return { kind: 'known', key: account }
    if (this.#unknown.get(name, now)) return { kind: 'unknown' }
    const wait = this.#proven.get(name, now) ? null : await this.#newKeys.take(address)
    const reading =
      wait === null ? loadSecretKey(this.#context.db, Buffer.from(name, 'base64')) : this.#reads.find(name, address)
    const found = reading && (await (wait === null ? reading : waitApart(() => reading)))
    if (found) {
      this.#accounts.set(name, found, now)
      this.#proven.set(name, true, now)
      return { kind: 'known', key: found }
    }
    if (reading) this.#unknown.set(name, true, now)
    return wait === null ? { kind: 'unknown' } : { kind: 'too_many', retryAfterSeconds: wait }
  }

  /** The account of a key as this process last read it, or null. It may be out of date, so it decides no access. */
  seen(secret: string): KeyWithMerchant | null {
    return isSecretKey(secret) ? (this.#accounts.latest(secretKeyHashText(secret)) ?? null) : null
  }
}
