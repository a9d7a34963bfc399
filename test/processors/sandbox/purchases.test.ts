import t from 'tap'
import type { FailureCode } from '../../../server/domain/sessions/failure-codes.ts'
import { testCard, type Scenario } from '../../../server/processors/sandbox/scenarios.ts'
import type { Closed, PurchaseOutcome } from '../../../server/processors/processor.ts'
import { earlier, openBank, purchaseOf } from './bank-fixture.ts'

const { bank, twin, clock, query } = await openBank(t)

async function captured(reference: string): Promise<unknown[]> {
  return (await bank.ledger()).filter((entry) => entry.reference === reference)
}

function tokenOf(outcome: PurchaseOutcome | Closed): string {
  return outcome.kind === 'challenge' ? (outcome.challenge.url.split('/').at(-1) ?? '') : ''
}

t.test('an approved purchase takes the money once', async (t) => {
  const purchase = purchaseOf('approved')
  const outcome = await bank.purchase(purchase)
  t.match(outcome, { kind: 'approved', authorizationCode: /^\d{6}$/, threeDSecure: null })
  t.same(await bank.purchase(purchase), outcome, 'a repeated call has the same outcome')
  t.same(await bank.lookup(earlier(purchase.reference)), outcome, 'a lookup has the same outcome')
  t.same(await captured(purchase.reference), [
    { reference: purchase.reference, kind: 'capture', amount: 4200, currency: 'GBP' },
  ])
})

t.test('a declined purchase has a reason and takes no money', async (t) => {
  const reasons: Partial<Record<Scenario, FailureCode>> = {
    declined: 'card_declined',
    invalid_card: 'invalid_card',
    expired_card: 'expired_card',
    risk_declined: 'risk_declined',
    authentication_failed: 'authentication_failed',
    processing_error: 'processing_error',
    processor_unavailable: 'processor_unavailable',
    account_configuration: 'account_configuration',
  }
  for (const [scenario, failureCode] of Object.entries(reasons)) {
    const purchase = purchaseOf('approved', { card: testCard(scenario as Scenario, clock.now()) })
    t.same(await bank.purchase(purchase), { kind: 'declined', failureCode }, scenario)
    t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'declined', failureCode })
    t.same(await captured(purchase.reference), [])
  }
})

t.test('a background check is approved after a second and a half', async (t) => {
  const purchase = purchaseOf('background_check')
  t.same(await bank.purchase(purchase), { kind: 'pending' })
  clock.advance(1.499)
  t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'pending' })
  t.same(await captured(purchase.reference), [])
  clock.advance(0.001)
  t.match(await bank.lookup(earlier(purchase.reference)), { kind: 'approved', threeDSecure: 'frictionless' })
  t.match(await bank.purchase(purchase), { kind: 'approved' })
  t.equal((await captured(purchase.reference)).length, 1)
})

t.test('the ledger contains due captures even without a lookup', async (t) => {
  const purchase = purchaseOf('background_check')
  await bank.purchase(purchase)
  clock.advance(60)
  t.equal((await captured(purchase.reference)).length, 1)
})

t.test('the customer decides the outcome of a challenge', async (t) => {
  const expected = {
    approved: { kind: 'approved', threeDSecure: 'challenge' },
    declined: { kind: 'declined', failureCode: 'authentication_failed', abandoned: undefined },
    abandoned: { kind: 'declined', failureCode: 'authentication_failed', abandoned: true },
  }
  for (const answer of ['approved', 'declined', 'abandoned'] as const) {
    const purchase = purchaseOf('challenge')
    const outcome = await bank.purchase(purchase)
    t.match(outcome, {
      kind: 'challenge',
      challenge: { kind: 'page', url: /^\/sandbox\/challenge\/[A-Za-z0-9_-]{32}$/ },
    })
    t.same(await bank.lookup(earlier(purchase.reference)), outcome, 'the URL stays the same')
    t.same(await bank.purchase(purchase), outcome)
    const { reference } = purchase
    t.same(await bank.challengeByToken(tokenOf(outcome)), {
      reference,
      amount: 4200,
      currency: 'GBP',
      status: 'waiting',
    })
    t.equal(await bank.completeChallenge(reference, answer), true)
    t.equal(await bank.completeChallenge(reference, 'approved'), false, 'only once')
    t.match(await bank.lookup(earlier(reference)), expected[answer])
    t.match(await bank.challengeByToken(tokenOf(outcome)), { status: answer === 'approved' ? 'approved' : 'declined' })
    t.equal((await captured(reference)).length, answer === 'approved' ? 1 : 0)
  }
})

t.test('a challenge without an answer fails after ten minutes', async (t) => {
  const purchase = purchaseOf('challenge')
  const outcome = await bank.purchase(purchase)
  clock.advance(599.999)
  t.match(await bank.lookup(earlier(purchase.reference)), { kind: 'challenge' })
  clock.advance(0.001)
  t.equal(await bank.completeChallenge(purchase.reference, 'approved'), false, 'too late to approve')
  t.match(await bank.challengeByToken(tokenOf(outcome)), { status: 'declined' })
  t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'declined', failureCode: 'authentication_failed' })
  t.same(await captured(purchase.reference), [])
})

