import { Client } from 'pg'
import { startDatabase, type BenchDatabase } from '../environment.ts'
import { addAccounts, growTo, type Growth } from './copy-payments.ts'
import { makeEarlierPartitions } from './earlier-partitions.ts'
import { eventfulPayment, everyJourney, plainPayment, untilDelivered, worker } from './journeys.ts'
import { startMeasuredService, type Account } from './measured-service.ts'
import { logPlans, plansSince, sizeOfLog } from './plans.ts'
import { referenceOfSample, templatesOf } from './row-template.ts'
import { growingTables, sampleRows, type SampleRows } from './sample-rows.ts'
import { sizesOf } from './sizes.ts'
import { blocksTable, diskTable, walTable, type Measured, type StatementCost } from './tables.ts'
import { startReceiver } from '../../support/receiver.ts'

const rounds = 20
/** Plain payments, of which so many run at once. */
const payments = 2_000
const together = 8

/** `npm run bench growth [sessions] [sessions]`: the two sizes that it compares. */
export async function benchGrowth(words: readonly string[], print: (line: string) => void): Promise<void> {
  const [small = 1_000_000, large = 50_000_000] = words.map(Number)
  const database = await startDatabase()
  const receiver = await startReceiver()
  const admin = new Client({ connectionString: database.serviceAdminUrl })
  await admin.connect()
  try {
    await logPlans(admin)
    const { growth, account, plain } = await prepare(database, admin, receiver.url)
    await makeEarlierPartitions(admin, database.serviceAdminUrl)
    await addAccounts(growth)
    const atSmall = await growTo(growth, { from: 0, to: small })
    const first = await measure(database, account, `${atSmall}`)
    print(diskTable(await sizesOf(admin, growingTables), plain))
    print(walTable(first))
    const atLarge = await growTo(growth, { from: atSmall, to: large })
    if (atLarge < large) print(`The disk has room for ${atLarge.toLocaleString('en')} sessions here.`)
    print(blocksTable(first, await measure(database, account, `${atLarge}`)))
  } finally {
    await admin.end()
    await receiver.stop()
    await database.stop()
  }
}

/** Makes a plain payment and one with four events, and takes the second one's rows as the pattern of all others. */
async function prepare(
  database: BenchDatabase,
  admin: Client,
  url: string,
): Promise<{ growth: Growth; account: Account; plain: SampleRows[] }> {
  const service = await startMeasuredService(database.url)
  try {
    await service.succeed('POST', '/v1/webhook_endpoints', { url })
    const eventful = await eventfulPayment(service, `order ${referenceOfSample}`)
    const plain = await plainPayment(service, 'order 1')
    await untilDelivered(admin, service)
    await worker(service)
    const { merchantId, secretKey } = service
    const templates = templatesOf(await sampleRows(admin, eventful), merchantId)
    const growth = { admin, dataDir: database.dataDir, templates, sampleAt: new Date(), merchantId, lastSequence: 100 }
    return { growth, account: { merchantId, secretKey }, plain: await sampleRows(admin, plain) }
  } finally {
    await service.stop()
  }
}

/** Lets the service do its work, and reads what each of its statements cost. */
async function measure(database: BenchDatabase, account: Account, size: string): Promise<Measured> {
  const service = await startMeasuredService(database.url, account)
  const admin = new Client({ connectionString: database.serviceAdminUrl })
  await admin.connect()
  try {
    // Connections, plans and caches of the catalogue are made before the measurement.
    for (let round = 0; round < 5; round += 1) await everyJourney(service, `${size} warm ${round}`)
    await untilDelivered(admin, service)
    const start = await sizeOfLog(database.logFile)
    for (let round = 0; round < rounds; round += 1) await everyJourney(service, `${size} ${round}`)
    await untilDelivered(admin, service)
    await worker(service)
    const middle = await sizeOfLog(database.logFile)
    const before = await walPosition(admin)
    let payment = 0
    const pay = async (): Promise<void> => {
      while (payment < payments) await plainPayment(service, `${size} plain ${(payment += 1)}`)
    }
    await Promise.all(Array.from({ length: together }, pay))
    await untilDelivered(admin, service)
    const wal = await walBetween(admin, before, await walPosition(admin))
    return {
      sessions: Number(size),
      statements: await costs(database.logFile, { start, end: middle }, service.names),
      ofPayment: await costs(database.logFile, { start: middle, end: Infinity }, service.names),
      payments,
      wal,
    }
  } finally {
    await admin.end()
    await service.stop()
  }
}

async function walPosition(admin: Client): Promise<string> {
  const { rows } = await admin.query<{ at: string }>('select pg_current_wal_flush_lsn() as at')
  return rows[0]?.at ?? ''
}

/** After each checkpoint, the first change of a page writes the whole page. */
async function walBetween(admin: Client, start: string, end: string): Promise<Measured['wal']> {
  await admin.query('create extension if not exists pg_walinspect')
  const { rows } = await admin.query<{ records: string; pages: string }>(
    'select sum(record_size) as records, sum(fpi_size) as pages from pg_get_wal_stats($1, $2)',
    [start, end],
  )
  return { records: Number(rows[0]?.records), pages: Number(rows[0]?.pages) }
}

async function costs(
  logFile: string,
  { start, end }: { start: number; end: number },
  names: ReadonlyMap<string, string>,
): Promise<Map<string, StatementCost>> {
  const found = new Map<string, StatementCost>()
  for await (const { text, blocks, walBytes, scanned } of plansSince(logFile, { start, end })) {
    const name = nameOf(text, names)
    if (name === null) continue
    const known = found.get(name) ?? { blocks: [], walBytes: 0, scanned: new Set<string>() }
    known.blocks.push(blocks)
    known.walBytes += walBytes
    for (const table of scanned) if (growingTables.includes(table)) known.scanned.add(table)
    found.set(name, known)
  }
  return found
}

/** Null for statements of the job queue and of the simulated bank, which do not belong to the tables that grow. */
function nameOf(text: string, names: ReadonlyMap<string, string>): string | null {
  if (/sandbox_bank|graphile_worker/.test(text)) return null
  const known = names.get(text)
  if (known !== undefined) return known.length > 60 ? `${known.slice(0, 60)}…` : known
  const [, checked] = /^SELECT 1 FROM ONLY (?:"?\w+"?\.)?"?(\w+)"? x /.exec(text) ?? []
  return checked === undefined ? null : `(foreign key to ${checked})`
}
