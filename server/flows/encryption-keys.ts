import {
  generateEncryptionKey,
  isDueForRotation,
  keyRotationSeconds,
  keyServedAfterReplacementSeconds,
  parseEncryptionKey,
  serialiseEncryptionKey,
  servedKeys,
} from '../cards/encryption-key.ts'
import type { EncryptionKey } from '../cards/encryption-key.ts'
import { open, seal } from '../domain/keyring.ts'
import { insertEncryptionKey, listEncryptionKeys, removeEncryptionKeys } from '../store/encryption-keys.ts'
import type { FlowContext } from './context.ts'

/** How long a process uses the keys it has read. Keys rotate once a day, and an old key stays valid for 25 hours. */
const cacheMs = 60_000

const sealedAs = 'card encryption key'

/** The keys that cards are encrypted to, newest first. Read from the database and cached for a minute. */
export class EncryptionKeys {
  readonly #context: FlowContext
  #keys: EncryptionKey[] = []
  #readAt = -Infinity

  constructor(context: FlowContext) {
    this.#context = context
  }

  /** All keys that a card may be encrypted to; the form gets the first. Creates a new key when rotation is due. */
  async current(): Promise<[EncryptionKey, ...EncryptionKey[]]> {
    const now = this.#context.clock.now()
    const cached = servedKeys(this.#keys, now)
    const [newest, ...older] = cached
    const fresh = Math.abs(now.getTime() - this.#readAt) < cacheMs
    if (fresh && newest && !isDueForRotation(newest, now)) return [newest, ...older]
    return this.#read(now)
  }

  /** The keys, read again when `kid` is unknown: another process may have created that key. */
  async forKid(kid: string): Promise<EncryptionKey[]> {
    const keys = await this.current()
    return keys.some((key) => key.kid === kid) ? keys : this.#read(this.#context.clock.now())
  }

  async #read(now: Date): Promise<[EncryptionKey, ...EncryptionKey[]]> {
    const first = await load(this.#context, now)
    const [newest] = first
    const keys = newest && !isDueForRotation(newest, now) ? first : await rotate(this.#context, now)
    const [published, ...older] = servedKeys(keys, now)
    if (!published) throw new Error('Bug: no key right after a rotation')
    this.#keys = keys
    this.#readAt = now.getTime()
    return [published, ...older]
  }
}

async function rotate(context: FlowContext, now: Date): Promise<EncryptionKey[]> {
  const key = await generateEncryptionKey(now)
  const sealed = seal(context.keyring, sealedAs, await serialiseEncryptionKey(key))
  const unlessSince = new Date(now.getTime() - keyRotationSeconds * 1000)
  await insertEncryptionKey(context.db, { kid: key.kid, sealed_private_jwk: sealed, created_at: now }, unlessSince)
  await removeEncryptionKeys(context.db, oldestServed(now))
  return load(context, now)
}

async function load(context: FlowContext, now: Date): Promise<EncryptionKey[]> {
  const rows = await listEncryptionKeys(context.db, oldestServed(now))
  return Promise.all(
    rows.map((row) => {
      const text = open(context.keyring, sealedAs, row.sealed_private_jwk)
      if (text === null) throw new Error('The keys of this service cannot decrypt a card encryption key')
      return parseEncryptionKey(text)
    }),
  )
}

function oldestServed(now: Date): Date {
  return new Date(now.getTime() - (keyRotationSeconds + keyServedAfterReplacementSeconds) * 1000)
}
