import { failureCodes, failureMessages } from '../../../server/domain/sessions/failure-codes.ts'
import type { Purchase } from '../../../server/processors/processor.ts'
import type { Case, Cases } from './case.ts'

/** Currencies with 0, 2 and 3 decimals, and those whose decimals acquirers count in another way than ISO 4217. */
const amounts = [
  ['GBP', 1],
  ['JPY', 1234],
  ['KWD', 12_340],
  ['ISK', 1500],
  ['CLP', 2000],
  ['IDR', 250_000],
] as const

export const purchases: Cases = ({ bench }) => [
  approved,
  inEveryCurrency,
  eachRefusal,
  sameReference,
  ...(bench.refuseForUnknownReason ? [refusedForUnknownReason] : []),
  ...(bench.cards.pending ? [pending] : []),
  ...(bench.cards.frictionless ? [frictionless] : []),
  ...(bench.withWrongCredentials ? [wrongCredentials] : []),
]

const approved: Case = {
  title: 'an approved card pays the session',
  async run(t, stage) {
    const session = await stage.session()
    const { body } = await stage.pay(session, stage.bench.cards.approved)
    t.match(body, { status: 'approved', session: { status: 'paid' } })
    const { number } = stage.bench.cards.approved
    t.match(await stage.read(session), { status: 'paid', payment: { card_last4: number.slice(-4) } })
    t.same(await stage.movements(session), ['capture'])
  },
}

const inEveryCurrency: Case = {
  title: 'an amount arrives and goes back unchanged in currencies with 0, 2 and 3 decimals',
  async run(t, stage) {
    for (const [currency, amount] of amounts) {
      const session = await stage.paid({ currency, amount })
      t.equal((await stage.refund(session)).status, 200, currency)
      await stage.settle()
      t.match(await stage.read(session), { status: 'refunded', amount_refunded: amount }, currency)
    }
  },
}

const eachRefusal: Case = {
  title: 'each refusal has its failure code, takes no money, and the customer can pay with another card',
  async run(t, stage) {
    const { refused, approved: good } = stage.bench.cards
    for (const code of failureCodes) {
      const card = refused[code]
      if (!card) continue
      const session = await stage.session()
      const { body } = await stage.pay(session, card)
      const failure = { failure_code: code, failure_message: failureMessages[code] }
      t.match(body, { status: 'failed', session: { status: 'open', ...failure } }, code)
      stage.bench.service.clock.advance(1)
      t.match((await stage.pay(session, good)).body, { status: 'approved' }, `another card after ${code}`)
      t.same(await stage.movements(session), ['capture'])
    }
  },
}

const refusedForUnknownReason: Case = {
  title: 'a refusal with a code that the adapter does not know fails the payment and takes no money',
  async run(t, stage) {
    const session = await stage.session()
    const card = stage.bench.refuseForUnknownReason?.() ?? stage.bench.cards.approved
    t.match((await stage.pay(session, card)).body, { status: 'failed', session: { status: 'open' } })
    t.match(await stage.attempts(session), [{ status: 'failed', failure_code: String }])
    t.same(await stage.movements(session), [])
  },
}

const pending: Case = {
  title: 'a payment that the bank decides later is paid once it has decided',
  async run(t, stage) {
    const session = await stage.session()
    const { body } = await stage.pay(session, stage.bench.cards.pending ?? stage.bench.cards.approved)
    t.match(body, { status: 'processing' })
    await stage.settle()
    t.match(await stage.read(session), { status: 'paid' })
  },
}

const frictionless: Case = {
  title: 'a payment that the bank confirms without a question says so',
  async run(t, stage) {
    const session = await stage.paid({}, stage.bench.cards.frictionless ?? stage.bench.cards.approved)
    t.match(await stage.attempts(session), [{ status: 'approved', three_d_secure: 'frictionless' }])
  },
}

const sameReference: Case = {
  title: 'the same reference takes money once, at once and later',
  async run(t, stage) {
    const orders: Purchase[] = []
    const session = await stage.session()
    await stage.withProcessor(
      (real) => ({
        purchase: async (order) => {
          orders.push(order)
          const outcomes = await Promise.all(Array.from({ length: 5 }, () => real.purchase(order)))
          return outcomes.find(({ kind }) => kind === 'approved') ?? { kind: 'unreachable' }
        },
      }),
      async () => void (await stage.pay(session, stage.bench.cards.approved)),
    )
    const [order] = orders
    t.ok(order)
    if (order) await stage.bench.processor.purchase(order)
    await stage.settle()
    t.match(await stage.read(session), { status: 'paid' })
    t.same(await stage.movements(session), ['capture'])
  },
}

const wrongCredentials: Case = {
  title: 'wrong credentials give account_configuration, take no money, and right ones pay the session',
  async run(t, stage) {
    const session = await stage.session()
    const { cards, withWrongCredentials } = stage.bench
    await withWrongCredentials?.(async () => {
      const { body } = await stage.pay(session, cards.approved)
      const { error, session: after } = body as { error?: { code: string }; session?: { failure_code: string } }
      // A service that checks credentials refuses the card before it begins a payment.
      t.equal(error?.code ?? after?.failure_code, 'account_configuration')
      t.match(await stage.read(session), { status: 'open', payment: null })
    })
    t.match((await stage.pay(session, cards.approved)).body, { status: 'approved' })
  },
}
