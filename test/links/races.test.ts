import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { eventsOf, expectEqualLedgers } from '../sessions/ledgers.ts'
import { expectError } from '../http/expect-error.ts'
import { isFull } from '../support/combinations.ts'
import { until } from '../support/until.ts'
import { encryptedCard } from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
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
  type Session,
} from './link-calls.ts'

/** A race shows only in some rounds. */
const rounds = (full: number, some: number): number => (isFull ? full : some)

let service: TestService

t.before(async () => {
  // Other calls arrive before, during and after the bank's answer.
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' }, bankMs: 80 })
})
t.teardown(() => service.stop())

async function cardFor(checkout: LinkCheckout): Promise<() => Promise<Answer>> {
  const encrypted_card = await encryptedCard(service, checkout.id)
  return () =>
    service.call('POST', '/v1/form/attempts', { encrypted_card }, { Authorization: `Bearer ${checkout.client_secret}` })
}

t.test('a link deactivated while a card is submitted is either paid, or closed without an attempt', async (t) => {
  const ends: string[] = []
  for (let round = 0; round < rounds(20, 8); round++) {
    const link = await createLink(service)
    const checkout = await openedCheckout(service, link)
    const submit = await cardFor(checkout)
    const submitting = submit()
    await pause(round % 5)
    const [submitted, closed] = await Promise.all([submitting, deactivate(service, link)])
    t.equal(closed.status, 200)
    const session = await readSession(service, checkout)
    ends.push(session.status)
    if (submitted.status === 200) {
      t.match(session, { status: 'paid', attempts: 1 })
      t.match(await readLink(service, link), { status: 'paid', paid_session: checkout.id, payments_count: 1 })
      t.same(await typesAbout(service, link.id), ['session.completed', 'payment_link.paid'])
    } else {
      expectError(t, submitted, 409, 'session_not_payable', null)
      t.match(session, { status: 'expired', attempts: 0 })
      t.match(await readLink(service, link), { status: 'deactivated', paid_session: null, payments_count: 0 })
      t.same(await typesAbout(service, link.id), ['session.expired'])
    }
  }
  t.comment(`of ${ends.length} links ${ends.filter((status) => status === 'paid').length} were paid`)
})

t.test('if a card is declined while its link is being deactivated, the checkout ends', async (t) => {
  for (let round = 0; round < rounds(10, 4); round++) {
    const link = await createLink(service)
    const checkout = await openedCheckout(service, link)
    const paying = payWith(service, checkout, 'declined')
    await pause(round * 12)
    await Promise.all([paying, deactivate(service, link)])
    t.match(await readSession(service, checkout), { status: 'expired' })
    t.match(await readLink(service, link), { status: 'deactivated' })
    t.same(await eventsOf(service, checkout.id), ['session.expired'])
  }
})

t.test('if a link is opened while it is being deactivated, no checkout stays open', async (t) => {
  for (let round = 0; round < rounds(10, 4); round++) {
    const link = await createLink(service, { kind: round % 2 === 0 ? 'single' : 'reusable' })
    const answers = await Promise.all([
      openLink(service, link),
      openLink(service, link),
      deactivate(service, link),
      openLink(service, link),
      openLink(service, link),
    ])
    for (const answer of answers)
      t.ok(answer.status === 200 || answer.body.error?.code === 'session_not_payable', answer.text)
    const found = bodyOf<{ data: Session[] }>(
      await service.call('GET', `/v1/search/checkout/sessions?payment_link=${link.id}`),
    )
    for (const session of found.data) {
      t.match(await readSession(service, session), { status: 'expired' })
      t.same(await eventsOf(service, session.id), ['session.expired'])
    }
  }
})

t.test('if many second customers pay a one-off link at once, each gets the money back', async (t) => {
  const link = await createLink(service)
  const checkout = await openedCheckout(service, link)
  await payWith(service, checkout, 'approved')
  const answers = await Promise.all(Array.from({ length: 6 }, () => helpLink(service, link, 'duplicate_payment')))
  t.same(
    answers.map(({ status }) => status),
    Array.from({ length: 6 }, () => 200),
  )
  t.match(await readLink(service, link), {
    status: 'paid',
    paid_session: checkout.id,
    payments_count: 1,
    amount_collected: 2500,
  })
  const types = await typesAbout(service, link.id)
  t.same(types, [
    'session.completed',
    'payment_link.paid',
    ...Array.from({ length: 6 }, () => 'payment_link.duplicate_payment'),
  ])
})

