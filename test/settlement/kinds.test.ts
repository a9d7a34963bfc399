import t from 'tap'
import { compareSettlementsAgain } from '../../server/flows/settlement/compare-settlement.ts'
import { forgetSettlements } from '../../server/flows/settlement/forget-settlements.ts'
import { findReportingAcquirer } from '../../server/flows/settlement/reporting-acquirers.ts'
import type { NotificationMessage } from '../../server/processors/processor.ts'
import { signIn, type Member } from '../dashboard/shell/support.ts'
import type { BookedPayment } from '../support/adyen/books.ts'
import { settlementCsv } from '../support/adyen/settlement.ts'
import { sql } from '../support/sql.ts'
import { card, openSettlement, type Difference, type SettlementBench } from './bench.ts'

// Kinds of differences that need more than a changed line. All tests share one account.

let bench: SettlementBench
let owner: Member

t.before(async () => {
  bench = await openSettlement(t)
  owner = await signIn(bench.service)
})

type Session = Awaited<ReturnType<SettlementBench['stage']['paid']>>
type Row = Parameters<typeof settlementCsv>[0][number]

async function bookOf(session: Session): Promise<BookedPayment> {
  return bench.standIn.books.only(await bench.stage.reference(session))
}

/** The codes of the differences of a payment. */
async function codesOf({ id }: Session): Promise<string[]> {
  return (await bench.differences()).filter(({ session_id: session }) => session === id).map(({ code }) => code)
}

async function differencesOfBatch(name: string): Promise<Difference[]> {
  return (await bench.differences()).filter(({ batch }) => batch === name)
}

function compareAgain(): Promise<void> {
  return compareSettlementsAgain(bench.service.app.context, bench.scope, 'adyen')
}

/** A line of a report that the stand-in would not make. */
function rowIn(batch: string, row: Row): Row {
  const at = bench.service.clock.now().toISOString().slice(0, 19).replace('T', ' ')
  const common = { 'Merchant Account': 'StandInMerchant', 'Creation Date': at, TimeZone: 'GMT', 'Batch Number': batch }
  return { ...common, ...row }
}

async function settledRow(batch: string, session: Session, row: Row = {}): Promise<Row> {
  const { pspReference, reference } = await bookOf(session)
  return rowIn(batch, {
    'Psp Reference': pspReference,
    'Merchant Reference': reference,
    Type: 'Settled',
    'Modification Reference': pspReference,
    'Gross Currency': 'GBP',
    'Gross Credit (GC)': '25.00',
    'Net Currency': 'GBP',
    'Net Credit (NC)': '24.00',
    'Commission (NC)': '1.00',
    ...row,
  })
}

t.test(
  'a payment that Adyen took although it failed here is listed with what to do, until a notification solves it',
  async (t) => {
    const { stage, standIn, service } = bench
    const session = await stage.session({ expires_in: 1800 })
    standIn.faults.add({ kind: 'cut_after' }, { on: 'payments', times: 100 })
    await stage.pay(session, card)
    for (const seconds of [61, 3600, 3600]) {
      service.clock.advance(seconds)
      await service.sweep()
    }
    standIn.faults.clear()
    let lost: NotificationMessage[] = []
    await stage.deliver({
      order: (messages) => {
        lost = messages
        return []
      },
    })
    t.match(await stage.read(session), { status: 'failed' })
    t.match(await bookOf(session), { captured: 2500, modifications: [{ kind: 'technical_cancel', status: 'refused' }] })
    await bench.import(bench.closeBatch())
    t.same(await codesOf(session), ['payment_not_paid'])
    const page = await owner.get('/dashboard/live/reconciliation/differences?code=payment_not_paid')
    t.match(page.text, /Refund it at the acquirer, or deliver the order\./)
    t.match(page.text, /search for the reference in Adyen’s Customer Area and refund this payment there/)
    t.match(page.html, `/dashboard/live/payments/${session.id}`)
    t.match((await owner.get(`/dashboard/live/payments/${session.id}`)).text, 'Settled, but not paid here')

    for (const message of lost) await stage.bench.notifications?.deliver(message)
    await stage.settle()
    t.same(await stage.movements(session), ['capture', 'reversal'], 'the service has returned the money')
    await compareAgain()
    t.same(await codesOf(session), [])
  },
)

t.test('a payment whose capture was refused and that is settled is listed, until a report takes it back', async (t) => {
  const { stage, standIn } = bench
  const session = await stage.paid()
  const payment = await bookOf(session)
  standIn.books.capture(payment, payment.amount, null)
  await stage.deliver()
  t.same(await stage.movements(session), ['capture', 'capture_reversal'])
  await bench.import(bench.closeBatch())
  t.same(await codesOf(session), ['settled_after_failure'])
  const page = await owner.get('/dashboard/live/reconciliation/differences?code=settled_after_failure')
  t.match(page.text, /Deliver the order, or refund it at the acquirer\./)
  const undone = { Type: 'SettledReversed', 'Gross Credit (GC)': '', 'Net Credit (NC)': '', 'Commission (NC)': '' }
  const row = await settledRow('back', session, { ...undone, 'Gross Debit (GC)': '25.00', 'Net Debit (NC)': '25.00' })
  await bench.import(settlementCsv([row]))
  t.same(await codesOf(session), [])
})

