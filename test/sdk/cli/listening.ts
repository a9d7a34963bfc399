import type { Test } from 'tap'
import { webhooks } from '../../../sdk/src/index.ts'
import { startReceiver, type ReceivedDelivery, type Receiver, type ReceiverScript } from '../../support/receiver.ts'
import type { TestService } from '../../support/service.ts'
import { expiredSession, readEvents, type ReadEvent } from '../../webhooks/events/read-events.ts'
import { parsed, type Running, type Shell } from './command.ts'

/** A service, a terminal and the receiver of a shop. */
export interface Desk {
  readonly service: TestService
  readonly shell: Shell
  readonly receiver: Receiver
  /** Starts `listen --json` and waits until it is ready. */
  listen(...words: string[]): Promise<Listening>
}

export interface Listening extends Running {
  readonly secret: string
  /** The JSON object of the first line. */
  readonly ready: Record<string, unknown>
}

export async function openDesk(
  t: Test,
  service: TestService,
  shell: Shell,
  reply: ReceiverScript = 200,
): Promise<Desk> {
  const receiver = await startReceiver({ reply })
  t.teardown(() => receiver.stop())
  return {
    service,
    shell,
    receiver,
    listen: async (...words) => {
      const environment = { SERVICEPAY_SECRET_KEY: service.secretKey, SERVICEPAY_BASE_URL: service.baseUrl }
      const running = shell.start(['listen', '--forward-to', receiver.url, '--json', ...words], environment)
      const ready = parsed(await running.line(/"kind":"ready"/)) as Record<string, unknown>
      return { ...running, ready, secret: String(ready['signing_secret']) }
    },
  }
}

/** Creates and expires sessions, which causes one event each. Returns the ids of the sessions in order. */
export async function happen(service: TestService, count: number): Promise<string[]> {
  const sessions: string[] = []
  for (let made = 0; made < count; made++) sessions.push(await expiredSession(service))
  return sessions
}

/** Every event of the account, oldest first. */
export async function allEvents(service: TestService): Promise<ReadEvent[]> {
  return (await readEvents(service, { limit: 100 })).data.reverse()
}

/** Waits for that many more deliveries. Returns them in order. */
export async function take(receiver: Receiver, count: number): Promise<ReceivedDelivery[]> {
  const taken: ReceivedDelivery[] = []
  while (taken.length < count) taken.push(await receiver.next())
  return taken
}

/** Verifies the signature of a delivery and returns its event. */
export async function verifiedEvent(delivery: ReceivedDelivery | undefined, secret: string): Promise<ReadEvent> {
  if (!delivery) throw new Error('There is no delivery')
  await webhooks.constructEvent(delivery.rawBody, String(delivery.headers['service-signature']), secret)
  return JSON.parse(delivery.rawBody) as ReadEvent
}

/** The id of the session in each delivery. */
export function sessionsOf(deliveries: readonly ReceivedDelivery[]): (string | undefined)[] {
  return deliveries.map(({ rawBody }) => (JSON.parse(rawBody) as ReadEvent).data.id)
}

/** Stops a listener as Ctrl-C does. Returns the exit code. */
export async function end(listening: Running): Promise<number | null> {
  listening.kill('SIGINT')
  return (await listening.ended).code
}
