import t from 'tap'
import { openDispute } from '../../../server/flows/disputes/dispute-session.ts'
import { listDisputes } from '../../../server/store/disputes/disputes.ts'
import { expectEqualLedgers } from '../../sessions/ledgers.ts'
import { caller, liveKey } from '../../accounts/accounts.ts'
import { sql } from '../../support/sql.ts'
import { help, helpLink, paidLink } from '../../links/link-calls.ts'
import { interceptBank } from '../../disputes/intercept-bank.ts'
import { createSession, paidSession, submitCard } from '../../support/pay.ts'
import { startService, type TestService } from '../../support/service.ts'
import { readCsv } from '../exports/read-csv.ts'
import { formIn, signIn, signInElsewhere, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member
let other: Member

t.before(async () => {
  service = await startService({
    environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000', BANK_CHECK_DEADLINE_SECONDS: '60' },
  })
  owner = await signIn(service)
  other = await signInElsewhere(service)
})
t.teardown(() => service.stop())

async function disputeOf(session: { id: string }, livemode = false): Promise<string> {
  const [dispute] = await listDisputes({ merchantId: service.merchantId, livemode }, service.app.context.db, {
    status: null,
    sessionId: session.id,
    olderThan: null,
    limit: 1,
  })
  return dispute?.id ?? ''
}

const auditOf = (session: { id: string }): Promise<object[]> =>
  sql(
    service,
    `select actor, action, detail->>'outcome' as outcome from audit_log where detail->>'session' = ? order by id`,
    [session.id],
  )

t.test('in test mode a merchant opens a dispute on the payment’s page and decides it on its own page', async (t) => {
  t.match((await owner.get('/dashboard/test/disputes')).text, /There are no disputes.*In test mode you can open one/)
  const [lost, won] = [await paidSession(service), await paidSession(service)]
  for (const session of [lost, won]) {
    t.match(
      (await owner.done(`/dashboard/test/payments/${session.id}`, 'dispute')).text,
      /Dispute open.*has opened a dispute.*Dispute of £25\.00 opened.*Answer by \d+ \w+ \d{4}/,
    )
  }
  const [lostPath, wonPath] = [
    `/dashboard/test/disputes/${await disputeOf(lost)}`,
    `/dashboard/test/disputes/${await disputeOf(won)}`,
  ]
  t.match((await owner.get(lostPath)).text, /has taken £25\.00 back while it decides.*you are the bank/)
  t.match((await owner.done(lostPath, 'lose')).text, /You lost: the cardholder keeps £25\.00\..*Status Lost/)
  const stale = await owner.get(wonPath)
  t.match((await owner.done(wonPath, 'win')).text, /You won: £25\.00 came back\..*Status Won/)
  const late = await owner.post(`${wonPath}/lose`, formIn(stale.html, 'lose')?.fields ?? {})
  t.match(
    (await owner.get(late.location ?? '')).text,
    /already closed.*Status Won/,
    'a stale tab does not decide the dispute again',
  )
  t.match(
    (await owner.get(`/dashboard/test/payments/${lost.id}`)).text,
    /Payment of £25\.00 Dispute lost.*Dispute of £25\.00 Lost.*Taken back in a dispute −£25\.00.*Left with you: £0\.00/,
  )
  t.match(
    (await owner.get(`/dashboard/test/payments/${won.id}`)).text,
    /Paid Dispute won.*Dispute won \+£25\.00.*Left with you: £25\.00/,
  )
  const listed = async (query: string): Promise<string> => (await owner.get(`/dashboard/test/disputes${query}`)).html
  for (const path of [lostPath, wonPath]) t.ok((await listed('')).includes(path), path)
  t.same(
    [(await listed('?status=lost')).includes(lostPath), (await listed('?status=lost')).includes(wonPath)],
    [true, false],
  )
  t.match((await owner.get('/dashboard/test/disputes?status=open')).text, 'No dispute matches. Show all disputes')
  for (const wrong of ['maybe', '%00', 'constructor'])
    t.equal((await owner.get(`/dashboard/test/disputes?status=${wrong}`)).status, 200, wrong)
  t.match(await listed('?status=maybe'), 'There is no such status')
  const line = { actor: owner.email, action: 'dispute.opened', outcome: null }
  t.same(await auditOf(lost), [line, { ...line, action: 'dispute.closed', outcome: 'lost' }])
  t.same(await auditOf(won), [line, { ...line, action: 'dispute.closed', outcome: 'won' }])
})

t.test('the page of disputes adds up, filters and exports them by currency and state', async (t) => {
  const shop = await signInElsewhere(service)
  const calls = { ...service, call: caller(service, shop.merchantId, shop.secretKey).call }
  await sql(service, `update merchants set currencies = '{EUR,JPY}', time_zone = 'UTC' where merchant_id = ?`, [
    shop.merchantId,
  ])
  for (const [currency, amount, outcome] of [
    ['EUR', 1000, 'lost'],
    ['EUR', 250, null],
    ['EUR', 750, null],
    ['JPY', 900, 'won'],
  ] as const) {
    const customer = { email: `${String(amount)}@example.com` }
    const session = await paidSession(calls, { currency, amount, customer, reference: `order ${String(amount)}` })
    await help(calls, session, 'dispute')
    if (outcome !== null) await help(calls, session, 'close_dispute', { outcome })
  }
  const listed = async (query = ''): Promise<string> => (await shop.get(`/dashboard/test/disputes${query}`)).text
  const all = await listed()
  t.match(all, 'Currency Open Won Lost EUR €10.00 2 disputes — €10.00 1 dispute JPY — JP¥900 1 dispute —')
  t.match(all, /JP¥900 Won \d+ \w+ \d{4}, \d\d:\d\d Fraud 900@example\.com order 900 \d+ \w+ \d{4}/)
  t.match(all, /€2\.50 Open Fraud 250@example\.com order 250/)
  t.match(await listed('?currency=EUR'), /EUR €10\.00 2 disputes — €10\.00 1 dispute .*€7\.50.*€2\.50.*€10\.00 Lost/)
  t.notMatch(await listed('?currency=EUR'), 'JP¥900')
  t.match(
    await listed('?currency=EUR&status=open'),
    /Currency Open EUR €10\.00 2 disputes Download .*€7\.50 Open.*€2\.50 Open/,
  )
  t.match(await listed('?to=2020-01-01'), 'No dispute matches.')
  t.match(await listed('?from=2020-01-01&status=won'), /Currency Won JPY JP¥900 1 dispute Download .*JP¥900 Won/)
  t.match(await listed('?from=2020-13-01'), 'There is no such day. Write it like 2026-11-21. ')
  t.match(await listed('?currency=XXX'), 'There is no such currency')
  const { html } = await shop.get('/dashboard/test/disputes?currency=EUR&status=open')
  const address = (/<a href="([^"]*\/export\?[^"]*format=csv)"/.exec(html)?.[1] ?? '').replaceAll('&#38;', '&')
  const [head, ...rows] = readCsv((await shop.get(address)).html.replace(/^\uFEFF/, ''))
  t.equal(
    head?.join(' '),
    'id opened_utc status currency amount amount_minor reason respond_by_utc closed_utc payment reference ' +
      'description customer_email customer_name stage bank_reference',
  )
  t.same(
    rows.map((row) => [row[2], row[3], row[4], row[6], row[10], row[12]]),
    [
      ['open', 'EUR', '7.50', 'fraudulent', 'order 750', '750@example.com'],
      ['open', 'EUR', '2.50', 'fraudulent', 'order 250', '250@example.com'],
    ],
  )
  const payments = readCsv((await shop.get('/dashboard/test/export?what=payments')).html)
  const column = payments[0]?.indexOf('dispute') ?? -1
  t.same(
    payments.slice(1).map((row) => [row[2], row[column]]),
    [
      ['paid', 'won'],
      ['disputed', 'open'],
      ['disputed', 'open'],
      ['disputed', 'lost'],
    ],
  )
  t.match((await shop.get('/dashboard/test/audit')).text, 'Exported disputes')
})

t.test('a payment that is not paid cannot be disputed', async (t) => {
  const session = await paidSession(service)
  const { fields } = formIn((await owner.get(`/dashboard/test/payments/${session.id}`)).html, 'dispute') ?? {
    fields: {},
  }
  await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`)
  const sent = await owner.post(`/dashboard/test/payments/${session.id}/dispute`, fields)
  t.equal(sent.status, 422)
  t.equal(await disputeOf(session), '')
  t.equal((await owner.get('/dashboard/test/disputes/dp_unknown')).status, 404)
})

t.test('in live mode disputes are read-only', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  const session = await paidSession({ ...service, call: live.call.bind(live) }, {})
  const page = await owner.get(`/dashboard/live/payments/${session.id}`)
  t.match(page.text, 'Payment of £25.00 Paid')
  t.equal(formIn(page.html, 'dispute'), null)
  const token = formIn(page.html, 'sign-out')?.fields ?? {}
  const sent = await owner.post(`/dashboard/live/payments/${session.id}/dispute`, token)
  t.match([sent.status, sent.text], [403, 'Only in test mode'])
  const [attempt] = await sql<{ processor_reference: string }>(
    service,
    'select processor_reference from card_attempts where session_id = ?',
    [session.id],
  )
  const chargeback = await service.app.sandbox.openChargeback(attempt?.processor_reference ?? '')
  t.ok(chargeback)
  if (chargeback)
    await openDispute(service.app.context, { merchantId: service.merchantId, livemode: true }, session.id, chargeback)
  const path = `/dashboard/live/disputes/${await disputeOf(session, true)}`
  const dispute = await owner.get(path)
  t.match(dispute.text, 'The cardholder’s bank decides.')
  t.equal(formIn(dispute.html, 'win'), null)
  t.match((await owner.post(`${path}/win`, token)).status, 403)
  t.equal((await owner.get(path.replace('/live/', '/test/'))).status, 404)
  t.notMatch((await owner.get('/dashboard/test/disputes')).html, session.id)
})

t.test('automatic returns are listed with their reason and state', async (t) => {
  t.match((await owner.get('/dashboard/test/refunds?kind=return')).text, 'No refund or return matches.')
  const twice = await paidSession(service, { amount: 101 })
  await help(service, twice, 'second_approval')
  const { link } = await paidLink(service, { amount: 102 })
  await interceptBank(
    service,
    'refund',
    () => Promise.resolve({ kind: 'failed', failureMessage: 'not today <b>' }),
    async () => {
      await helpLink(service, link, 'duplicate_payment')
      t.match(
        (await owner.get('/dashboard/test/refunds')).text,
        new RegExp(
          '£1\\.02 Failing Automatic return Another customer had already paid this one-off link\\. ' +
            'The bank refused it \\(not today <b>\\)\\..*' +
            '£1\\.01 Returned Automatic return The payment was already paid, and the bank approved it a second time',
        ),
      )
    },
  )
  const late = await createSession(service, { amount: 103 })
  await submitCard(service, late, '4012000000110096')
  await interceptBank(
    service,
    'refund',
    () => Promise.resolve({ kind: 'unreachable' }),
    async () => {
      for (
        let minutes = 0;
        minutes < 40 && !(await owner.get('/dashboard/test/refunds')).text.includes('£1.03');
        minutes++
      ) {
        service.clock.advance(60)
        await service.sweep()
      }
      t.match(
        (await owner.get('/dashboard/test/refunds?kind=return&state=pending')).text,
        /£1\.03 Pending Automatic return The bank approved the payment after we had given up on it\. We have requested/,
      )
      t.match(
        (await owner.get(`/dashboard/test/payments/${late.id}`)).text,
        /Failed.*Approved, and returned.*Automatic return of £1\.03 Pending/,
      )
    },
  )
  service.clock.advance(7200)
  await service.sweep()
  const all = await owner.get('/dashboard/test/refunds')
  t.match(all.text, /£1\.03 Returned.*£1\.02 Returned.*£1\.01 Returned/)
  for (const session of [twice, late]) t.match(all.html, `/dashboard/test/payments/${session.id}`)
  t.match((await owner.get('/dashboard/test/refunds?kind=return&state=pending')).text, 'No refund or return matches.')
  t.match((await owner.get('/dashboard/test/refunds?state=x%00')).status, 200)
  t.match((await owner.get('/dashboard/test/refunds?state=lost')).text, 'There is no such filter')
  t.notMatch((await other.get('/dashboard/test/refunds')).text, '£1.0')
  t.notMatch((await owner.get('/dashboard/live/refunds')).text, '£1.0')
  await expectEqualLedgers(t, service)
})
