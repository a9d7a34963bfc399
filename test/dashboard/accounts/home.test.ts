import t from 'tap'
import { startOfDay } from '../../../server/domain/time/calendar-days.ts'
import { dayOf } from '../../../server/domain/time/periods.ts'
import { help } from '../../links/link-calls.ts'
import { paidSession } from '../../support/pay.ts'
import { interceptBank } from '../../disputes/intercept-bank.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { addPayment } from '../sessions/history.ts'
import { password, signIn, signInElsewhere, type Member } from '../shell/support.ts'

const path = '/dashboard/test/home'

let service: TestService
let owner: Member
let other: Member

t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  owner = await signIn(service)
  other = await signInElsewhere(service)
})
t.teardown(() => service.stop())

const daysAgo = (days: number): string => new Date(service.clock.now().getTime() - days * 24 * 3600_000).toISOString()

/** The addresses of the links in the part of a page that begins with this heading. */
function linksUnder(html: string, heading: string): string[] {
  const [, section = ''] = new RegExp(`<section aria-labelledby="${heading}">([^]*?)</section>`).exec(html) ?? []
  return [...section.matchAll(/href="([^"]*)"/g)]
    .map(([, href = '']) => new URL(href.replaceAll('&#38;', '&'), service.baseUrl))
    .map(({ pathname, search }) => pathname.replace('/dashboard/test/', '') + search)
}

t.test('a new merchant lands on the home page, which shows the ways to a first payment', async (t) => {
  const landing = (await owner.get('/dashboard')).location ?? ''
  t.equal(new URL(landing, service.baseUrl).pathname, path)
  const { html, text } = await owner.get(path)
  t.match(text, 'Your first payment Without code: create a payment link')
  t.notMatch(text, 'Needs you')
  t.notMatch(text, 'Today')
  t.same(linksUnder(html, 'begin').slice(0, 1), ['links/new'])
  t.match((await owner.get('/dashboard/live/home')).text, 'Live payments come with live access')
})

t.test('the boxes show the money of today, yesterday and seven days by currency, in the account’s days', async (t) => {
  // It is about noon in this zone, so that no day ends during the test.
  const hoursAhead = 12 - service.clock.now().getUTCHours()
  const zone = `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${String(Math.abs(hoursAhead))}`
  await sql(service, `update merchants set time_zone = ? where merchant_id = ?`, [zone, service.merchantId])
  const begin = startOfDay(dayOf(service.clock.now(), zone), zone)?.getTime() ?? 0
  const [today, yesterday, sixDaysAgo] = [begin, begin - 1, begin - 6 * 24 * 3600_000]
  for (const [at, payment] of [
    [today, { amount: 1500, refunded: 500 }],
    [today, { amount: 77, currency: 'JPY' }],
    [yesterday, { amount: 2000 }],
    [sixDaysAgo, { amount: 3000 }],
    [sixDaysAgo - 1, { amount: 9999 }],
  ] as const)
    await addPayment(service, { at: new Date(at).toISOString(), ...payment })
  const { html, text } = await owner.get(path)
  t.match(
    text,
    new RegExp(
      [
        'Today \\d+ \\w+ \\d{4} £15\\.00 1 payment · £5\\.00 refunded · £10\\.00 net JP¥77 1 payment',
        'Yesterday \\d+ \\w+ \\d{4} £20\\.00 1 payment',
        'Last 7 days [^£]+ £65\\.00 3 payments · £5\\.00 refunded · £60\\.00 net JP¥77 1 payment',
        'Each day GBP JPY Taken £65\\.00 −35% on the week before Payments 3 \\+200% on the week before',
        'Refunded £5\\.00 Net £60\\.00 −40% on the week before',
        'Payments in GBP Paid A week before £100\\.00 £50\\.00 £0\\.00 .*',
        'Days are whole days in Etc/GMT.* Nothing needs your attention:',
      ].join(' '),
    ),
  )
  t.same(linksUnder(html, 'money-today'), [
    'numbers?range=today',
    'numbers?range=today&currency=GBP',
    'numbers?range=today&currency=JPY',
  ])
  const yen = await owner.get(`${path}?currency=JPY`)
  t.match(yen.text, /Payments in JPY Paid A week before JP¥80 JP¥40 JP¥0 .*Paid: JP¥77/)
  t.equal(yen.html.match(/<th scope="row">\d+ \w+ \d{4}<\/th><td class="number">/g)?.length, 7)
  t.match((await owner.get(`${path}?currency=XXX`)).text, 'Payments in GBP', 'an unknown currency is left aside')
  t.match((await owner.get('/dashboard/test/numbers?range=yesterday')).text, 'GBP £20.00')
  t.match((await other.get(path)).text, 'Your first payment', 'another account has its own home page')
})

