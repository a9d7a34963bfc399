import { describeWrongCredential } from './credential-kinds.ts'
import { SignatureError, type LocalErrorCode } from './errors.ts'
import { parseJson } from './parse-json.ts'
import { bytesOf, someSecretSigned } from './signature.ts'

type SignatureCode = Extract<LocalErrorCode, `signature_${string}`>

export function mistake(code: SignatureCode, message: string, fix: string): SignatureError {
  return new SignatureError({ code, message, fix })
}

/** The error for a body that is neither text nor bytes, usually because a framework has parsed it. */
export function bodyMistake(rawBody: unknown): SignatureError {
  const parsed = (typeof rawBody === 'object' && rawBody !== null) || rawBody === '[object Object]'
  return mistake(
    'signature_body_parsed',
    parsed ? 'The body was parsed before its signature was verified.' : 'There is no raw body.',
    'Pass the raw body, for example from `express.raw({ type: "application/json" })` or `await request.text()`.',
  )
}

/** Checks that every secret is a signing secret. The error describes a wrong value but never contains it. */
export function checkSecrets(secret: unknown): readonly [string, ...string[]] {
  const [first, ...others] = (Array.isArray(secret) ? secret : [secret]) as unknown[]
  return [checkedSecret(first), ...others.map(checkedSecret)]
}

function checkedSecret(secret: unknown): string {
  if (typeof secret === 'string' && /^whsec_[\x21-\x7e]+$/.test(secret)) return secret
  throw mistake(
    'signature_secret_invalid',
    `This is not a signing secret: ${describeWrongCredential(secret)}.`,
    'Pass the `whsec_…` secret that `webhookEndpoints.set` returned.',
  )
}

const passAsArrived = 'Pass the body exactly as it arrived.'

interface Delivery {
  readonly secrets: readonly string[]
  readonly timestamp: string
  readonly bytes: Uint8Array
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
  /** The mode of the client that verifies, if there is a client. */
  readonly livemode?: boolean
}

/** Finds out why no signature matches. The body is not trustworthy, so it influences only the message. */
export async function mismatch(delivery: Delivery): Promise<SignatureError> {
  const text = new TextDecoder().decode(delivery.bytes)
  if (text === '')
    return mistake(
      'signature_body_parsed',
      'The body is empty: another part of the program has already read it.',
      'Read the raw body before anything else does.',
    )
  const event = parseJson(text)
  for (const [encoding, inner] of [
    ['base64', fromBase64(text)],
    ['a JSON string', event],
  ] as const) {
    if (typeof inner === 'string' && (await isSigned(delivery, inner)))
      return mistake(
        'signature_body_changed',
        `The body is encoded as ${encoding}. Decoded, the signature matches.`,
        `Decode it first; an API gateway says so with \`isBase64Encoded\`. ${passAsArrived}`,
      )
  }
  if (await matchesWithOtherWhiteSpace(delivery, text, event)) {
    return mistake(
      'signature_body_changed',
      'The white space of the body was changed. With its original white space, the signature matches.',
      passAsArrived,
    )
  }
  const mode = modeIn(event)
  if (mode !== undefined && delivery.livemode !== undefined && mode !== delivery.livemode) {
    return mistake(
      'signature_other_mode',
      `This is an event of ${nameOf(mode)} mode, but the client has a key of ${nameOf(delivery.livemode)} mode.`,
      `Use the signing secret of ${nameOf(mode)} mode.`,
    )
  }
  const inMode = mode === undefined ? '' : ` in ${nameOf(mode)} mode`
  return mistake(
    'signature_mismatch',
    'No signature matches: the body was signed with another secret or changed afterwards.',
    `Use the secret that the last \`webhookEndpoints.set\`${inMode} returned. ${passAsArrived}`,
  )
}

/** The service writes JSON without white space. */
async function matchesWithOtherWhiteSpace(delivery: Delivery, text: string, event: unknown): Promise<boolean> {
  const trimmed = text.trim()
  for (const variant of [JSON.stringify(event), trimmed, `${trimmed}\n`])
    if (variant && (await isSigned(delivery, variant))) return true
  return false
}

async function isSigned({ secrets, timestamp, signatures }: Delivery, text: string): Promise<boolean> {
  const bytes = bytesOf(text)
  return bytes !== undefined && someSecretSigned(secrets, timestamp, bytes, signatures)
}

function fromBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** The mode that a body claims. */
function modeIn(event: unknown): boolean | undefined {
  const livemode = (event as { livemode?: unknown } | null | undefined)?.livemode
  return typeof livemode === 'boolean' ? livemode : undefined
}

function nameOf(livemode: boolean): string {
  return livemode ? 'live' : 'test'
}
