import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import t from 'tap'
import { environmentOf } from '../commands/account/run-account.ts'
import { connect } from '../settlement/bench.ts'
import { temporaryDirectory } from '../start/operator.ts'
import { settlementCsv } from '../support/adyen/settlement.ts'
import { runProgram } from '../support/run-program.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { size } from './load/chance.ts'

// A settlement report of a million lines: the command needs no more memory than for a small one, and finds each payment
// by an index. Of each ten lines, two settle payments of the account, one a payment of another system, and seven are
// fees. The last line is the payout.

const small = size(50_000, 50_000)
const large = size(1_000_000, 100_000)
const paymentsIn = (lines: number): number => lines / 5

/** How many megabytes more the process may need for the large report. */
const maxGrowth = 150

const account = 'ManyLines'
const pspOf = (n: number): string => `PSP${String(n).padStart(13, '0')}`

/** Payment n has the amount 10.00, of which 9.80 are paid out. Payments are counted from `first`. */
function* linesOf(count: number, { batch, first }: { batch: string; first: number }): Generator<string> {
  const common = { 'Merchant Account': account, 'Creation Date': '2026-11-20 10:00:00', TimeZone: 'CET' }
  const text = (row: Parameters<typeof settlementCsv>[0][number]): string =>
    settlementCsv([{ ...common, 'Net Currency': 'GBP', 'Batch Number': batch, ...row }]).split('\r\n')[1] + '\r\n'
  const settled = (psp: string, reference: string): string =>
    text({
      'Psp Reference': psp,
      'Merchant Reference': reference,
      Type: 'Settled',
      'Modification Reference': psp,
      'Gross Currency': 'GBP',
      'Gross Credit (GC)': '10.00',
      'Net Credit (NC)': '9.80',
      'Commission (NC)': '0.20',
    })
  yield settlementCsv([])
  let net = 0
  for (let line = 0; line < count - 1; line += 1) {
    const n = first + Math.floor(line / 10) * 2 + (line % 10)
    net += line % 10 < 3 ? 980 : -1
    if (line % 10 < 2) yield settled(pspOf(n), `att_ref_${n}`)
    else if (line % 10 === 2) yield settled(`ELSE${String(first + line).padStart(12, '0')}`, `other ${first + line}`)
    else yield text({ Type: 'Fee', 'Modification Reference': `Fee ${line}`, 'Net Debit (NC)': '0.01' })
  }
  yield text({ Type: 'MerchantPayout', 'Net Debit (NC)': (net / 100).toFixed(2) })
}

/** Live payments of 10.00 at the acquirer, as the service stores them. */
async function addPayments(databaseUrl: string, merchantId: string, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const numbers = `lpad(n::text, 26, '0') as id from generate_series(0, $2::int - 1) n`
  const at = `'2026-11-19T10:00:00Z'::timestamptz`
  const tables = [
    `insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, customer, expires_at, attempts,
       paid_at, created_at, metadata)
     select $1, true, 'cs_' || id, 'paid', 1000, 'GBP', '{}', ${at}, 1, ${at}, ${at}, '{}' from (select ${numbers}) p`,
    `insert into card_attempts (merchant_id, livemode, id, session_id, status, processor, processor_reference,
       processor_id, amount, currency, nonce, card_last4, created_at, settled_at)
     select $1, true, 'att_' || id, 'cs_' || id, 'approved', 'adyen', 'att_ref_' || n, 'PSP' || lpad(n::text, 13, '0'),
       1000, 'GBP', 'n', '1111', ${at}, ${at} from (select n, ${numbers}) p`,
    `insert into money_movements (merchant_id, livemode, id, kind, amount, currency, session_id, attempt_id, processor,
       processor_reference, created_at)
     select $1, true, 'mov_' || id, 'capture', 1000, 'GBP', 'cs_' || id, 'att_' || id, 'adyen', 'att_ref_' || n, ${at}
     from (select n, ${numbers}) p`,
  ]
  try {
    for (const text of tables) await client.query(text, [merchantId, count])
    for (const table of ['checkout_sessions', 'card_attempts', 'money_movements'])
      await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}

const service = await startService()
t.teardown(() => service.stop())
const folder = await temporaryDirectory(t)
await connect(service, service.merchantId, account)
await addPayments(service.databaseUrl, service.merchantId, paymentsIn(small) + paymentsIn(large))

/** Prints the greatest resident memory of the process, in kilobytes. */
const measured = 'data:text/javascript,process.on("exit",()=>console.error("maxRSS",process.resourceUsage().maxRSS))'

interface Done {
  readonly megabytes: number
  readonly seconds: number
  readonly json: unknown
}

async function reconcile(name: string, lines: Iterable<string>): Promise<Done> {
  const file = join(folder, name)
  await pipeline(Readable.from(lines), createWriteStream(file))
  const startedAt = performance.now()
  const words = ['--import', measured, 'server/commands/reconcile/main.ts', file, '--json']
  const { code, stdout, stderr } = await runProgram(words, environmentOf(service))
  if (code !== 0) throw new Error(`The import failed: ${stdout}${stderr}`)
  return {
    megabytes: Number(/maxRSS (\d+)/.exec(stderr)?.[1]) / 1024,
    seconds: (performance.now() - startedAt) / 1000,
    json: JSON.parse(stdout),
  }
}

/** How many rows statements have read so far without an index, of each table with many rows. */
async function rowsScanned(): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; count: number }>(
    service,
    `select relname as name, seq_tup_read::float8 as count from pg_stat_user_tables where relname in
      ('card_attempts', 'money_movements', 'settlement_lines', 'settlement_staged_lines', 'settlement_differences')`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

t.test('a report of a million lines needs as much memory as a small one, and no scan for each part', async (t) => {
  const first = await reconcile('small.csv', linesOf(small, { batch: '1', first: 0 }))
  const before = await rowsScanned()
  const second = await reconcile('large.csv', linesOf(large, { batch: '2', first: paymentsIn(small) }))
  const after = await rowsScanned()
  t.match(second.json, {
    report: { lines: large, new_lines: large },
    differences: { unknown_payment: (small + large) / 10 },
  })
  t.match(await sql(service, `select count(session_id)::int as found from settlement_lines where batch = '2'`), [
    { found: paymentsIn(large) },
  ])
  t.match(await sql(service, `select net::float8 - payout::float8 as rest from settlement_batches order by batch`), [
    { rest: 0 },
    { rest: 0 },
  ])
  t.ok(
    second.megabytes < first.megabytes + maxGrowth,
    `${second.megabytes.toFixed(0)} MB, and ${first.megabytes.toFixed(0)} MB for the small report`,
  )
  // A few statements may read a whole table. One that did so for each part of the report would read it 500 times.
  for (const [table, scanned] of Object.entries(after))
    t.ok(
      scanned - (before[table] ?? 0) <= 10 * large,
      `${table}: ${scanned - (before[table] ?? 0)} rows without an index`,
    )
  t.comment(
    `figure: ${large} lines in ${second.seconds.toFixed(0)} s and ${second.megabytes.toFixed(0)} MB; ` +
      `${small} lines in ${first.seconds.toFixed(0)} s and ${first.megabytes.toFixed(0)} MB`,
  )
})
