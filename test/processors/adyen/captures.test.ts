import t, { type Test } from 'tap'
import type { CaptureOrder, Processor } from '../../../server/processors/processor.ts'
import { password, signIn } from '../../dashboard/shell/support.ts'
import type { BookedPayment } from '../../support/adyen/books.ts'
import { sql } from '../../support/sql.ts'
import { adyenByHand } from '../rows/adyen.ts'
import { Stage } from '../stage.ts'

// A merchant account that captures by hand. test/long/processors.test.ts tries every fault with such an account.

const bench = await adyenByHand.open(t)
const { standIn, service } = bench
const stage = new Stage(bench)
const owner = await signIn(service)

/** One sentence about captures. At its end, nothing is open and both ledgers have the same money. */
function capturing(title: string, run: (t: Test) => Promise<void>): void {
  void t.test(title, async (t) => {
    await run(t)
    await stage.settle()
    await stage.expectOrder(t)
    t.same(standIn.books.balances(), await ourBalances(), 'Adyen has the money that our ledger has')
  })
}

type Session = Awaited<ReturnType<Stage['session']>>

async function ourBalances(): Promise<Record<string, number>> {
  const rows = await sql<{ currency: string; kept: number }>(
    service,
    `select currency, sum(case when kind in ('capture', 'chargeback_reversal', 'refund_reversal', 'return_reversal')
       then amount else -amount end)::integer as kept from money_movements group by currency`,
  )
  return Object.fromEntries(rows.filter(({ kept }) => kept !== 0).map(({ currency, kept }) => [currency, kept]))
}

async function approved(): Promise<Session> {
  const session = await stage.session()
  await stage.pay(session, bench.cards.approved)
  return session
}

async function captureOf({ id }: Session): Promise<Record<string, unknown> | undefined> {
  const [capture] = await sql(service, 'select status, refusal, checks from captures where session_id = ?', [id])
  return capture
}

async function bookedOf(session: Session): Promise<BookedPayment> {
  return standIn.books.only(await stage.reference(session))
}

async function capturesAtAdyen(session: Session): Promise<string[]> {
  return (await bookedOf(session)).modifications.filter(({ kind }) => kind === 'capture').map(({ status }) => status)
}

/** Lets time pass without notifications. */
async function sweepFor(seconds: number): Promise<void> {
  service.clock.advance(seconds)
  await service.sweep()
}

/** A page of the dashboard, for somebody who has just signed in. */
async function read(path: string): Promise<string> {
  await owner.submit('/dashboard/sign-in', 'in', { email: owner.email, password })
  return (await owner.get(`/dashboard/live/${path}`)).text
}

/** Replaces the captures of the processor while `work` runs. */
function withCaptures(
  change: (
    capture: NonNullable<Processor['capture']>,
    order: CaptureOrder,
  ) => ReturnType<NonNullable<Processor['capture']>>,
  work: () => Promise<void>,
): Promise<void> {
  return stage.withProcessor(({ capture }) => (capture ? { capture: (order) => change(capture, order) } : {}), work)
}

capturing('an approval only reserves the money, and the service captures all of it once', async (t) => {
  const session = await approved()
  t.match(await stage.read(session), { status: 'paid' })
  await sweepFor(1)
  t.match(await captureOf(session), { status: 'requested' })
  t.match(await read(`payments/${session.id}`), /Capture of £25\.00 Requested/)
  await stage.deliver({ copies: 2 })
  t.match(await captureOf(session), { status: 'captured' })
  t.match(await read(`payments/${session.id}`), /Capture of £25\.00 Captured/)
  t.same(await capturesAtAdyen(session), ['done'])
  t.same(await stage.movements(session), ['capture'])
})

capturing('a refund waits for the outcome of the capture', async (t) => {
  const session = await approved()
  t.match((await stage.refund(session, { amount: 700 })).body, { status: 'pending' })
  await sweepFor(1)
  await sweepFor(60)
  t.equal((await bookedOf(session)).refunded, 0, 'Adyen has not heard of the refund')
  await stage.settle()
  t.match(await stage.refunds(session), [{ status: 'succeeded', amount: 700 }])
  t.match(await stage.read(session), { status: 'paid', amount_refunded: 700 })
})

capturing('a capture without an answer is ordered until Adyen has it, and takes the money once', async (t) => {
  const session = await stage.session()
  await stage.pay(session, bench.cards.approved)
  bench.failNext(['a time-out after the effect', 'status 500 after the effect', 'too many requests'])
  await stage.settle()
  t.same(await capturesAtAdyen(session), ['done'])
  t.match(await captureOf(session), { status: 'captured' })
})

capturing('a process that dies before the capture, or after it, captures once', async (t) => {
  const session = await stage.session()
  let calls = 0
  await withCaptures(
    async (capture, order) => {
      calls += 1
      if (calls > 1) await capture(order)
      throw new Error('The process dies')
    },
    async () => {
      await stage.pay(session, bench.cards.approved)
      for (const seconds of [1, 61, 61]) await sweepFor(seconds)
    },
  )
  t.match(await captureOf(session), { status: 'due' })
  await stage.settle()
  t.ok(calls >= 2)
  t.same(await capturesAtAdyen(session), ['done'])
  t.match(await captureOf(session), { status: 'captured' })
})

