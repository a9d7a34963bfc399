import t from 'tap'
import { encryptCard, type PlainCard } from '../../form/frame/card/encrypt-card.ts'
import { expectError } from '../http/expect-error.ts'
import { adyenEnvironment, connectAccount } from '../support/adyen/connect-account.ts'
import { startAdyenStandIn } from '../support/adyen/stand-in.ts'
import { asVisitor, createSession, type CreatedSession } from '../support/pay.ts'
import { startService, type Answer } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { TestClock } from '../support/test-clock.ts'
import { until } from '../support/until.ts'

const clock = new TestClock()
const standIn = await startAdyenStandIn({ clock })
const service = await startService({ clock, environment: adyenEnvironment(standIn) })
const liveKey = await connectAccount(service, standIn)
const asMerchant = { Authorization: `Bearer ${liveKey}` }

t.teardown(async () => {
  await service.stop()
  await standIn.stop()
})

const browser = { color_depth: 24, screen_width: 1280, screen_height: 800, time_zone_offset: 0, language: 'en-GB' }

function newSession(): Promise<CreatedSession> {
  const call: typeof service.call = (method, path, body) => service.call(method, path, body, asMerchant)
  return createSession({ call, clock })
}

async function submit({ id, client_secret }: CreatedSession, number: string): Promise<Answer> {
  const { body: key } = await service.call('GET', '/v1/form/encryption_key')
  const card: PlainCard = { number, exp_month: 3, exp_year: 2030, cvc: '737', name: 'Ada Lovelace' }
  const seconds = Math.floor(clock.now().getTime() / 1000)
  const encrypted_card = await encryptCard(card, key as unknown as JsonWebKey & { kid: string }, id, seconds)
  return service.call('POST', '/v1/form/attempts', { encrypted_card, browser }, asVisitor({ client_secret }))
}

async function read({ id }: CreatedSession): Promise<Answer['body']> {
  return (await service.call('GET', `/v1/checkout/sessions/${id}`, undefined, asMerchant)).body
}

/** How often the service has asked Adyen to finish 3-D Secure. */
const details = (): number => standIn.calls.filter(({ path }) => path.startsWith('/payments/details')).length

t.test('a made-up return costs one call of Adyen, however often the session is read', async (t) => {
  const session = await newSession()
  const { id } = (await submit(session, '4212345678901237')).body
  const reference = String(id)
  const { returnUrl } = standIn.authenticationOf(reference)
  const before = details()
  const back = (fields: Record<string, string>) =>
    fetch(returnUrl, { method: 'POST', body: new URLSearchParams(fields) })
  for (const redirectResult of ['made up', 'made up', 'made up again']) await back({ redirectResult })
  t.equal(details() - before, 2, 'one call for each different result')
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(60)
    for (let reads = 0; reads < 3; reads += 1) await read(session)
    await service.sweep()
  }
  t.equal(details() - before, 2, 'and no more')
  const { redirectResult } = standIn.customerAnswers(reference, 'confirm')
  await back({ redirectResult })
  t.match(await read(session), { status: 'paid' })
  t.equal(details() - before, 3)
})

t.test('reads of a session repeat no result that Adyen has not answered, and due work does', async (t) => {
  const { notifyAt } = standIn.account
  standIn.account.notifyAt = null
  t.teardown(() => void (standIn.account.notifyAt = notifyAt))
  const session = await newSession()
  const { id } = (await submit(session, '4212345678901237')).body
  const reference = String(id)
  const { redirectResult } = standIn.customerAnswers(reference, 'confirm')
  standIn.faults.add({ kind: 'status', status: 401 }, { on: 'details', times: 2 })
  const before = details()
  await fetch(standIn.authenticationOf(reference).returnUrl, {
    method: 'POST',
    body: new URLSearchParams({ redirectResult }),
  })
  for (let reads = 0; reads < 5; reads += 1) await read(session)
  t.equal(details() - before, 1)
  for (let minute = 0; minute < 3; minute += 1) {
    clock.advance(60)
    await service.sweep()
  }
  t.match(await read(session), { status: 'paid' })
  t.equal(details() - before, 3)
})

t.test('a cancellation that Adyen reports before it replies counts as cancelled, not as a refused card', async (t) => {
  const session = await newSession()
  const { id } = (await submit(session, '4917610000000000')).body
  const asCustomer = asVisitor(session)
  standIn.faults.add({ kind: 'cut_after' }, { on: 'details' })
  await service.call('POST', `/v1/form/attempts/${String(id)}/abandon`, {}, asCustomer)
  await standIn.notifications.idle()
  await service.sweep()
  const { body } = await service.call('GET', `/v1/form/attempts/${String(id)}`, undefined, asCustomer)
  t.match(body, { status: 'failed', abandoned: true, session: { status: 'open', attempts_left: 5 } })
})

