import t from 'tap'
import { operator } from '../../server/domain/accounts/caller.ts'
import { changeAccount } from '../../server/flows/accounts/manage-account.ts'
import { openBrowser, password, signIn, type Member } from '../dashboard/shell/support.ts'
import { interceptBank } from '../disputes/intercept-bank.ts'
import { caller, liveKey } from '../accounts/accounts.ts'
import { sql } from '../support/sql.ts'
import { help } from '../links/link-calls.ts'
import { asVisitor, encryptedCard, createSession, paidSession, submitCard } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'
import { actAsRealBank, startMailServer, type MailServer, type ReceivedMail } from './mail-server.ts'
import { until } from '../support/until.ts'
import { withoutIds } from '../support/without-ids.ts'

// The content of each mail, as a real mail server receives it.

let server: MailServer
let service: TestService
let live: TestService
let member: Member
let owner: string

t.before(async () => {
  server = await startMailServer()
  service = await startService({
    environment: { SMTP_URL: server.url, MAIL_FROM: 'Card payments <pay@service.example>', LIVE_PROCESSOR: 'sandbox' },
  })
  actAsRealBank(service)
  member = await signIn(service)
  owner = member.email
  await confirm(true)
  const key = await liveKey(service, { liveAccess: true })
  live = {
    ...service,
    call: (method, path, body, headers) =>
      caller(service, service.merchantId, key.secretKey).call(method, path, body, headers),
  }
})
t.teardown(async () => {
  await service.stop()
  await server.stop()
})

async function set(changes: Parameters<typeof changeAccount>[3]): Promise<void> {
  const result = await changeAccount(service.app.context, operator, service.merchantId, changes)
  if (result.kind === 'refused') throw new Error(result.message)
  // The service may cache an account for one second.
  service.clock.advance(2)
}

const confirm = (isConfirmed: boolean): Promise<object[]> =>
  sql(service, 'update people set email_confirmed_at = ? where email = ?', [
    isConfirmed ? service.clock.now() : null,
    owner,
  ])

/** Sorted, because PostgreSQL returns rows in another order after an update. */
const mailIds = (): Promise<object[]> => sql(service, 'select id from outgoing_mail order by id')

/** Waits for the only matching mail. */
async function mailTo(recipient: string, subject: RegExp): Promise<ReceivedMail> {
  const isIt = (mail: ReceivedMail): boolean =>
    mail.to[0] === recipient && subject.test(mail.headers.get('subject') ?? '')
  await service.sweep()
  const others = (): string => server.mails.map((mail) => `${mail.to[0]}: ${mail.headers.get('subject')}`).join('; ')
  await until(
    () => server.mails.some(isIt),
    () => `a mail ${subject.source} to ${recipient}, beside ${others()}`,
  )
  const found = server.mails.filter(isIt)
  if (found.length !== 1) throw new Error(`${String(found.length)} such mails`)
  return found[0] as ReceivedMail
}

t.test('with receipts on, the customer gets amount, order and card brand, and replies go to the shop', async (t) => {
  await set({ receipts: true, contactEmail: 'help@shop.example', timeZone: 'Europe/Paris' })
  const customer = { email: 'ada@example.com', name: 'Ada' }
  const session = await paidSession(live, {
    customer,
    reference: 'order-1',
    description: 'Two tickets\r\nBcc: spy@example.com',
  })
  const mail = await mailTo('ada@example.com', /^Your receipt from Test shop: £25\.00$/)
  t.match(mail.body, /You paid £25\.00 to Test shop\./)
  for (const line of [
    /^Description: Two tickets Bcc: spy@example\.com$/m,
    /^Reference: order-1$/m,
    /^Card: \u2066Visa •••• 0085\u2069$/m,
    /^Date: \w+ \d+, \d{4} at \d+:\d\d.[AP]M GMT\+1$/m,
    new RegExp(`^Payment ID: ${session.id}$`, 'm'),
    /Reply to this email or write to help@shop\.example/,
  ])
    t.match(mail.body, line)
  t.match(mail.html, /<p class="text"[^>]*><bdi>£25\.00<\/bdi><\/p>/)
  const sent = [...mail.headers, mail.body, mail.html].join('\n')
  t.notMatch(withoutIds(sent), /4012|0000060085|secret/)
  t.same(
    [mail.from, mail.to, mail.headers.get('reply-to')],
    ['pay@service.example', ['ada@example.com'], 'help@shop.example'],
  )
  t.match(mail.headers.get('from'), /^"?Card payments"? <pay@service\.example>$/)
  t.match(mail.headers.get('message-id'), /^<mail_\w{30}@service\.example>$/)
  t.notOk(mail.headers.has('bcc') || mail.headers.has('cc'))
  await set({ receipts: false })
  const before = await mailIds()
  await paidSession(live, { customer })
  t.same(await mailIds(), before, 'with receipts off, no mail is written')
})

