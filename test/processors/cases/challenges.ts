import type { Test } from 'tap'
import type { CreatedSession } from '../../support/pay.ts'
import type { Challenges, CustomerAnswer } from '../processor-under-test.ts'
import type { Stage } from '../stage.ts'
import type { Case, Cases } from './case.ts'

export const challenges: Cases = ({ bench }) => {
  if (!bench.challenges) return []
  const { challenges: bank } = bench
  return [
    answered(bank, 'approved'),
    answered(bank, 'refused'),
    answered(bank, 'abandoned'),
    neverAnswered,
    ...(bank.comeBack ? [doubled(bank), notificationFirst(bank)] : []),
    ...(bank.forge ? [forged(bank)] : []),
  ]
}

const ends: Readonly<Record<CustomerAnswer, { attempt: object; session: object }>> = {
  approved: { attempt: { status: 'approved', three_d_secure: 'challenge' }, session: { status: 'paid' } },
  refused: {
    attempt: { status: 'failed', failure_code: 'authentication_failed' },
    session: { status: 'open', failure_code: 'authentication_failed' },
  },
  abandoned: { attempt: { status: 'failed' }, session: { status: 'open', payment: null } },
}

/** Pays with a card whose bank asks the customer. */
async function challenged(t: Test, stage: Stage): Promise<{ session: CreatedSession; reference: string }> {
  const session = await stage.session()
  const { cards } = stage.bench
  t.match((await stage.pay(session, cards.challenge ?? cards.approved)).body, {
    status: 'challenge',
    session: { status: 'processing' },
  })
  return { session, reference: await stage.reference(session) }
}

async function expectEnd(t: Test, stage: Stage, session: CreatedSession, answer: CustomerAnswer): Promise<void> {
  await stage.settle()
  t.match(await stage.attempts(session), [ends[answer].attempt])
  t.match(await stage.read(session), ends[answer].session)
}

const answered = (bank: Challenges, answer: CustomerAnswer): Case => ({
  title: `3-D Secure: the customer’s part is ${answer}`,
  async run(t, stage) {
    const { session, reference } = await challenged(t, stage)
    await bank.answer(reference, answer)
    await bank.comeBack?.(reference)
    await expectEnd(t, stage, session, answer)
  },
})

const neverAnswered: Case = {
  title: '3-D Secure: a question that nobody answers fails the payment and takes no money',
  async run(t, stage) {
    const { session } = await challenged(t, stage)
    await stage.settle()
    t.match(await stage.attempts(session), [{ status: 'failed', failure_code: 'authentication_failed' }])
    t.same(await stage.movements(session), [])
  },
}

const doubled = (bank: Challenges): Case => ({
  title: '3-D Secure: a browser that comes back several times, also at once, pays once',
  async run(t, stage) {
    const { session, reference } = await challenged(t, stage)
    await bank.answer(reference, 'approved')
    await Promise.all([bank.comeBack?.(reference), bank.comeBack?.(reference)])
    await bank.comeBack?.(reference)
    await expectEnd(t, stage, session, 'approved')
    t.same(await stage.movements(session), ['capture'])
  },
})

const notificationFirst = (bank: Challenges): Case => ({
  title: '3-D Secure: a notification that arrives before the browser comes back pays once',
  async run(t, stage) {
    const { session, reference } = await challenged(t, stage)
    await bank.answer(reference, 'approved')
    await stage.deliver()
    await bank.comeBack?.(reference)
    await expectEnd(t, stage, session, 'approved')
    t.same(await stage.movements(session), ['capture'])
  },
})

const forged = (bank: Challenges): Case => ({
  title: '3-D Secure: forged fields on the way back change nothing, and the customer can still confirm',
  async run(t, stage) {
    const { session, reference } = await challenged(t, stage)
    await bank.forge?.(reference)
    t.match(await stage.read(session), { status: 'processing' })
    t.same(await stage.movements(session), [])
    await bank.answer(reference, 'approved')
    await bank.comeBack?.(reference)
    await expectEnd(t, stage, session, 'approved')
  },
})
