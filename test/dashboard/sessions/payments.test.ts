import t from 'tap'
import { createLink, help, helpLink, paidLink, payWith } from '../../links/link-calls.ts'
import { sql } from '../../support/sql.ts'
import { createSession, paidSession, submitCard } from '../../support/pay.ts'
import type { TestService } from '../../support/service.ts'
import { idsIn, list, listedFor, openPayments } from './payment-list.ts'
import { formIn, signInElsewhere, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member

t.before(async () => {
  ;[service, owner] = await openPayments()
})
t.teardown(() => service.stop())

const listed = (query: Record<string, string>): Promise<string[]> => listedFor(owner, query)

t.test('a merchant who signs in sees their payments', async (t) => {
  const empty = await owner.get(list)
  t.match(empty.text, 'There are no payments yet.')
  const session = await paidSession(service, {
    amount: 123456,
    description: 'Two tickets',
    reference: 'order-7',
    customer: { email: 'Ada@Example.com' },
  })
  const { text, html } = await owner.get(list)
  t.same(idsIn(html), [session.id])
  t.match(text, /£1,234\.56 Paid Ada@Example\.com Two tickets order-7 Visa •••• 0085 \d+ \w+ 20\d\d, \d\d:\d\d/)
  t.notMatch((await owner.get('/dashboard/live/payments')).html, session.id, 'no page mixes test and live')
})

t.test('the list names the customer, and the card and the cause of a failure', async (t) => {
  const customer = { name: 'Ada <b>', email: 'ada@lists.example' }
  const declined = await createSession(service, { reference: 'tried once', customer })
  await submitCard(service, declined, 'declined')
  const cancelled = await createSession(service, { reference: 'tried twice', customer: { email: customer.email } })
  await submitCard(service, cancelled, 'declined')
  await payWith(service, cancelled, 'challenge')
  const waiting = (await owner.get(`${list}?q=tried`)).text
  t.match(waiting, /Processing ada@lists\.example tried twice Visa •••• 0002 \d/, 'the card that is with the bank')
  t.match(waiting, /Open Ada <b> tried once Visa •••• 0922 Declined by the bank \d/)
  await help(service, cancelled, 'complete_challenge', { outcome: 'abandoned' })
  await help(service, declined, 'expire')
  const ended = (await owner.get(`${list}?q=tried`)).text
  t.match(ended, /Open ada@lists\.example tried twice Visa •••• 0002 Cancelled by the customer \d/)
  t.match(ended, /Expired Ada <b> tried once Visa •••• 0922 Declined by the bank \d/)
  t.match((await owner.get(`${list}?q=${customer.email}`)).text, 'Expired ada@lists.example tried once')
})

t.test('a link leads from a payment to all payments of its customer', async (t) => {
  const email = "o'connor+a&b@customers.example"
  const made = [
    await createSession(service, { customer: { email } }),
    await paidSession(service, { customer: { email } }),
  ]
  const [first, second] = made.map(({ id }) => id)
  await createSession(service, { customer: { email: "o'connor+a@customers.example" } })
  const { html } = await owner.get(`${list}/${first ?? ''}`)
  const to = /href="([^"]*)">All their payments</.exec(html)?.[1]?.replaceAll('&#38;', '&').replaceAll('&#39;', "'")
  t.same(idsIn((await owner.get(to ?? '')).html), [second, first])
  t.same(idsIn((await owner.get((to ?? '').replace('/test/', '/live/'))).html), [], 'only of this mode')
  for (const customer of [{}, { email: '4111111111111111@customers.example' }]) {
    const { id } = await createSession(service, { customer })
    t.notMatch((await owner.get(`${list}/${id}`)).text, 'All their payments', 'the search has nothing to look for')
  }
})