t.test(
  'a customer gets receipt and refund in the language of the form, and both lead to the receipt page',
  async (t) => {
    await set({ receipts: true, contactEmail: 'help@shop.example', timeZone: 'Europe/Berlin' })
    const session = await createSession(live, { amount: 125_000, currency: 'EUR', description: 'Zwei Karten' })
    const body = { encrypted_card: await encryptedCard(live, session.id, 'approved'), email: 'grete@example.com' }
    const headers = { ...asVisitor(session), 'accept-language': 'de-AT' }
    t.equal((await live.call('POST', '/v1/form/attempts', body, headers)).status, 200)
    const receipt = await mailTo('grete@example.com', /^Ihr Beleg von Test shop: /)
    t.match(receipt.body, /Sie haben €.1\.250,00 an Test shop gezahlt\.[^]*Beschreibung: Zwei Karten/)
    t.match(receipt.html, '<html lang="de-AT" dir="ltr">')
    const [link = ''] = /http\S+\/receipt\/\S+/.exec(receipt.body) ?? []
    t.ok(receipt.html.includes(`<a href="${link}"`))
    const address = link.slice(service.baseUrl.length)
    const page = await service.call('GET', address, undefined, {})
    t.equal(page.status, 200)
    for (const text of ['lang="de-AT"', 'Zahlung erfolgreich', 'Zwei Karten', '•••• 0085']) t.match(page.text, text)
    t.notMatch(page.text.replace(/<style>.*<\/style>/s, ''), /_secret_|data-redirect/, 'the page leads to no checkout')
    const { status } = await service.call(
      'GET',
      address.replace(/.(?=\?)/, (last) => (last === '0' ? '1' : '0')),
    )
    t.equal(status, 404, 'a changed address')
    await live.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 500 })
    const refund = await mailTo('grete@example.com', /^Ihre Erstattung von Test shop: /)
    t.match(refund.body, /€.5,00 wurden auf Ihre Karte erstattet\.[^]*Summe nach Erstattungen: €.1\.245,00/)
    t.match((await service.call('GET', address)).text, 'Zahlung teilweise erstattet')
    await set({ receipts: false })
    const before = await mailIds()
    await live.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 500 })
    t.same(await mailIds(), before, 'with receipts off, no mail is written')
  },
)

t.test('the receipt goes to the address that the customer typed for the card that paid', async (t) => {
  await set({ receipts: true })
  const session = await createSession(live)
  for (const [card, email] of [
    ['declined', 'dora@exampel.com'],
    ['approved', 'dora@example.com'],
  ] as const) {
    const body = { encrypted_card: await encryptedCard(live, session.id, card), email }
    t.equal((await live.call('POST', '/v1/form/attempts', body, asVisitor(session))).status, 200)
  }
  t.same((await mailTo('dora@example.com', /receipt/)).to, ['dora@example.com'])
  t.same(await sql(service, `select id from outgoing_mail where recipient = 'dora@exampel.com'`), [])
  await set({ receipts: false })
})

t.test('a failed payment and a customer without an address get no receipt', async (t) => {
  await set({ receipts: true })
  const before = await mailIds()
  await submitCard(live, await createSession(live, { customer: { email: 'bob@example.com' } }), 'declined')
  await paidSession(live)
  t.same(await sql(service, `select id from outgoing_mail where recipient = 'bob@example.com'`), [])
  t.same(await mailIds(), before, 'a customer without an address gets no receipt')
  await set({ receipts: false })
})

