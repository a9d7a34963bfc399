import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { formatAmount } from '../../../form/amount.ts'
import { sql } from '../../support/sql.ts'
import { help, helpLink, paidLink, payWith } from '../../links/link-calls.ts'
import { createSession, paidSession } from '../../support/pay.ts'
import type { TestService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { addPayment, tableIn } from '../sessions/history.ts'
import { csvRows } from '../exports/read-csv.ts'
import { reverse } from '../disputes/reversals.ts'
import { signIn, signInElsewhere, type Member } from '../shell/support.ts'

const path = '/dashboard/test/numbers'
const summaryOf = (html: string): string[][] => tableIn(html, 'Money, by currency').slice(1)

let service: TestService
let owner: Member
let other: Member

t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  owner = await signIn(service)
  other = await signInElsewhere(service)
})
t.teardown(() => service.stop())

async function setZone(zone: string): Promise<void> {
  await sql(service, 'update merchants set time_zone = ? where merchant_id = ?', [zone, service.merchantId])
}

t.test('without payments, the page says how to begin', async (t) => {
  const empty = await owner.get(path)
  t.equal(empty.status, 200)
  t.match(empty.text, 'There were no card attempts and no movements of money in this period. Choose other days above')
  t.notMatch(empty.html, '<figure')
  t.match((await owner.get('/dashboard/live/numbers')).text, 'Live payments come with live access')
})

for (const [zone, moments] of Object.entries({
  'Europe/London': [
    ['2026-03-28T23:59:59.999Z', '28 Mar 2026'],
    ['2026-03-29T00:00:00Z', '29 Mar 2026'],
    ['2026-03-29T22:59:59.999Z', '29 Mar 2026'],
    ['2026-03-29T23:00:00Z', '30 Mar 2026'],
  ],
  'America/Sao_Paulo': [
    ['2018-11-04T02:59:59.999Z', '3 Nov 2018'],
    ['2018-11-04T03:00:00Z', '4 Nov 2018'],
    ['2018-11-05T01:59:59.999Z', '4 Nov 2018'],
    ['2018-11-05T02:00:00Z', '5 Nov 2018'],
  ],
  'Asia/Kathmandu': [
    ['2026-06-09T18:14:59.999Z', '9 Jun 2026'],
    ['2026-06-09T18:15:00Z', '10 Jun 2026'],
    ['2026-06-10T18:14:59.999Z', '10 Jun 2026'],
    ['2026-06-10T18:15:00Z', '11 Jun 2026'],
  ],
} as const)) {
  t.test(`days are those of ${zone}, across a change of its clocks`, async (t) => {
    await setZone(zone)
    const expected = new Map<string, number>()
    for (const [at, day] of moments) {
      await addPayment(service, { at })
      expected.set(day, (expected.get(day) ?? 0) + 1)
    }
    const year = moments[0][0].slice(0, 4)
    const month = moments[0][0].slice(5, 7)
    const { html } = await owner.get(
      `${path}?from=${year}-${month}-01&to=${year}-${month === '03' ? '04-05' : `${month}-30`}&step=day`,
    )
    const rows = tableIn(html, 'GBP, by day').slice(2)
    t.same(
      new Map(
        rows
          .filter(([, count]) => count !== '0')
          .map(([day = '', count]) => [day, Number(count)])
          .reverse() as [string, number][],
      ),
      expected,
    )
    const [last] = [...expected].slice(-1)
    const [first] = expected
    for (const [day, count] of [first, last].filter((one) => one !== undefined)) {
      const iso = new Date(`${day} UTC`).toISOString().slice(0, 10)
      t.equal(
        tableIn((await owner.get(`${path}?from=${iso}&to=${iso}`)).html, 'GBP, by day')[1]?.[1],
        String(count),
        `${day} alone`,
      )
    }
  })
}

t.test('weeks begin on Monday and months on the first', async (t) => {
  await setZone('UTC')
  for (const at of [
    '2025-06-01T23:59:59Z',
    '2025-06-02T00:00:00Z',
    '2025-06-08T23:59:59Z',
    '2025-06-09T00:00:00Z',
    '2025-06-30T23:59:59Z',
    '2025-07-01T00:00:00Z',
  ])
    await addPayment(service, { at })
  const weeks = tableIn((await owner.get(`${path}?from=2025-05-26&to=2025-06-15&step=week`)).html, 'GBP, by week')
  t.same(
    weeks.slice(2).map(([name, count]) => [name, count]),
    [
      ['9 – 15 Jun 2025', '1'],
      ['2 – 8 Jun 2025', '2'],
      ['26 May – 1 Jun 2025', '1'],
    ],
  )
  const months = tableIn((await owner.get(`${path}?from=2025-06-01&to=2025-07-15&step=month`)).html, 'GBP, by month')
  t.same(
    months.slice(2).map(([name, count]) => [name, count]),
    [
      ['1 – 15 Jul 2025', '1'],
      ['June 2025', '5'],
    ],
  )
})

