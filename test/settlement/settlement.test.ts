import t from 'tap'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import { compareSettlementsAgain } from '../../server/flows/settlement/compare-settlement.ts'
import { sql } from '../support/sql.ts'
import { card, connect, importText, openSettlement, withRows, type SettlementBench } from './bench.ts'

let bench: SettlementBench
t.beforeEach(async (t) => {
  bench = await openSettlement(t)
})

const linesStored = async (): Promise<number> => (await sql(bench.service, 'select 1 from settlement_lines')).length
const ledger = () => sql(bench.service, 'select * from money_movements order by id')

t.test('payments, refunds and disputes through the stand-in reconcile without a difference', async (t) => {
  const { stage, standIn, service } = bench
  await sql(service, `update merchants set currencies = '{GBP,EUR,JPY}'`)
  const plain = await stage.paid()
  const refunded = await stage.paid({ amount: 5000, currency: 'EUR' })
  await stage.refund(refunded, { amount: 1200 })
  const yen = await stage.paid({ amount: 900, currency: 'JPY' })
  const disputed = await stage.paid({ amount: 3000 })
  const psp = standIn.books.only(await stage.reference(disputed))
  standIn.books.dispute(psp, 'CHARGEBACK')
  standIn.books.dispute(psp, 'CHARGEBACK_REVERSED')
  standIn.books.dispute(psp, 'SECOND_CHARGEBACK')
  const returned = await stage.paid({ amount: 700 })
  await stage.refund(returned)
  await stage.settle()
  const books = standIn.books.only(await stage.reference(returned))
  standIn.books.reverseRefund(books, books.modifications[0]!)
  await stage.settle()
  const before = await ledger()
  const text = bench.closeBatch()
  const imported = await bench.import(text)
  t.match(imported, { kind: 'imported', report: { state: 'complete', lines: 17, new_lines: 17 } })
  t.same(await bench.differences(), [])
  t.same(await ledger(), before, 'the ledger is as before')
  t.match(await sql(service, 'select currency, net, payout from settlement_batches order by currency'), [
    { currency: 'EUR' },
    { currency: 'GBP' },
    { currency: 'JPY' },
  ])
  t.same(await sql(service, 'select 1 from settlement_batches where payout is not null and net <> payout'), [])
  t.same(await sql(service, 'select 1 from settlement_staged_lines'), [])
  const [line] = await sql(service, `select * from settlement_lines where session_id = ?`, [plain.id])
  t.match(line, { kind: 'payment', gross_amount: '2500', fees: '31', net_amount: '2469', batch: '1' })
  t.match(await sql(service, 'select gross_amount from settlement_lines where session_id = ?', [yen.id]), [
    { gross_amount: '900' },
  ])

  t.match(await bench.import(text), { kind: 'known' }, 'the same file changes nothing')
  t.match(await bench.import(text.replaceAll('\r\n', '\n')), { kind: 'imported', report: { new_lines: 0 } })
  t.equal(await linesStored(), 17)
  await stage.paid()
  const second = bench.closeBatch()
  const both = text + withRows(second, (rows) => rows).slice(second.indexOf('\r\n') + 2)
  t.match(await bench.import(both), { kind: 'imported', report: { lines: 20, new_lines: 3 } })
  t.same(await bench.differences(), [])
})