t.test('texts of merchants and customers cannot add a header or a recipient', async (t) => {
  await sql(service, 'update merchants set business_name = ?, receipts = true where merchant_id = ?', [
    'Ada\r\nBcc: spy@example.com\u202e\u0000'.replace('\0', ''),
    service.merchantId,
  ])
  service.clock.advance(2)
  await paidSession(live, { customer: { email: 'carol@example.com' } })
  const mail = await mailTo('carol@example.com', /receipt/)
  t.equal(mail.headers.get('subject'), 'Your receipt from Ada Bcc: spy@example.com: £25.00')
  t.notOk(mail.headers.has('bcc'))
  t.same(mail.to, ['carol@example.com'])
  await sql(service, `update merchants set business_name = 'Test shop', receipts = false where merchant_id = ?`, [
    service.merchantId,
  ])
  service.clock.advance(2)
})

t.test('in test mode, a receipt to an address that is not a confirmed one of the account is not sent', async (t) => {
  await set({ receipts: true })
  await paidSession(service, { customer: { email: 'stranger@example.com' } })
  await paidSession(service, { customer: { email: owner.replace('owner', 'Owner') } })
  t.match(
    (await mailTo(owner.replace('owner', 'Owner'), /^\[TEST\] Your receipt/)).body,
    /^This is a test: no real money moved\.$/m,
  )
  // The worker handles both in parallel, so the arrival of one does not mean that the other is done.
  const ended = `from outgoing_mail where recipient = 'stranger@example.com' and next_attempt_at is null`
  await until(async () => (await sql(service, `select 1 ${ended}`)).length === 1)
  const [row] = await sql(service, `select sent_at, next_attempt_at, last_error ${ended}`)
  t.match(row, { sent_at: null, next_attempt_at: null, last_error: /only to members of the account/ })
  await set({ receipts: false })
})

t.test('the account gets mails about disputes, failed refunds and refused automatic returns', async (t) => {
  const disputed = await paidSession(service, { reference: 'order-77', customer: { email: 'ada@example.com' } })
  await help(service, disputed, 'dispute')
  const dispute = await mailTo(owner, /^\[TEST\] A payment of 25\.00 GBP is disputed$/)
  t.match(dispute.body, `/dashboard/test/payments/${disputed.id}`)
  t.match(dispute.body, /Answer by: \d+ \w+ \d{4}/)
  t.match(dispute.body, 'Answer at: the page of the dispute, in test mode')
  t.match(dispute.body, 'Order: order-77')
  t.match(dispute.body, 'Customer: ada@example.com')
  await help(service, disputed, 'close_dispute', { outcome: 'won' })
  t.match((await mailTo(owner, /^\[TEST\] A dispute over 25\.00 GBP is won$/)).body, 'Order: order-77')
  const surrendered = await paidSession(service, { amount: 2700 })
  await help(service, surrendered, 'dispute')
  await help(service, surrendered, 'close_dispute', { outcome: 'lost' })
  const lost = await mailTo(owner, /^\[TEST\] A dispute over 27\.00 GBP is lost$/)
  t.match(lost.body, /for the customer\.\s+The customer keeps the money\. Do not refund the payment/)
  t.notMatch(lost.body, /although|Answer by/)
  const unlucky = await paidSession(service, {}, 'refund_failed')
  await service.call('POST', `/v1/checkout/sessions/${unlucky.id}/refunds`, { amount: 700 })
  t.match((await mailTo(owner, /^\[TEST\] A refund of 7\.00 GBP failed$/)).body, /The card issuer refused the refund/)
  const twice = await paidSession(service, { amount: 1200 })
  await interceptBank(
    service,
    'refund',
    async () => ({ kind: 'failed' as const, failureMessage: 'not today' }),
    async () => {
      await help(service, twice, 'second_approval')
      t.match((await mailTo(owner, /^\[TEST\] 12\.00 GBP could not be returned yet$/)).body, /It said: not today/)
      service.clock.advance(3600)
      await service.sweep()
    },
  )
  await mailTo(owner, /could not be returned/)
})