t.test('the page counts success and failures as it explains', async (t) => {
  for (const failureCode of ['card_declined', 'card_declined', 'expired_card', undefined])
    await addPayment(service, { at: '2024-05-10T12:00:00Z', currency: 'EUR', ...(failureCode && { failureCode }) })
  const { html, text } = await owner.get(`${path}?from=2024-05-09&to=2024-05-11&step=day`)
  t.match(tableIn(html, 'EUR, by day'), [
    ['Day', 'Payments', 'Success', 'Taken', 'Net'],
    ['All', '1', '25% (1 of 4)', '€10.00', '€10.00'],
    ['11 May 2024', '0', '—', '€0.00', '€0.00'],
    ['10 May 2024', '1', '25% (1 of 4)', '€10.00', '€10.00'],
    ['9 May 2024', '0', '—', '€0.00', '€0.00'],
  ])
  t.same(tableIn(html, 'Failed card attempts in EUR, by day'), [
    ['Day', 'Failed attempts', 'Declined by the bank card_declined', 'Card expired expired_card'],
    ['All', '3', '2', '1'],
    ['10 May 2024', '3', '2', '1'],
  ])
  t.match(text, 'the share of the period’s checkouts that have been paid')
  t.same(
    tableIn(html, 'Taken'),
    [
      ['Day', 'Taken'],
      ['9 May 2024', '€0.00'],
      ['10 May 2024', '€10.00'],
      ['11 May 2024', '€0.00'],
    ],
    'each chart has its values as a table',
  )
  t.match(html, /<rect class="target"[^>]*><title>10 May 2024 · Taken: €10.00<\/title>/)
  t.match(text, 'Declined by the bank 2 (67%) Card expired 1 (33%)')
})

t.test('amounts have the decimals of their currency', async (t) => {
  for (const [currency, amount] of [
    ['JPY', 1234],
    ['GBP', 1234],
    ['BHD', 1234],
    ['CLF', 12345],
  ] as const)
    await addPayment(service, { at: '2023-02-01T12:00:00Z', currency, amount })
  const { html } = await owner.get(`${path}?from=2023-02-01&to=2023-02-01`)
  t.same(
    summaryOf(html).map(([currency, taken]) => [currency, taken]),
    [
      ['BHD', 'BHD 1.234'],
      ['CLF', 'CLF 1.2345'],
      ['GBP', '£12.34'],
      ['JPY', 'JP¥1,234'],
    ],
  )
  t.match((await owner.get(`${path}?from=2023-02-01&to=2023-02-01&currency=JPY`)).text, 'JPY, by day')
  t.match(
    (await owner.get(`${path}?from=2023-02-01&to=2023-02-01&currency=USD`)).text,
    'There was no activity in USD in this period.',
  )
})

const commonKinds = ['payment', 'refund', 'payment_to_return', 'automatic_return', 'chargeback', 'chargeback_reversal']
/** As the database names them. */
const kindsBack = ['refund_reversal', 'return_reversal', 'capture_reversal']
const signs = [1, -1, 1, -1, -1, 1, 1, 1, -1]

/** Compares the page's sums with the ledger. */
async function expectLedger(t: Test, html: string): Promise<void> {
  const kinds = [...commonKinds.map((kind) => (kind === 'automatic_return' ? 'reversal' : kind)), ...kindsBack]
  const ledger = await sql<{ currency: string; kind: string; amount: string }>(
    service,
    `select movement.currency, sum(movement.amount) as amount,
       case when kind <> 'capture' then kind when back.id is null then 'payment' else 'payment_to_return' end as kind
     from money_movements movement
     left join automatic_returns back using (merchant_id, livemode, attempt_id)
     where merchant_id = ? and not livemode group by 1, 3`,
    [service.merchantId],
  )
  const expected = [...new Set(ledger.map(({ currency }) => currency))].map((currency) => {
    const sums = kinds.map((kind) =>
      Number(ledger.find((line) => line.currency === currency && line.kind === kind)?.amount ?? 0),
    )
    const net = sums.reduce((sum, amount, index) => sum + amount * (signs[index] ?? 0), 0)
    return [currency, ...[...sums, net].map((sum) => asShown(sum, currency))]
  })
  const byName = (rows: string[][]): string[][] => [...rows].sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  t.same(byName(summaryOf(html)), byName(expected))
}

function asShown(amount: number, currency: string): string {
  return formatAmount(amount, currency, 'en-GB').replace(/\s/g, ' ')
}