t.test('each difference is listed, and changes no money', async (t) => {
  const { stage, standIn } = bench
  const sessions = new Map<string, string>()
  for (const name of ['amount', 'currency', 'twice', 'failed', 'unbooked', 'dispute'])
    sessions.set(name, (await stage.paid()).id)
  const idOf = (name: string) => ({ id: sessions.get(name) ?? '' })
  const reference = (name: string): Promise<string> => stage.reference(idOf(name))
  const bookOf = async (name: string) => standIn.books.only(await reference(name))
  const declined = await stage.session()
  await stage.pay(declined, { ...card, name: 'NOT_ENOUGH_BALANCE' })
  sessions.set('declined', declined.id)
  // The notification of the refund is lost, and the one that it failed arrives.
  await stage.refund(idOf('failed'))
  const failed = await bookOf('failed')
  standIn.books.failRefund(failed, failed.modifications[0]!)
  await stage.deliver({ order: (messages) => messages.filter(({ body }) => body.includes('REFUND_FAILED')) })
  // The bank takes money back, and its notification does not arrive yet.
  standIn.books.dispute(await bookOf('dispute'), 'CHARGEBACK')
  standIn.books.refund(await bookOf('unbooked'), { value: 100, currency: 'GBP' }, 'by hand')
  const before = await ledger()
  const refs = new Map<string, string>()
  for (const name of sessions.keys()) refs.set(name, await reference(name))
  const text = withRows(bench.closeBatch(), (rows) => {
    const changed = rows.map((row) => {
      if (!row.includes(',Settled,')) return row
      if (row.includes(refs.get('amount') ?? '')) return row.replace('25.00', '24.00')
      if (row.includes(refs.get('currency') ?? '')) return row.replace(',GBP,,25.00', ',EUR,,25.00')
      return row
    })
    const twice = changed.find((row) => row.includes(refs.get('twice') ?? '')) ?? ''
    const cells = twice.split(',')
    const of = (psp: string, ref: string): string => [...cells.slice(0, 2), psp, ref, ...cells.slice(4)].join(',')
    return [...changed, twice, of('Z'.repeat(16), 'paid elsewhere'), of('Y'.repeat(16), refs.get('declined') ?? '')]
  })
  t.match(await bench.import(text), { kind: 'imported' })
  const found = await bench.differences()
  const codes = found.map(({ code, session_id: id }) => [
    code,
    [...sessions].find(([, session]) => session === id)?.[0] ?? null,
  ])
  t.same(codes, [
    ['amount_differs', 'amount'],
    ['currency_differs', 'currency'],
    ['payment_not_paid', 'declined'],
    ['payout_differs', null],
    ['refund_failed', 'failed'],
    ['reversal_not_booked', 'failed'],
    ['settled_twice', 'twice'],
    ['unknown_chargeback', 'dispute'],
    ['unknown_payment', null],
    ['unknown_refund', 'unbooked'],
  ])
  t.match(found[0], { expected: '2500', found: '2400' })
  t.same(await ledger(), before)

  await stage.deliver()
  await compareSettlementsAgain(bench.service.app.context, bench.scope, 'adyen')
  const later = (await bench.differences()).map(({ code }) => code)
  t.notOk(later.includes('unknown_chargeback'), 'the notification of the chargeback has arrived')
})

t.test('a payment that no report has in time is listed until one has it', async (t) => {
  const { stage, service } = bench
  const settled = await stage.paid()
  const missing = await stage.paid()
  const fresh = async (): Promise<string[]> => (await bench.differences()).map(({ code }) => code)
  const reference = await stage.reference(missing)
  const whole = bench.closeBatch()
  const without = withRows(whole, (rows) => rows.filter((row) => !row.includes(reference)))
  await bench.import(without)
  t.same(await fresh(), ['payout_differs'], 'the payment can still come')
  service.clock.advance(12 * 24 * 3600)
  await stage.paid()
  const next = bench.closeBatch()
  await bench.import(next)
  t.match(await bench.differences(), [
    { code: 'payout_differs', expected: /\d+/ },
    { code: 'settlement_missing', session_id: missing.id, expected: '2500', found: null },
  ])
  t.equal((await sql(service, 'select 1 from settlement_lines where session_id = ?', [settled.id])).length, 1)
  await bench.import(whole)
  t.same(await fresh(), [], 'the corrected report has the payment')
})

