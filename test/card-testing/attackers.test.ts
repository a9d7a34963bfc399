import t from 'tap'
import { inFullRuns, someOf } from '../support/combinations.ts'
import {
  admitAmong,
  countAnswer,
  hashClient,
  withdrawAdmission,
  type HashedClient,
} from '../../server/flows/card-testing/admit-card.ts'
import { attemptWith } from '../domain/records.ts'
import { StillClock } from '../http/still-clock.ts'
import { startService, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

// An hour of card testing against the limits, without cards and a bank: 200 addresses with one card each and a limit of
// 20, which are a twenty-fifth of 5,000 addresses and of the usual limit of 500.

const addresses = 200
const limit = 20
const hourSeconds = 3_600
const stepSeconds = 10
/** Attackers who must wait come back after ten minutes at the earliest, to keep the test short. */
const attackerPauseSeconds = 600

let service: TestService
let clock: StillClock

t.beforeEach(async (t) => {
  clock = new StillClock()
  clock.advance(hourSeconds - ((clock.now().getTime() / 1000) % hourSeconds))
  const environment = { ROLE: 'api', CARD_TESTING_LIMITS: 'all', DECLINE_LIMIT_PER_ACCOUNT: String(limit) }
  service = await startService({ clock, environment })
  t.teardown(() => service.stop())
})

/** A customer or an attacker, who sends one card and, when refused, sends it again after the announced wait. */
interface Visitor {
  readonly client: HashedClient
  readonly card: 'good' | 'bad'
  readonly arrives: number
  next: number
  triedAt: number | null
}

function visitor(address: string, card: Visitor['card'], arrives: number): Visitor {
  const network = address.replace(/\.\d+$/, '.0/24')
  return { client: hashClient(service.app.context, { address, network }), card, arrives, next: arrives, triedAt: null }
}

/** Address `index` of an attacker who has one address in each of many networks. */
const botAddress = (index: number): string => `10.${String(Math.floor(index / 250))}.${String(index % 250)}.9`

async function send(who: Visitor, now: number): Promise<void> {
  const { context } = service.app
  const scope = { merchantId: service.merchantId, livemode: false }
  const admission = await admitAmong(context, scope, { linkId: null, ...who.client })
  if (admission.kind === 'wait') {
    who.next = now + (who.card === 'bad' ? Math.max(admission.seconds, attackerPauseSeconds) : admission.seconds)
    return
  }
  who.triedAt = now
  const { address, network } = who.client
  const client = { client_address: address, client_network: network, created_at: clock.now() }
  const tried = attemptWith({ merchant_id: service.merchantId, ...client })
  if (who.card === 'bad') await countAnswer(context, tried, { payment_link_id: null }, 'card_declined')
  else await withdrawAdmission(context, admission)
}

/** Lets an hour pass. At each moment the attackers are faster than the customers. */
async function passAnHour(visitors: readonly Visitor[]): Promise<void> {
  const inOrder = [...visitors].sort((a, b) => (a.card === b.card ? 0 : a.card === 'bad' ? -1 : 1))
  for (let now = 0; now < hourSeconds; now += stepSeconds) {
    const due = inOrder.filter(({ triedAt, next }) => triedAt === null && next <= now)
    for (const who of due) await send(who, now)
    clock.advance(stepSeconds)
  }
}

const declined = (visitors: readonly Visitor[]): number =>
  visitors.filter(({ card, triedAt }) => card === 'bad' && triedAt !== null).length

const longestWait = (visitors: readonly Visitor[]): number =>
  Math.max(...visitors.map(({ arrives, triedAt }) => (triedAt ?? Infinity) - arrives))

/** New customers, one a minute, each from an address of its own. */
const newCustomers = (): Visitor[] =>
  Array.from({ length: 50 }, (_, index) => visitor(`192.0.${String(index)}.1`, 'good', 30 + index * 60))

for (const { manner, arrival, most } of [
  { manner: 'all at once', arrival: () => 0, most: 3 * limit },
  {
    manner: 'evenly over the hour',
    arrival: (index: number) => Math.floor(index * (hourSeconds / addresses)),
    most: addresses,
  },
])
  t.test(`when an attacker’s addresses arrive ${manner}, new customers pay within a minute`, async (t) => {
    const bots = Array.from({ length: addresses }, (_, index) => visitor(botAddress(index), 'bad', arrival(index)))
    const customers = newCustomers()
    await passAnHour([...bots, ...customers])
    t.ok(declined(bots) <= most, `${String(declined(bots))} cards were declined`)
    t.ok(longestWait(customers) <= 60, `the longest wait was ${String(longestWait(customers))} seconds`)
  })

t.test('however many addresses an attacker has, the declined cards of an hour stay bounded', inFullRuns, async (t) => {
  await sql(
    service,
    `insert into decline_counts (subject, hour, declines) values (?, date_trunc('hour', ?::timestamptz), ?)`,
    [`account ${service.merchantId}`, clock.now(), limit],
  )
  const bots = Array.from({ length: 20 * limit }, (_, index) => visitor(botAddress(index), 'bad', index * 7))
  await passAnHour(bots)
  t.ok(declined(bots) <= 14 * limit, `${String(declined(bots))} cards were declined`)
  const [rows] = await sql<{ allowances: number }>(service, 'select count(*)::integer as allowances from decline_turns')
  t.ok((rows?.allowances ?? 0) <= bots.length + 3, 'one row for each refused address, and one for each queue')
  clock.advance(2 * hourSeconds)
  await service.keepHouse()
  t.same(await sql(service, 'select * from decline_turns union all select subject, hour from decline_counts'), [])
})

t.test('addresses of one network count as one attacker', inFullRuns, async (t) => {
  const bots = Array.from({ length: addresses }, (_, index) => visitor(`10.0.0.${String(index)}`, 'bad', index * 15))
  const customers = newCustomers()
  await passAnHour([...bots, ...customers])
  t.ok(declined(bots) <= 3 * limit, `${String(declined(bots))} cards were declined`)
  t.equal(longestWait(customers), 0)
})

const places = [
  { where: 'one address', linkId: null, addressOf: () => '10.0.0.1', most: 20 },
  { where: 'one network', linkId: null, addressOf: (index: number) => `10.0.0.${String(index)}`, most: 20 + 2 },
  { where: 'one link', linkId: 'plink_1', addressOf: botAddress, most: 50 + 5 },
  { where: 'one account', linkId: null, addressOf: botAddress, most: limit + 2 },
]

for (const { where, linkId, addressOf, most } of someOf(places, 2))
  t.test(`of 100 cards that are sent at once to ${where}, no more reach the bank than the limit allows`, async (t) => {
    const { context } = service.app
    const limits = { ...context.settings.declineLimits, perAccount: where === 'one account' ? limit : 1_000 }
    const perAddress = where === 'one network' ? 2 : limits.perAddress
    const settings = { ...context.settings, declineLimits: { ...limits, perAddress } }
    const scope = { merchantId: service.merchantId, livemode: false }
    const sent = Array.from({ length: 100 }, (_, index) => {
      const { client } = visitor(addressOf(index), 'bad', 0)
      return admitAmong({ ...context, settings }, scope, { linkId, ...client })
    })
    const admitted = (await Promise.all(sent)).filter(({ kind }) => kind === 'admitted')
    t.equal(admitted.length, most, 'the limit, and the allowances that may be taken at once')
    const held = await sql<{ pending: number }>(
      service,
      'select pending from decline_counts order by pending desc limit 1',
    )
    t.same(held, [{ pending: most }], 'a refused card counts no longer')
  })