t.test('the summary equals the ledger to the smallest unit, for every kind of movement', async (t) => {
  await sql(service, `update merchants set currencies = '{GBP,EUR,USD,JPY,BHD}' where merchant_id = ?`, [
    service.merchantId,
  ])
  const refund = (session: { id: string }, amount?: number) =>
    service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, amount === undefined ? undefined : { amount }, {
      'Idempotency-Key': randomUUID(),
    })
  for (const [currency, amount] of [
    ['GBP', 2501],
    ['EUR', 999],
    ['JPY', 77],
    ['BHD', 123_457],
  ] as const) {
    const [kept, partly, fully, disputed, won, lost, twice, declined] = await Promise.all(
      Array.from({ length: 8 }, () => createSession(service, { currency, amount })),
    )
    if (!kept || !partly || !fully || !disputed || !won || !lost || !twice || !declined)
      throw new Error('Bug: eight sessions')
    for (const session of [kept, partly, fully, disputed, won, lost, twice])
      t.match((await payWith(service, session, 'approved')).body, { status: 'paid' })
    await payWith(service, declined, 'declined')
    for (const answer of [
      await refund(partly, 13),
      await refund(partly, 5),
      await refund(fully),
      await help(service, twice, 'second_approval'),
    ])
      t.equal(answer.status, 200, answer.text)
    for (const session of [disputed, won, lost]) t.equal((await help(service, session, 'dispute')).status, 200)
    t.equal((await help(service, won, 'close_dispute', { outcome: 'won' })).status, 200)
    t.equal((await help(service, lost, 'close_dispute', { outcome: 'lost' })).status, 200)
    await reverse(service, { refunded: partly, returned: twice, unpaid: kept })
    const { link } = await paidLink(service, { currency, amount })
    t.equal((await helpLink(service, link, 'duplicate_payment')).status, 200)
  }
  await paidSession(service, {}, 'refund_failed').then((session) => refund(session))
  const today = new Date(service.clock.now()).toISOString().slice(0, 10)
  const { html } = await owner.get(`${path}?from=2000-01-01&to=${today}&step=month`)
  await expectLedger(t, html)
  const rows = tableIn(html, 'GBP, by month')
  const taken = rows[0]?.indexOf('Taken') ?? -1
  const sums = rows
    .slice(2)
    .map((row) => Number(row[taken]?.replace(/[£,]/g, '')))
    .reduce((sum, one) => sum + Math.round(one * 100), 0)
  t.equal(formatAmount(sums, 'GBP', 'en-GB'), rows[1]?.[taken], 'the rows add up to the total')
  for (const range of ['today', '7d', 'this_month', '30d', '90d', '12m'])
    t.match((await owner.get(`${path}?range=${range}`)).text, 'Taken back in disputes', range)
  t.match((await owner.get(`${path}?range=12m`)).html, /by month/)
})

