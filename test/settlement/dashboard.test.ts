import t from 'tap'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import { changeAccount } from '../../server/flows/accounts/manage-account.ts'
import { operator } from '../../server/domain/accounts/caller.ts'
import { formIn, signIn, type Member } from '../dashboard/shell/support.ts'
import { environmentOf } from '../commands/account/run-account.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settlementCsv } from '../support/adyen/settlement.ts'
import { reconcile as reconcileCommand } from '../../server/commands/reconcile/main.ts'
import { runCommand } from '../support/run-command.ts'
import { runProgram, type Ended } from '../support/run-program.ts'
import { sql } from '../support/sql.ts'
import { connect, openSettlement, type SettlementBench } from './bench.ts'

const path = '/dashboard/live/reconciliation'
let bench: SettlementBench
let owner: Member

t.before(async () => {
  bench = await openSettlement(t)
  owner = await signIn(bench.service)
})

interface Sent {
  readonly status: number
  readonly text: string
  readonly location: string | null
}

/** Sends the form with a file, as a browser does. */
async function upload(
  content: string,
  { token, name = 'report.csv' }: { token?: string; name?: string } = {},
): Promise<Sent> {
  const page = await owner.get(path)
  const form = new FormData()
  form.set('form_token', token ?? formIn(page.html, 'import')?.fields['form_token'] ?? '')
  form.set('report', new Blob([content], { type: 'text/csv' }), name)
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await fetch(`${bench.service.baseUrl}${path}/import`, {
    method: 'POST',
    body: form,
    headers: { Cookie: cookie, Accept: 'text/html' },
    redirect: 'manual',
  })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') }
}

t.test('an owner uploads a report, and sees its batch, its lines and the settlement of a payment', async (t) => {
  const paid = await bench.stage.paid()
  t.match((await owner.get(path)).text, 'Import a report')
  const text = bench.closeBatch()
  const sent = await upload(text)
  t.equal(sent.status, 303, sent.text)
  const page = await owner.get(sent.location ?? '')
  t.match(page.text, 'The report is imported: 3 new of 3 lines.')
  t.match(page.text, /Batch 1 GBP, 3 lines £25\.00 £0\.36 £24\.64 £24\.64/)
  t.match(page.text, 'The reports and this account agree.')
  const batch = /href="([^"]*reconciliation\/batch[^"]*)"/.exec(page.html)?.[1] ?? ''
  const lines = await owner.get(batch.replaceAll('&amp;', '&').replaceAll('&#38;', '&'))
  t.match(lines.text, /Payment Settled att_\w+ £25\.00 £0\.31 £24\.69/)
  t.match(lines.html, `/dashboard/live/payments/${paid.id}`)
  const payment = await owner.get(`/dashboard/live/payments/${paid.id}`)
  t.match(payment.text, /Settlement .* Payment 1 £25\.00 £0\.31 £24\.69/)
  const again = await upload(text)
  t.match((await owner.get(again.location ?? '')).text, 'This report was already imported. Nothing was changed.')
  t.match(await sql(bench.service, `select actor from audit_log where action = 'settlement_report.imported'`), [
    { actor: owner.email },
  ])
})

t.test('differences have a filter, advice, a link to the payment and a file', async (t) => {
  const paid = await bench.stage.paid()
  const text = bench.closeBatch().replace('25.00', '24.00')
  await upload(text)
  const page = await owner.get(path)
  t.match(page.text, /Amount differs Compare the payment at the acquirer\. 1/)
  const list = await owner.get(`${path}/differences?code=amount_differs`)
  t.match(list.text, /Search for the reference in Adyen’s Customer Area/)
  t.match(list.text, /Amount differs Compare the payment at the acquirer\. att_\w+ £25\.00 £24\.00 2/)
  t.match(list.html, `/dashboard/live/payments/${paid.id}`)
  const file = await owner.get('/dashboard/live/export?what=settlement_differences&code=amount_differs')
  t.match(file.html, /amount_differs,[^\r]*,GBP,25\.00,GBP,24\.00,2/)
  t.match((await owner.done(path, 'compare')).text, 'The service has compared the differences again.')
  t.match((await owner.get('/dashboard/live/export?what=settlement_differences&code=x')).status, 400)
})

