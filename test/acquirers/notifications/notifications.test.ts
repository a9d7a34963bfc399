import pg from 'pg'
import t from 'tap'
import { createAccount } from '../../../server/flows/accounts/create-account.ts'
import { liveKey, type TestAccount } from '../../accounts/accounts.ts'
import { createSession, submitCard } from '../../support/pay.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { until } from '../../support/until.ts'
import { approvalOf, letBankNotify, notify, storedItems } from './sender.ts'

let service: TestService
let live: TestAccount

t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  letBankNotify(service)
  live = await liveKey(service, { liveAccess: true })
})
t.teardown(() => service.stop())

/** A live payment that waits for the bank, and the reference under which the bank knows it. */
async function waitingPayment(): Promise<{ sessionId: string; reference: string }> {
  const callable = { call: live.call, clock: service.clock }
  const session = await createSession(callable)
  await submitCard(callable, session, 'background_check')
  const [attempt] = await sql<{ processor_reference: string }>(
    service,
    'select processor_reference from card_attempts where session_id = ?',
    [session.id],
  )
  return { sessionId: session.id, reference: attempt?.processor_reference ?? '' }
}

/** The status of the session and its ledger lines. */
async function outcomeOf(sessionId: string): Promise<string> {
  const { body } = await live.call('GET', `/v1/checkout/sessions/${sessionId}`)
  const lines = await sql<{ kind: string }>(service, 'select kind from money_movements where session_id = ?', [
    sessionId,
  ])
  return [body['status'], ...lines.map(({ kind }) => kind)].join(' ')
}

async function rowsIn(table: string): Promise<number> {
  return (await sql(service, `select 1 from ${table}`)).length
}

