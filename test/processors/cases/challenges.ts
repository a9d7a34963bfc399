import type { Test } from 'tap'
import { combinations } from '../../support/combinations.ts'
import type { CreatedSession } from '../../support/pay.ts'
import type { PlainCard } from '../../../form/frame/card/encrypt-card.ts'
import type { BrowserReturn, Challenges, CustomerAnswer, Fingerprints, Returns } from '../processor-under-test.ts'
import type { Stage } from '../stage.ts'
import type { Case, Cases } from './case.ts'

export const challenges: Cases = ({ bench }) => {
  if (!bench.challenges) return []
  const { challenges: bank } = bench
  const { fingerprints } = bank
  const ways = Object.entries(bench.cards.challenges).map(([name, card]): Way => ({ name, card, bank }))
  const kinds: readonly ((way: Way) => Case)[] = [
    (way) => answered(way, 'approved'),
    (way) => answered(way, 'refused'),
    (way) => answered(way, 'abandoned'),
    neverAnswered,
    ...(bank.returns ? [doubled, notificationFirst, ...returning(bank.returns)] : []),
  ]
  const asked = combinations(ways, kinds).map(([way, kind]) => kind(way))
  const after = ['approved', 'challenge'] as const
  const ends = Object.keys(fingerprintEnds) as FingerprintEnd[]
  const recognised = fingerprints
    ? combinations(after, ends).map(([next, end]) => recognises(bank, fingerprints, next, end))
    : []
  return [...asked, ...recognised]
}