t.test('an unknown token or another purchase has no challenge', async (t) => {
  t.equal(await bank.challengeByToken('unknown'), null)
  t.equal(await bank.completeChallenge('unknown', 'approved'), false)
  const waiting = purchaseOf('no_answer')
  await bank.purchase(waiting)
  t.equal(await bank.completeChallenge(waiting.reference, 'approved'), false)
})

t.test('of two simultaneous answers to a challenge, one counts', async (t) => {
  const purchase = purchaseOf('challenge')
  await bank.purchase(purchase)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? bank : twin).completeChallenge(purchase.reference, index % 3 ? 'approved' : 'declined'),
    ),
  )
  t.equal(answers.filter(Boolean).length, 1)
  const outcome = await bank.lookup(earlier(purchase.reference))
  t.equal((await captured(purchase.reference)).length, outcome.kind === 'approved' ? 1 : 0)
})

t.test('a purchase without an answer never gets one', async (t) => {
  const purchase = purchaseOf('no_answer')
  t.same(await bank.purchase(purchase), { kind: 'unreachable' })
  t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'pending' })
  clock.advance(365 * 86_400)
  t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'pending' })
  t.same(await bank.purchase({ ...purchase }), { kind: 'unreachable' })
  t.same(await captured(purchase.reference), [])
})

t.test('a late approval comes after sixteen minutes, and the ledger shows that time', async (t) => {
  const purchase = purchaseOf('late_approval', { card: testCard('late_approval', clock.now()) })
  const start = clock.now().getTime()
  t.same(await bank.purchase(purchase), { kind: 'unreachable' })
  t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'pending' })
  clock.advance(16 * 60 - 1)
  t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'pending' })
  clock.advance(3600)
  t.match(await bank.lookup(earlier(purchase.reference)), { kind: 'approved', threeDSecure: null })
  t.equal((await captured(purchase.reference)).length, 1)
  const rows = await query<{ booked_at: Date }>(
    `select booked_at from sandbox_bank.ledger where reference = '${purchase.reference}'`,
  )
  t.equal(rows[0]?.booked_at.getTime(), start + 16 * 60_000)
})

t.test('a lookup before the purchase closes its reference', async (t) => {
  const purchase = purchaseOf('approved', { card: testCard('approved', clock.now()) })
  t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'closed' })
  t.same(await bank.purchase(purchase), { kind: 'declined', failureCode: 'processing_error' })
  t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'closed' }, 'it stays closed')
  t.same(await captured(purchase.reference), [])
})

t.test('a simultaneous purchase and lookup agree on the outcome', async (t) => {
  let [taken, closed] = [0, 0]
  for (let round = 0; round < 40; round += 1) {
    const purchase = purchaseOf('approved', { card: testCard('approved', clock.now()) })
    const asked = () => twin.lookup(earlier(purchase.reference))
    const ordered = (): Promise<PurchaseOutcome> => bank.purchase(purchase)
    const [one, two] = await Promise.all(round % 2 ? [asked(), ordered()] : [ordered(), asked()])
    const kinds = [one.kind, two.kind].sort().join()
    const rows = await captured(purchase.reference)
    t.equal(kinds, rows.length === 1 ? 'approved,approved' : 'closed,declined')
    if (rows.length === 1) taken += 1
    else closed += 1
  }
  t.comment(`${String(taken)} taken, ${String(closed)} closed`)
})

t.test('twenty callers with one reference get one answer, and the money moves once', async (t) => {
  for (const scenario of ['approved', 'declined', 'challenge', 'background_check'] as const) {
    const purchase = purchaseOf(scenario, { card: testCard(scenario, clock.now()) })
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? bank : twin).purchase(purchase)),
    )
    t.equal(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size, 1, scenario)
    t.equal((await captured(purchase.reference)).length, scenario === 'approved' ? 1 : 0)
  }
})

t.test('a due approval enters the ledger once, whatever the number of callers', async (t) => {
  const purchase = purchaseOf('background_check', { card: testCard('background_check', clock.now()) })
  await bank.purchase(purchase)
  clock.advance(2)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? bank : twin).lookup(earlier(purchase.reference))),
  )
  t.ok(outcomes.every((outcome) => outcome.kind === 'approved'))
  t.equal((await captured(purchase.reference)).length, 1)
})

t.test('the same reference with another amount or currency throws', async (t) => {
  const purchase = purchaseOf('approved', { card: testCard('approved', clock.now()) })
  await bank.purchase(purchase)
  await t.rejects(bank.purchase({ ...purchase, amount: 4201 }), /^Bug: purchase/)
  await t.rejects(bank.purchase({ ...purchase, currency: 'EUR' }), /^Bug: purchase/)
  for (const amount of [0, -1, 1.5, Number.NaN])
    await t.rejects(bank.purchase({ ...purchase, amount }), /^Bug: an amount/)
})
