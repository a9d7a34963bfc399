import { newId, sessionIdPrefix } from '../../../server/domain/ids.ts'
import { sql } from '../../support/sql.ts'
import type { TestService } from '../../support/service.ts'

/** A payment of the past. */
export interface Happened {
  readonly at: string
  /** When it was paid. Left out: at once. */
  readonly bookedAt?: string
  readonly amount?: number
  readonly currency?: string
  readonly livemode?: boolean
  readonly merchantId?: string
  /** Left out: the payment is paid. */
  readonly failureCode?: string
  /** The amount of a refund, which was booked with the payment. */
  readonly refunded?: number
}

/**
 * Writes a payment of the past into the database, with the rows that the service writes: checkout, attempt and ledger
 * line. Gives the checkout's id.
 */
export async function addPayment(
  service: TestService,
  {
    at,
    bookedAt = at,
    amount = 1000,
    currency = 'GBP',
    livemode = false,
    merchantId = service.merchantId,
    failureCode,
    refunded = 0,
  }: Happened,
): Promise<string> {
  const [time, booked] = [new Date(at), new Date(bookedAt)]
  const [session, attempt] = [newId(sessionIdPrefix(livemode), time), newId('att', time)]
  const isPaid = failureCode === undefined
  await sql(
    service,
    `insert into checkout_sessions
       (merchant_id, livemode, id, status, amount, currency, customer, expires_at, attempts, failure_code, paid_at,
        created_at, metadata)
     values (?, ?, ?, ?, ?, ?, '{}', ?, 1, ?, ?, ?, '{}')`,
    [
      merchantId,
      livemode,
      session,
      isPaid ? 'paid' : 'failed',
      amount,
      currency,
      time,
      failureCode ?? null,
      isPaid ? booked : null,
      time,
    ],
  )
  await sql(
    service,
    `insert into card_attempts
       (merchant_id, livemode, id, session_id, status, processor, processor_reference, amount, currency, nonce,
        card_last4, failure_code, created_at, settled_at)
     values (?, ?, ?, ?, ?, 'sandbox', ?, ?, ?, 'n', '0085', ?, ?, ?)`,
    [
      merchantId,
      livemode,
      attempt,
      session,
      isPaid ? 'approved' : 'failed',
      attempt,
      amount,
      currency,
      failureCode ?? null,
      time,
      booked,
    ],
  )
  if (isPaid)
    await addMovement(service, {
      merchantId,
      livemode,
      kind: 'capture',
      amount,
      currency,
      session,
      attempt,
      time: booked,
    })
  if (refunded > 0)
    await addMovement(service, {
      merchantId,
      livemode,
      kind: 'refund',
      amount: refunded,
      currency,
      session,
      attempt,
      refund: newId('re', booked),
      time: booked,
    })
  return session
}

interface Moved {
  readonly merchantId: string
  readonly livemode: boolean
  readonly kind: string
  readonly amount: number
  readonly currency: string
  readonly session: string
  readonly attempt: string
  readonly refund?: string
  readonly time: Date
}

async function addMovement(
  service: TestService,
  { merchantId, livemode, kind, amount, currency, session, attempt, refund, time }: Moved,
): Promise<void> {
  const id = newId('mov', time)
  await sql(
    service,
    `insert into money_movements
       (merchant_id, livemode, id, kind, amount, currency, session_id, attempt_id, refund_id, processor,
        processor_reference, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'sandbox', ?, ?)`,
    [merchantId, livemode, id, kind, amount, currency, session, attempt, refund ?? null, id, time],
  )
}

/** The texts of the cells of the table with this caption, by rows. The first row has the heads. */
export function tableIn(html: string, caption: string): string[][] {
  const [table = ''] = html.split('<table').filter((part) => part.includes(`<caption>${caption}</caption>`))
  const [inside = ''] = table.split('</table>')
  return [...inside.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map(([, cell = '']) => textOf(cell)),
  )
}

function textOf(html: string): string {
  const plain = html
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  return plain.replace(/\s+/g, ' ').trim()
}
