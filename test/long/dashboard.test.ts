import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import t from 'tap'
import { sql } from '../support/sql.ts'
import { startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { tableIn } from '../dashboard/sessions/history.ts'
import { signIn, type Member } from '../dashboard/shell/support.ts'
import { size } from './load/chance.ts'
import { addManyPayments } from './load/many-payments.ts'
import { ServiceProcess } from './processes/processes.ts'

// The dashboard with a million payments in one year: lists and searches read only a small part, numbers are exact, and
// a file of all payments needs no more memory than a file of a few.

const count = size(1_000_000, 20_000)
const rowsOnAPage = 50
/** How many blocks of 8 KiB one statement may read, of tables and indexes together. */
const maxBlocks = 1_000
/** How many megabytes the process may grow while it sends a larger file. */
const maxGrowth = 120

/** The worker deletes unpaid test sessions after 30 days, while the test counts those of a year. */
const environment = { RATE_LIMIT_PER_SECOND: '100000', TEST_SESSION_DAYS: '36500' }

let service: TestService
let owner: Member

t.before(async () => {
  service = await startService({ environment })
  owner = await signIn(service)
  await addManyPayments(
    service.databaseUrl,
    { merchantId: service.merchantId, count, until: service.clock.now() },
    { attempts: true },
  )
})
t.teardown(() => service.stop())

/** Counts the statements on payments that `work` runs, and the blocks that they read. */
async function costOf(work: () => Promise<unknown>): Promise<{ blocks: number; statements: number }> {
  const seen: { sql: string; bindings: readonly unknown[] }[] = []
  const note = (query: { sql: string; bindings: readonly unknown[] }): void =>
    void (/from "checkout_sessions"/.test(query.sql) && seen.push(query))
  const { readingDb } = service.app.context
  readingDb.on('query', note)
  await work()
  readingDb.off('query', note)
  const plans = await Promise.all(
    seen.map(
      ({ sql: text, bindings }) =>
        readingDb.client.raw(
          `explain (analyze, buffers, format json) ${text.replace(/\$\d+/g, '?')}`,
          bindings,
        ) as Promise<{ rows: { 'QUERY PLAN': { Plan: Record<string, number> }[] }[] }>,
    ),
  )
  const blocks = plans
    .map(({ rows }) => rows[0]?.['QUERY PLAN'][0]?.Plan)
    .map((plan) => (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0))
  return { blocks: blocks.reduce((sum, one) => sum + one, 0), statements: seen.length }
}

/** On a connection without a time limit, because the statement counts up to a million rows. */
async function idAt(offset: number): Promise<string> {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select id from checkout_sessions where merchant_id = $1 order by id desc offset $2 limit 1',
    [service.merchantId, offset],
  )
  await client.end()
  return rows[0]?.id ?? ''
}

t.test('every list page, filter and search of payments reads a limited number of blocks', async (t) => {
  const deep = await idAt(Math.floor(count / 2))
  const day =
    (
      await sql<{ day: string }>(
        service,
        `select to_char(created_at, 'YYYY-MM-DD') as day from checkout_sessions where id = ?`,
        [deep],
      )
    )[0]?.day ?? ''
  for (const query of [
    '',
    `after=${deep}`,
    'status=paid',
    `status=failed&after=${deep}`,
    'q=r77',
    'q=c78@example.com',
    'q=0079',
    `q=${deep}`,
    `from=${day}&to=${day}`,
    'currency=GBP&min=10.05&max=10.05',
    'status=open',
  ]) {
    const { blocks, statements } = await costOf(async () =>
      t.ok((await owner.get(`/dashboard/test/payments?${query}`)).status < 400, query),
    )
    t.comment(`figure: ${String(blocks)} blocks in ${String(statements)} statements for “${query}”`)
    // A search for an id finds the payment without the list.
    t.equal(statements > 0, query !== `q=${deep}`, `${String(statements)} statements for “${query}”`)
    t.ok(blocks <= maxBlocks * Math.max(1, statements), `${String(blocks)} blocks for “${query}”`)
  }
})

t.test('the last page of the list costs as much as the first', async (t) => {
  const oldest = await idAt(count - rowsOnAPage - 1)
  const first = await costOf(() => owner.get('/dashboard/test/payments'))
  const last = await costOf(() => owner.get(`/dashboard/test/payments?after=${oldest}`))
  t.ok(
    first.blocks > 0 && last.blocks <= first.blocks * 2 + 10,
    `${String(first.blocks)} blocks for the first page, ${String(last.blocks)} for the last`,
  )
})