t.test('an address that nobody has confirmed gets no mail about simulated money', async (t) => {
  await confirm(false)
  await set({ receipts: true })
  await help(service, await paidSession(service, { amount: 3100, customer: { email: owner } }), 'dispute')
  await service.sweep()
  const withheld = `select kind from outgoing_mail where recipient = ? and last_error like '%confirmed their address.'`
  await until(async () => (await sql(service, withheld, [owner])).length === 2)
  t.notOk(server.mails.some(({ headers }) => headers.get('subject') === '[TEST] A payment of 31.00 GBP is disputed'))
  await set({ receipts: false })
  await confirm(true)
})

t.test('the account gets one mail when its webhook address has failed for a day', async (t) => {
  const receiver = await startReceiver({ reply: 500 })
  t.teardown(() => receiver.stop())
  await live.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const subject = /^Your webhook address has been failing for a day$/
  const failureMails = (): ReceivedMail[] =>
    server.mails.filter(({ headers }) => subject.test(headers.get('subject') ?? ''))
  const failing = async (): Promise<unknown> =>
    (await sql(service, 'select failing_since, failing_mailed_at from webhook_endpoints where livemode'))[0]
  const failOnce = async (): Promise<void> => {
    const attempts = async (): Promise<number> =>
      (await sql(service, 'select 1 from delivery_attempts where livemode')).length
    const before = await attempts()
    await paidSession(live)
    await until(async () => (await attempts()) > before)
  }
  await failOnce()
  await until(
    async () =>
      (await sql(service, 'select 1 from webhook_endpoints where livemode and failing_since is not null')).length === 1,
  )
  service.clock.advance(23 * 3600)
  await failOnce()
  t.match(await failing(), { failing_mailed_at: null }, 'no mail before a day has passed')
  service.clock.advance(3600)
  await failOnce()
  const mail = await mailTo(owner, subject)
  t.match(mail.body, receiver.url)
  t.match(mail.body, 'The receiver answered 500.')
  await failOnce()
  service.clock.advance(24 * 3600)
  await failOnce()
  await service.sweep()
  t.equal(failureMails().length, 1)
  receiver.respondWith(200)
  await paidSession(live)
  await until(
    async () =>
      (
        await sql(
          service,
          'select 1 from webhook_endpoints where livemode and failing_since is null and failing_mailed_at is null',
        )
      ).length === 1,
  )
})

t.test('a password link is sent by mail, does not appear in logs, and is deleted after sending', async (t) => {
  await openBrowser(service).submit('/dashboard/forgot', 'ask', { email: member.email })
  const mail = await mailTo(member.email, /^Choose a new password$/)
  const [link = ''] = /http\S+\/dashboard\/reset\/\S+/.exec(mail.body) ?? []
  t.equal((await openBrowser(service).get(new URL(link).pathname)).status, 200)
  await until(
    async () =>
      (await sql(service, `select 1 from outgoing_mail where kind = 'password_reset' and sent_at is not null`))
        .length === 1,
  )
  const token = link.split('/').at(-1) ?? ''
  t.ok(token.length > 20)
  t.notOk(service.logLines.some((line) => line.includes(token) || line.includes(password)))
  await member.submit('/dashboard/sign-in', 'in', { email: owner, password })
  const shown = await member.get('/dashboard/test/settings/mail')
  t.match(shown.text, 'Choose a new password')
  t.notMatch(shown.html, token)
  await member.submit(new URL(link).pathname, 'set', { password: 'eleven blue kettles' })
})

t.test('an account sends at most about twenty test mails a day', async (t) => {
  await until(async () => {
    const session = await paidSession(service)
    await help(service, session, 'dispute')
    await service.sweep()
    return (await sql(service, `select 1 from outgoing_mail where last_error like '%20 emails a day%'`)).length > 0
  })
  const [row] = await sql<{ sent: number }>(
    service,
    `select count(*)::integer as sent from outgoing_mail where not livemode and sent_at is not null and created_at > ?`,
    [new Date(service.clock.now().getTime() - 24 * 3600_000)],
  )
  t.ok((row?.sent ?? 0) >= 20 && (row?.sent ?? 0) < 25, `${String(row?.sent)} sent`)
})
