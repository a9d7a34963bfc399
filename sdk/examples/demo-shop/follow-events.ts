import { setTimeout as pause } from 'node:timers/promises'
import { ServicePayError, type Event, type ServicePay } from 'servicepay'

export interface Followed {
  readonly servicepay: ServicePay
  readonly signingSecret: string
  /** The shop's own webhook address. */
  readonly webhookUrl: string
  readonly signal: AbortSignal
  /** Called with the mistake when the service cannot be asked, and with nothing when it answers again. */
  readonly onChange: (error?: ServicePayError) => void
}

/** Seconds that the service holds a question open while there is no news: its longest. */
const waitSeconds = 25

const pauseMilliseconds = 1_000

/**
 * Stands in for deliveries on a laptop, where the service does not deliver to: asks for events, signs each as the service
 * would, and posts it to the shop. The shop cannot tell the difference. Real shops need none of this: they set their
 * https address once, with `webhookEndpoints.set`.
 */
export async function followEvents(followed: Followed): Promise<void> {
  const { signal, onChange } = followed
  const cursor: Cursor = { isSet: false, last: undefined }
  while (!signal.aborted) {
    try {
      await step(followed, cursor)
      onChange()
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ServicePayError)) throw error
      onChange(error)
      await pause(pauseMilliseconds, undefined, { signal }).catch(() => {})
    }
  }
}

interface Cursor {
  isSet: boolean
  /** The newest event that was handed over; undefined while the account has none. */
  last: string | undefined
}

async function step({ servicepay, signal, ...target }: Followed, cursor: Cursor): Promise<void> {
  if (!cursor.isSet) {
    // What happened before this start is about orders that are gone.
    const { data } = await servicepay.events.list({ limit: 1 }, { signal })
    Object.assign(cursor, { isSet: true, last: data[0]?.id })
    return
  }
  const { last } = cursor
  const page = await servicepay.events.list(
    { wait: waitSeconds, ...(last !== undefined && { ending_before: last }) },
    { signal },
  )
  // After a cursor they come oldest first, without one newest first.
  const events = last === undefined ? page.data.toReversed() : page.data
  for (const event of events) {
    while (!signal.aborted && !(await deliver(event, servicepay, target))) await pause(pauseMilliseconds)
    cursor.last = event.id
  }
}

/** Whether the shop has taken it. */
async function deliver(
  event: Event,
  servicepay: ServicePay,
  { webhookUrl, signingSecret }: Pick<Followed, 'webhookUrl' | 'signingSecret'>,
): Promise<boolean> {
  const body = JSON.stringify(event)
  const signature = await servicepay.webhooks.generateTestHeader(body, signingSecret)
  const headers = { 'Content-Type': 'application/json', 'Service-Signature': signature }
  return fetch(webhookUrl, { method: 'POST', headers, body }).then(
    ({ ok }) => ok,
    () => false,
  )
}