t.test('a second approval is not a payment', async (t) => {
  const session = await paidSession(service, { amount: 400 })
  t.equal((await help(service, session, 'second_approval')).status, 200)
  t.match(
    (await owner.get(path)).text,
    '£19.00 2 payments · £5.00 refunded · £4.00 taken, not kept · £4.00 returned automatically · £14.00 net',
  )
})

t.test('the page lists what needs the merchant, with links to the pages that list it', async (t) => {
  const [disputed, failing, refused] = [
    await paidSession(service, { amount: 801 }),
    await paidSession(service, { amount: 802 }, 'refund_failed'),
    await paidSession(service, { amount: 803 }),
  ]
  await help(service, disputed, 'dispute')
  await service.call('POST', `/v1/checkout/sessions/${failing.id}/refunds`, { amount: 302 })
  await interceptBank(
    service,
    'refund',
    () => Promise.resolve({ kind: 'failed', failureMessage: 'not today' }),
    async () => void (await help(service, refused, 'second_approval')),
  )
  await sql(
    service,
    `insert into webhook_endpoints (merchant_id, livemode, id, url, sealed_secret, created_at, failing_since)
     values (?, false, 'we_1', 'https://shop.example/hooks', 'x', ?, ?)`,
    [service.merchantId, daysAgo(9), daysAgo(1)],
  )
  const { html, text } = await owner.get(path)
  for (const sentence of [
    /1 open dispute In test mode you decide .* £8\.01 , answer by \d+ \w+ \d{4}/,
    /1 failed refund The customer did not get the money\. .* £3\.02 , \d+ \w+/,
    /Your webhook address is failing It is not accepting deliveries\. .* Since \d+ \w+/,
    /1 payment that could not be returned The bank refused .* £8\.03 , taken \d+ \w+/,
  ])
    t.match(text, sentence)
  t.notMatch(text, 'Nothing needs you')
  const links = linksUnder(html, 'needs')
  t.same(
    links.filter((link) => link.includes('?')),
    [
      'disputes?status=open',
      'refunds?kind=refund&state=failed',
      'deliveries?state=undelivered',
      'refunds?kind=return&state=failed',
    ],
  )
  for (const link of links) t.equal((await owner.get(`/dashboard/test/${link}`)).status, 200, link)
  t.notMatch((await other.get(path)).text, 'Needs you')
  t.notMatch((await owner.get('/dashboard/live/home')).text, 'Needs you')
})

t.test('a refund and a return without an outcome need a person after four days', async (t) => {
  const [refunded, returned] = [
    await paidSession(service, { amount: 811 }),
    await paidSession(service, { amount: 812 }),
  ]
  await interceptBank(
    service,
    'refund',
    () => Promise.resolve({ kind: 'pending' }),
    async () => {
      await service.call('POST', `/v1/checkout/sessions/${refunded.id}/refunds`, { amount: 411 })
      await help(service, returned, 'second_approval')
      // The worker goes on asking meanwhile, and must get the same answer.
      const after = async (days: number): Promise<string> => {
        service.clock.advance(days * 24 * 3600)
        await owner.submit('/dashboard/sign-in', 'in', { email: owner.email, password })
        return (await owner.get(path)).text
      }
      t.notMatch(await after(3.9), 'without an outcome')
      const text = await after(0.2)
      t.match(text, /1 refund without an outcome for days .* Look it up .* £4\.11 , ordered \d+ \w+/)
      t.match(text, /1 return without an outcome for days .* £8\.12 , ordered \d+ \w+/)
    },
  )
})

t.test('a failed refund needs no attention after another refund of its amount, or after 30 days', async (t) => {
  const [repeated, old] = [
    await paidSession(service, {}, 'refund_failed'),
    await paidSession(service, {}, 'refund_failed'),
  ]
  for (const session of [repeated, old])
    await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 1000 })
  t.match((await owner.get(path)).text, '3 failed refunds')
  await interceptBank(
    service,
    'refund',
    () => Promise.resolve({ kind: 'succeeded' }),
    async () => {
      await service.call('POST', `/v1/checkout/sessions/${repeated.id}/refunds`, { amount: 999 })
      t.match((await owner.get(path)).text, '3 failed refunds', 'a smaller refund does not replace it')
      await service.call('POST', `/v1/checkout/sessions/${repeated.id}/refunds`, { amount: 1000 })
    },
  )
  t.match((await owner.get(path)).text, '2 failed refunds')
  service.clock.advance(31 * 24 * 3600)
  await owner.submit('/dashboard/sign-in', 'in', { email: owner.email, password })
  t.notMatch((await owner.get(path)).text, 'failed refund ')
})