/** One way in which the bank asks the customer. */
interface Way {
  readonly name: string
  readonly card: PlainCard
  readonly bank: Challenges
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
async function challenged(
  t: Test,
  stage: Stage,
  { card }: Way,
  params: object = {},
): Promise<{ session: CreatedSession; reference: string }> {
  const session = await stage.session(params)
  t.match((await stage.pay(session, card)).body, { status: 'challenge', session: { status: 'processing' } })
  return { session, reference: await stage.reference(session) }
}

async function expectEnd(t: Test, stage: Stage, session: CreatedSession, answer: CustomerAnswer): Promise<void> {
  await stage.settle()
  t.match(await stage.attempts(session), [ends[answer].attempt])
  t.match(await stage.read(session), ends[answer].session)
}

const answered = (way: Way, answer: CustomerAnswer): Case => ({
  title: `3-D Secure ${way.name}: the customer’s answer is ${answer}`,
  async run(t, stage) {
    const { session, reference } = await challenged(t, stage, way)
    await stage.comeBack(await way.bank.answer(reference, answer))
    await expectEnd(t, stage, session, answer)
  },
})

const neverAnswered = (way: Way): Case => ({
  title: `3-D Secure ${way.name}: a question without an answer fails the payment and takes no money`,
  async run(t, stage) {
    const { session } = await challenged(t, stage, way)
    await stage.settle()
    await expectUnpaid(t, stage, session)
  },
})

async function expectUnpaid(t: Test, stage: Stage, session: CreatedSession): Promise<void> {
  t.match(await stage.attempts(session), [{ status: 'failed', failure_code: 'authentication_failed' }])
  t.same(await stage.movements(session), [])
}

const doubled = (way: Way): Case => ({
  title: `3-D Secure ${way.name}: a browser that comes back several times, also at once, pays once`,
  async run(t, stage) {
    const { session, reference } = await challenged(t, stage, way)
    const back = await way.bank.answer(reference, 'approved')
    await Promise.all([stage.comeBack(back), stage.comeBack(back)])
    await stage.comeBack(back)
    await expectEnd(t, stage, session, 'approved')
    t.same(await stage.movements(session), ['capture'])
  },
})

const notificationFirst = (way: Way): Case => ({
  title: `3-D Secure ${way.name}: a notification that arrives before the browser comes back pays once`,
  async run(t, stage) {
    const { session, reference } = await challenged(t, stage, way)
    const back = await way.bank.answer(reference, 'approved')
    await stage.deliver()
    await stage.comeBack(back)
    await expectEnd(t, stage, session, 'approved')
    t.same(await stage.movements(session), ['capture'])
  },
})

const returning = (returns: Returns): readonly ((way: Way) => Case)[] => [
  (way) => forged(way, returns),
  ...Object.keys(returns.replies).map((style) => (way: Way) => swapped(way, returns, style)),
]

const forged = (way: Way, { forge }: Returns): Case => ({
  title: `3-D Secure ${way.name}: forged fields change nothing, and the customer can still confirm`,
  async run(t, stage) {
    const { session, reference } = await challenged(t, stage, way)
    await stage.comeBack(forge(reference))
    t.match(await stage.read(session), { status: 'processing' })
    t.same(await stage.movements(session), [])
    await stage.comeBack(await way.bank.answer(reference, 'approved'))
    await expectEnd(t, stage, session, 'approved')
  },
})

const swapped = (way: Way, { forge, replies }: Returns, style: string): Case => ({
  title:
    `3-D Secure ${way.name}: the result of one payment sent to the return address of another pays nothing of the ` +
    `other, with ${style} replies`,
  async run(t, stage) {
    replies[style]?.()
    const cheap = await challenged(t, stage, way, { amount: 100 })
    const dear = await challenged(t, stage, way, { amount: 99_900 })
    const unanswered = await challenged(t, stage, way, { amount: 88_800 })
    const ofCheap = await way.bank.answer(cheap.reference, 'approved')
    const ofDear = await way.bank.answer(dear.reference, 'approved')
    const swaps = [
      [ofCheap, dear],
      [ofCheap, unanswered],
      [ofDear, cheap],
    ] as const
    for (const [result, other] of swaps) {
      await stage.comeBack({ url: forge(other.reference).url, fields: result?.fields ?? {} })
      t.match(await stage.read(other.session), { status: 'processing' })
      t.same(await stage.movements(other.session), [])
    }
    for (const result of [ofCheap, ofDear]) await stage.comeBack(result)
    await stage.settle()
    for (const { session } of [cheap, dear]) {
      t.match(await stage.read(session), { status: 'paid' })
      t.same(await stage.movements(session), ['capture'])
    }
    await expectUnpaid(t, stage, unanswered.session)
    replies.whole()
  },
})

type FingerprintEnd = keyof typeof fingerprintEnds

/** How the hidden frame ends, and what it sends, several times where it has several parts. */
const fingerprintEnds = {
  ends: ({ url, fields }: BrowserReturn) => [{ url, fields }],
  'ends twice': ({ url, fields }: BrowserReturn) => [
    { url, fields },
    { url, fields },
  ],
  'sends garbage': ({ url }: BrowserReturn) => [{ url, fields: { threeDSMethodData: 'garbage' } }],
  'never ends': () => [],
}

const recognises = (
  bank: Challenges,
  { cards, ended }: Fingerprints,
  next: keyof Fingerprints['cards'],
  end: FingerprintEnd,
): Case => ({
  title: `3-D Secure: a fingerprint that ${end}, then ${next === 'approved' ? 'an approval' : 'a question'}`,
  async run(t, stage) {
    const { session, reference } = await challenged(t, stage, { name: end, card: cards[next], bank })
    const backs = fingerprintEnds[end](ended(reference))
    await Promise.all(backs.map((back) => stage.comeBack(back)))
    if (backs.length === 0) {
      stage.bench.service.clock.advance(11)
      await stage.bench.service.sweep()
    }
    if (next === 'challenge') {
      t.match(await stage.read(session), { status: 'processing' })
      await stage.comeBack(await bank.answer(reference, 'approved'))
    }
    const three_d_secure = next === 'approved' ? 'frictionless' : 'challenge'
    await stage.settle()
    t.match(await stage.attempts(session), [{ status: 'approved', three_d_secure }])
    t.match(await stage.read(session), { status: 'paid' })
    t.same(await stage.movements(session), ['capture'])
  },
})