t.test('the list and its filter tell open, won and lost disputes apart', async (t) => {
  const outcomes = ['open', 'won', 'lost'] as const
  const ids: Record<string, string> = {}
  for (const outcome of outcomes) {
    const { id } = await paidSession(service, { amount: 2468, reference: `dispute ${outcome}` })
    await help(service, { id }, 'dispute')
    if (outcome !== 'open') await help(service, { id }, 'close_dispute', { outcome })
    ids[outcome] = id
  }
  const again = await paidSession(service, { amount: 2468, reference: 'won, and then open' })
  await help(service, again, 'dispute')
  await help(service, again, 'close_dispute', { outcome: 'won' })
  await help(service, again, 'dispute')
  const amount = { min: '24.68', max: '24.68', currency: 'GBP' }
  const { text } = await owner.get(`${list}?${new URLSearchParams(amount).toString()}`)
  t.match(text, /£24\.68 Dispute open won, and then open/, 'the latest dispute counts')
  t.match(text, /£24\.68 Dispute lost dispute lost/)
  t.match(text, /£24\.68 Paid Dispute won dispute won/)
  t.match(text, /£24\.68 Dispute open dispute open/)
  t.same(await listed({ ...amount, status: 'dispute_open' }), [again.id, ids['open']])
  t.same(await listed({ ...amount, status: 'dispute_won' }), [ids['won']])
  t.same(await listed({ ...amount, status: 'dispute_lost' }), [ids['lost']])
  t.same(await listed({ ...amount, status: 'disputed' }), [again.id, ids['lost'], ids['open']], 'open or lost')
  t.same(await listed({ q: 'dispute lost', status: 'dispute_lost' }), [ids['lost']])
  t.same(await listed({ q: 'dispute lost', status: 'dispute_won' }), [])
  t.match((await owner.get(`${list}?status=dispute_maybe`)).text, 'There is no such status')
  const other = await signInElsewhere(service)
  t.same(idsIn((await other.get(`${list}?status=dispute_lost`)).html), [])
})

t.test('filters narrow the list, alone and together', async (t) => {
  const yen = await paidSession(service, { amount: 1000, currency: 'JPY' })
  const dinar = await createSession(service, { amount: 1000, currency: 'BHD' })
  const { link, session: linked } = await paidLink(service, { amount: 777 })
  await helpLink(service, link, 'duplicate_payment')
  const expired = await createSession(service, { amount: 778 })
  await help(service, expired, 'expire')
  t.same(await listed({ min: '1000', max: '1000', currency: 'JPY' }), [yen.id])
  t.same(await listed({ min: '1', max: '1.000', currency: 'BHD' }), [dinar.id])
  t.same(await listed({ min: '1.001', currency: 'BHD' }), [])
  t.same(await listed({ currency: 'BHD', status: 'open' }), [dinar.id])
  t.same(await listed({ max: '7.78', min: '7.78', currency: 'GBP', status: 'expired' }), [expired.id])
  const ofLink = await listed({ link: link.id })
  t.equal(ofLink.length, 2)
  t.same([await listed({ link: link.url }), await listed({ link: link.code })], [ofLink, ofLink])
  t.same(await listed({ link: link.id, status: 'paid' }), [linked.id])
  const overdue = await createSession(service, { amount: 901 })
  await sql(service, `update checkout_sessions set expires_at = created_at where id = ?`, [overdue.id])
  t.same(
    await listed({ min: '9.01', max: '9.01', currency: 'GBP', status: 'open' }),
    [],
    'an overdue checkout is not open',
  )
  t.same(await listed({ min: '9.01', max: '9.01', currency: 'GBP', status: 'expired' }), [overdue.id])
})

t.test('days are whole days of the account’s time zone', async (t) => {
  await sql(service, `update merchants set time_zone = 'Pacific/Kiritimati' where merchant_id = ?`, [
    service.merchantId,
  ])
  t.teardown(() => sql(service, `update merchants set time_zone = 'UTC' where merchant_id = ?`, [service.merchantId]))
  const session = await createSession(service, { reference: 'today' })
  const [made] = await sql<{ created_at: Date }>(service, 'select created_at from checkout_sessions where id = ?', [
    session.id,
  ])
  const day = (ahead: number): string =>
    new Date((made?.created_at.getTime() ?? 0) + (14 + ahead * 24) * 3600_000).toISOString().slice(0, 10)
  t.same(await listed({ q: 'today', from: day(0), to: day(0) }), [session.id])
  t.same(await listed({ q: 'today', from: day(-1), to: day(-1) }), [])
  t.same(await listed({ q: 'today', from: day(1) }), [])
  t.match((await owner.get(list)).text, 'Days are whole days in Pacific/Kiritimati.')
})

