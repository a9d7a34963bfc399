import { whatInstead } from './credential-kinds.ts'
import { SignatureError, type LocalErrorCode } from './errors.ts'
import { parseJson } from './parse-json.ts'
import { bytesOf, someSecretSigned } from './signature.ts'

type SignatureCode = Extract<LocalErrorCode, `signature_${string}`>

export function mistake(code: SignatureCode, message: string, fix: string): SignatureError {
  return new SignatureError({ code, message, fix })
}

/** The body is no text and no bytes: most often a framework has parsed it already. */
export function bodyMistake(rawBody: unknown): SignatureError {
  const parsed = (typeof rawBody === 'object' && rawBody !== null) || rawBody === '[object Object]'
  return mistake(
    'signature_body_parsed',
    parsed ? 'The body was parsed before it was checked.' : 'There is no raw body.',
    'Pass the raw body, as `express.raw({ type: "application/json" })` or `await request.text()` give it.',
  )
}

/** The secrets as a list. Each must be a signing secret; what it is instead is named, never shown. */
export function checkSecrets(secret: unknown): readonly [string, ...string[]] {
  const [first, ...others] = (Array.isArray(secret) ? secret : [secret]) as unknown[]
  return [checkedSecret(first), ...others.map(checkedSecret)]
}

function checkedSecret(secret: unknown): string {
  if (typeof secret === 'string' && /^whsec_[\x21-\x7e]+$/.test(secret)) return secret
  throw mistake(
    'signature_secret_invalid',
    `This is not a signing secret: ${whatInstead(secret)}.`,
    'Pass the `whsec_…` secret that `webhookEndpoints.set` answered.',
  )
}

const passAsArrived = 'Pass the body exactly as it arrived.'

interface Delivery {
  readonly secrets: readonly string[]
  readonly timestamp: string
  readonly bytes: Uint8Array
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
  /** Mode of the client that checks, when there is one. */
  readonly livemode?: boolean
}

/** Looks for the reason that no secret fits. What the body says is used for the message only: it is not to be trusted. */
export async function mismatch(delivery: Delivery): Promise<SignatureError> {
  const text = new TextDecoder().decode(delivery.bytes)
  const event = parseJson(text)
  if (await fitsOtherwiseWritten(delivery, text, event)) {
    return mistake(
      'signature_body_changed',
      'The white space of the body was changed: otherwise written, the signature fits.',
      passAsArrived,
    )
  }
  const mode = modeIn(event)
  if (mode !== undefined && delivery.livemode !== undefined && mode !== delivery.livemode) {
    return mistake(
      'signature_other_mode',
      `This is an event of ${word(mode)} mode, but the client's key is of ${word(delivery.livemode)} mode.`,
      `Use the signing secret of ${word(mode)} mode.`,
    )
  }
  return mistake(
    'signature_mismatch',
    'No signature fits: another secret signed this, or the body was changed.',
    `Use the secret of the last \`webhookEndpoints.set\`${mode === undefined ? '' : ` in ${word(mode)} mode`}. ${passAsArrived}`,
  )
}

/** The service writes JSON without white space. */
async function fitsOtherwiseWritten(
  { secrets, timestamp, signatures }: Delivery,
  text: string,
  event: unknown,
): Promise<boolean> {
  const trimmed = text.trim()
  for (const variant of [JSON.stringify(event), trimmed, `${trimmed}\n`]) {
    const bytes = variant && bytesOf(variant)
    if (bytes && (await someSecretSigned(secrets, timestamp, bytes, signatures))) return true
  }
  return false
}

/** The mode that a body claims. */
function modeIn(event: unknown): boolean | undefined {
  const livemode = (event as { livemode?: unknown } | null | undefined)?.livemode
  return typeof livemode === 'boolean' ? livemode : undefined
}

function word(livemode: boolean): string {
  return livemode ? 'live' : 'test'
}