t.test('a report that is wrong anywhere is refused whole, with the line and what to do', async (t) => {
  const { stage } = bench
  await stage.paid()
  const text = bench.closeBatch()
  const [header = ''] = text.split('\r\n')
  const changed = (from: string, to: string) => text.replace(from, to)
  const huge = (row: string) => row.replace('25.00', '90000000000000.00')
  const wrong: [string, RegExp][] = [
    ['', /not a Settlement details report/],
    ['hello', /not a Settlement details report/],
    ['PK\u0003\u0004', /XLSX/],
    [header, /no lines/],
    [header.replace(',Net Currency', ''), /lacks the column “Net Currency”/],
    [text.slice(0, text.indexOf('MerchantPayout') + 20), /Line 4: .*cut/],
    [changed('"Transaction', '"Trans"action'), /Line 3: The quotes/],
    [changed(',visa,', `,${'v'.repeat(40_000)},`), /more than 32768 characters/],
    [changed('25.00', '=1+1'), /Line 2: The cell “Gross Credit \(GC\)” is not an amount in GBP/],
    [changed('25.00', '25.001'), /Line 2: .*is not an amount/],
    [changed('25.00', '25,00'), /Line 2: The cell/],
    [`${text}x,y\r\n`, /Line 5: The line has 2 cells and the header has 25/],
    [text.replace(/,Settled,[^,]*/, ',Settled,1.8E+15'), /“Modification Reference” is not an Adyen reference/],
    [text.replaceAll('StandInMerchant', 'Somebody'), /names the merchant account Somebody/],
    [changed('StandInCompany,StandInMerchant', 'StandInCompany,Another'), /Line 2: .*Another/],
    [changed(',GBP,', ',XYZ,'), /“Gross Currency” is not a currency/],
    [text.replace(/\d{4}-\d\d-\d\d/, '31/12/2026'), /“Creation Date” is not a time/],
    [text.replace('Transaction Fees', 'Transaction\u0000Fees'), /control character/],
  ]
  wrong.push([withRows(text, ([row = '', ...rows]) => [huge(row), huge(row), ...rows]), /Line 3: .*add up to more/])
  for (const [content, message] of wrong) {
    const imported = await bench.import(content)
    t.match(imported, { kind: 'refused', message }, String(message))
    t.match(imported, { message: /Nothing was imported from this file/ })
  }
  for (const table of ['reports', 'lines', 'staged_lines', 'batches', 'differences'])
    t.same(await sql(bench.service, `select 1 from settlement_${table}`), [], table)
})

t.test('columns come in any order, with extra ones, after other lines, and with a byte order mark', async (t) => {
  await bench.stage.paid()
  const text = bench.closeBatch()
  const reordered = text
    .trimEnd()
    .split('\r\n')
    .map((line) => `extra,${line.replace(/^([^,]*),([^,]*),/, '$2,$1,')}`)
  const preamble = ['Merchant,StandInMerchant', '', ...reordered].join('\n')
  t.match(await bench.import(`\uFEFF${preamble}`), { kind: 'imported', report: { lines: 3 } })
  t.same(await bench.differences(), [])
  t.match(await bench.import(text), { kind: 'imported', report: { new_lines: 0 } }, 'the lines are the same')
})

t.test('an import that a crash ended is finished or removed by the next one', async (t) => {
  const { stage, service, scope } = bench
  await stage.paid()
  const text = bench.closeBatch()
  const { context } = service.app
  const crash = new Error('the process ends here')
  // No transaction commits, as when the process ends.
  const db = { client: context.db.client as object, transaction: () => Promise.reject(crash) }
  const crashing = { ...context, db: db as unknown as typeof context.db }
  for (const state of ['reading', 'comparing']) {
    await t.rejects(importText({ app: { context: crashing } }, scope, text, 'report.csv'), crash)
    if (state === 'reading')
      await sql(
        service,
        `update settlement_reports set state = 'reading', content_hash = null where state <> 'complete'`,
      )
    t.match(await bench.import(`${text}\r\n`), { kind: 'refused', message: /Wait until that is done/ })
    service.clock.advance(121)
    const again = await bench.import(text)
    t.match(again, { kind: state === 'reading' ? 'imported' : 'known' }, state)
    t.equal(await linesStored(), 3)
    t.match(await sql(service, 'select state, lines, new_lines from settlement_reports'), [
      { state: 'complete', lines: 3, new_lines: 3 },
    ])
    t.match(await sql(service, 'select lines, net, payout from settlement_batches'), [{ lines: 3 }])
    t.same(await bench.differences(), [])
    for (const table of ['reports', 'lines', 'staged_lines', 'batches'])
      await sql(service, `delete from settlement_${table} where merchant_id = ?`, [scope.merchantId])
  }
})