t.test('the pages of a list keep its filters and list each payment once', async (t) => {
  const made: string[] = []
  for (let count = 0; count < 103; count++) made.push((await createSession(service, { reference: 'many' })).id)
  const seen: string[] = []
  let address: string | null = `${list}?q=many&status=open`
  for (let pages = 0; address !== null && pages < 9; pages++) {
    const { html } = await owner.get(address)
    t.match(html, 'value="many"')
    seen.push(...idsIn(html))
    address = /<a href="([^"]*)" rel="next">/.exec(html)?.[1]?.replaceAll('&#38;', '&') ?? null
  }
  t.same(seen, made.reverse(), 'each once, newest first')
  const first = `cs_test_${'0'.repeat(30)}`
  t.match((await owner.get(`${list}?after=${first}`)).text, 'There are no older payments.')
  for (const after of ['~', '😀', 'x'.repeat(400), '0', 'cs_test_', '%25', first.replace('test', 'live')]) {
    const { status, html } = await owner.get(`${list}?q=many&after=${after}`)
    t.match([status, html, html], [400, 'This place is not in this list', `href="${list}?q=many"`], after)
  }
})

t.test('a wrong filter gets a sentence beside its field, and nothing is listed', async (t) => {
  const wrong: readonly (readonly [Record<string, string>, string, string])[] = [
    [{ status: 'payed' }, 'status', 'There is no such status.'],
    [{ currency: 'XXX' }, 'currency', 'There is no such currency.'],
    [{ currency: 'gbp' }, 'currency', 'There is no such currency.'],
    [{ min: 'five' }, 'min', 'Write it in digits'],
    [{ max: '1.2345' }, 'max', 'Write it in digits'],
    [{ min: '1,000.00', currency: 'GBP' }, 'min', 'no separator for thousands'],
    [{ max: '1.5', currency: 'JPY' }, 'max', 'JPY has no decimals'],
    [{ max: '-5', currency: 'GBP' }, 'max', 'Write it in digits'],
    [{ min: '9'.repeat(40), currency: 'GBP' }, 'min', 'Write it in digits'],
    [{ min: '5', max: '4.99', currency: 'GBP' }, 'max', 'less than the smallest amount'],
    [{ from: '2026-02-30' }, 'from', 'There is no such day.'],
    [{ to: 'yesterday' }, 'to', 'There is no such day.'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to', 'before the first day'],
    [{ link: 'pl_unknown' }, 'link', 'There is no such payment link'],
    [{ link: 'https://evil.example/l/' }, 'link', 'There is no such payment link'],
    [{ link: "'" }, 'link', 'There is no such payment link'],
    [{ q: 'x'.repeat(256) }, 'q', 'at most 255'],
    [{ q: `cs_live_${'0'.repeat(30)}` }, 'q', 'an id of live mode'],
  ]
  for (const [query, field, said] of wrong) {
    const { status, html, text } = await owner.get(`${list}?${new URLSearchParams(query).toString()}`)
    t.equal(status, 200)
    t.match(
      /<p class="error" id="filter-(\w+)-error">([^<]*)/.exec(html)?.slice(1),
      [field, said],
      JSON.stringify(query),
    )
    t.match(html, new RegExp(`name="${field}"[^>]* aria-describedby="[^"]*filter-${field}-error"`))
    t.match(text, 'Correct the filters to see the list.')
    t.same(idsIn(html), [])
  }
  const [amount = ''] =
    /<details class="popover" open>[^]*?<\/details>/.exec((await owner.get(`${list}?min=x`)).html) ?? []
  t.match(amount, 'id="filter-min-error"', 'the menu with the wrong field is open, without a script')
  for (const query of [
    'q=%00',
    'q=%ff',
    'q=a&q=b',
    'min=999999999999&currency=GBP',
    'from=0000-01-01',
    'to=9999-12-31',
    'q=%F0%9F%98%80',
    'status=',
    `q=${'😀'.repeat(200)}`,
  ])
    t.equal((await owner.get(`${list}?${query}`)).status, 200, query)
  for (const id of ['%00', '..', "'", 'cs_test_x', 'x'.repeat(499), '%F0%9F%98%80'])
    t.equal((await owner.get(`${list}/${id}`)).status, 404, id)
  const elsewhere = await signInElsewhere(service)
  const theirs = await createLink({
    call: (method, path, body, headers) =>
      service.call(method, path, body, { ...headers, Authorization: `Bearer ${elsewhere.secretKey}` }),
  })
  for (const link of [theirs.id, theirs.code, theirs.url])
    t.match((await owner.get(`${list}?link=${encodeURIComponent(link)}`)).text, 'There is no such payment link')
  t.notOk(service.logLines.some((line) => line.includes('"level":"error"')))
})

t.test('the page of a payment shows its whole history in chronological order', async (t) => {
  await service.call('POST', '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/hooks' })
  const session = await createSession(service, {
    description: 'Tea <b>',
    reference: 'order-9',
    customer: { email: 'ada@example.com', name: 'Ada' },
    billing_address: { line1: '1 High St', city: 'London', postal_code: 'N1', country: 'GB' },
    metadata: { seat: 'A7' },
    success_url: 'https://shop.example/thanks',
  })
  await submitCard(service, session, 'declined')
  await payWith(service, session, 'challenge')
  await help(service, session, 'complete_challenge', { outcome: 'abandoned' })
  await payWith(service, session, 'challenge')
  t.match((await owner.get(`${list}/${session.id}`)).text, /Processing .* 3-D Secure: the bank asks the customer/)
  await help(service, session, 'complete_challenge', { outcome: 'approved' })
  await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 500, reason: 'One cup back' })
  await help(service, session, 'second_approval')
  await help(service, session, 'dispute')
  const { text, html } = await owner.get(`${list}/${session.id}`)
  const steps = [
    'Payment of £25.00 Dispute open £5.00 refunded',
    'Checkout created',
    'Visa •••• 0922 Failed',
    'card_declined Your bank declined this card.',
    '3-D Secure: the customer cancelled it. Nothing was charged.',
    'Visa •••• 0002 Approved',
    '3-D Secure: the customer confirmed it',
    'Paid: £25.00',
    'Event session.completed',
    'Refund of £5.00 Refunded',
    'Reason: One cup back',
    'Event session.refunded',
    'Automatic return of £25.00 Returned',
    'the bank approved it a second time',
    'Event session.duplicate_refunded',
    'Dispute of £20.00 opened',
    'Event session.disputed',
    'Taken from the card +£25.00',
    'Refunded −£5.00',
    'Taken back in a dispute −£20.00',
    'Left with you: £0.00',
    'Tea <b>',
    'order-9',
    'https://shop.example/thanks',
    'ada@example.com',
    '1 High St, N1 London, GB',
    'seat A7',
  ]
  let from = 0
  for (const step of steps) {
    const at = text.indexOf(step, from)
    t.ok(at >= from, `${step} is in order`)
    from = Math.max(from, at)
  }
  const deliveries = await sql<{ id: string }>(
    service,
    'select d.id from deliveries d join events e on e.id = d.event_id where e.session_id = ?',
    [session.id],
  )
  t.equal(deliveries.length, 4)
  for (const { id } of deliveries) t.match(html, `/dashboard/test/deliveries/${id}`)
  t.match(html, `&#34;status&#34;: &#34;disputed&#34;`, 'the raw object')
  t.notMatch(html, session.client_secret, 'the page does not show the client secret')
  t.notMatch(text, 'Open a dispute')
  const { link, session: linked } = await paidLink(service)
  const ofLink = await owner.get(`${list}/${linked.id}`)
  t.match([ofLink.text, ofLink.html], ['Through a payment link.', `/dashboard/test/links/${link.id}`])
})

