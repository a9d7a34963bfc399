import { Client } from 'pg'
import t, { type Test } from 'tap'
import type { Scope } from '../../server/domain/scope.ts'
import { searchSessions, type SessionFilter } from '../../server/store/sessions/checkout-sessions.ts'
import type { Database } from '../../server/store/sql/database.ts'
import { searchDisputes, type DisputeFilter } from '../../server/store/disputes/dispute-lists.ts'
import type { PaymentFilter } from '../../server/store/sessions/payment-filter.ts'
import { searchPayments } from '../../server/store/sessions/payment-search.ts'
import { sql } from '../support/sql.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'

const rows = 60_000
const limit = 51
let service: TestService
/** From the oldest to the newest. */
let ids: string[]

t.before(async () => {
  // Without a worker, whose statements would be measured as well.
  service = await sharedService({ environment: { ROLE: 'api' } })
  // The service's own connections allow no statement that takes so long.
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  await client.query(
    `
    insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, reference, customer, expires_at,
      card_last4, paid_at, created_at, metadata, payment_link_id)
    select merchant_id, false, 'cs_test_01' || lpad(n::text, 8, '0') || repeat('0', 20),
      case when n % 100 = 0 then 'disputed' when n % 9999 = 1 then 'expired' when n % 3 = 0 then 'open' else 'paid' end,
      n, case when n % 5000 = 0 then 'JPY' else 'GBP' end, 'order-' || n / 200,
      jsonb_build_object('email', 'Customer' || n / 200 || '@example.com'),
      case when n % 9999 = 0 then created_at else '2041-01-01' end, lpad((n % 50)::text, 4, '0'),
      case when n % 100 = 0 or (n % 3 <> 0 and n % 9999 <> 1) then created_at end, created_at, '{}',
      case when n % 200 = 7 then 'pl_one' end
    from merchants, generate_series(1, ${String(rows)}) n where merchant_id = $1`,
    [service.merchantId],
  )
  // The ten oldest disputes are lost.
  await client.query(
    `
    insert into card_attempts (merchant_id, livemode, id, session_id, status, amount, currency, processor,
      processor_reference, nonce, card_last4, created_at, settled_at)
    select merchant_id, false, replace(id, 'cs_test', 'att'), id, 'approved', amount, currency, 'sandbox', id, id,
      '0085', created_at, created_at
    from checkout_sessions where merchant_id = $1 and amount % 100 = 0`,
    [service.merchantId],
  )
  await client.query(
    `
    insert into disputes (merchant_id, livemode, id, session_id, attempt_id, amount, currency, status, stage,
      steps, processor, processor_reference, opened_at, closed_at)
    select merchant_id, false, replace(id, 'cs_test', 'dp'), id, replace(id, 'cs_test', 'att'), amount, currency,
      case when amount <= 1000 then 'lost' else 'open' end, 'chargeback', '[]', 'sandbox', id, created_at,
      case when amount <= 1000 then created_at end
    from checkout_sessions where merchant_id = $1 and amount % 100 = 0`,
    [service.merchantId],
  )
  await client.query(
    `
    insert into search_terms (merchant_id, livemode, term, session_id)
    select merchant_id, livemode, unnest(array['order ' || n / 200, (n / 200)::text, '#' || card_last4]), id
    from checkout_sessions, lateral (select substr(id, 11, 8)::integer as n) counted where merchant_id = $1`,
    [service.merchantId],
  )
  await client.query('vacuum analyze checkout_sessions, card_attempts, disputes, search_terms')
  await client.end()
  ids = (await sql<{ id: string }>(service, 'select id from checkout_sessions order by id')).map((row) => row.id)
})
t.teardown(() => service.stop())

const everything: PaymentFilter = {
  status: null,
  dispute: null,
  partlyRefunded: false,
  amounts: null,
  createdFrom: null,
  createdBefore: null,
  paymentLinkId: null,
  text: null,
  olderThan: null,
  limit,
  now: new Date('2040-01-01'),
}

const allSessions: SessionFilter = {
  status: null,
  reference: null,
  paymentLinkId: null,
  createdFrom: null,
  createdBefore: null,
  startingAfter: null,
  limit,
  now: everything.now,
}

