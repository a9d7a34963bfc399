import { setTimeout as pause } from 'node:timers/promises'
import { ServicePayError, type Event, type ServicePay } from 'servicepay'

export interface Followed {
  readonly servicepay: ServicePay
  readonly signingSecret: string
  /** The shop's own webhook address. */
  readonly webhookUrl: string
  readonly signal: AbortSignal
  /** Called with the error of each request that failed, and without one after each request that succeeded. */
  readonly onChange: (error?: ServicePayError) => void
}

/** How long the service may hold back an empty page: the longest `wait` that it offers. */
const waitSeconds = 25

const pauseMilliseconds = 1_000

/**
 * Replaces deliveries on a laptop, which the service cannot reach: requests events, signs each one as the service would
 * and posts it to the shop. Real shops do not need this: they set their https address once with `webhookEndpoints.set`.
 */
export async function followEvents(followed: Followed): Promise<void> {
  const { signal, onChange } = followed
  const cursor: Cursor = { isSet: false, last: undefined }
  const isStopped = (): boolean => signal.aborted
  while (!isStopped()) {
    try {
      await step(followed, cursor)
      onChange()
    } catch (error) {
      if (isStopped()) return
      if (!(error instanceof ServicePayError)) throw error
      onChange(error)
      await pause(pauseMilliseconds, undefined, { signal }).catch(() => {})
    }
  }
}

interface Cursor {
  isSet: boolean
  /** The id of the newest event that the shop has received; undefined while the account has none. */
  last: string | undefined
}

async function step({ servicepay, signal, ...target }: Followed, cursor: Cursor): Promise<void> {
  if (!cursor.isSet) {
    // Older events belong to orders that the shop has forgotten, because it keeps them in memory.
    const { data } = await servicepay.events.list({ limit: 1 }, { signal })
    Object.assign(cursor, { isSet: true, last: data[0]?.id })
    return
  }
  const { last } = cursor
  const page = await servicepay.events.list(
    { wait: waitSeconds, ...(last !== undefined && { ending_before: last }) },
    { signal },
  )
  // With `ending_before` the page begins with the oldest event, otherwise with the newest.
  const events = last === undefined ? page.data.toReversed() : page.data
  for (const event of events) {
    while (!signal.aborted && !(await deliver(event, servicepay, target))) await pause(pauseMilliseconds)
    cursor.last = event.id
  }
}

/** Returns whether the shop accepted the event. */
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
