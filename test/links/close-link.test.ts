import t from 'tap'
import { expectError } from '../http/expect-error.ts'
import { SteppingClock } from '../model/stepping-clock.ts'
import { eventsOf, expectEqualLedgers } from '../sessions/ledgers.ts'
import { encryptedCard, submitCard } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import {
  createLink,
  deactivate,
  help,
  helpLink,
  listen,
  openedCheckout,
  paidLink,
  payWith,
  readLink,
  readSession,
  type Link,
} from './link-calls.ts'

let service: TestService

t.before(async () => {
  // The clock moves only when a test moves it, so a payment stays with the bank until then.
  service = await startService({ clock: new SteppingClock(), environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

const minutes = 60
/** Ends in eleven minutes. */
function endingLink(params: object = {}): Promise<Link> {
  return createLink(service, { expires_at: new Date(service.clock.now().getTime() + 660_000).toISOString(), ...params })
}

function isReadAs(session: { client_secret: string }): Promise<string> {
  return service
    .call('GET', '/v1/form/session', undefined, { Authorization: `Bearer ${session.client_secret}` })
    .then(({ body }) => String(body['status']))
}

t.test('deactivating a link closes the link and its open checkout, with their events', async (t) => {
  const next = await listen(t, service)
  const link = await createLink(service)
  const checkout = await openedCheckout(service, link)
  const answer = await deactivate(service, link)
  t.match(answer.body, { ...link, status: 'deactivated' })
  t.match(await readLink(service, link), { status: 'deactivated', paid_session: null })
  t.match((await next('session.expired')).data, { id: checkout.id, status: 'expired', payment_link: link.id })
  t.equal(await isReadAs(checkout), 'expired', 'the customer’s page shows it')
  expectError(t, await submitCard(service, checkout), 409, 'session_not_payable', null)
  expectError(t, await payWith(service, checkout, 'approved'), 409, 'session_not_payable', null)
  t.match(await readSession(service, checkout), { status: 'expired', attempts: 0 })
  t.same(await eventsOf(service, checkout.id), ['session.expired'])
})

t.test('deactivating closes every open checkout of a reusable link, however many there are', async (t) => {
  const link = await createLink(service, { kind: 'reusable' })
  const checkouts = await Promise.all(Array.from({ length: 25 }, () => openedCheckout(service, link)))
  const [paid, declined, ...others] = checkouts
  if (!paid || !declined) throw new Error('twenty-five')
  await payWith(service, paid, 'approved')
  await payWith(service, declined, 'declined')
  await deactivate(service, link)
  t.match(await readLink(service, link), { status: 'deactivated', payments_count: 1, amount_collected: 2500 })
  t.match(await readSession(service, paid), { status: 'paid' })
  t.match(await readSession(service, declined), { status: 'expired', failure_code: 'card_declined' })
  for (const checkout of others)
    expectError(t, await payWith(service, checkout, 'approved'), 409, 'session_not_payable', null)
  await service.sweep()
  for (const checkout of [declined, ...others]) t.same(await eventsOf(service, checkout.id), ['session.expired'])
})

t.test('deactivating a closed link returns it unchanged', async (t) => {
  const deactivated = await createLink(service)
  const first = await deactivate(service, deactivated)
  t.equal((await deactivate(service, deactivated)).text, first.text)
  const { link: paid } = await paidLink(service)
  t.same((await deactivate(service, paid)).body, await readLink(service, paid))
  t.match(await readLink(service, paid), { status: 'paid' })
  const ended = await endingLink()
  service.clock.advance(661)
  t.match((await deactivate(service, ended)).body, { id: ended.id, status: 'expired' }, 'its time had ended before')
  const helped = await createLink(service)
  await helpLink(service, helped, 'expire')
  t.match((await deactivate(service, helped)).body, { status: 'expired' })
  expectError(t, await deactivate(service, { id: 'pl_unknown' }), 404, 'not_found', null)
  const path = `/v1/payment_links/${deactivated.id}/deactivate`
  t.equal((await service.call('POST', path, {})).status, 200)
  expectError(t, await service.call('POST', path, { reason: 'x' }), 400, 'parameter_invalid', 'reason')
})

const closings = {
  deactivated: { make: () => createLink(service), close: async (link: Link) => void (await deactivate(service, link)) },
  expired: { make: () => endingLink(), close: async () => service.clock.advance(661) },
  'expired by the helper': {
    make: () => createLink(service),
    close: async (link: Link) => void (await helpLink(service, link, 'expire')),
  },
}

for (const [how, { make, close }] of Object.entries(closings)) {
  const status = how === 'deactivated' ? 'deactivated' : 'expired'

  t.test(`a link is ${how} while its checkout is with the bank: approved, both are paid`, async (t) => {
    const link = await make()
    const checkout = await openedCheckout(service, link)
    t.match((await payWith(service, checkout, 'background_check')).body, { status: 'processing' })
    await close(link)
    t.ok(['processing', 'paid'].includes((await readSession(service, checkout)).status))
    service.clock.advance(5)
    await service.sweep()
    t.match(await readSession(service, checkout), { status: 'paid', payment: { three_d_secure: 'frictionless' } })
    t.match(await readLink(service, link), {
      status: 'paid',
      paid_session: checkout.id,
      payments_count: 1,
      amount_collected: 2500,
    })
    t.same(await eventsOf(service, checkout.id), ['session.completed', 'payment_link.paid'])
  })

  t.test(`a link is ${how} while its checkout is with the bank: declined, the checkout is expired`, async (t) => {
    const link = await make()
    const checkout = await openedCheckout(service, link)
    t.match((await payWith(service, checkout, 'challenge')).body, { status: 'processing' })
    await close(link)
    t.match(await readLink(service, link), { status })
    const isTimeOver = how === 'expired'
    if (!isTimeOver)
      t.match((await help(service, checkout, 'complete_challenge', { outcome: 'declined' })).body, {
        status: 'expired',
        failure_code: 'authentication_failed',
      })
    else await service.sweep()
    t.match(await readSession(service, checkout), { status: 'expired' })
    t.match(await readLink(service, link), { status, payments_count: 0, paid_session: null })
    t.same(await eventsOf(service, checkout.id), ['session.expired'])
    expectError(t, await payWith(service, checkout, 'approved'), 409, 'session_not_payable', null)
  })

  t.test(`a reusable link that is ${how} while a checkout is with the bank has the right totals`, async (t) => {
    const link =
      how === 'expired' ? await endingLink({ kind: 'reusable' }) : await createLink(service, { kind: 'reusable' })
    const checkout = await openedCheckout(service, link)
    await payWith(service, checkout, 'background_check')
    await close(link)
    service.clock.advance(5)
    await service.sweep()
    t.match(await readSession(service, checkout), { status: 'paid' })
    t.match(await readLink(service, link), { status, payments_count: 1, amount_collected: 2500, paid_session: null })
  })
}

t.test('the fifth declined card of a closed link fails its session', async (t) => {
  const link = await createLink(service)
  const checkout = await openedCheckout(service, link)
  for (let card = 0; card < 4; card++) await payWith(service, checkout, 'declined')
  await payWith(service, checkout, 'challenge')
  await deactivate(service, link)
  t.match((await help(service, checkout, 'complete_challenge', { outcome: 'declined' })).body, {
    status: 'failed',
    failure_code: 'authentication_failed',
    attempts: 5,
  })
  t.same(await eventsOf(service, checkout.id), ['session.failed'])
})

t.test(
  'a link that has ended takes no payment, even before a sweep and from a customer with the form open',
  async (t) => {
    const link = await endingLink()
    const checkout = await openedCheckout(service, link)
    service.clock.advance(9 * minutes)
    const card = { encrypted_card: await encryptedCard(service, checkout.id) }
    service.clock.advance(2 * minutes + 1)
    expectError(
      t,
      await service.call('POST', '/v1/form/attempts', card, { Authorization: `Bearer ${checkout.client_secret}` }),
      409,
      'session_not_payable',
      null,
    )
    t.match(await readLink(service, link), { status: 'expired', payments_count: 0 })
    t.match(await readSession(service, checkout), { status: 'expired', attempts: 0 })
    await service.sweep()
    t.same(await eventsOf(service, checkout.id), ['session.expired'])
  },
)

t.test('the sweep ends an overdue link that is never read, and its checkout', async (t) => {
  const link = await endingLink()
  const checkout = await openedCheckout(service, link)
  service.clock.advance(661)
  await service.sweep()
  const { rows } = await service.app.context.db.raw<{ rows: { status: string }[] }>(
    'select status from payment_links where id = ?',
    [link.id],
  )
  t.equal(rows[0]?.status, 'expired')
  t.same(await eventsOf(service, checkout.id), ['session.expired'])
})

t.test('afterwards the ledgers are equal', (t) => expectEqualLedgers(t, service))