function scope(): Scope {
  return { merchantId: service.merchantId, livemode: false }
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

interface Cost {
  readonly found: number
  readonly touched: number
  readonly nodes: readonly string[]
}

/** The number of rows that the database read for a search, and the nodes of its plan. */
async function cost(search: (db: Database) => Promise<readonly unknown[]>): Promise<Cost> {
  const { db } = service.app.context
  const asked: { sql: string; bindings: readonly unknown[] }[] = []
  const note = (query: { sql: string; bindings: readonly unknown[] }): void => void asked.push(query)
  db.on('query', note)
  const found = await search(db)
  db.removeListener('query', note)
  const plans: Plan[] = []
  for (const query of asked.filter((one) => /checkout_sessions|search_terms/.test(one.sql))) {
    const [row] = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      service,
      `explain (analyze, format json) ${query.sql.replace(/\$\d+/g, '?')}`,
      query.bindings,
    )
    const plan = row?.['QUERY PLAN'][0]?.Plan
    if (plan) plans.push(plan)
  }
  const all = plans.flatMap(nodesOf)
  const leaves = all.filter((node) => !node.Plans?.length)
  const touched = leaves.reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0)
  return { found: found.length, touched, nodes: all.map((node) => node['Node Type']) }
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

t.test('every page of every filter reads few more rows than it shows', async (t) => {
  const amount = (from: number | null, to: number | null, currency = 'GBP') => ({ amounts: [{ currency, from, to }] })
  const filters: readonly (readonly [string, Partial<PaymentFilter>])[] = [
    ['no filter', {}],
    ['a common status', { status: 'paid' }],
    ['a rare status', { status: 'disputed' }],
    ['disputes that are open', { dispute: 'open' }],
    ['the oldest disputes', { dispute: 'lost' }],
    ['no dispute at all', { dispute: 'won' }],
    ['disputes by reference', { dispute: 'open', text: 'order-50' }],
    ['partly refunded', { partlyRefunded: true }],
    ['expired sessions', { status: 'expired' }],
    ['a status without payments', { status: 'failed' }],
    ['a narrow amount', amount(9_000, 9_010)],
    ['a wide amount', amount(1, null)],
    ['a rare currency', amount(null, null, 'JPY')],
    ['a reference', { text: 'order-50' }],
    ['an email address', { text: 'customer50@EXAMPLE.com' }],
    ['four digits', { text: '0042' }],
    ['an amount', { text: '500.00' }],
    ['a link', { paymentLinkId: 'pl_one' }],
    ['a text without matches', { text: 'nothing' }],
  ]
  for (const [name, filter] of filters) {
    const search = (olderThan: string | null) =>
      cost(async (db) => (await searchPayments(scope(), db, { ...everything, ...filter, olderThan })).payments)
    expectCheap(t, name, await search(null))
    expectCheap(t, `${name}, later page`, await search(ids[Math.floor(rows / 10)] ?? null))
  }
})

t.test('every page of disputes reads few more rows than it shows', async (t) => {
  const all: DisputeFilter = { status: null, currency: null, openedFrom: null, openedBefore: null }
  const filters: readonly (readonly [string, Partial<DisputeFilter>])[] = [
    ['no filter', {}],
    ['a common status', { status: 'open' }],
    ['a rare status', { status: 'lost' }],
    ['a rare currency', { currency: 'JPY' }],
    ['a rare currency and status', { currency: 'JPY', status: 'lost' }],
    ['days without disputes', { openedFrom: new Date('2039-01-01') }],
  ]
  const middle = ids[Math.floor(rows / 2) - 1]?.replace('cs_test', 'dp') ?? null
  for (const [name, filter] of filters) {
    const search = (olderThan: string | null) =>
      cost((db) => searchDisputes(scope(), db, { ...all, ...filter }, { olderThan, limit }))
    expectCheap(t, name, await search(null))
    expectCheap(t, `${name}, later page`, await search(middle))
  }
})

