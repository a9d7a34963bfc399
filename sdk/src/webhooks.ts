import type { Event } from '../../generated/sdk-types.ts'
import { checkedOptions } from './options.ts'
import { parseJson } from './parse-json.ts'
import { bytesOf, signatureOf, signedBytes, someSecretSigned } from './signature.ts'
import { parseHeader } from './signature-header.ts'
import { bodyMistake, checkSecrets, mismatch, mistake } from './signature-mistakes.ts'

/** A request's body exactly as it arrived. */
export type RawBody = string | Uint8Array | ArrayBuffer

export interface ConstructEventOptions {
  /** Refuses a delivery that was signed this many seconds ago or more, or as far in the future. Default 300. */
  readonly toleranceSeconds?: number | undefined
  /** The current time for your tests: a date, or milliseconds since 1970. */
  readonly now?: Date | number | undefined
}

export interface Webhooks {
  /**
   * Verifies a delivery and returns its event. Answer 400 when it throws.
   *
   * @param rawBody the body exactly as it arrived, not parsed as JSON
   * @param header the value of `Service-Signature`
   * @param secret the `whsec_…` secret of the endpoint, or several while you replace one or to serve both modes
   * @throws {SignatureError} whose `code` and `message` describe the problem
   */
  constructEvent(
    rawBody: RawBody,
    header: string | readonly string[] | null | undefined,
    secret: string | readonly string[] | undefined,
    options?: ConstructEventOptions,
  ): Promise<Event>

  /** Makes the `Service-Signature` that the service would send with a body. Use it to test your own handler. */
  generateTestHeader(rawBody: RawBody, secret: string, options?: Pick<ConstructEventOptions, 'now'>): Promise<string>
}

const constructOptions = { toleranceSeconds: true, now: true } as const

/** An attacker cannot replay a captured delivery after this time. */
const defaultToleranceSeconds = 300

/** @param context the mode of the client, so that the error can say when an event belongs to the other mode */
export function webhooksOf(context: { readonly livemode?: boolean } = {}): Webhooks {
  return {
    async constructEvent(rawBody, header, secret, given) {
      const options = checkedOptions(given, constructOptions)
      const { timestamp, signatures } = parseHeader(header)
      const bytes = bytesOf(rawBody)
      if (!bytes) throw bodyMistake(rawBody)
      const secrets = checkSecrets(secret)
      if (!(await someSecretSigned(secrets, timestamp, bytes, signatures))) {
        throw await mismatch({ secrets, timestamp, bytes, signatures, ...context })
      }
      checkAge(Number(timestamp), options)
      return eventIn(bytes)
    },

    async generateTestHeader(rawBody, secret, given) {
      const { now = Date.now() } = checkedOptions(given, { now: true })
      const bytes = bytesOf(rawBody)
      if (!bytes) throw bodyMistake(rawBody)
      const [key] = checkSecrets(secret)
      const timestamp = String(Math.floor(Number(now) / 1000))
      return `t=${timestamp},v1=${await signatureOf(key, signedBytes(timestamp, bytes))}`
    },
  }
}

/** For handlers without a client. */
export const webhooks: Webhooks = webhooksOf()

/** The comparison is false for NaN, so a tolerance or time that is not a number refuses the delivery. */
function checkAge(
  timestamp: number,
  { toleranceSeconds = defaultToleranceSeconds, now = Date.now() }: ConstructEventOptions,
): void {
  const age = Number(now) / 1000 - timestamp
  if (Math.abs(age) < toleranceSeconds) return
  const [code, when] =
    age < 0 ? (['signature_too_new', 'in the future'] as const) : (['signature_too_old', 'ago'] as const)
  throw mistake(
    code,
    `The delivery was signed ${Math.round(Math.abs(age))} seconds ${when}. The limit is ${toleranceSeconds} seconds.`,
    "Correct this machine's clock, and verify deliveries as soon as they arrive.",
  )
}

function eventIn(bytes: Uint8Array): Event {
  const event = parseJson(new TextDecoder().decode(bytes))
  if (event) return event as Event
  throw mistake(
    'signature_body_not_json',
    'The signature is valid, but the body is not JSON.',
    'Report this to the operator of the service.',
  )
}