t.test('a batch without its payout is listed until the whole report is imported', async (t) => {
  const row = await settledRow('cut', await bench.stage.paid())
  await bench.import(settlementCsv([row]))
  t.match(await differencesOfBatch('cut'), [{ code: 'payout_missing', expected: '2400', found: null }])
  const payout = { Type: 'MerchantPayout', 'Net Currency': 'GBP', 'Net Debit (NC)': '24.00' }
  await bench.import(settlementCsv([row, rowIn('cut', payout)]))
  t.same(await differencesOfBatch('cut'), [])
})

t.test('a payout in another currency than the payment is no difference', async (t) => {
  const session = await bench.stage.paid()
  const row = await settledRow('euro', session, {
    'Exchange Rate': '1.1834',
    'Net Currency': 'EUR',
    'Net Credit (NC)': '28.40',
    'Commission (NC)': '1.19',
  })
  const payout = { Type: 'MerchantPayout', 'Net Currency': 'EUR', 'Net Debit (NC)': '28.40' }
  t.match(await bench.import(settlementCsv([row, rowIn('euro', payout)])), { kind: 'imported' })
  t.same([await codesOf(session), await differencesOfBatch('euro')], [[], []])
  t.match(
    await sql(
      bench.service,
      `select currency, gross, fees, net, payout from settlement_batches where batch = 'euro' order by currency`,
    ),
    [
      { currency: 'EUR', gross: '0', fees: '119', net: '2840', payout: '2840' },
      { currency: 'GBP', gross: '2500', fees: '0', net: '0', payout: null },
    ],
  )
})

t.test('a chargeback whose notification is only a notice is listed until its own arrives', async (t) => {
  const { stage, standIn } = bench
  const session = await stage.paid()
  const payment = await bookOf(session)
  standIn.books.dispute(payment, 'NOTIFICATION_OF_CHARGEBACK')
  await stage.deliver()
  standIn.books.dispute(payment, 'CHARGEBACK')
  await bench.import(bench.closeBatch())
  t.same(await codesOf(session), ['chargeback_not_booked'])
  await stage.deliver()
  await compareAgain()
  t.same(await codesOf(session), [])
})

t.test('with several acquirers, the form and the command ask whose report it is', async (t) => {
  const { context } = bench.service.app
  const [adyen] = context.acquirers.values()
  if (!adyen) throw new Error('The service knows no acquirer')
  const acquirers = context.acquirers as Map<string, typeof adyen>
  acquirers.set('other', { ...adyen, name: 'other' })
  t.teardown(() => acquirers.delete('other'))
  t.equal(findReportingAcquirer(context, null), null)
  t.equal(findReportingAcquirer(context, 'other')?.name, 'other')
  const { html } = await owner.get('/dashboard/live/reconciliation')
  t.match(html, /<select id="import-acquirer" name="acquirer"/)
})

t.test(
  'after two years the service deletes lines, differences and reports, and keeps the totals of batches',
  async (t) => {
    const { context } = bench.service.app
    const { merchantId } = bench.scope
    await sql(
      bench.service,
      `insert into settlement_reports (merchant_id, livemode, id, processor, account, file_name, imported_by,
       state, claim, claimed_until, created_at)
     values (?, true, 'stm_abandoned', 'adyen', 'a', 'f', 'b', 'reading', 'c', ?, ?)`,
      [merchantId, context.clock.now(), context.clock.now()],
    )
    const forgetAfter = async (days: number): Promise<void> => {
      const now = new Date(context.clock.now().getTime() + days * 24 * 3600_000)
      const later = { ...context, clock: { now: () => now } }
      while (await forgetSettlements(later)) continue
    }
    const count = async (table: string): Promise<number> =>
      (await sql(bench.service, `select 1 from settlement_${table}`)).length
    const before = await Promise.all(['lines', 'differences', 'reports', 'batches'].map(count))
    await forgetAfter(729)
    t.same(await Promise.all(['lines', 'differences', 'batches'].map(count)), [before[0], before[1], before[3]])
    t.equal(await count('reports'), (before[2] ?? 0) - 1, 'the import that never ended is gone after a day')
    await sql(
      bench.service,
      `insert into settlement_reports (merchant_id, livemode, id, processor, account, file_name, imported_by,
       state, claim, claimed_until, created_at, completed_at, content_hash)
     values (?, true, 'stm_kept', 'adyen', 'a', 'f', 'b', 'complete', 'c', ?, '2001-01-01', '2001-01-01', 'h')`,
      [merchantId, context.clock.now()],
    )
    await sql(bench.service, `create function keep() returns trigger language plpgsql as $$ begin raise 'kept'; end $$`)
    await sql(
      bench.service,
      `create trigger keep before delete on settlement_reports for each row
       when (old.id = 'stm_kept') execute function keep()`,
    )
    await forgetAfter(731)
    const left = await Promise.all(['lines', 'differences', 'reports', 'batches'].map(count))
    t.same(left, [0, 0, 1, before[3]], 'the oldest report, which cannot be deleted, keeps no other')
    await sql(bench.service, 'drop function keep cascade')
    await forgetAfter(731)
    t.equal(await count('reports'), 0)
    const page = await owner.get(
      '/dashboard/live/reconciliation/batch?processor=adyen&account=StandInMerchant&batch=euro',
    )
    t.match(page.text, /The lines were deleted: we keep them for two years/)
  },
)
