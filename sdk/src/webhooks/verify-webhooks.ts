import type { Event } from '../../../generated/sdk-types.ts'
import { checkedOptions } from '../options.ts'
import { parseJson } from '../parse-json.ts'
import { bytesOf, isSecret, signatureOf, signedBytes, someSecretSigned } from './signature.ts'
import { parseHeader } from './signature-header.ts'
import type * as Explanations from './signature-mistakes.ts'

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
      const parsed = parseHeader(header)
      if (!parsed) throw (await explanations()).headerMistake(header)
      const { timestamp, signatures } = parsed
      const bytes = await checkedBytes(rawBody)
      const secrets = await checkedSecrets(secret)
      if (!(await someSecretSigned(secrets, timestamp, bytes, signatures)))
        throw await (await explanations()).mismatch({ secrets, timestamp, bytes, signatures, ...context })
      const { toleranceSeconds = defaultToleranceSeconds, now = Date.now() } = options
      const age = Number(now) / 1000 - Number(timestamp)
      // False for NaN, so a tolerance or time that is not a number refuses the delivery.
      if (!(Math.abs(age) < toleranceSeconds)) throw (await explanations()).ageMistake(age, toleranceSeconds)
      const event = parseJson(new TextDecoder().decode(bytes))
      if (!event) throw (await explanations()).jsonMistake()
      return event as Event
    },

    async generateTestHeader(rawBody, secret, given) {
      const { now = Date.now() } = checkedOptions(given, { now: true })
      const bytes = await checkedBytes(rawBody)
      const [key = ''] = await checkedSecrets(secret)
      const timestamp = String(Math.floor(Number(now) / 1000))
      return `t=${timestamp},v1=${await signatureOf(key, signedBytes(timestamp, bytes))}`
    },
  }
}

/** For handlers without a client. */
export const webhooks: Webhooks = webhooksOf()

const explanations = (): Promise<typeof Explanations> => import('./signature-mistakes.ts')

async function checkedBytes(rawBody: unknown): Promise<Uint8Array> {
  const bytes = bytesOf(rawBody)
  if (bytes) return bytes
  throw (await explanations()).bodyMistake(rawBody)
}

async function checkedSecrets(secret: unknown): Promise<readonly string[]> {
  const secrets = (Array.isArray(secret) ? secret : [secret]) as readonly unknown[]
  if (secrets.length > 0 && secrets.every(isSecret)) return secrets
  throw (await explanations()).secretMistake(secrets)
}
