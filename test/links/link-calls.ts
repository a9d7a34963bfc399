import type { Test } from 'tap'
import type { components } from '../../generated/types.ts'
import type { Scenario } from '../../server/processors/sandbox/scenarios.ts'
import { sql } from '../support/sql.ts'
import { checkDelivery } from '../support/contract-hook.ts'
import { startReceiver } from '../support/receiver.ts'
import type { Answer, TestService } from '../support/service.ts'

export type Link = components['schemas']['PaymentLink']
export type Session = components['schemas']['CheckoutSession']
export type LinkCheckout = components['schemas']['LinkCheckout']

/** Creates a link from valid fields and `params`. */
export function postLink(
  service: Pick<TestService, 'call'>,
  params: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return service.call(
    'POST',
    '/v1/payment_links',
    { amount: 2500, currency: 'GBP', description: 'Two tickets', ...params },
    headers,
  )
}

/** A new link: one-off, unless `params` has another kind. */
export async function createLink(service: Pick<TestService, 'call'>, params: object = {}): Promise<Link> {
  return bodyOf<Link>(await postLink(service, params))
}

/** The call that the link's page makes for a visitor, without a key. */
export function openLink(service: Pick<TestService, 'call'>, link: Pick<Link, 'code'>): Promise<Answer> {
  return service.call('POST', `/v1/form/payment_links/${link.code}/checkout`, undefined, { Authorization: '' })
}

export async function openedCheckout(
  service: Pick<TestService, 'call'>,
  link: Pick<Link, 'code'>,
): Promise<LinkCheckout> {
  return bodyOf<LinkCheckout>(await openLink(service, link))
}

export async function readLink(service: Pick<TestService, 'call'>, link: Pick<Link, 'id'>): Promise<Link> {
  return bodyOf<Link>(await service.call('GET', `/v1/payment_links/${link.id}`))
}

export async function readSession(service: Pick<TestService, 'call'>, session: { id: string }): Promise<Session> {
  return bodyOf<Session>(await service.call('GET', `/v1/checkout/sessions/${session.id}`))
}

export function deactivate(service: Pick<TestService, 'call'>, link: Pick<Link, 'id'>): Promise<Answer> {
  return service.call('POST', `/v1/payment_links/${link.id}/deactivate`)
}

/** A test helper of a session: `pay`, `dispute`, … */
export function help(
  service: Pick<TestService, 'call'>,
  session: { id: string },
  helper: string,
  body?: object,
): Promise<Answer> {
  return service.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/${helper}`, body)
}

export function helpLink(
  service: Pick<TestService, 'call'>,
  link: { id: string },
  helper: 'expire' | 'duplicate_payment' | 'pay',
  params?: object,
): Promise<Answer> {
  return service.call('POST', `/v1/test_helpers/payment_links/${link.id}/${helper}`, params)
}

export function payWith(service: Pick<TestService, 'call'>, session: { id: string }, card: Scenario): Promise<Answer> {
  return help(service, session, 'pay', { card })
}

/** A link with its checkout paid. */
export async function paidLink(
  service: Pick<TestService, 'call'>,
  params: object = {},
  card: Scenario = 'approved',
): Promise<{ link: Link; session: Session }> {
  const link = await createLink(service, params)
  const checkout = await openedCheckout(service, link)
  const session = bodyOf<Session>(await payWith(service, checkout, card))
  if (session.status !== 'paid') throw new Error(`Not paid: ${JSON.stringify(session)}`)
  return { link, session }
}

export function bodyOf<Body>(answer: Answer): Body {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.body as unknown as Body
}

export interface LoggedEvent {
  readonly id: string
  readonly type: string
  readonly created: string
  readonly data: Record<string, unknown>
}

/** The events about a session or a link, oldest first, as the merchant receives them. */
export async function eventsAbout(service: TestService, id: string): Promise<LoggedEvent[]> {
  const rows = await sql<{ body: string }>(service, 'select body from events order by id')
  const events = rows.map(({ body }) => JSON.parse(body) as LoggedEvent)
  return events.filter(({ data }) => data['id'] === id || data['session'] === id || data['payment_link'] === id)
}

/** The types of the events about a session or a link, oldest first. */
export async function typesAbout(service: TestService, id: string): Promise<string[]> {
  return (await eventsAbout(service, id)).map(({ type }) => type)
}

/** Receives webhooks and checks them against the contract. The result waits for the next event of a type. */
export async function listen(
  t: Test,
  service: Pick<TestService, 'call' | 'clock'>,
): Promise<(type: string) => Promise<LoggedEvent>> {
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  // Deliveries that an earlier test left pending arrive here too.
  const since = service.clock.now().toISOString()
  bodyOf(await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url }))
  return async (type) => {
    const delivery = await receiver.next(({ rawBody }) => {
      const event = JSON.parse(rawBody) as LoggedEvent
      return event.type === type && event.created >= since
    })
    checkDelivery(delivery)
    return JSON.parse(delivery.rawBody) as LoggedEvent
  }
}

/** Checks that each event was created after the one before it. */
export function expectRising(t: Test, events: readonly LoggedEvent[]): void {
  const times = events.map(({ created }) => created)
  t.ok(
    times.every((time, index) => index === 0 || time > (times[index - 1] ?? '')),
    `created rises: ${times.join(' < ')}`,
  )
}