t.test('a report that cannot be compared is set aside, and later reports are imported', async (t) => {
  const { stage, service, scope } = bench
  await stage.paid()
  const text = bench.closeBatch()
  const { context } = service.app
  const crash = new Error('the process ends here')
  const db = { client: context.db.client as object, transaction: () => Promise.reject(crash) }
  const crashing = { ...context, db: db as unknown as typeof context.db }
  await t.rejects(importText({ app: { context: crashing } }, scope, text, 'poisoned.csv'), crash)
  await sql(service, 'update settlement_staged_lines set net_amount = 9000000000000000000')
  service.clock.advance(121)
  await t.rejects(importText({ app: { context: crashing } }, scope, `${text}\n`, 'waits.csv'), crash)
  service.clock.advance(121)
  await stage.paid()
  const later = await bench.import(bench.closeBatch(), 'later.csv')
  t.match(later, { kind: 'imported', report: { new_lines: 3, problem: null } })
  t.match(await sql(service, 'select file_name, state, problem, new_lines from settlement_reports order by id'), [
    { file_name: 'poisoned.csv', state: 'complete', problem: /cannot compare/, new_lines: 0 },
    { file_name: 'later.csv', state: 'complete', problem: null, new_lines: 3 },
  ])
  t.same(await sql(service, 'select 1 from settlement_staged_lines'), [])
  t.match(
    await bench.import(text, 'again.csv'),
    { kind: 'imported', report: { new_lines: 3 } },
    'the file may come again',
  )

  await stage.paid()
  const third = bench.closeBatch()
  await sql(service, 'update settlement_batches set net = 9007199254740000, batch = 3 where batch = ?', ['2'])
  const refused = await bench.import(third)
  t.match(refused, { kind: 'refused', message: /batch 3 add up to more .* set aside: none of its lines count/ })
  t.match(await bench.import(third.replaceAll(',3,', ',4,')), { kind: 'imported' })

  // Some other failure returns each time that an import goes on with the report.
  for (const name of ['stuck.csv', 'second.csv', 'third.csv', 'fourth.csv']) {
    await t.rejects(importText({ app: { context: crashing } }, scope, `${third}\n`, name), crash)
    service.clock.advance(121)
  }
  t.match(await bench.import(text, 'known.csv'), { kind: 'known' })
  t.match(await sql(service, `select problem from settlement_reports where file_name = 'stuck.csv'`), [
    { problem: /cannot compare/ },
  ])
})

t.test('a report finds nothing of another account', async (t) => {
  const { stage, service } = bench
  await stage.paid({}, card)
  const text = bench.closeBatch()
  const other = await createAccount(service.app.context, { email: 'b@example.com', businessName: 'Other' })
  await connect(service, other.merchantId, 'StandInMerchant')
  const scope = { merchantId: other.merchantId, livemode: true }
  t.match(await importText(service, scope, text, 'same.csv'), { kind: 'imported', report: { new_lines: 3 } })
  t.match(await sql(service, 'select merchant_id, code from settlement_differences'), [
    { merchant_id: other.merchantId, code: 'unknown_payment' },
  ])
  t.match(await bench.import(text), { kind: 'imported', report: { new_lines: 3 } })
  t.same(await bench.differences(), [])
})