/** Lets every statement of a kind on the table fail, while `work` runs. */
async function whileFailing<Result>(table: string, event: string, work: () => Promise<Result>): Promise<Result> {
  await sql(service, `create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
  await sql(service, `create trigger broken before ${event} on ${table} execute function fail()`)
  try {
    return await work()
  } finally {
    await sql(service, 'drop function fail cascade')
  }
}

t.test('a genuine notification settles the payment before the processor gets its reply', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  const answer = await notify(service, [approvalOf(reference)])
  t.match([answer.status, answer.text], [200, '[accepted]'])
  t.equal(await outcomeOf(sessionId), 'paid capture')
  t.match(await storedItems(service, [`${reference}:approved`]), [{ state: 'applied', next_attempt_at: null }])
})

t.test('a batch that arrives twice at the same moment, and again later, has one effect', async (t) => {
  const payments = [await waitingPayment(), await waitingPayment()]
  const items = payments.map(({ reference }) => approvalOf(reference))
  const batches = [items, [...items].reverse(), [...items, ...items]]
  for (const { status } of await Promise.all(batches.map((batch) => notify(service, batch)))) t.equal(status, 200)
  t.equal((await notify(service, items)).status, 200)
  await service.sweep()
  for (const { sessionId } of payments) t.equal(await outcomeOf(sessionId), 'paid capture')
  const stored = await storedItems(
    service,
    items.map(({ id }) => id),
  )
  t.same(
    stored.map(({ state }) => state),
    ['applied', 'applied'],
  )
})

t.test('a broken part beside a good one is noted, and the good one has its effect', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  const broken = { ...approvalOf('att_broken', { id: 'broken part' }), isBroken: true } as const
  t.equal((await notify(service, [broken, approvalOf(reference), broken])).status, 200)
  t.equal(await outcomeOf(sessionId), 'paid capture')
  t.same(await storedItems(service, ['broken part']), [])
  const noted = 'select reason from refused_notifications where reason ~ ?'
  await until(async () => (await sql(service, noted, ['broken part'])).length > 0)
  t.equal((await sql(service, noted, ['broken part'])).length, 1)
  await sql(service, 'delete from refused_notifications')
})

t.test('a notification that cannot be stored is not acknowledged, and its repetition has the effect', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  const failed = await whileFailing('processor_notifications', 'insert', () => notify(service, [approvalOf(reference)]))
  t.equal(failed.status, 500)
  t.equal(await outcomeOf(sessionId), 'processing')
  t.equal((await notify(service, [approvalOf(reference)])).status, 200)
  t.equal(await outcomeOf(sessionId), 'paid capture')
})

t.test('the worker applies what a process has stored and not applied', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  // Afterwards, the worker of the service may apply it at any moment.
  await whileFailing('processor_notifications', 'update', async () => {
    t.equal((await notify(service, [approvalOf(reference)])).status, 200)
    t.equal(await outcomeOf(sessionId), 'processing')
  })
  await service.sweep()
  await until(async () => (await outcomeOf(sessionId)) === 'paid capture', 'the payment is paid')
})

t.test('after a crash between the effect and its record, the effect is known', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  const item = approvalOf(reference)
  await notify(service, [item])
  await sql(
    service,
    `update processor_notifications set state = 'received', next_attempt_at = received_at where item_id = ?`,
    [item.id],
  )
  await service.sweep()
  t.equal(await outcomeOf(sessionId), 'paid capture')
  t.match(await storedItems(service, [item.id]), [{ state: 'known', attempts: 2 }])
})

t.test('an error is retried with growing pauses until the item can be applied', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  const item = approvalOf(reference)
  const pauses = await whileFailing('money_movements', 'insert', async () => {
    const found: number[] = []
    await notify(service, [item])
    for (let round = 0; round < 3; round += 1) {
      const [stored] = await storedItems(service, [item.id])
      t.match(stored, { state: 'received', attempts: round + 1, problem: 'error' })
      found.push(Math.round(((stored?.next_attempt_at?.getTime() ?? 0) - service.clock.now().getTime()) / 1000))
      service.clock.advance((found.at(-1) ?? 0) + 1)
      if (round < 2) await service.sweep()
    }
    return found
  })
  t.ok((pauses[0] ?? 0) < (pauses[1] ?? 0) && (pauses[1] ?? 0) < (pauses[2] ?? 0), String(pauses))
  await service.sweep()
  t.equal(await outcomeOf(sessionId), 'paid capture')
})

t.test('an unknown reference, a wrong amount and an unknown type are kept and change nothing', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  const nul = String.fromCharCode(0)
  const items = [
    approvalOf('att_unknown'),
    approvalOf(reference, { id: 'wrong amount', amount: 2501 }),
    approvalOf(`att_${nul}`, { id: `odd ${nul} reference` }),
    { id: 'new type', type: `NEW_${nul}TYPE`, fact: null, note: `half ${String.fromCharCode(0xd800)} ${nul}` },
  ]
  t.equal((await notify(service, items)).status, 200)
  t.equal(await outcomeOf(sessionId), 'processing')
  const ids = [...items.slice(0, 2).map(({ id }) => id), 'new type']
  t.match(await storedItems(service, ids), [
    { state: 'received', problem: 'unknown_reference' },
    { state: 'mismatch', next_attempt_at: null },
    { state: 'no_effect', next_attempt_at: null },
  ])
  service.clock.advance(8 * 86_400)
  await service.sweep()
  t.match(await storedItems(service, ['att_unknown:approved']), [{ state: 'unknown_reference', next_attempt_at: null }])
})

t.test('an item about a payment of another account changes nothing', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  const other = await createAccount(service.app.context, { email: 'other@example.com', businessName: 'Other' })
  await sql(service, 'update merchants set live_access = true where merchant_id = ?', [other.merchantId])
  t.equal((await notify(service, [approvalOf(reference)], { merchantId: other.merchantId })).status, 200)
  t.match(await storedItems(service, [`${reference}:approved`]), [{ problem: 'unknown_reference' }])
  t.equal(await outcomeOf(sessionId), 'processing')
})

t.test('many notifications of one account that cannot go on do not hold up those of another', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  const { merchantId } = await createAccount(service.app.context, { email: 'prompt@example.com', businessName: null })
  await sql(service, 'update merchants set live_access = true where merchant_id = ?', [merchantId])
  const ids = Array.from({ length: 30 }, (_, index) => `flood ${String(index)}`)
  const locking = new pg.Client(service.databaseUrl)
  await locking.connect()
  await locking.query('begin')
  await locking.query('select from checkout_sessions where id = $1 for update', [sessionId])
  const flood = ids.map((id) => notify(service, [approvalOf(reference, { id })]))
  await until(async () => (await storedItems(service, ids)).length === ids.length)
  await notify(service, [approvalOf('att_unknown', { id: 'prompt' })], { merchantId })
  t.match(await storedItems(service, ['prompt']), [{ attempts: 1, problem: 'unknown_reference' }])
  const waiting = await storedItems(service, ids)
  t.ok(
    waiting.every(({ state }) => state === 'received'),
    'all others still waited',
  )
  await locking.query('rollback')
  await locking.end()
  for (const { status } of await Promise.all(flood)) t.equal(status, 200)
})

t.test('every notification that is not genuine gets the same refusal, so that trying ids tells nothing', async (t) => {
  const sandboxAccount = await createAccount(service.app.context, { email: 'test@example.com', businessName: null })
  const before = await rowsIn('processor_notifications')
  const refused = await Promise.all([
    notify(service, '[]', { signature: 'forged' }),
    notify(service, '[]', { processor: 'adyen' }),
    notify(service, '[]', { merchantId: 'mer_unknown' }),
    notify(service, '[]', { merchantId: sandboxAccount.merchantId }),
    notify(service, '[]', { merchantId: 'mer_%00' }),
  ])
  for (const { status, text } of refused) t.match([status, text], [401, refused[0].text])
  t.equal((await notify(service, 'crash')).status, 400)
  t.equal(await rowsIn('processor_notifications'), before)
  const noted = await sql<{ reason: string }>(
    service,
    'select reason, merchant_id, bytes from refused_notifications order by reason',
  )
  t.match(noted, [
    { reason: 'The account is not connected to this processor.', merchant_id: service.merchantId, bytes: 2 },
    { reason: 'The service could not read it. The error is in its log.' },
    { reason: 'The signature is wrong.' },
  ])
  t.equal(noted.length, 3, 'accounts without live access keep nothing')
})

t.test('a body of a megabyte is read, and a larger one refused', async (t) => {
  const note = 'x'.repeat(1024 * 1024 - 200)
  const answer = await notify(service, [{ id: 'large', type: 'LARGE', fact: null, note }])
  t.equal(answer.status, 200)
  t.match(await notify(service, 'x'.repeat(1024 * 1024 + 1)), { status: 413 })
})

t.test('contents are deleted after a month, and a late delivery still has no second effect', async (t) => {
  const { sessionId, reference } = await waitingPayment()
  const item = approvalOf(reference)
  await notify(service, [item])
  service.clock.advance(31 * 86_400)
  await service.keepHouse()
  t.match(
    await sql(service, 'select content, fact is not null as has_fact from processor_notifications where item_id = ?', [
      item.id,
    ]),
    [{ content: null, has_fact: true }],
  )
  t.equal(await rowsIn('refused_notifications'), 0)
  t.equal((await notify(service, [item])).status, 200)
  t.equal(await outcomeOf(sessionId), 'paid capture')
})
