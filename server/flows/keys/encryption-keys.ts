import {
  generateEncryptionKey,
  isDueForRotation,
  keyRotationSeconds,
  keyServedAfterReplacementSeconds,
  servedKeys,
  type EncryptionKey,
} from '../../cards/encryption-key.ts'
import type { Keyring } from '../../domain/crypto/keyring.ts'
import {
  insertEncryptionKey,
  listEncryptionKeys,
  removeEncryptionKeys,
  type KeyProtection,
} from '../../store/keys/encryption-keys.ts'
import type { FlowContext } from '../context.ts'
import { openKey, sealKey } from './load-card-keyring.ts'

/** How long a process uses the keys it has read. Keys rotate once a day, and an old key stays valid for 25 hours. */
const cacheMs = 60_000

/**
 * The keys that cards are encrypted to, newest first. Read from the database and cached for a minute. Without a card
 * keyring, the data keys of the master key protect them, until a process with a card key takes them over.
 */
export class EncryptionKeys {
  readonly #context: FlowContext
  readonly #cardKeyring: Keyring | null
  #keys: EncryptionKey[] = []
  #readAt = -Infinity
  #isTakenOver = false

  constructor(context: FlowContext, cardKeyring: Keyring | null) {
    this.#context = context
    this.#cardKeyring = cardKeyring
  }

  /**
   * All keys that a card may be encrypted to; the form gets the first. Creates a new key when rotation is due. Null:
   * only processes with the card key can decrypt cards.
   */
  async current(): Promise<[EncryptionKey, ...EncryptionKey[]] | null> {
    if (this.#isTakenOver) return null
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
    if (keys?.some((key) => key.kid === kid)) return keys
    return (keys && (await this.#read(this.#context.clock.now()))) ?? []
  }

  async #read(now: Date): Promise<[EncryptionKey, ...EncryptionKey[]] | null> {
    const first = await this.#load(now)
    const [newest] = first
    this.#keys = newest && !isDueForRotation(newest, now) ? first : await this.#rotate(now)
    this.#readAt = now.getTime()
    const [published, ...older] = servedKeys(this.#keys, now)
    if (published) return [published, ...older]
    if (this.#cardKeyring) throw new Error('Bug: no key right after a rotation')
    this.#isTakenOver = true
    return null
  }

  async #rotate(now: Date): Promise<EncryptionKey[]> {
    const { db } = this.#context
    const sealed = sealKey(this.#keyring, generateEncryptionKey(now))
    const unlessSince = new Date(now.getTime() - keyRotationSeconds * 1000)
    await insertEncryptionKey(db, this.#protection, sealed, unlessSince)
    await removeEncryptionKeys(db, oldestServed(now))
    return this.#load(now)
  }

  async #load(now: Date): Promise<EncryptionKey[]> {
    const rows = await listEncryptionKeys(this.#context.db, this.#protection, oldestServed(now))
    return rows.map((row) => {
      const key = openKey(this.#keyring, row)
      if (!key) throw new Error('The keys of this service cannot decrypt a card encryption key')
      return key
    })
  }

  get #keyring(): Keyring {
    return this.#cardKeyring ?? this.#context.keyring
  }

  get #protection(): KeyProtection {
    return this.#cardKeyring ? 'card' : 'master'
  }
}

function oldestServed(now: Date): Date {
  return new Date(now.getTime() - (keyRotationSeconds + keyServedAfterReplacementSeconds) * 1000)
}
