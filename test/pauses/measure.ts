import { connect } from 'node:net'
import t from 'tap'
import { dashboardPagesPerMinute } from '../../server/config/fixed-limits.ts'
import { signIn } from '../dashboard/shell/support.ts'
import { startService } from '../support/service.ts'
import { longestPause, slowness } from './longest-pause.ts'

const longestAllowedMs = 20

/** A pause is a defect only if it is long every time. */
const repetitions = 6
/** Shorter pauses are accepted at once, on any machine. */
const worthRepeatingMs = 10

export const service = await startService({
  environment: { RATE_LIMIT_PER_SECOND: '1000000', SIGNUP_LIMIT_PER_HOUR: '1000000', LIVE_PROCESSOR: 'sandbox' },
})
t.teardown(() => service.stop())
/** Signed in to the dashboard of the service's own account. */
export const member = await signIn(service)

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
  readonly body?: string
}

/**
 * Sends a request on a connection of its own and returns the status. The clock moves ahead, because a request that the
 * limits of the dashboard refuse would measure nothing.
 */
export function send({ method, path, headers, body }: Sent): Promise<number> {
  service.clock.advance(60 / dashboardPagesPerMinute.person)
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [`${method} ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, ...length, '', '']
  const bytes = Buffer.from(head.join('\r\n') + (body ?? ''))
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(service.app.server.info.port) })
    let status = 0
    socket.on('data', (chunk: Buffer) => (status ||= Number(chunk.toString('latin1', 9, 12))))
    socket.on('error', () => {})
    socket.on('close', () => resolve(status))
    socket.write(bytes)
  })
}

/** The longest pause of each request, by what was sent, in milliseconds of a quiet machine. */
const measured = new Map<string, number>()

/**
 * Sends a request, measures its pause, and returns the status of the reply. A function makes a new request for each
 * repetition.
 */
export async function measure(about: string, request: Sent | (() => Promise<Sent>)): Promise<number> {
  let [best, status] = [Infinity, 0]
  for (let round = 0; round < repetitions && best > worthRepeatingMs; round++) {
    const sent = typeof request === 'function' ? await request() : request
    const pause = await longestPause(async () => void (status = await send(sent)))
    best = Math.min(best, pause > worthRepeatingMs ? pause / slowness() : pause)
  }
  measured.set(about, best)
  if (best > longestAllowedMs || status === 0 || status >= 500)
    t.fail(`${about}: a pause of ${best.toFixed(1)} ms, status ${status}`)
  return status
}

t.teardown(() => {
  const slowest = [...measured].sort(([, a], [, b]) => b - a).slice(0, 8)
  for (const [about, ms] of slowest) t.comment(`${ms.toFixed(1)} ms: ${about}`)
  t.comment(`${measured.size} requests`)
})