t.test('a search for the beginning of a word reads a bounded number of rows', async (t) => {
  const read = async (text: string, narrowing?: Partial<PaymentFilter>): Promise<Cost & { more: boolean }> => {
    let more = false
    const spent = await cost(async (db) => {
      const { payments, next } = await searchPayments(scope(), db, { ...everything, ...narrowing, text })
      more = next !== null
      return payments
    })
    t.notOk(spent.nodes.includes('Seq Scan'), `${text} scans no whole table`)
    return { ...spent, more }
  }
  const card = await read('0042', { status: 'expired' })
  t.ok(card.touched < 2_000, `1,200 terms and their payments, not ${String(card.touched)}`)
  const few = await read('order 7')
  t.match(few, { found: limit, more: true })
  t.ok(few.touched < 13_000, `2,200 terms, 5,000 of each word and a page, not ${String(few.touched)}`)
  const common = await read('order')
  t.match(common, { found: limit, more: true })
  t.ok(common.touched < 6_000, `5,000 terms and a page, not ${String(common.touched)}`)
  const old = await read('order 1')
  t.match(old, { found: 0, more: true }, 'common among old payments only: “Older” searches further')
  t.ok(
    old.touched < 32_000,
    `5,000 terms of the text, its words and its orders, and 10,000 payments, not ${String(old.touched)}`,
  )
})

t.test('every search of the API reads few more rows than it returns', async (t) => {
  const filters: readonly (readonly [string, Partial<SessionFilter>])[] = [
    ['no filter', {}],
    ['before the first session', { createdBefore: new Date(0) }],
    ['after the last session', { createdFrom: new Date('2039-01-01') }],
    ['a status before the first session', { status: 'paid', createdBefore: new Date(0) }],
    ['open sessions', { status: 'open' }],
    ['expired sessions', { status: 'expired' }],
    ['expired sessions before the first', { status: 'expired', createdBefore: new Date(0) }],
    ['a reference', { reference: 'order-50' }],
    ['a link', { paymentLinkId: 'pl_one' }],
  ]
  for (const [name, filter] of filters) {
    const search = (startingAfter: string | null) =>
      cost((db) => searchSessions(scope(), db, { ...allSessions, ...filter, startingAfter }))
    expectCheap(t, name, await search(null))
    expectCheap(t, `${name}, later page`, await search(ids[Math.floor(rows / 10)] ?? null))
  }
})

function expectCheap(t: Test, name: string, { touched, found, nodes }: Cost): void {
  t.ok(touched <= 600, `${name}: ${String(touched)} rows for ${String(found)}`)
  t.notOk(nodes.includes('Seq Scan'), `${name} scans no whole table`)
}

t.test('a page contains the matching payments', async (t) => {
  const search = async (filter: Partial<PaymentFilter>): Promise<string[]> =>
    (await searchPayments(scope(), service.app.context.db, { ...everything, ...filter })).payments.map(({ id }) => id)
  const newest = [...ids].reverse()
  t.same(await search({}), newest.slice(0, limit))
  t.same(await search({ olderThan: newest[limit - 1] ?? null }), newest.slice(limit, 2 * limit))
  const of77 = ids.slice(15_399, 15_599).reverse()
  t.same(await search({ text: 'order-77', limit: 500 }), of77)
  const { payments } = await searchPayments(
    scope(),
    service.app.context.db,
    { ...everything, text: 'order-1', status: 'disputed', limit: 1000 },
    Infinity,
  )
  t.equal(payments.length, 222, 'an export reads on until it has all')
  t.same(await search({ text: 'order-77', status: 'disputed' }), [ids[15_499], ids[15_399]])
  const isExpired = (n: number): boolean => n % 9999 === 0 || (n % 9999 === 1 && n % 100 !== 0)
  t.same(
    await search({ status: 'expired' }),
    ids.filter((_, index) => isExpired(index + 1)).reverse(),
    'open sessions whose time is over count as expired',
  )
})

t.test('a rare word finds the payments with a common one behind many that lack it', async (t) => {
  await sql(
    service,
    `with made as (
       insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, reference, customer,
         expires_at, created_at, metadata)
       select ?, false, 'cs_test_00' || lpad(n::text, 28, '0'), 'expired', 100, 'GBP',
         case when n <= 2 then 'seldom-order' else 'seldom' end, '{}', now(), now(), '{}'
       from generate_series(1, 2 + ?::integer) n
       returning merchant_id, livemode, id
     )
     insert into search_terms (merchant_id, livemode, term, session_id)
     select merchant_id, livemode, 'seldom', id from made`,
    [service.merchantId, limit + 1],
  )
  const { payments } = await searchPayments(scope(), service.app.context.db, { ...everything, text: 'seldom order' })
  t.equal(payments.length, 2)
})