t.test('the file of differences disarms formulas from a report', async (t) => {
  const cells = { 'Merchant Account': 'StandInMerchant', 'Creation Date': '2026-11-20 10:00:00', TimeZone: 'CET' }
  const gross = {
    'Gross Currency': 'GBP',
    'Gross Credit (GC)': '1.00',
    'Net Currency': 'GBP',
    'Net Credit (NC)': '1.00',
  }
  const psp = { 'Psp Reference': 'F'.repeat(16), 'Merchant Reference': '=HYPERLINK("https://evil.example")' }
  await upload(settlementCsv([{ ...cells, ...gross, ...psp, Type: 'Settled', 'Batch Number': '@SUM(1)' }]))
  const { html } = await owner.get('/dashboard/live/export?what=settlement_differences&code=unknown_payment')
  t.match(html, `"'=HYPERLINK(""https://evil.example"")"`)
  t.match(html, `,'@SUM(1),`)
  t.notMatch(html, /(?:^|[,"])[=@]/m)
})

t.test('an upload that is wrong, forged or too large changes nothing', async (t) => {
  const before = await sql(bench.service, 'select * from settlement_reports order by id')
  const wrong = await upload('hello')
  t.equal(wrong.status, 422)
  t.match(wrong.text, /not a Settlement details report.*Nothing was imported from this file/)
  t.equal((await upload('x', { token: 'forged' })).status, 403)
  t.equal((await upload('')).status, 422)
  t.match((await upload('x'.repeat(20_100_000))).text, /can have at most 20 MB/)
  const { status } = await fetch(`${bench.service.baseUrl}${path}/import`, { method: 'POST', body: 'x' })
  t.equal(status, 401)
  t.same(await sql(bench.service, 'select * from settlement_reports order by id'), before)
})

t.test('the command finds the account of a report and prints the differences', async (t) => {
  const { service } = bench
  await changeAccount(service.app.context, operator, service.merchantId, {})
  await bench.stage.paid()
  const folder = await mkdtemp(join(tmpdir(), 'reports-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'batch.csv')
  await writeFile(file, bench.closeBatch())
  const done = await reconcile(file, '--json')
  t.equal(done.code, 0, done.stderr)
  t.match(JSON.parse(done.stdout), {
    account: service.merchantId,
    report: { lines: 3, new_lines: 3 },
    differences: { amount_differs: 1 },
  })
  const again = await runProgram(['server/commands/reconcile/main.ts', file], environmentOf(service))
  t.match(again, { code: 0, stdout: /was imported on .* Nothing has changed/ }, 'as a program')
  t.match(await reconcile(), { code: 2, stderr: /Name the file/ })
  const other = await createAccount(service.app.context, { email: 'second@example.com', businessName: 'Second' })
  await connect(service, other.merchantId, 'StandInMerchant')
  t.match(await reconcile(file), { code: 1, stderr: /More than one account is connected.*Choose one with --account/ })
  t.match(await reconcile(file, '--account', service.merchantId), { code: 0, stdout: /Nothing has changed/ })
})

function reconcile(...args: string[]): Promise<Ended> {
  return runCommand(reconcileCommand, environmentOf(bench.service), ...args)
}

t.test('the list of batches has each batch once, although many end at one time', async (t) => {
  await sql(
    bench.service,
    `insert into settlement_batches
       (merchant_id, livemode, processor, account, batch, currency, lines, gross, fees, net, first_at, last_at)
     select ?, true, 'adyen', 'Many', 'many' || n, currency, 1, 1, 0, 1, '2020-01-01', '2020-01-01'
     from generate_series(1, 60) n, unnest('{EUR,GBP}'::text[]) currency`,
    [bench.service.merchantId],
  )
  const seen: string[] = []
  for (let address: string | undefined = path; address !== undefined;) {
    const { html } = await owner.get(address)
    seen.push(...[...html.matchAll(/Batch (many\d+)<\/a> <span class="hint">(\w+),/g)].map(([, ...row]) => row.join()))
    address = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll('&#38;', '&')
  }
  t.same([seen.length, new Set(seen).size], [120, 120])
})

t.test('a cursor of another list gets a sentence, and so does a difference that does not exist', async (t) => {
  const batch = /href="([^"]*reconciliation\/batch\?[^"]*)"/.exec((await owner.get(path)).html)?.[1] ?? ''
  const lines = batch.replaceAll('&#38;', '&')
  const [session, line] = [`cs_live_${'0'.repeat(30)}`, `stm_${'0'.repeat(30)}`]
  const lists: readonly (readonly [address: string, own: string])[] = [
    [`${path}?`, '2026-11-21T10:00:00.000Z'],
    [`${path}/differences?`, `${line}.000000001`],
    [`${path}/differences?code=amount_differs&`, `mov_${'0'.repeat(30)}`],
    [`${lines}&`, `${line}.1`],
  ]
  for (const [address, own] of lists) {
    t.equal((await owner.get(`${address}after=${own}`)).status, 200, address)
    for (const after of [session, '~', 'x'.repeat(400), '2026', line]) {
      const { status, text } = await owner.get(`${address}after=${after}`)
      t.match([status, text], [400, 'This place is not in this list'], `${address} ${after}`)
    }
  }
  t.match((await owner.get(`${path}/differences?code=none`)).text, 'There is no such difference. Choose one of these.')
})
