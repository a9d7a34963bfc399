import { maxPanLength, minPanLength } from '../../spec/lib/card-rules.ts'
import { CardDetails } from '../domain/sessions/card-details.ts'
import { decryptJwe } from './decrypt-jwe.ts'
import { hasExactly, parseObject, readEncryptedCard } from './encrypted-card.ts'
import type { EncryptionKey } from './encryption-key.ts'

/** Longest time between the encryption of a card and its arrival (spec/decisions/cards.md#encrypted-card-details). */
const maxCardAgeSeconds = 15 * 60

/** The form uses the time of a server, and the clocks of our servers may differ from each other. */
const maxCardLeadSeconds = 5 * 60

/** The same limit as for a customer's name, in code points. */
const maxNameLength = 90

export interface DecryptionContext {
  /** The keys that are still served (`servedKeys`), among them the one named `kid` if it exists. */
  readonly keysFor: (kid: string) => Promise<readonly EncryptionKey[]>
  readonly sessionId: string
  readonly now: Date
}

/**
 * `reason` is one of a fixed set of texts, so it never contains card data. `nonce` is in base64url; the caller must
 * accept it only once.
 */
export type DecryptedCard =
  | { readonly kind: 'card'; readonly card: CardDetails; readonly nonce: string }
  | { readonly kind: 'refused'; readonly reason: string }

const plaintextMembers = ['number', 'exp_month', 'exp_year', 'cvc', 'name', 'session', 'iat', 'nonce']

/**
 * Decrypts a card that the form encrypted for this session, and refuses everything else without throwing. The rules of
 * card networks are not checked here: a card that breaks them is a card that was declined.
 */
export async function decryptCard(jwe: unknown, context: DecryptionContext): Promise<DecryptedCard> {
  const encrypted = readEncryptedCard(jwe)
  if (encrypted.kind === 'refused') return encrypted
  const keys = await context.keysFor(encrypted.kid)
  const key = keys.find((candidate) => candidate.kid === encrypted.kid)
  if (key === undefined) return refused('an unknown encryption key')
  const plaintext = decryptJwe(encrypted.jwe, key.privateKey)
  if (plaintext === null) return refused('not encrypted with our key, or altered in transit')
  return readCard(parseObject(plaintext), context)
}

function readCard(fields: Map<string, unknown> | null, context: DecryptionContext): DecryptedCard {
  if (fields === null || !hasExactly(fields, plaintextMembers)) return refused('contents other than a card')
  if (fields.get('session') !== context.sessionId) return refused('a card for another session')
  const age = ageOf(fields.get('iat'), context.now)
  if (age === null) return refused('a time that is not in whole seconds')
  if (age > maxCardAgeSeconds) return refused('a card encrypted too long ago')
  if (age < -maxCardLeadSeconds) return refused('a card encrypted in the future')
  const nonce = canonicalNonce(fields.get('nonce'))
  if (nonce === null) return refused('a nonce that is not 128 bits')
  const card = cardFrom(fields)
  return card === null ? refused('card details in the wrong format') : { kind: 'card', card, nonce }
}

function ageOf(iat: unknown, now: Date): number | null {
  if (typeof iat !== 'number' || !Number.isSafeInteger(iat)) return null
  return Math.floor(now.getTime() / 1000) - iat
}

function cardFrom(fields: ReadonlyMap<string, unknown>): CardDetails | null {
  const [pan, cvc, name] = [fields.get('number'), fields.get('cvc'), fields.get('name')]
  const [expMonth, expYear] = [fields.get('exp_month'), fields.get('exp_year')]
  if (typeof pan !== 'string' || !/^[0-9]+$/.test(pan)) return null
  if (pan.length < minPanLength || pan.length > maxPanLength) return null
  if (typeof cvc !== 'string' || !/^(?:[0-9]{3,4})?$/.test(cvc)) return null
  if (!isIntegerWithin(expMonth, 1, 12) || !isIntegerWithin(expYear, 1000, 9999)) return null
  if (typeof name !== 'string' || !isName(name)) return null
  return new CardDetails({ pan, cvc, expMonth, expYear, name })
}

function isIntegerWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

/** May be empty. Acquirers and databases reject NUL and lone surrogates. */
function isName(name: string): boolean {
  return name.isWellFormed() && !name.includes('\0') && [...name].length <= maxNameLength
}

/** Gives equal nonces the same text, so that another spelling of a used nonce is recognised. */
function canonicalNonce(nonce: unknown): string | null {
  if (typeof nonce !== 'string') return null
  if (/^[A-Za-z0-9_-]{22}$/.test(nonce)) return Buffer.from(nonce, 'base64url').toString('base64url')
  if (/^[0-9A-Fa-f]{32}$/.test(nonce)) return Buffer.from(nonce, 'hex').toString('base64url')
  return null
}

function refused(reason: string): DecryptedCard {
  return { kind: 'refused', reason }
}
