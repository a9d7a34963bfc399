import t from 'tap'
import { expectEqualLedgers } from '../sessions/ledgers.ts'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'
import { submitCard } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import {
  bodyOf,
  createLink,
  deactivate,
  help,
  helpLink,
  openLink,
  openedCheckout,
  payWith,
  readLink,
  readSession,
  typesAbout,
  type Link,
  type LinkCheckout,
} from './link-calls.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

async function sessionsOf(link: Link): Promise<number> {
  return (await sql(service, 'select id from checkout_sessions where payment_link_id = ?', [link.id])).length
}

t.test('the page of a link creates nothing, because previews and scanners open links as well', async (t) => {
  const link = await createLink(service)
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) await fetch(link.url, { method })
  for (const purpose of ['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip'])
    await fetch(link.url, { headers: { 'Sec-Purpose': purpose, Purpose: 'prefetch', 'User-Agent': 'LinkPreview/1.0' } })
  const page = await (await fetch(link.url)).text()
  const named = [...page.matchAll(/\b(?:src|href|action)="([^"]+)"/g)].map(
    ([, address = '']) => new URL(address, link.url),
  )
  t.ok(named.length > 0)
  // A program that collects a page also asks for what the page names, and for what the checkout would answer to.
  const checkout = new URL(`/v1/form/payment_links/${link.url.split('/').at(-1) ?? ''}/checkout`, link.url)
  for (const address of [...named, checkout])
    if (address.origin === new URL(link.url).origin)
      for (const method of ['GET', 'HEAD']) await fetch(address, { method })
  t.equal(await sessionsOf(link), 0)
})

t.test('the page contains what the form shows until a person acts, or opens the checkout that exists', async (t) => {
  const previewOn = async (link: Link): Promise<Record<string, unknown> | null> => {
    const [, found] = /id="preview">(.*?)<\/script>/.exec(await (await fetch(link.url)).text()) ?? []
    return found === undefined ? null : (JSON.parse(found) as Record<string, unknown>)
  }
  for (const kind of ['single', 'reusable']) {
    const link = await createLink(service, { amount: 1200, kind })
    const preview = await previewOn(link)
    const { client_secret: secret, ...opened } = bodyOf<LinkCheckout>(await openLink(service, link))
    t.ok(secret)
    const same = { server_time: '', expires_at: '' }
    t.same({ ...preview, ...same }, { ...opened, id: '', ...same }, 'the form shows the same before and after')
    t.equal((await previewOn(link)) === null, kind === 'single', 'the visitors of a one-off link share its checkout')
  }
})

t.test('the checkout is an ordinary session with the terms of its link', async (t) => {
  const link = await createLink(service, {
    amount: 1200,
    currency: 'eur',
    description: 'Tea',
    reference: 'order-7',
    customer: { email: 'ada@example.com', name: 'Ada' },
    success_url: 'https://shop.example/thanks',
    metadata: {
      campaign: 'spring',
      ...Object.fromEntries(Array.from({ length: 18 }, (_, index) => [`k${index}`, 'v'])),
    },
  })
  const checkout = await openedCheckout(service, link)
  t.match(checkout, {
    object: 'form_session',
    status: 'open',
    amount: 1200,
    currency: 'EUR',
    description: 'Tea',
    needs: { email: false, billing_address: true },
    attempts_left: null,
    last_attempt: null,
    redirect_url: null,
  })
  t.ok(checkout.client_secret.startsWith(`${checkout.id}_secret_`))
  const session = await readSession(service, checkout)
  t.same(session.metadata, { ...link.metadata, payment_link: link.id }, 'nineteen entries and the link’s id')
  t.same(session.customer, { email: 'ada@example.com', name: 'Ada' })
  t.match(session, {
    payment_link: link.id,
    reference: 'order-7',
    success_url: 'https://shop.example/thanks',
    cancel_url: null,
    client_secret: checkout.client_secret,
    livemode: false,
  })
  t.equal(Date.parse(session.expires_at) - Date.parse(session.created_at), 1_800_000)
  const { client_secret: _, ...view } = checkout
  const asked = bodyOf<object>(
    await service.call('GET', '/v1/form/session', undefined, { Authorization: `Bearer ${checkout.client_secret}` }),
  )
  t.match(asked, { ...view, server_time: String }, 'the client secret opens the checkout')
  const byReference = bodyOf<{ data: { id: string }[] }>(
    await service.call('GET', '/v1/checkout/sessions?reference=order-7'),
  )
  t.same(
    byReference.data.map(({ id }) => id),
    [checkout.id],
  )
  t.match((await submitCard(service, checkout)).body, {
    status: 'approved',
    session: {
      status: 'paid',
      redirect_url: `https://shop.example/thanks?session_id=${checkout.id}&reference=order-7`,
    },
  })
  t.match(await readLink(service, link), { status: 'paid', paid_session: checkout.id })
})