t.test(
  'if two checkouts of one link are approved at the same moment, one pays the link and the other is returned',
  async (t) => {
    for (let round = 0; round < rounds(6, 2); round++) {
      const link = await createLink(service)
      const first = await openedCheckout(service, link)
      await payWith(service, first, 'challenge')
      // As if a second visitor's checkout had been opened before the first became visible.
      await service.app.context.db.raw('update checkout_sessions set shared = false where id = ?', [first.id])
      const second = await openedCheckout(service, link)
      await payWith(service, second, 'challenge')
      const answers = await Promise.all(
        [first, second].map((checkout) => help(service, checkout, 'complete_challenge', { outcome: 'approved' })),
      )
      t.same(answers.map(({ body }) => String(body['status'])).sort(), ['expired', 'paid'])
      const payer = String(answers[0]?.body['status']) === 'paid' ? first : second
      const loser = payer === first ? second : first
      t.match(await readLink(service, link), {
        status: 'paid',
        paid_session: payer.id,
        payments_count: 1,
        amount_collected: 2500,
      })
      t.same(await eventsOf(service, payer.id), ['session.completed', 'payment_link.paid'])
      // The sweep may have learned of the approval first. Then it may still be returning the money.
      await until(async () => (await eventsOf(service, loser.id)).length > 0, 'the second customer has the money back')
      t.same(await eventsOf(service, loser.id), ['payment_link.duplicate_payment'])
      t.match(await readSession(service, loser), { status: 'expired', payment: null })
    }
  },
)

/** Thirty actions of customers, the merchant and the bank on one link, all at the same time. */
async function everythingAtOnce(link: Link, checkouts: LinkCheckout[], end: () => Promise<Answer>): Promise<Answer[]> {
  const at = (index: number): LinkCheckout => checkouts[index % checkouts.length] as LinkCheckout
  const each = (count: number, work: (index: number) => Promise<Answer>): Promise<Answer>[] =>
    Array.from({ length: count }, (_, index) => work(index))
  const cards = await Promise.all(checkouts.slice(0, 4).map(cardFor))
  return Promise.all([
    ...cards.map((submit) => submit()),
    ...each(4, () => openLink(service, link)),
    ...each(4, (index) => payWith(service, at(index + 2), index % 2 === 0 ? 'approved' : 'declined')),
    ...each(3, (index) =>
      service.call('POST', `/v1/checkout/sessions/${at(index).id}/refunds`, { amount: 10 + index }),
    ),
    ...each(3, (index) => help(service, at(index), 'dispute')),
    ...each(2, (index) => help(service, at(index), 'second_approval')),
    ...each(2, (index) => service.call('POST', `/v1/checkout/sessions/${at(index + 3).id}/expire`)),
    ...each(3, () => service.call('GET', `/v1/payment_links/${link.id}`)),
    ...each(2, () => helpLink(service, link, 'duplicate_payment')),
    end(),
    ...each(2, (index) => service.call('GET', `/v1/checkout/sessions/${at(index).id}`)),
  ])
}

t.test('thirty calls on one link at once cause no fault and no deadlock, and the totals are right', async (t) => {
  for (let round = 0; round < rounds(6, 2); round++) {
    const link = await createLink(service, { kind: round % 2 === 0 ? 'reusable' : 'single' })
    const opened = await Promise.all(Array.from({ length: 5 }, () => openedCheckout(service, link)))
    const checkouts = [...new Map(opened.map((checkout) => [checkout.id, checkout])).values()]
    const end = round % 4 < 2 ? () => deactivate(service, link) : () => helpLink(service, link, 'expire')
    const began = everythingAtOnce(link, checkouts, end)
    const sweeping = service.sweep()
    const answers = await began
    await sweeping
    t.same(
      answers.filter(({ status }) => status >= 500).map(({ text }) => text),
      [],
    )
  }
  service.clock.advance(120)
  await service.sweep()
  await service.sweep()
  t.same(
    service.logLines.filter((line) => line.includes('"level":"error"') || line.includes('deadlock')),
    [],
  )
})

t.test('afterwards the ledgers are equal', (t) => expectEqualLedgers(t, service))
