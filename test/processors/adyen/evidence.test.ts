import t, { type Test } from 'tap'
import { applyProcessorFact } from '../../../server/flows/acquirers/apply-processor-fact.ts'
import type { FactResult } from '../../../server/flows/sessions/fact-work.ts'
import { signIn } from '../../dashboard/shell/support.ts'
import type { CreatedSession } from '../../support/pay.ts'
import { sql } from '../../support/sql.ts'
import { adyen } from '../rows/adyen.ts'
import { Stage } from '../stage.ts'

// Which payment a reply of Adyen is about, through the whole service, and what people see of a reply that does not fit.

const bench = await adyen.open(t)
const { standIn, service, scope, cards, challenges } = bench
const stage = new Stage(bench)
const owner = await signIn(service)
const redirect = cards.challenges['by redirect'] ?? cards.approved

/** At its end, nothing is open and both ledgers agree. */
const orderly = (run: (t: Test) => Promise<void>) => async (t: Test) => {
  await run(t)
  challenges?.returns?.replies.whole()
  await stage.settle()
  await stage.expectOrder(t)
}

interface Waiting {
  readonly session: CreatedSession
  readonly reference: string
}

async function waiting(amount: number): Promise<Waiting> {
  const session = await stage.session({ amount })
  await stage.pay(session, redirect)
  return { session, reference: await stage.reference(session) }
}

/** The customer of `from` approves at the bank, and the result goes to the return address of `to`. */
async function bring(from: Waiting, to: Waiting): Promise<void> {
  const result = await challenges?.answer(from.reference, 'approved')
  const address = challenges?.returns?.forge(to.reference)
  await stage.comeBack({ url: address?.url ?? '', fields: result?.fields ?? {} })
}

async function contradictionOf({ session }: Pick<Waiting, 'session'>): Promise<unknown> {
  const [row] = await sql(service, 'select contradiction from card_attempts where session_id = ?', [session.id])
  return row?.['contradiction']
}

const home = async (): Promise<string> => (await owner.get('/dashboard/live/home')).text

t.test(
  'the result of a cheap payment sent to a dear one pays nothing of it, and people see it',
  orderly(async (t) => {
    for (const style of ['whole', 'brief', 'brief and renamed']) {
      challenges?.returns?.replies[style]?.()
      const [cheap, dear] = [await waiting(100), await waiting(99_900)]
      await bring(cheap, dear)
      const found = style === 'whole' ? cheap.reference : standIn.books.only(cheap.reference).pspReference
      t.match(await contradictionOf(dear), { about: style === 'whole' ? 'reference' : 'processor_id', found })
      t.match(await home(), /wrong acquirer answers? .*£999\.00 , asked/)
      const { text } = await owner.get(`/dashboard/live/payments/${dear.session.id}`)
      t.match(text, `A reply from the processor was about another payment, with the`)
      t.match(text, `${found} . It changed nothing here.`)
      await stage.settle()
      t.match(await stage.read(cheap.session), { status: 'paid' }, 'its own notification pays it')
      t.match(await stage.read(dear.session), { status: 'open', failure_code: 'authentication_failed' })
      t.match(await contradictionOf(dear), { found }, 'it stays for people to read')
      t.equal(await contradictionOf(cheap), null)
    }
  }),
)

t.test(
  'a payment that Adyen has renamed waits for its notification, which explains the reply',
  orderly(async (t) => {
    challenges?.returns?.replies['brief and renamed']?.()
    for (const answer of ['approved', 'refused'] as const) {
      const payment = await waiting(700)
      await stage.comeBack((await challenges?.answer(payment.reference, answer)) ?? null)
      t.match(await stage.read(payment.session), { status: 'processing' })
      t.match(await contradictionOf(payment), { about: 'processor_id' })
      await stage.deliver()
      t.match(await stage.read(payment.session), { status: answer === 'approved' ? 'paid' : 'open' })
      t.equal(await contradictionOf(payment), null)
    }
  }),
)

/** The next receipt of such an order has these fields. */
const wrongReceipt = (fields: Record<string, unknown>, on: 'refund' | 'cancel_by_reference'): void =>
  standIn.faults.add({ kind: 'wrong', fields }, { on })

