import { describeWrongCredential } from '../credential-kinds.ts'
import { SignatureError, type LocalErrorCode } from '../errors.ts'
import { parseJson } from '../parse-json.ts'
import { bytesOf, isSecret, someSecretSigned } from './signature.ts'

type SignatureCode = Extract<LocalErrorCode, `signature_${string}`>

// Loaded when a delivery is refused, so that programs which never see one load less.

function mistake(code: SignatureCode, message: string, fix: string): SignatureError {
  return new SignatureError({ code, message, fix })
}

/** The error for a header that has not the format of a signature. */
export function headerMistake(header: unknown): SignatureError {
  const value = Array.isArray(header) && header.length === 1 ? (header[0] as unknown) : header
  if ((value ?? '') === '')
    return mistake(
      'signature_header_missing',
      'The `Service-Signature` header is missing.',
      'Pass that header. A request without it is not from the service: answer 400.',
    )
  // Node joins repeated headers with a comma, and some frameworks pass a list.
  if ((String(value).match(/(^|,)\s*t=/g)?.length ?? 0) > 1)
    return mistake(
      'signature_header_malformed',
      'The request has the header `Service-Signature` twice.',
      'The service sends it once: correct the proxy that repeats it. If you forward deliveries, copy the header once.',
    )
  if (/^v1a?,/.test(String(value)))
    return mistake(
      'signature_header_malformed',
      'This is the header `webhook-signature` of Standard Webhooks.',
      'Pass `Service-Signature` here, or verify with a library of Standard Webhooks.',
    )
  return mistake(
    'signature_header_malformed',
    'The signature header does not have the format `t=<unix seconds>,v1=<hex>`.',
    'Pass the value of `Service-Signature` exactly as it arrived.',
  )
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

/** The error for secrets of which one is no signing secret. It describes the wrong value but never contains it. */
export function secretMistake(secrets: readonly unknown[]): SignatureError {
  const wrong = secrets.find((secret) => !isSecret(secret))
  if (typeof wrong === 'string' && fromBase64(wrong)?.startsWith('whsec_'))
    return mistake(
      'signature_secret_invalid',
      'This is not a signing secret: it is one that was encoded as base64.',
      'Decode it, or pass the `whsec_…` secret that `webhookEndpoints.set` returned.',
    )
  const isList = typeof wrong === 'string' && wrong.split(/[\s,;]+(?=whsec_)/).length > 1
  return mistake(
    'signature_secret_invalid',
    `This is not a signing secret: ${isList ? 'it is several secrets in one text' : describeWrongCredential(wrong)}.`,
    isList
      ? 'Pass a list with one secret in each element: `secrets.split(",")`.'
      : 'Pass the `whsec_…` secret that `webhookEndpoints.set` returned.',
  )
}

/** The error for a delivery that was not signed just now. */
export function ageMistake(age: number, toleranceSeconds: number): SignatureError {
  const [code, when] =
    age < 0 ? (['signature_too_new', 'in the future'] as const) : (['signature_too_old', 'ago'] as const)
  return mistake(
    code,
    `The delivery was signed ${Math.round(Math.abs(age))} seconds ${when}. The limit is ${toleranceSeconds} seconds.`,
    "Correct this machine's clock, and verify deliveries as soon as they arrive.",
  )
}

export function jsonMistake(): SignatureError {
  return mistake(
    'signature_body_not_json',
    'The signature is valid, but the body is not JSON.',
    'Report this to the operator of the service.',
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
  const odd = delivery.secrets.find((secret) => !/^whsec_[0-9a-f]{64}$/.test(secret))
  if (odd?.endsWith('='))
    return mistake(
      'signature_secret_invalid',
      'No signature matches, and the secret ends with `=`, which no secret of the service does.',
      'Pass the secret as `webhookEndpoints.set` returned it, and do not encode it as base64.',
    )
  const inMode = mode === undefined ? '' : ` in ${nameOf(mode)} mode`
  return mistake(
    'signature_mismatch',
    'No signature matches: the body was signed with another secret or changed afterwards.',
    `Use the secret that the last \`webhookEndpoints.set\`${inMode} returned. While \`servicepay listen\` delivers ` +
      `the events, use the one that \`npx servicepay listen --print-secret\` prints. ${passAsArrived}`,
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
