import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Request, Server } from '@hapi/hapi'
import { doctorPath, readDoctorToken, type SeenRequest } from '../domain/crypto/doctor-token.ts'
import { fail, FailureError } from '../domain/failure.ts'
import type { FlowContext } from '../flows/context.ts'
import { release } from '../store/sql/release.ts'
import { waitWithoutSlot } from './limits/share-request-slots.ts'
import { maxNotificationBytes } from './processor-notifications.ts'
import { collectBytes, leaveBodyUnread } from './requests/collect-body.ts'

/** The longest reply of the API, to a call that waits for events, takes 25 s. */
const longestWaitSeconds = 30

/** Replies that may wait at a time. */
const maxWaiting = 5

/**
 * Says what the service sees of a request of `npm run doctor`, which thereby finds out what the proxies do. For
 * everyone else, the address does not exist.
 */
export function bindDoctor(server: Server, context: FlowContext, addressOf: (request: Request) => string): void {
  let waiting = 0
  const wait = async (seconds: number): Promise<void> => {
    if (waiting >= maxWaiting) throw new FailureError(fail('rate_limited', { retryAfterSeconds: longestWaitSeconds }))
    waiting += 1
    const end = performance.now() + seconds * 1_000
    while (performance.now() < end && !context.isStopping()) await pause(Math.min(250, end - performance.now()))
    waiting -= 1
  }
  server.route({
    method: 'POST',
    path: doctorPath,
    options: { auth: false, payload: leaveBodyUnread },
    handler: async (request, toolkit) => {
      const { authorization = '' } = request.raw.req.headers
      const now = context.clock.now()
      const token = readDoctorToken(context.keyring, authorization.replace(/^Bearer /, ''), now)
      if (token === 'forged') throw new FailureError(fail('not_found'))
      // Who has a token of another time learns the clock of this process, and nothing else.
      if (token === 'other time') return toolkit.response({ now: now.getTime() }).header('Cache-Control', 'no-store')
      const collected = await collectBytes(request.raw.req, maxNotificationBytes)
      const seconds = Number((request.query as Record<string, unknown>)['wait'] ?? 0)
      if (seconds > 0 && seconds <= longestWaitSeconds) await waitWithoutSlot(request, () => wait(seconds))
      const body = collected.kind === 'bytes' ? collected.bytes : Buffer.alloc(0)
      const seen: SeenRequest = {
        release,
        now: context.clock.now().getTime(),
        clientAddress: addressOf(request),
        peerAddress: request.info.remoteAddress,
        forwardedFor: request.raw.req.headersDistinct['x-forwarded-for']?.join(', ') ?? null,
        bodyBytes: body.length,
        bodyHash: createHash('sha256').update(body).digest('hex'),
      }
      return toolkit.response(seen).header('Cache-Control', 'no-store')
    },
  })
}