t.test('the numbers of a whole year are exact', async (t) => {
  const from = new Date(service.clock.now().getTime() - 366 * 24 * 3600_000).toISOString().slice(0, 10)
  const started = performance.now()
  // The page gives up after 2.5 s, which a busy machine can need for a million rows.
  let html = ''
  await until(async () => {
    const reply = await owner.get(`/dashboard/test/numbers?from=${from}&step=month`)
    html = reply.html
    return reply.status === 200
  }, 'the service counts the year within its time limit')
  t.comment(`figure: the numbers of a year in ${String(Math.round(performance.now() - started))} ms`)
  const [sums] = await sql<{ taken: string; refunded: string }>(
    service,
    `select sum(amount) filter (where kind = 'capture') as taken, sum(amount) filter (where kind = 'refund') as refunded
     from money_movements where currency = 'GBP'`,
  )
  const [, gbp] = tableIn(html, 'Money, by currency')
  t.same([gbp?.[0], minor(gbp?.[1]), minor(gbp?.[2])], ['GBP', Number(sums?.taken), Number(sums?.refunded)])
  const [tried] = await sql<{ tried: string; paid: string }>(
    service,
    `select count(*) as tried, count(paid_at) as paid from checkout_sessions where currency = 'GBP'`,
  )
  const format = (text: string | undefined): string => Number(text).toLocaleString('en-GB')
  t.match(tableIn(html, 'GBP, by month')[1]?.[2], `(${format(tried?.paid)} of ${format(tried?.tried)})`)
})

t.test('the home page adds up the last seven days', async (t) => {
  const started = performance.now()
  const { text, status } = await owner.get('/dashboard/test/home')
  t.equal(status, 200)
  t.comment(`figure: the home page in ${String(Math.round(performance.now() - started))} ms`)
  const midnight = new Date(`${service.clock.now().toISOString().slice(0, 10)}T00:00:00Z`).getTime()
  const [sums] = await sql<{ payments: string }>(
    service,
    `select count(*) as payments from money_movements
     where currency = 'GBP' and kind = 'capture' and created_at >= ?`,
    [new Date(midnight - 6 * 24 * 3600_000)],
  )
  const payments = Number(sums?.payments).toLocaleString('en-GB')
  t.match(text.slice(text.indexOf('Last 7 days')), `${payments} payment`)
})

function minor(text: string | undefined): number {
  return Math.round(Number((text ?? '').replace(/[^0-9.]/g, '')) * 100)
}

t.test('a file of all payments has each payment once, and sending it needs little memory', async (t) => {
  const separate = await ServiceProcess.start(
    t,
    { databaseUrl: service.databaseUrl, masterKey: service.masterKey },
    // As `npm start` does. The default grows with the memory of the machine.
    { ...environment, NODE_OPTIONS: '--max-semi-space-size=16' },
  )
  const pid = separate.run.child.pid ?? 0
  const day =
    (
      await sql<{ day: string }>(
        service,
        `select to_char(created_at, 'YYYY-MM-DD') as day from checkout_sessions where id = ?`,
        [await idAt(Math.floor(count / 20))],
      )
    )[0]?.day ?? ''
  await download(separate, `from=${day}`, pid)
  const before = await residentMegabytes(pid)
  const file = await download(separate, '', pid)
  t.equal(file.lines, count + 1)
  t.ok(file.endsWell, 'the file ends with a whole line')
  const megabytes = Math.round(file.bytes / 2 ** 20)
  const [low, high] = [before, file.highest].map((size) => String(Math.round(size)))
  const memory = `${low} MB before, at most ${high} MB during the download`
  t.ok(file.highest - before < maxGrowth, `resident memory: ${memory}`)
  t.comment(`figure: ${String(count)} rows, ${String(megabytes)} MB; resident memory: ${memory}`)
  t.equal(await separate.stop(), 0)
})

/** Downloads a file without keeping it, and measures the memory of the service meanwhile. */
async function download(
  from: ServiceProcess,
  query: string,
  pid: number,
): Promise<{ lines: number; bytes: number; highest: number; endsWell: boolean }> {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${from.baseUrl}/dashboard/test/export?what=payments&${query}`, {
    headers: { cookie, 'Accept-Encoding': 'identity' },
  })
  if (response.status !== 200 || !response.body) throw new Error(`The download failed: ${String(response.status)}`)
  let [lines, bytes, highest, chunks, last] = [0, 0, 0, 0, 0]
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const part = Buffer.from(read.value)
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1
    bytes += part.length
    last = part.at(-1) ?? 0
    if (chunks++ % 100 === 0) highest = Math.max(highest, await residentMegabytes(pid))
  }
  return { lines, bytes, highest, endsWell: last === 10 }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024
}
