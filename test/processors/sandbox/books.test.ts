import pg from 'pg'
import t from 'tap'
import { createSandboxProcessor } from '../../../server/processors/sandbox/processor.ts'
import { isScenario, testCards } from '../../../server/processors/sandbox/scenarios.ts'
import { earlier, HandClock, openBank, purchaseOf, refundOf } from './bank-fixture.ts'

t.test('many processes can create the schema at the same time and repeatedly, and it keeps its data', async (t) => {
  const { bank, databaseUrl, query } = await openBank(t)
  await query('drop schema sandbox_bank cascade')
  const others = Array.from({ length: 4 }, () => createSandboxProcessor({ databaseUrl, clock: new HandClock() }))
  t.teardown(() => Promise.all(others.map((other) => other.close())))
  await Promise.all(others.map((other) => other.migrate()))
  await bank.purchase(purchaseOf('approved'))
  await bank.migrate()
  t.equal((await bank.ledger()).length, 1)
})

t.test('the ledger has a line for a chargeback and a second approval, and for no other kind', async (t) => {
  const { bank, query } = await openBank(t)
  const purchase = purchaseOf('approved')
  await bank.purchase(purchase)
  await bank.migrate()
  t.match(await bank.openChargeback(purchase.reference), { amount: 4200 })
  t.equal(await bank.approveAgain(purchase.reference, 'att_again'), true)
  t.same(
    (await bank.ledger()).map(({ kind }) => kind),
    ['capture', 'chargeback', 'capture'],
  )
  await t.rejects(
    query(
      `insert into sandbox_bank.ledger (reference, kind, amount, currency, booked_at)
        values ('x', 'gift', 1, 'GBP', '2026-11-20')`,
    ),
    /ledger_kinds/,
  )
})

t.test('the ledger is append-only', async (t) => {
  const { bank, query } = await openBank(t)
  await bank.purchase(purchaseOf('approved'))
  for (const sql of [
    'update sandbox_bank.ledger set amount = 1',
    'delete from sandbox_bank.ledger',
    'truncate sandbox_bank.ledger',
  ]) {
    await t.rejects(query(sql), /append-only/, sql)
  }
})

t.test('the tables contain no card number and no security code', async (t) => {
  const { bank, query } = await openBank(t)
  for (const scenario of Object.keys(testCards).filter(isScenario)) {
    const purchase = purchaseOf(scenario)
    await bank.purchase(purchase)
    await bank.refund(refundOf(purchase, { amount: 1 }))
    await bank.openChargeback(purchase.reference)
    await bank.approveAgain(purchase.reference, `${purchase.reference}_again`)
  }
  const tables = ['purchases', 'refunds', 'chargebacks', 'ledger']
  const dump = (await Promise.all(tables.map((table) => query(`select * from sandbox_bank.${table}`))))
    .map((rows) => JSON.stringify(rows))
    .join()
  for (const pan of Object.values(testCards).flat()) t.notOk(dump.includes(pan) || dump.includes(pan.slice(0, 12)), pan)
  const [row] = await query<{ last4: string; brand: string }>(
    `select last4, brand from sandbox_bank.purchases where scenario = 'approved' and repeats is null`,
  )
  t.same(row, { last4: '0085', brand: 'visa' })
})

t.test('the tables agree: the refunds of a purchase add up and never exceed it', async (t) => {
  const { bank, query, clock } = await openBank(t)
  for (const scenario of Object.keys(testCards).filter(isScenario)) {
    const purchase = purchaseOf(scenario)
    await bank.purchase(purchase)
    for (const amount of [1000, 4000, 3200]) await bank.refund(refundOf(purchase, { amount }))
  }
  clock.advance(3600)
  await bank.ledger()
  const wrong = await query(`
    select purchase.reference from sandbox_bank.purchases purchase
    left join sandbox_bank.ledger taken on taken.reference = purchase.reference
    where (purchase.status = 'approved')
          <> (taken.amount is not distinct from purchase.amount and taken.kind = 'capture')
       or purchase.refunded <> (select coalesce(sum(ledger.amount), 0) from sandbox_bank.refunds
            join sandbox_bank.ledger using (reference) where purchase_reference = purchase.reference)`)
  t.same(wrong, [])
})

t.test('a bank that cannot be reached gives no answer and does not throw', async (t) => {
  const warnings: string[] = []
  const log = { warn: (fields: object, message: string) => warnings.push(JSON.stringify({ fields, message })) }
  const bank = createSandboxProcessor({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    clock: new HandClock(),
    log,
  })
  t.teardown(() => bank.close())
  const purchase = purchaseOf('approved')
  t.same(await bank.purchase(purchase), { kind: 'unreachable' })
  t.same(await bank.lookup(earlier(purchase.reference)), { kind: 'unreachable' })
  t.same(await bank.refund(refundOf(purchase)), { kind: 'unreachable' })
  t.same(await bank.lookupRefund(earlier('re_1')), { kind: 'unreachable' })
  t.equal(warnings.length, 4)
  t.match(warnings[0], /ECONNREFUSED/)
  t.notOk(warnings.join().includes(testCards.approved[0]))
})

t.test('a bank whose connections all break answers the next calls', async (t) => {
  const { bank, databaseUrl } = await openBank(t)
  const purchase = purchaseOf('approved')
  await bank.purchase(purchase)
  const other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'sandbox_bank' and datname = current_database()`,
  )
  await other.end()
  const answers = [await bank.lookup(earlier(purchase.reference)), await bank.lookup(earlier(purchase.reference))]
  t.match(answers[1], { kind: 'approved' })
})

t.test('a call takes at least the configured latency', async (t) => {
  const { databaseUrl } = await openBank(t)
  const bank = createSandboxProcessor({ databaseUrl, clock: new HandClock(), latencyMs: 60 })
  t.teardown(() => bank.close())
  const started = process.hrtime.bigint()
  await bank.lookup(earlier('att_1'))
  t.ok(process.hrtime.bigint() - started >= 55_000_000n)
})
