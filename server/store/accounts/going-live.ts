import type { Scope } from '../../domain/scope.ts'
import { runForOne, type Database } from '../sql/database.ts'

/** What an account has done in a mode on the way to real payments. */
export interface Tried {
  readonly has_paid: boolean
  readonly has_declined: boolean
  readonly has_expired: boolean
  readonly has_refunded: boolean
  readonly has_dispute: boolean
  /** The webhook address has accepted an event. */
  readonly has_delivered: boolean
  readonly has_endpoint: boolean
  /** A secret key of the mode was used. */
  readonly has_used_key: boolean
}

const inMode = 'merchant_id = $1 and livemode = $2'

// Each part reads one entry of an index, whatever the size of the account.
const tried = {
  name: 'tried on the way to live mode',
  text: `
    select
      exists (select from checkout_sessions where ${inMode} and status = any ('{paid,refunded,disputed}')) as has_paid,
      exists (select from events where ${inMode} and type = 'session.failed') as has_declined,
      exists (select from events where ${inMode} and type = 'session.expired') as has_expired,
      exists (select from events where ${inMode} and type = 'session.refunded') as has_refunded,
      exists (select from disputes where ${inMode} and status = any ('{open,won,lost}')) as has_dispute,
      exists (
        select from (select status from deliveries where ${inMode} order by id desc limit 200) newest
        where newest.status = 'delivered'
      ) as has_delivered,
      exists (select from webhook_endpoints where ${inMode}) as has_endpoint,
      exists (
        select from secret_keys where ${inMode} and revoked_at is null and last_used_at is not null
      ) as has_used_key`,
}

export async function findTried(db: Database, { merchantId, livemode }: Scope): Promise<Tried> {
  const found = await runForOne<Tried>(db, tried, [merchantId, livemode])
  if (!found) throw new Error('Bug: a select without a table has one row')
  return found
}
