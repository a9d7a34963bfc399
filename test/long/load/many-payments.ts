import { Client } from 'pg'
import { sessionIdPrefix } from '../../../server/domain/ids.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** SQL for the time in an id: `ms` in base 32, ten characters. */
const timeInId = Array.from(
  { length: 10 },
  (_, index) => `substr('${alphabet}', ((ms >> ${String(5 * (9 - index))}) & 31)::int + 1, 1)`,
).join(' || ')

export interface ManyPayments {
  readonly merchantId: string
  /** Default false. */
  readonly livemode?: boolean
  readonly count: number
  /** The time of the newest payment. The others are spread evenly over the year before. */
  readonly until: Date
}

const yearMs = 365 * 24 * 3600_000

/**
 * Adds payments of a year. One in ten failed, one in five is in EUR, and the others are in GBP. Payment n, counted
 * from the oldest, has the amount 1,000 + n % 100. With `attempts`, it also adds their card attempts and ledger lines,
 * and a refund of 100 for each fiftieth payment.
 */
export async function addManyPayments(
  databaseUrl: string,
  { merchantId, livemode = false, count, until }: ManyPayments,
  { attempts }: { attempts: boolean },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `create temporary table given as
       select n, n % 10 <> 0 as is_paid, 1000 + n % 100 as amount,
         case when n % 5 = 1 then 'EUR' else 'GBP' end as currency,
         to_timestamp(ms / 1000.0) as at, ${timeInId} || lpad(n::text, 20, '0') as id
       from (
         select n, ($1::bigint - $2::bigint + n * $2::bigint / $3) as ms from generate_series(1, $3::int) n) numbers`,
      [until.getTime(), yearMs, count],
    )
    const prefix = `${sessionIdPrefix(livemode)}_`
    for (const text of attempts ? [sessions, cardAttempts, captures, refunds] : [sessions])
      await client.query(text, [merchantId, livemode, prefix])
    await client.query(`vacuum analyze checkout_sessions`)
    await client.query(`vacuum analyze card_attempts`)
    await client.query(`vacuum analyze money_movements`)
  } finally {
    await client.end()
  }
}

const sessions = `
  insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, reference,
    customer, expires_at, attempts, failure_code,
    card_brand, card_last4, paid_at, created_at, metadata)
  select $1, $2::boolean, $3 || id, case when is_paid then 'paid' else 'failed' end, amount, currency, 'r' || n,
    jsonb_build_object('email', 'c' || n || '@example.com'), at, 1,
    case when is_paid then null else 'card_declined' end,
    'visa', lpad((n % 10000)::text, 4, '0'), case when is_paid then at end, at, '{}'
  from given`

const cardAttempts = `
  insert into card_attempts (merchant_id, livemode, id, session_id, status,
    processor, processor_reference, amount, currency, nonce, card_last4,
    failure_code, created_at, settled_at)
  select $1, $2::boolean, 'att_' || id, $3 || id, case when is_paid then 'approved' else 'failed' end,
    'sandbox', id, amount, currency, 'n', '0085',
    case when is_paid then null else 'card_declined' end, at, at
  from given`

const captures = `
  insert into money_movements (merchant_id, livemode, id, kind, amount, currency,
    session_id, attempt_id, processor, processor_reference, created_at)
  select $1, $2::boolean, 'mov_' || id, 'capture', amount, currency, $3 || id, 'att_' || id, 'sandbox', id, at
  from given where is_paid`

const refunds = `
  insert into money_movements (merchant_id, livemode, id, kind, amount, currency,
    session_id, attempt_id, refund_id, processor, processor_reference, created_at)
  select $1, $2::boolean, 'mov_' || id || 'r', 'refund', 100, currency,
    $3 || id, 'att_' || id, 're_' || id, 'sandbox', id, at
  from given where is_paid and n % 50 = 1`