t.test('a redirect can be cancelled too, and what the bank then takes goes back', async (t) => {
  const session = await newSession()
  const asCustomer = asVisitor(session)
  const cancel = async (id: unknown) =>
    (await service.call('POST', `/v1/form/attempts/${String(id)}/abandon`, {}, asCustomer)).body
  const cancelled = {
    status: 'failed',
    abandoned: false,
    left_at_bank: true,
    session: {
      status: 'open',
      attempts_left: 5,
      failure_code: 'authentication_failed',
      failure_message: 'You cancelled. If your bank took the money, it goes back to your card.',
    },
  }
  const { id } = (await submit(session, '4212345678901237')).body
  const reference = String(id)
  const { returnUrl } = standIn.authenticationOf(reference)
  standIn.faults.add({ kind: 'status', status: 401 }, { on: 'cancel_by_reference' })
  t.match(await cancel(id), { status: 'challenge' }, 'Adyen has not heard of it')
  clock.advance(60)
  await service.sweep()
  t.match((await service.call('GET', `/v1/form/attempts/${reference}`, undefined, asCustomer)).body, cancelled)
  const { redirectResult } = standIn.customerAnswers(reference, 'confirm')
  await fetch(returnUrl, { method: 'POST', body: new URLSearchParams({ redirectResult }) })
  await standIn.notifications.idle()
  await service.sweep()
  await standIn.notifications.idle()
  t.match(await read(session), { status: 'open', payment: null })
  const lines = 'select kind from money_movements where session_id = ? order by kind'
  t.same(await sql(service, lines, [session.id]), [{ kind: 'capture' }, { kind: 'reversal' }])
  t.equal(standIn.books.only(reference).refunded, standIn.books.only(reference).captured)
})

t.test('what Adyen can never charge or return is refused before the customer sees it', async (t) => {
  await sql(service, `update merchants set currencies = currencies || '{IDR}'`)
  clock.advance(61)
  const post = (path: string, body: object) => service.call('POST', path, body, asMerchant)
  const money = { amount: 100_050, currency: 'IDR' }
  const session = await post('/v1/checkout/sessions', money)
  expectError(t, session, 400, 'parameter_invalid', 'amount')
  t.equal(session.body.error?.fix, 'Send a multiple of 100, such as 100000 or 100100.')
  const link = { ...money, description: 'Order 7' }
  expectError(t, await post('/v1/payment_links', link), 400, 'parameter_invalid', 'amount')
  t.equal((await post('/v1/payment_links', { ...link, amount: 100_000 })).status, 200)
  const { body: paid } = await post('/v1/checkout/sessions', { ...money, amount: 100_000 })
  await submit(paid as unknown as CreatedSession, '4111111111111111')
  const refund = (amount: number) => post(`/v1/checkout/sessions/${String(paid['id'])}/refunds`, { amount })
  expectError(t, await refund(50), 400, 'parameter_invalid', 'amount')
  t.equal((await refund(100)).status, 200)
})

t.test('refused credentials take no attempt of an open session, which pays once they are repaired', async (t) => {
  const session = await newSession()
  const { apiKey } = standIn.account
  Object.assign(standIn.account, { apiKey: 'another' })
  t.match((await submit(session, '4111111111111111')).body, {
    status: 'failed',
    session: { status: 'open', failure_code: 'account_configuration', attempts: 1 },
  })
  await until(async () => {
    const [row] = await sql<{ check_result: string }>(service, 'select check_result from processor_credentials')
    return row?.check_result !== 'ok'
  })
  clock.advance(1.1)
  const refused = await submit(session, '4111111111111111')
  expectError(t, refused, 500, 'account_configuration', null)
  t.match(refused.body.error?.message, 'This shop cannot take card payments at the moment. You have not been charged.')
  t.match(await read(session), { status: 'open', attempts: 1 })
  Object.assign(standIn.account, { apiKey })
  clock.advance(61)
  await submit(session, '4111111111111111')
  await until(async () => {
    const [row] = await sql<{ check_result: string }>(service, 'select check_result from processor_credentials')
    return row?.check_result === 'ok'
  })
  clock.advance(1.1)
  t.match((await submit(session, '4111111111111111')).body, { status: 'approved' })
})
