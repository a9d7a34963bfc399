import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startServer, type ServerProcess } from './children.ts'
import { figure, serverSettings, type Figure } from './environment.ts'
import { setAlarms } from '../support/set-alarms.ts'

const sessions = 20_000
/** Exactly one run of each task that runs every minute. */
const idleSeconds = 60

/**
 * Measures how many sessions a second the worker expires with their events, of one account and of 1,000 accounts, how
 * late another account's session expires meanwhile, and what an idle service asks of the database.
 */
export async function benchDueWork(databaseUrl: string): Promise<Figure[]> {
  const product = await startServer('product-server.ts', serverSettings(databaseUrl))
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    await pause(15_000)
    const idle = await idleUse(product, db)
    const one = await expire(db, 1)
    const many = await expire(db, 1_000)
    return [
      figure('expiries with their events: one account', one.perSecond, '/s', { atLeast: 5_000 }),
      figure('expiries with their events: 1,000 accounts', many.perSecond, '/s'),
      figure('another account’s session beside 20,000 of one account', one.otherMs, 'ms late'),
      figure('round trips of an idle service', idle.roundTrips, '/s', { atMost: 2 }),
      figure('transactions of an idle service', idle.transactions, '/s', { atMost: 2.5 }),
    ]
  } finally {
    await db.end()
    await product.stop()
  }
}

/** For each second. The statistics of a session reach the view after at most ten seconds. */
async function idleUse(product: ServerProcess, db: pg.Client): Promise<{ roundTrips: number; transactions: number }> {
  const count = async (): Promise<{ roundTrips: number; transactions: number }> => {
    const { rows } = await db.query<{ done: string }>(
      'select xact_commit + xact_rollback as done from pg_stat_database where datname = current_database()',
    )
    const { counts } = await product.use()
    const roundTrips = Object.values(counts).reduce((sum, counted) => sum + counted.roundTrips, 0)
    return { roundTrips, transactions: Number(rows[0]?.done) }
  }
  const before = await count()
  await pause(idleSeconds * 1000)
  const after = await count()
  return {
    roundTrips: (after.roundTrips - before.roundTrips) / idleSeconds,
    transactions: (after.transactions - before.transactions) / idleSeconds,
  }
}

/** Expires sessions that become due at once, and one session of another account that becomes due last. */
async function expire(db: pg.Client, accounts: number): Promise<{ perSecond: number; otherMs: number }> {
  const group = `bench_${accounts}`
  await db.query('begin')
  await db.query(
    `insert into merchants (merchant_id, email, currencies, created_at)
     select $1 || '_' || n, 'bench@example.com', '{GBP}', now() from generate_series(0, $2::integer) n`,
    [group, accounts],
  )
  // Account 0 has one session, the others share the rest.
  await db.query(
    `insert into checkout_sessions
       (merchant_id, livemode, id, status, amount, currency, reference, customer, expires_at, created_at, metadata)
     select $1 || '_' || case when n = 0 then 0 else 1 + n % $2::integer end, false, 'cs_test_' || $1 || '_' || n,
       'open', 2500, 'GBP', 'order ' || n, '{"email": "ada@example.com"}',
       now() + case when n = 0 then interval '10.001 s' else interval '10 s' end, now(), '{"cart": "1"}'
     from generate_series(0, $3::integer) n`,
    [group, accounts, sessions],
  )
  await db.query('commit')
  await db.query(setAlarms)
  await db.query('analyze checkout_sessions')
  for (;;) {
    const { rows } = await db.query(
      `select count(*)::integer as expired, extract(epoch from max(created_at) - min(created_at)) as seconds
       from events where merchant_id like $1 || '\\_%' and type = 'session.expired'`,
      [group],
    )
    const { expired, seconds } = rows[0] as { expired: number; seconds: string }
    if (expired === sessions + 1)
      return { perSecond: sessions / Number(seconds), otherMs: await latenessOf(db, `${group}_0`) }
    await pause(500)
  }
}

async function latenessOf(db: pg.Client, merchantId: string): Promise<number> {
  const { rows } = await db.query<{ ms: string }>(
    `select 1000 * extract(epoch from events.created_at - expires_at) as ms
     from events join checkout_sessions s on s.merchant_id = events.merchant_id and s.id = events.session_id
     where events.merchant_id = $1`,
    [merchantId],
  )
  return Number(rows[0]?.ms)
}
