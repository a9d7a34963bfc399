import { createHash, randomBytes } from 'node:crypto'
import { doctorPath, newDoctorToken, type SeenRequest } from '../../domain/crypto/doctor-token.ts'
import type { Keyring } from '../../domain/crypto/keyring.ts'
import { reasonOf } from './finding.ts'

const answerMs = 6_000

/** An address that belongs to no one (RFC 5737), which the doctor pretends to have. */
export const forgedAddress = '192.0.2.77'

export type Reply =
  | { readonly kind: 'reply'; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly kind: 'none'; readonly reason: string; readonly tookMs: number }

/** The longest text that the doctor reads of a reply. */
const maxText = 2_000_000

/** Sends one request. Follows no redirect. A failure is a result. */
export async function ask(url: string, init: RequestInit = {}, withinMs = answerMs): Promise<Reply> {
  const startedAt = performance.now()
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(withinMs) })
    const text = (await textOf(response)) ?? ''
    return { kind: 'reply', status: response.status, headers: response.headers, text }
  } catch (error) {
    return { kind: 'none', reason: reasonOf(error), tookMs: performance.now() - startedAt }
  }
}

/** The text of a reply, or null when it is longer than `maxText`: who answers may be another program. */
async function textOf({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    // Leaving the loop ends the connection.
    if (bytes > maxText) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** From a question to its answer, by the clock of the database as far as it is known. */
export interface Duration {
  readonly from: number
  readonly to: number
}

/** What came back from the service for a request of the doctor, and the body that went there. */
export type Probe =
  | { readonly kind: 'seen'; readonly seen: SeenRequest; readonly arrivedWhole: boolean; readonly during: Duration }
  /** The process has the keys, but by its clock the question is too old or too new. */
  | { readonly kind: 'other time'; readonly status: number; readonly now: number; readonly during: Duration }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'none'; readonly reason: string; readonly tookMs: number }

interface ProbeOptions {
  readonly keyring: Keyring
  readonly now: () => Date
  /** Sent as `X-Forwarded-For`, as a client could. */
  readonly forwardedFor?: string
  readonly bytes?: number
  /** How long the service waits with its reply. */
  readonly waitSeconds?: number
}

/** Asks the service at an address what it sees of this request. */
export async function probe(
  baseUrl: string,
  { keyring, now, forwardedFor, bytes = 0, waitSeconds = 0 }: ProbeOptions,
): Promise<Probe> {
  const body = randomBytes(bytes)
  const startedAt = now().getTime()
  const reply = await ask(
    `${baseUrl}${doctorPath}${waitSeconds > 0 ? `?wait=${waitSeconds}` : ''}`,
    {
      method: 'POST',
      body,
      headers: {
        Authorization: `Bearer ${newDoctorToken(keyring, now())}`,
        'Content-Type': 'application/octet-stream',
        ...(forwardedFor !== undefined && { 'X-Forwarded-For': forwardedFor }),
      },
    },
    answerMs + waitSeconds * 1_000,
  )
  if (reply.kind === 'none') return reply
  const during = { from: startedAt, to: now().getTime() }
  const said = reply.status === 200 ? saidIn(reply.text) : null
  if (!said) return { kind: 'refused', status: reply.status }
  if (said.bodyHash === undefined) return { kind: 'other time', status: reply.status, now: said.now, during }
  const hash = createHash('sha256').update(body).digest('hex')
  return { kind: 'seen', seen: said, arrivedWhole: said.bodyHash === hash, during }
}

/** Null: another program answered. */
function saidIn(text: string): SeenRequest | { now: number; bodyHash?: undefined } | null {
  try {
    const said = JSON.parse(text) as Partial<SeenRequest> | null
    return typeof said?.now === 'number' ? (said as ReturnType<typeof saidIn>) : null
  } catch {
    return null
  }
}
