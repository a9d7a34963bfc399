import t from 'tap'
import { sql } from '../../support/sql.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { addPayment, tableIn, type Happened } from '../sessions/history.ts'
import { signIn, type Member } from '../shell/support.ts'

// The service counts each past day of live mode once and keeps its figures. In test mode it counts all payments for
// each page, so both modes must show the same for the same payments.

const dayMs = 24 * 3600_000

let service: TestService
let owner: Member

t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000', TEST_SESSION_DAYS: '36500' } })
  owner = await signIn(service)
  await sql(service, 'update merchants set live_access = true, created_at = ? where merchant_id = ?', [
    new Date(service.clock.now().getTime() - 70 * dayMs),
    service.merchantId,
  ])
})
t.teardown(() => service.stop())

/** A moment of a day in UTC. */
function at(daysAgo: number, time = '12:00:00'): string {
  return `${new Date(service.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10)}T${time}Z`
}

const day = (daysAgo: number): string => at(daysAgo).slice(0, 10)

async function addToBothModes(payment: Happened): Promise<void> {
  for (const livemode of [false, true]) await addPayment(service, { ...payment, livemode })
}

async function setZone(zone: string): Promise<void> {
  await sql(service, 'update merchants set time_zone = ? where merchant_id = ?', [zone, service.merchantId])
}

async function keptDays(): Promise<string[]> {
  const rows = await sql<{ start: Date }>(service, 'select starts_at as start from closed_days order by starts_at')
  return rows.map(({ start }) => start.toISOString().slice(0, 10))
}

const captions = [
  'Money, by currency',
  ...['GBP', 'EUR'].flatMap((currency) =>
    ['day', 'week', 'month'].flatMap((step) => [
      `${currency}, by ${step}`,
      `Failed card attempts in ${currency}, by ${step}`,
    ]),
  ),
]

/** Every figure on the page of numbers. */
async function numbers(mode: 'live' | 'test', query: string): Promise<string[][][]> {
  const { html, status } = await owner.get(`/dashboard/${mode}/numbers?${query}`)
  if (status !== 200) throw new Error(`${query}: ${String(status)}`)
  return captions.map((caption) => tableIn(html, caption))
}

t.test('kept figures equal those that are counted, in every range, step and time zone', async (t) => {
  const moments = [0, 1, 2, 3, 5, 8, 13, 21, 29, 30, 31, 34, 55, 75]
  for (const [index, daysAgo] of moments.entries())
    for (const [time, other] of [
      ['00:00:00', { amount: 1000 + index }],
      ['18:14:59.999', { amount: 2500, refunded: 300 + index }],
      ['18:15:00', { currency: 'EUR', bookedAt: at(Math.max(0, daysAgo - 2), '18:20:00') }],
      ['23:59:59.999', { failureCode: index % 2 === 0 ? 'card_declined' : 'expired_card' }],
    ] as const)
      // Today's payments are not in the future.
      await addToBothModes({ at: daysAgo === 0 ? service.clock.now().toISOString() : at(daysAgo, time), ...other })
  for (const zone of ['UTC', 'Asia/Kathmandu', 'America/Los_Angeles']) {
    await setZone(zone)
    for (const query of [
      'range=30d',
      'range=30d&currency=EUR',
      'range=90d&step=week',
      'range=12m',
      'range=12m&currency=EUR',
      `from=${day(10)}&to=${day(1)}&step=day`,
    ]) {
      const counted = await numbers('test', query)
      t.ok((counted[0]?.length ?? 0) > 1, 'there are figures')
      t.same(await numbers('live', query), counted, `${zone}: ${query}`)
      t.same(await numbers('live', query), counted, `${zone}: ${query}, again`)
    }
    const boxes = async (mode: string): Promise<string> => {
      const { text } = await owner.get(`/dashboard/${mode}/home`)
      return text.slice(text.indexOf('Last 7 days'), text.indexOf('Days are whole days in'))
    }
    t.equal(await boxes('live'), await boxes('test'), `${zone}: the home page`)
  }
})

t.test('a day is kept from one day after its end, and a later refund counts on its own day', async (t) => {
  await setZone('UTC')
  await sql(service, 'delete from closed_days', [])
  await numbers('live', 'range=7d')
  t.same(
    await keptDays(),
    [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map(day),
    'with the days that they are compared with',
  )
  t.equal((await sql(service, 'select from closed_days where not livemode', [])).length, 0)
  await addToBothModes({ at: at(0, '00:00:00'), refunded: 77 })
  t.same(await numbers('live', 'range=7d'), await numbers('test', 'range=7d'))
  await addPayment(service, { at: at(4), livemode: true, currency: 'GBP', amount: 1 })
  t.same(await numbers('live', 'range=7d'), await numbers('test', 'range=7d'), 'it does not count a kept day again')
})

for (const [what, table, undecided, decided] of [
  ['checkout', 'checkout_sessions', `status = 'processing', paid_at = null`, `status = 'paid', paid_at = created_at`],
  [
    'card attempt',
    'card_attempts',
    `status = 'challenge', settled_at = null`,
    `status = 'failed', failure_code = 'risk_declined', settled_at = created_at`,
  ],
] as const)
  t.test(`a day with a ${what} that has not ended is not kept`, async (t) => {
    const daysAgo = what === 'checkout' ? 41 : 49
    await addToBothModes({ at: at(daysAgo) })
    const set = (change: string) =>
      sql(service, `update ${table} set ${change} where merchant_id = ? and created_at = ?`, [
        service.merchantId,
        new Date(at(daysAgo)),
      ])
    await set(undecided)
    const query = `from=${day(daysAgo + 1)}&to=${day(daysAgo - 1)}&step=day`
    await numbers('live', query)
    t.same(
      (await keptDays()).filter((kept) => kept >= day(daysAgo + 1) && kept <= day(daysAgo - 1)),
      [daysAgo + 1, daysAgo - 1].map(day),
    )
    await set(decided)
    t.same(await numbers('live', query), await numbers('test', query))
    t.ok((await keptDays()).includes(day(daysAgo)))
  })

t.test('the page appears when the database keeps no figures', async (t) => {
  await sql(service, 'delete from closed_days', [])
  await sql(service, 'alter table closed_days add constraint full_disk check (false)', [])
  await numbers('live', `from=${day(35)}&to=${day(30)}&step=day`)
  t.match(service.logLines.join('\n'), 'the figures of past days were not kept')
  t.same(await keptDays(), [])
})

t.test('an account without live access keeps nothing', async (t) => {
  await sql(service, 'alter table closed_days drop constraint full_disk', [])
  await sql(service, 'update merchants set live_access = false where merchant_id = ?', [service.merchantId])
  await numbers('live', 'range=30d')
  t.same(await keptDays(), [])
})