t.test(
  'a receipt of another refund moves no money, people see it, and the order goes on',
  orderly(async (t) => {
    for (const [fields, words] of [
      [{ reference: 're_of_another' }, 'another order, with the reference re_of_another'],
      [{ amount: { value: 1, currency: 'GBP' } }, 'another amount: 1 GBP'],
    ] as const) {
      const session = await stage.paid()
      wrongReceipt(fields, 'refund')
      t.equal((await stage.refund(session, { amount: 411 })).status, 502)
      t.match(await home(), /wrong acquirer answers? .*£4\.11 , asked/)
      const { text } = await owner.get(`/dashboard/live/payments/${session.id}`)
      t.match(text, `A reply from the processor was about ${words} . It changed nothing here.`)
      t.match(await stage.read(session), { amount_refunded: 0 })
      t.same(await stage.movements(session), ['capture'])
      await stage.settle()
      t.match(await stage.refunds(session), [{ status: 'succeeded' }])
      t.same(await stage.movements(session), ['capture', 'refund'], 'the money went back once')
      t.notMatch(await home(), /£4\.11 , asked/, 'its own report leaves nothing to do')
    }
  }),
)

t.test(
  'the id of one refund counts for no other',
  orderly(async (t) => {
    const [first, second] = [await stage.paid(), await stage.paid()]
    await stage.refund(first, { amount: 100 })
    const [{ id = '' } = {}] = await sql<{ id: string }>(
      service,
      'select processor_id as id from refunds where session_id = ?',
      [first.id],
    )
    wrongReceipt({ pspReference: id }, 'refund')
    t.equal((await stage.refund(second, { amount: 422 })).status, 502)
    t.match(await home(), /wrong acquirer answers? .*£4\.22 , asked/)
    const [{ reference = '' } = {}] = await stage.refunds(second)
    const outcome = { kind: 'succeeded', processorId: id } as const
    const money = { amount: 2500, currency: 'GBP' }
    const report = { kind: 'refund', reference, outcome, money } as const
    t.equal(await applyProcessorFact(service.app.context, scope, 'adyen', report), 'mismatch')
    t.match(await stage.refunds(second), [{ status: 'pending' }])
    await stage.settle()
    for (const session of [first, second]) t.same(await stage.movements(session), ['capture', 'refund'])
  }),
)

t.test(
  'a receipt of another cancel is no receipt, and people see it',
  orderly(async (t) => {
    const session = await stage.session({ amount: 433, expires_in: 1800 })
    await stage.pay(session, cards.pending ?? cards.approved)
    wrongReceipt({ paymentReference: 'att_of_another' }, 'cancel_by_reference')
    for (const seconds of [61, 3600, 3600]) {
      service.clock.advance(seconds)
      await service.sweep()
    }
    t.match(await contradictionOf({ session }), { about: 'reference', found: 'att_of_another' })
    t.match(await home(), /wrong acquirer answers? .*£4\.33 , asked/)
  }),
)

/** What becomes of a signed approval. */
function applied(reference: string, processorId: string): Promise<FactResult> {
  const outcome = { kind: 'approved', authorizationCode: null, threeDSecure: null, processorId } as const
  const money = { amount: 2500, currency: 'GBP' }
  return applyProcessorFact(service.app.context, scope, 'adyen', { kind: 'purchase', reference, outcome, money })
}

t.test(
  'one id of Adyen pays one session, whoever names it a second time',
  orderly(async (t) => {
    const first = await stage.paid()
    const { pspReference } = standIn.books.only(await stage.reference(first))
    standIn.faults.add({ kind: 'wrong', fields: { pspReference } }, { on: 'payments' })
    const second = await stage.session()
    t.match((await stage.pay(second, cards.approved)).body, { status: 'processing' }, 'the customer waits')
    t.same(await contradictionOf({ session: second }), { about: 'processor_id', found: pspReference })
    const reference = await stage.reference(second)
    t.equal(await applied(reference, pspReference), 'mismatch')
    t.match(await stage.read(second), { status: 'processing' })
    t.same(await stage.movements(second), [])
    await stage.deliver()
    t.match(await stage.read(second), { status: 'paid' }, 'its own notification pays it')
    const [own] = await sql<{ id: string }>(
      service,
      'select processor_id as id from card_attempts where session_id = ?',
      [second.id],
    )
    t.not(own?.id, pspReference)
    t.equal(await applied(reference, pspReference), 'mismatch', 'a second approval of a paid session, for people')
  }),
)

t.test(
  'two approvals that name one id at the same moment pay one session',
  orderly(async (t) => {
    const payments = [await stage.session(), await stage.session()]
    for (const session of payments) await stage.pay(session, cards.pending ?? cards.approved)
    const references = await Promise.all(payments.map((session) => stage.reference(session)))
    await sql(service, 'update card_attempts set processor_id = null where processor_reference = any(?)', [references])
    const results = await Promise.all(references.map((reference) => applied(reference, 'NAMEDFORBOTH0001')))
    t.same(results.sort(), ['applied', 'mismatch'])
    const statuses = await Promise.all(payments.map(async (session) => (await stage.read(session))['status']))
    t.same(statuses.sort(), ['paid', 'processing'])
    for (const reference of references) standIn.settle(reference, 'APPROVED')
  }),
)
