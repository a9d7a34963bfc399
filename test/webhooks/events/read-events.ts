import type { Answer, TestService } from '../../support/service.ts'

/** An event as the API returns it. */
export interface ReadEvent {
  readonly id: string
  readonly type: string
  readonly created: string
  readonly livemode: boolean
  readonly data: Record<string, unknown> & { id?: string; refund?: unknown }
}

export interface EventList {
  readonly object: 'list'
  readonly has_more: boolean
  readonly data: ReadEvent[]
}

export type Calls = Pick<TestService, 'call'>

/** One page of events. Throws when the call fails. */
export async function readEvents({ call }: Calls, query: Record<string, string | number> = {}): Promise<EventList> {
  const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return bodyOf<EventList>(await call('GET', `/v1/events?${words}`))
}

/** The body of a successful reply. Throws otherwise. */
export function bodyOf<Body>(answer: Answer): Body {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return JSON.parse(answer.text) as Body
}

/** Creates a session of 2,500 pence and pays it with the test card of a scenario. Returns its id. */
export async function payBySession({ call }: Calls, params: object = {}, card = 'approved'): Promise<string> {
  const { id } = bodyOf<{ id: string }>(
    await call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP', ...params }),
  )
  bodyOf(await call('POST', `/v1/test_helpers/checkout/sessions/${id}/pay`, { card }))
  return id
}

/** Creates a session that expires at once, with one event and no payment. Returns its id. */
export async function expiredSession({ call }: Calls, params: object = {}): Promise<string> {
  const { id } = bodyOf<{ id: string }>(
    await call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP', ...params }),
  )
  bodyOf(await call('POST', `/v1/checkout/sessions/${id}/expire`))
  return id
}