t.test('a checkout expires with its link if that is sooner', async (t) => {
  const end = new Date(service.clock.now().getTime() + 1_200_000).toISOString()
  const link = await createLink(service, { expires_at: end, kind: 'reusable' })
  t.equal((await openedCheckout(service, link)).expires_at, end)
  const far = await createLink(service, {
    expires_at: new Date(service.clock.now().getTime() + 7_200_000).toISOString(),
  })
  const session = await readSession(service, await openedCheckout(service, far))
  t.equal(Date.parse(session.expires_at) - Date.parse(session.created_at), 1_800_000)
})

t.test('everyone who opens a one-off link shares one checkout, even twenty visitors at once', async (t) => {
  const link = await createLink(service)
  const opened = await Promise.all(Array.from({ length: 20 }, () => openedCheckout(service, link)))
  t.equal(new Set(opened.map(({ client_secret }) => client_secret)).size, 1)
  t.equal(await sessionsOf(link), 1)
  const [checkout] = opened
  t.equal((await openedCheckout(service, link)).id, checkout?.id)
})

t.test('the checkout stays shared while the bank decides, but not after it is paid', async (t) => {
  const link = await createLink(service)
  const checkout = await openedCheckout(service, link)
  await payWith(service, checkout, 'challenge')
  t.match(await openedCheckout(service, link), {
    id: checkout.id,
    status: 'processing',
    last_attempt: null,
  })
  await help(service, checkout, 'complete_challenge', { outcome: 'approved' })
  expectError(t, await openLink(service, link), 409, 'session_not_payable', null)
  t.equal(await sessionsOf(link), 1)
})

t.test(
  'after a declined card the checkout stays the same, and the next visitor hears nothing of the card',
  async (t) => {
    const link = await createLink(service)
    const checkout = await openedCheckout(service, link)
    await payWith(service, checkout, 'declined')
    t.match(await openedCheckout(service, link), {
      id: checkout.id,
      status: 'open',
      attempts_left: null,
      failure_code: null,
    })
  },
)

t.test('after an expired or failed checkout the link is active, and the next visit makes a new one', async (t) => {
  const link = await createLink(service)
  const first = await openedCheckout(service, link)
  service.clock.advance(1801)
  const second = await openedCheckout(service, link)
  t.not(second.id, first.id)
  t.match(await readSession(service, first), { status: 'expired' })
  t.same(await typesAbout(service, first.id), ['session.expired'])
  for (let card = 0; card < 5; card++) await payWith(service, second, 'declined')
  t.match(await readSession(service, second), { status: 'failed' })
  t.match(await readLink(service, link), { status: 'active' })
  const third = await openedCheckout(service, link)
  t.notOk([first.id, second.id].includes(third.id))
  await help(service, third, 'expire')
  const fourth = await openedCheckout(service, link)
  t.not(fourth.id, third.id)
  t.match((await payWith(service, fourth, 'approved')).body, { status: 'paid' })
  t.match(await readLink(service, link), { status: 'paid', paid_session: fourth.id, payments_count: 1 })
  t.equal(await sessionsOf(link), 4)
})

