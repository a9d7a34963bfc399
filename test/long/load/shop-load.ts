import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Sql } from 'pg'
import type { Test } from 'tap'
import { submitCard } from '../../start/operator.ts'
import type { Receiver } from '../../support/receiver.ts'
import { inBatches } from '../../support/in-batches.ts'
import { until } from '../../support/until.ts'
import type { Chance } from './chance.ts'
import type { Call, Client } from './client.ts'

// Customers who pay while something goes wrong, and what must be left of it.

/** What the service acknowledged, and the calls that failed. */
export class Acknowledged {
  readonly created: string[] = []
  readonly paid: string[] = []
  readonly refunded: string[] = []
  readonly unanswered: Call[] = []
  /** What the calls without a success got. */
  readonly failures: string[] = []
  longestMs = 0

  get faults(): number {
    return this.failures.length
  }
}

export interface Shopping {
  readonly chance: Chance
  readonly key: string
  /** Fields of the session beside its amount. */
  readonly fields?: object
  /** Pays the session, and returns whether the service has acknowledged that. Default: by a test helper. */
  pay?(session: { readonly id: string; readonly client_secret: string }): Promise<boolean>
}

type Card = { readonly number: string } & Parameters<typeof submitCard>[3]

/** Pays with a card. The customer presses Pay again for as long as the answer is an error. */
export async function payByCard(
  baseUrl: string,
  session: { readonly id: string; readonly client_secret: string },
  { number, ...more }: Card,
  acknowledged: Acknowledged,
): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await submitCard(baseUrl, session, number, more).catch(() => null)
    if (answer?.status === 200) return answer.body['status'] === 'approved'
    if (answer && answer.status < 500) return false
    acknowledged.failures.push(`card: ${answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'no reply'}`)
    await sleep(500)
  }
  return false
}

/** One customer: a session, its payment, a look at it and at the list, and sometimes a refund. */
export async function shop(
  client: Client,
  acknowledged: Acknowledged,
  { chance, key, fields, pay }: Shopping,
): Promise<void> {
  const call = async (call: Call): Promise<Record<string, unknown> | null> => {
    const started = performance.now()
    const reply = await client.once(call)
    acknowledged.longestMs = Math.max(acknowledged.longestMs, performance.now() - started)
    if (reply?.status === 200) return reply.body
    acknowledged.failures.push(`${call.path}: ${reply ? `${reply.status} ${reply.text}` : 'no reply'}`)
    if (call.key !== undefined) acknowledged.unanswered.push(call)
    await sleep(100)
    return null
  }
  const sessions = '/v1/checkout/sessions'
  const created = await call({ path: sessions, body: { amount: 100, currency: 'GBP', reference: key, ...fields }, key })
  if (!created) return
  const id = String(created['id'])
  acknowledged.created.push(id)
  const isPaid = pay
    ? await pay({ id, client_secret: String(created['client_secret']) })
    : (await call({ path: `/v1/test_helpers/checkout/sessions/${id}/pay` }))?.['status'] === 'paid'
  if (isPaid) acknowledged.paid.push(id)
  await call({ method: 'GET', path: `${sessions}/${id}` })
  await call({ method: 'GET', path: `${sessions}?limit=5` })
  if (!isPaid || !chance.happens(0.3)) return
  const refund = await call({ path: `${sessions}/${id}/refunds`, body: { amount: 40 }, key: `refund ${key}` })
  if (refund) acknowledged.refunded.push(id)
}

/** Keys whose request failed in the middle are free after a minute. This saves the test the wait. */
export async function endLeases(databaseUrl: string): Promise<void> {
  const database = new Sql({ connectionString: databaseUrl })
  await database.connect()
  await database.query('update idempotency_keys set leased_until = now() where reply_status is null')
  await database.end()
}

/** Each acknowledged object exists, and each failed key makes its own object when the call is repeated. */
export async function expectKept(t: Test, client: Client, acknowledged: Acknowledged): Promise<void> {
  const keys = await inBatches(acknowledged.unanswered, async (call) => (await client.succeed(call))['id'])
  t.equal(
    new Set([...keys, ...acknowledged.created]).size,
    keys.length + acknowledged.created.length,
    'each failed key has an object of its own',
  )
  const read = (id: string) => client.succeed({ method: 'GET', path: `/v1/checkout/sessions/${id}` })
  const sessions = new Map(await inBatches(acknowledged.created, async (id) => [id, await read(id)] as const))
  t.equal(sessions.size, acknowledged.created.length, 'each acknowledged session exists')
  t.same(
    acknowledged.paid.filter((id) => sessions.get(id)?.['status'] !== 'paid'),
    [],
    'each acknowledged payment is paid',
  )
  t.same(await refundedAmounts(read, acknowledged.refunded), new Set([40]), 'each acknowledged refund was made once')
}

/** The different amounts of the refunds. A refund can stay pending until the worker has asked the bank again. */
async function refundedAmounts(
  read: (id: string) => Promise<Record<string, unknown>>,
  ids: readonly string[],
): Promise<Set<unknown>> {
  const amountOf = async (id: string): Promise<unknown> => (await read(id))['amount_refunded']
  const isFinished = async (id: string): Promise<boolean> => (await amountOf(id)) !== 0
  await inBatches(ids, (id) => until(() => isFinished(id), `the refund of ${id}`))
  return new Set(await inBatches(ids, amountOf))
}

export async function expectDelivered(acknowledged: Acknowledged, receiver: Receiver): Promise<void> {
  await until(
    async () => acknowledged.paid.every((id) => receiver.deliveries.some(({ rawBody }) => rawBody.includes(id))),
    'a delivery of each payment',
  )
}