t.test('each figure is the sum of a file, in days of the account’s time zone', async (t) => {
  await setZone('Asia/Kathmandu')
  const day = (daysAgo: number): string => new Date(service.clock.now().getTime() - daysAgo * 86_400_000).toISOString()
  for (const [at, failureCode] of [
    [`${day(3).slice(0, 10)}T18:14:59Z`, undefined],
    [`${day(3).slice(0, 10)}T18:15:00Z`, undefined],
    [`${day(2).slice(0, 10)}T12:00:00Z`, undefined],
    [`${day(3).slice(0, 10)}T18:15:00Z`, 'expired_card'],
  ] as const)
    await addPayment(service, { at, currency: 'EUR', ...(failureCode && { failureCode }) })
  const { html } = await owner.get(`${path}?range=30d&currency=EUR`)
  const addresses = [...html.matchAll(/href="([^"]*\/export\?[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&#38;', '&'),
  )
  t.equal(addresses.length, 3)
  const [ledger = [], checkouts = [], attempts = []] = await Promise.all(
    addresses.map(async (href) => csvRows((await owner.get(href)).html)),
  )
  const sumOf = (rows: Row[]): number => rows.reduce((sum, row) => sum + Number(row['amount_minor']), 0)
  const kinds = [...commonKinds, 'refund_reversal', 'automatic_return_reversal', 'capture_reversal']
  const moneyOf = (rows: Row[], currency: string): string[] =>
    [...kinds.map((kind) => Math.abs(sumOf(rows.filter((row) => row['kind'] === kind)))), sumOf(rows)].map((sum) =>
      asShown(sum, currency),
    )
  t.ok(summaryOf(html).length >= 4)
  for (const [currency = '', ...cells] of summaryOf(html))
    t.same(
      cells,
      moneyOf(
        ledger.filter((row) => row['currency'] === currency),
        currency,
      ),
      currency,
    )

  type Row = Record<string, string>
  const inEuros = (rows: Row[], name: string | undefined, dayColumn: string): Row[] =>
    rows.filter((row) => row['currency'] === 'EUR' && (name === 'All' || dayName(row[dayColumn]) === name))
  const [head = [], ...rows] = tableIn(html, 'EUR, by day')
  t.same(head, [
    'Day',
    'Payments',
    'Success',
    'Refunds',
    'Disputes',
    ...(tableIn(html, 'Money, by currency')[0]?.slice(1) ?? []),
  ])
  for (const [name, ...cells] of rows) {
    const [lines, created] = [inEuros(ledger, name, 'booked_day'), inEuros(checkouts, name, 'created_day')]
    const countOf = (kind: string): string => String(lines.filter((row) => row['kind'] === kind).length)
    const tried = created.filter((row) => row['attempts'] !== '0')
    const paid = tried.filter((row) => row['paid_utc'] !== '')
    const rate = String(Math.round((paid.length / tried.length) * 1000) / 10)
    const success = tried.length === 0 ? '—' : `${rate}% (${String(paid.length)} of ${String(tried.length)})`
    t.same(
      cells,
      [countOf('payment'), success, countOf('refund'), countOf('chargeback'), ...moneyOf(lines, 'EUR')],
      name ?? '',
    )
  }
  t.equal(rows[0]?.[1], '11', 'a second approval is no payment')
  t.match(rows[0]?.[2], /^78\.6% \(11 of 14\)$/, 'rounded, not cut off')

  const [failureHead = [], ...failureRows] = tableIn(html, 'Failed card attempts in EUR, by day')
  for (const [name, all, ...counts] of failureRows) {
    const failed = inEuros(attempts, name, 'created_day').filter((row) => row['status'] === 'failed')
    const codes = failureHead.slice(2).map((text) => text.split(' ').at(-1))
    t.same(
      [all, ...counts],
      [failed.length, ...codes.map((code) => failed.filter((row) => row['failure_code'] === code).length)].map(String),
    )
  }
})

function dayName(day = ''): string {
  const format = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const
  return day === '' ? '' : new Intl.DateTimeFormat('en-GB', format).format(new Date(`${day}T00:00:00Z`))
}

t.test('each account and mode has its own numbers', async (t) => {
  await addPayment(service, { at: '2022-01-01T12:00:00Z', currency: 'USD', amount: 7777, livemode: true })
  await addPayment(service, { at: '2022-01-01T12:00:00Z', currency: 'USD', amount: 5555, merchantId: other.merchantId })
  const days = '?from=2022-01-01&to=2022-01-01'
  t.match((await owner.get(path + days)).text, 'There were no card attempts')
  t.match((await other.get(path + days)).text, 'US$55.55')
  t.match((await owner.get(`/dashboard/live/numbers${days}`)).text, 'US$77.77')
  t.notMatch((await other.get(`${path}?from=2015-01-01&to=2026-06-01&step=month`)).text, 'GBP, by')
})

t.test('a wrong choice gets a sentence beside its field', async (t) => {
  const far = '2999-01-01'
  for (const [query, sentence] of [
    ['from=2026-05-02&to=2026-05-01', 'This is before the first day.'],
    ['from=2026-02-30', 'There is no such day. Write it like 2026-11-21.'],
    ['to=yesterday', 'There is no such day.'],
    [`from=${far}`, 'This is before the first day.'],
    [`from=${far}&to=${far}`, 'These days are in the future'],
    ['from=2020-01-01&to=2024-01-01&step=day', 'This gives more than 400 lines. Count by week or month'],
    [
      'from=0001-01-01&to=2024-01-01&step=month',
      'This gives more than 400 lines. Count by month, or choose fewer days.',
    ],
    ['step=hour', 'Count by day, week or month.'],
    ['currency=XYZ', 'There is no such currency.'],
    ['range=30', 'There is no such range.'],
  ] as const) {
    const answer = await owner.get(`${path}?${query}`)
    t.equal(answer.status, 400, query)
    t.match(answer.text, sentence, query)
    t.match(answer.text, 'Correct the choice above to see the numbers.')
  }
  t.equal(
    (await owner.get(`${path}?from=2026-05-01&to=${far}&step=month`)).status,
    200,
    'an end in the future counts as today',
  )
  t.match((await owner.get(`${path}?from=%3Cscript%3E`)).html, '&#60;script&#62;')
})

t.test('many reloads at the same time all succeed', async (t) => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => owner.get(`${path}?range=90d`)))
  t.same([...new Set(answers.map(({ status }) => status))], [200])
})