capturing('wrong credentials delay a capture until the operator has repaired them', async (t) => {
  const session = await stage.session()
  await withCaptures(
    async () => ({ kind: 'unreachable' }),
    async () => {
      await stage.pay(session, bench.cards.approved)
      for (const seconds of [1, 3, 5, 9, 25 * 3600]) await sweepFor(seconds)
    },
  )
  t.match(await captureOf(session), { status: 'due' })
  t.match(await read('home'), /1 approved payment without the money/)
  t.match(await read(`payments/${session.id}`), /We keep trying/)
  await stage.settle()
  t.match(await captureOf(session), { status: 'captured' })
  t.notMatch(await read('home'), /without the money/)
})

t.test(
  'a capture that Adyen refuses takes the payment out of the books until somebody captures it there',
  async (t) => {
    const session = await stage.session()
    await withCaptures(
      async () => ({ kind: 'unreachable' }),
      async () => {
        await stage.pay(session, bench.cards.approved)
        t.match((await stage.refund(session, { amount: 700 })).body, { status: 'pending' })
        await sweepFor(1)
        standIn.faults.add({ kind: 'status', status: 422 }, { on: 'capture' })
      },
    )
    await sweepFor(61)
    t.match(await captureOf(session), { status: 'refused', refusal: /error code/ })
    t.match(await stage.read(session), { status: 'disputed' })
    t.same(await stage.movements(session), ['capture', 'capture_reversal'])
    t.match(service.logLines.join('\n'), /the processor has refused the capture of a payment/)
    t.match(await read('home'), /1 approved payment without the money/)
    t.match(await read(`payments/${session.id}`), /Capture the payment at the processor before its approval expires/)
    await sweepFor(300)
    t.match(await stage.refunds(session), [{ status: 'failed' }])

    const payment = await bookedOf(session)
    standIn.books.capture(payment, payment.amount, null)
    bench.wonBack.push(payment.reference)
    await stage.deliver({ copies: 2 })
    t.match(await captureOf(session), { status: 'captured' })
    t.match(await stage.read(session), { status: 'paid' })
    t.same(await stage.movements(session), ['capture', 'capture_reversal', 'chargeback_reversal'])
  },
)

capturing('a receipt of another capture is no receipt, and people see it', async (t) => {
  standIn.faults.add({ kind: 'wrong', fields: { amount: { value: 1, currency: 'GBP' } } }, { on: 'capture' })
  const session = await stage.session({ amount: 444 })
  await stage.pay(session, bench.cards.approved)
  await sweepFor(1)
  t.match(await captureOf(session), { status: 'due' })
  t.match(await read('home'), /1 wrong acquirer answer .*£4\.44 , asked/)
  t.match(await read(`payments/${session.id}`), 'A reply from the processor was about another amount: 1 GBP')
  await sweepFor(61)
  t.match(await captureOf(session), { status: 'requested' }, 'the order was repeated')
  t.notMatch(await read('home'), 'wrong acquirer answer')
})

capturing('a capture that fails after all leaves the ledger once, in any order of the notifications', async (t) => {
  for (const isReversed of [false, true]) {
    const session = await approved()
    await sweepFor(1)
    bench.reversals?.captureFails?.(await stage.reference(session))
    await stage.deliver({ copies: 2, ...(isReversed && { order: (messages) => messages.reverse() }) })
    t.match(await captureOf(session), { status: 'failed' })
    t.match(await stage.read(session), { status: 'disputed' })
    t.same(await stage.movements(session), ['capture', 'capture_reversal'])
  }
})

capturing('a second capture that somebody orders at Adyen changes nothing', async (t) => {
  const session = await stage.paid()
  const payment = await bookedOf(session)
  standIn.books.capture(payment, payment.amount, null)
  await stage.deliver({ copies: 2 })
  t.match(await captureOf(session), { status: 'captured' })
  t.match(await stage.read(session), { status: 'paid' })
})

capturing('an approval that comes too late is released and never captured', async (t) => {
  const session = await stage.session({ expires_in: 1800 })
  await stage.pay(session, bench.cards.pending ?? bench.cards.approved)
  for (const seconds of [61, 3600, 3600]) await sweepFor(seconds)
  t.match(await stage.read(session), { status: 'failed' })
  await stage.settle()
  t.match(await bookedOf(session), { status: 'cancelled', captured: 0 })
  t.same(await stage.movements(session), ['capture', 'reversal'])
  t.equal(await captureOf(session), undefined)
})

capturing(
  'an approval that Adyen cancels at the deadline brings no money and no refund, in either order',
  async (t) => {
    for (const approvalFirst of [false, true]) {
      const session = await stage.session({ expires_in: 1800 })
      await stage.pay(session, bench.cards.pending ?? bench.cards.approved)
      const reference = await stage.reference(session)
      standIn.settle(reference, 'APPROVED')
      for (const seconds of [61, 3600, 3600]) await sweepFor(seconds)
      t.match(standIn.books.only(reference), { status: 'cancelled' })
      if (approvalFirst) bench.failedCaptures.push(reference)
      await stage.deliver({ copies: 2, ...(!approvalFirst && { order: (messages) => messages.reverse() }) })
      await stage.settle()
      t.match(await stage.read(session), { status: 'failed' })
      t.same(await stage.movements(session), approvalFirst ? ['capture', 'capture_reversal'] : [])
      t.same(await sql(service, `select id from automatic_returns where status <> 'succeeded'`), [])
    }
  },
)
