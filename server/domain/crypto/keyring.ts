import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { HmacKey } from './hmac.ts'

/**
 * The keys that protect secrets in the database. The database holds random data keys, each with a version, encrypted by
 * the master key, which is kept elsewhere: a dump alone reveals no secret, and a new master key only re-encrypts the
 * data keys (spec/decisions/cards.md#data-keys).
 */
export interface Keyring {
  readonly current: DataKey
  readonly versions: ReadonlyMap<number, DataKey>
}

export interface DataKey {
  /** 1 to 31, because it is one base-32 character of a client secret. */
  readonly version: number
  /** AES-256-GCM key for secrets that must be readable again. */
  readonly sealing: Buffer
  /** HMAC-SHA256 key for client secrets, as a key object and ready for many short texts. */
  readonly clientSecrets: KeyObject
  readonly macs: HmacKey
  /** HMAC-SHA256 key for the tokens in the dashboard's forms. */
  readonly forms: KeyObject
}

/** Length of a master key and of a data key. */
export const keyBytes = 32

export function makeKeyring(rawKeys: ReadonlyMap<number, Buffer>): Keyring {
  const versions = new Map([...rawKeys].map(([version, raw]) => [version, dataKey(version, raw)]))
  const current = versions.get(Math.max(...versions.keys()))
  if (!current) throw new Error('Bug: a keyring has at least one key')
  return { current, versions }
}

function dataKey(version: number, raw: Buffer): DataKey {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', raw, Buffer.alloc(0), purpose, keyBytes))
  const clientSecrets = derive('client secrets')
  return {
    version,
    sealing: derive('sealing'),
    clientSecrets: createSecretKey(clientSecrets),
    macs: new HmacKey(clientSecrets),
    forms: createSecretKey(derive('dashboard forms')),
  }
}

/**
 * Encrypts a secret for the database. `open` needs the same `purpose`, so a value copied to another row cannot be read.
 */
export function seal(keyring: Keyring, purpose: string, text: string): string {
  return `${keyring.current.version}.${encrypt(keyring.current.sealing, purpose, Buffer.from(text, 'utf8'))}`
}

/** Decrypts a value of `seal`. Null when the value was altered, has another purpose, or its key is missing. */
export function open(keyring: Keyring, purpose: string, sealed: string): string | null {
  const [version = '', payload = ''] = sealed.split('.', 2)
  const key = keyring.versions.get(Number(version))
  return key ? (decrypt(key.sealing, purpose, payload)?.toString('utf8') ?? null) : null
}

export function wrapDataKey(masterKey: Buffer, raw: Buffer): string {
  return encrypt(masterKey, 'data key', raw)
}

export function unwrapDataKey(masterKey: Buffer, wrapped: string): Buffer | null {
  return decrypt(masterKey, 'data key', wrapped)
}

const ivBytes = 12
const tagBytes = 16

function encrypt(key: Buffer, purpose: string, plain: Buffer): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function decrypt(key: Buffer, purpose: string, payload: string): Buffer | null {
  const bytes = Buffer.from(payload, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, bytes.length - tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