t.test('twenty visitors after the shared checkout has expired share the new one', async (t) => {
  const link = await createLink(service)
  const first = await openedCheckout(service, link)
  service.clock.advance(1801)
  const opened = await Promise.all(Array.from({ length: 20 }, () => openedCheckout(service, link)))
  t.equal(new Set(opened.map(({ id }) => id)).size, 1)
  t.not(opened[0]?.id, first.id)
  t.ok(opened.every(({ status }) => status === 'open'))
})

t.test('each visitor of a reusable link gets a separate checkout', async (t) => {
  const link = await createLink(service, { kind: 'reusable', reference: 'again', metadata: { a: 'b' } })
  const opened = await Promise.all(Array.from({ length: 20 }, () => openedCheckout(service, link)))
  t.equal(new Set(opened.map(({ id }) => id)).size, 20)
  for (const checkout of opened.slice(0, 3)) {
    t.match((await payWith(service, checkout, 'approved')).body, {
      status: 'paid',
      payment_link: link.id,
      reference: 'again',
      metadata: { a: 'b', payment_link: link.id },
    })
  }
  t.match(await readLink(service, link), { status: 'active', payments_count: 3, paid_session: null })
  t.match(await openedCheckout(service, link), { status: 'open' }, 'a new visit opens another checkout')
  const found = bodyOf<{ data: LinkCheckout[] }>(
    await service.call('GET', `/v1/search/checkout/sessions?payment_link=${link.id}&limit=100`),
  )
  t.equal(found.data.length, 21)
})

t.test('a link that has ended opens no checkout; an unknown link is not found', async (t) => {
  const [deactivated, expired, helped, paid] = [
    await createLink(service),
    await createLink(service, { expires_at: new Date(service.clock.now().getTime() + 660_000).toISOString() }),
    await createLink(service),
    await createLink(service),
  ]
  await deactivate(service, deactivated)
  await helpLink(service, helped, 'expire')
  await payWith(service, await openedCheckout(service, paid), 'approved')
  service.clock.advance(661)
  for (const link of [deactivated, expired, helped, paid]) {
    const before = await sessionsOf(link)
    expectError(t, await openLink(service, link), 409, 'session_not_payable', null)
    t.equal(await sessionsOf(link), before)
  }
  t.match(await readLink(service, expired), { status: 'expired' })
  expectError(t, await openLink(service, { code: expired.code.toUpperCase() }), 409, 'session_not_payable', null)
  for (const code of ['000000000000', 'x', 'pl_1', deactivated.id])
    expectError(t, await openLink(service, { code }), 404, 'not_found', null, code)
})

t.test('the call takes no body and no query', async (t) => {
  const link = await createLink(service)
  const path = `/v1/form/payment_links/${link.code}/checkout`
  t.equal((await service.call('POST', path, {})).status, 200)
  expectError(t, await service.call('POST', path, { amount: 1 }), 400, 'parameter_invalid', 'amount')
  expectError(t, await service.call('POST', `${path}?amount=1`), 400, 'parameter_invalid', 'amount')
  t.equal(
    (await service.call('POST', path, undefined, { Authorization: 'Bearer nonsense' })).status,
    200,
    'the call ignores a key',
  )
})

t.test('afterwards the ledgers are equal', (t) => expectEqualLedgers(t, service))

t.test('a visitor of a one-off link that is open does not wait for the end of a payment', async (t) => {
  const link = await createLink(service)
  const shared = await openedCheckout(service, link)
  const payment = await service.app.context.db.transaction()
  try {
    await payment.raw('select 1 from payment_links where id = ? for update', [link.id])
    t.equal((await openedCheckout(service, link)).id, shared.id)
  } finally {
    await payment.rollback()
  }
})