t.test('ending an open checkout takes a confirmation', async (t) => {
  const session = await createSession(service)
  const path = `${list}/${session.id}`
  const unsure = await owner.submit(path, 'expire')
  t.match([unsure.status, unsure.text], [422, 'Tick this box to continue.'])
  const ended = await owner.done(path, 'expire', { sure: 'on' })
  t.match(ended.text, /The checkout has ended\..*Expired/)
  t.match(
    await sql(service, `select actor, action, livemode, detail from audit_log where detail->>'session' = ?`, [
      session.id,
    ]),
    [{ actor: owner.email, action: 'payment.expired', livemode: false, detail: { session: session.id } }],
  )
  t.equal((await submitCard(service, session)).status, 409)
  t.notMatch(ended.html, 'id="expire"')

  const slow = await createSession(service)
  const { html } = await owner.get(`${list}/${slow.id}`)
  await payWith(service, slow, 'challenge')
  const { action, fields } = formIn(html, 'expire') ?? { action: '', fields: {} }
  const tooLate = await owner.post(action, { ...fields, sure: 'on' })
  t.match([tooLate.status, tooLate.text], [422, 'A card is with the bank right now'])
  await help(service, slow, 'complete_challenge', { outcome: 'approved' })
  const { location } = await owner.post(action, { ...fields, sure: 'on' })
  t.match((await owner.get(location ?? '')).text, /no longer open, so nothing was changed.*Paid/)
})
