import t from 'tap'
import { readPaymentSums } from '../../../server/store/sessions/payment-sums.ts'
import { sql } from '../../support/sql.ts'
import type { TestService } from '../../support/service.ts'
import { list, openPayments } from './payment-list.ts'
import { signInElsewhere, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member

t.before(async () => {
  ;[service, owner] = await openPayments()
})
t.teardown(() => service.stop())

t.test('a filtered list has the number and the sums of all that match', async (t) => {
  const insert = (count: number, reference: string, amount: number, currency: string): Promise<unknown> =>
    sql(
      service,
      `insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, customer, expires_at,
         created_at, metadata, reference)
       select ?, false, 'cs_test_' || lpad(n || ?, 30, '0'), 'expired', ?, ?, '{}', now(), now(), '{}', ?
       from generate_series(1, ?::int) n`,
      [service.merchantId, reference, amount, currency, reference, count],
    )
  await insert(52, 'sums1', 777701, 'GBP')
  await insert(3, 'sums1y', 777702, 'JPY')
  const saidFor = async (query: Record<string, string>): Promise<string | undefined> => {
    const { text } = await owner.get(`${list}?${new URLSearchParams(query).toString()}`)
    return /[\d,]+ payments? match.*? before refunds\./.exec(text)?.[0]
  }
  const pounds = { min: '7777.01', max: '7777.01', currency: 'GBP' }
  const said = '52 payments match: £404,404.52 in all, before refunds.'
  t.equal(await saidFor(pounds), said)
  const after = /[?&#;]after=(\w+)/.exec((await owner.get(`${list}?${new URLSearchParams(pounds).toString()}`)).html)
  t.equal(await saidFor({ ...pounds, after: after?.[1] ?? '' }), said, 'on each page')
  t.equal(await saidFor({ q: 'sums1', status: 'expired' }), said, 'of a search')
  const yen = await saidFor({ q: '777702' })
  t.equal(yen, '3 payments match: JP¥2,333,106 in all, before refunds.', 'of one page')
  const either = await saidFor({ min: '7777', max: '777702', status: 'expired' })
  t.equal(either, '55 payments match: £404,404.52 and JP¥2,333,106 in all, before refunds.', 'by currency')
  t.equal(await saidFor({}), undefined, 'not of the whole list')

  const { db, clock } = service.app.context
  const all = { ...{ status: null, dispute: null, partlyRefunded: false, createdFrom: null, createdBefore: null } }
  const filter = { ...all, amounts: null, paymentLinkId: null, text: null, now: clock.now() }
  const scope = { merchantId: service.merchantId, livemode: false }
  const few = { byFilter: 51, bySearch: 51 }
  const more = { count: 51, amounts: null }
  t.same(await readPaymentSums(scope, db, { ...filter, status: 'expired' }, few), more, 'more than are counted')
  t.same(await readPaymentSums(scope, db, { ...filter, text: 'sums1' }, few), more)
  t.match(await readPaymentSums(scope, db, { ...filter, text: 'sums1' }, { ...few, bySearch: 52 }), { count: 52 })

  // A session that the worker has not expired yet is read in the same statement, so it counts once.
  await sql(
    service,
    `update checkout_sessions set status = 'open', expires_at = ? where amount = 777702 and reference = 'sums1y'`,
    [new Date(filter.now.getTime() - 1000)],
  )
  const asked: string[] = []
  const note = ({ sql: text }: { sql: string }): void => void asked.push(text)
  db.on('query', note)
  const expired = { ...filter, amounts: [{ currency: 'JPY', from: 777702, to: 777702 }], status: 'expired' } as const
  t.same(await readPaymentSums(scope, db, expired), { count: 3, amounts: new Map([['JPY', 2_333_106]]) })
  db.removeListener('query', note)
  t.equal(asked.filter((text) => text.includes('checkout_sessions')).length, 1)
  const listed = await owner.get(`${list}?status=expired&min=777702&max=777702&currency=JPY`)
  t.equal(listed.text.match(/sums1y/g)?.length, 3, 'the list has each of them once')
})

t.test('the list says how many payments have each status, and stops counting where that would take long', async (t) => {
  const other = await signInElsewhere(service)
  const tiles = async (query = ''): Promise<string[]> => {
    const { html } = await other.get(`${list}${query}`)
    const all = html.matchAll(/<span class="label">(\w+)<\/span><span class="figure">([^<]*)</g)
    return [...all].map(([, label, figure]) => `${label} ${figure}`)
  }
  t.same(await tiles(), [], 'an account without payments has none')
  const insert = (count: number, status: string, end: string): Promise<unknown> =>
    sql(
      service,
      `insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, customer, expires_at,
         created_at, metadata)
       select ?, false, 'cs_test_' || lpad(n || ?, 30, '0'), ?, 100, 'GBP', '{}', now() + ?::interval, now(), '{}'
       from generate_series(1, ?::int) n`,
      [other.merchantId, `${status}${end[0]}`.replace('-', 'x'), status, end, count],
    )
  await insert(2, 'open', '1 hour')
  await insert(3, 'open', '-1 hour')
  await insert(1, 'expired', '-1 hour')
  await insert(1001, 'failed', '1 hour')
  const counted = ['All 1,000+', 'Paid 0', 'Open 2', 'Failed 1,000+', 'Expired 4', 'Refunded 0', 'Disputed 0']
  t.same(await tiles(), counted, 'one whose time is over counts as expired, as in the list')
  t.same(await tiles('?status=open'), counted)
  t.match((await other.get(`${list}?status=open`)).html, /status=open" aria-current="true"><span class="label">Open</)
  t.same(await tiles('?currency=GBP'), [], 'a tile leaves out the other filters, so a filtered list has none')
})
