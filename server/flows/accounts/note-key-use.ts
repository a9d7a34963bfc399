import { Memory } from '../../domain/memory.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { noteSecretKeyUse, type KeyWithMerchant } from '../../store/accounts/secret-keys.ts'
import type { FlowContext } from '../context.ts'

/** How often the last use of a key is saved; the dashboard shows it to the minute. */
const pauseMs = 60_000

type UsedKey = Pick<KeyWithMerchant, 'merchant_id' | 'livemode' | 'key_id'>

/** Records when a key was last used: at most once a minute for each key, and without delaying the request. */
export class KeyUse {
  readonly #context: FlowContext
  readonly #noted = new Memory<true>(pauseMs)

  constructor(context: FlowContext) {
    this.#context = context
  }

  note({ merchant_id: merchantId, livemode, key_id: id }: UsedKey): void {
    const now = this.#context.clock.now()
    if (this.#noted.get(id, now.getTime())) return
    this.#noted.set(id, true, now.getTime())
    const written = noteSecretKeyUse({ merchantId, livemode }, this.#context.db, {
      id,
      now,
      unlessSince: new Date(now.getTime() - pauseMs),
    })
    this.#context.track(
      written.catch((error: unknown) =>
        this.#context.log.warn({ keyId: id, error: loggable(error) }, 'could not save the last use of a key'),
      ),
    )
  }
}
