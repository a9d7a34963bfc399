import { timeOfId } from '../../domain/ids.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'

// Since when every delivery to the address of a mode has failed. Setting a new address clears it.

const begin = {
  name: 'begin endpoint failure',
  text: `
    update webhook_endpoints set failing_since = $4
    where merchant_id = $1 and livemode = $2 and url = $3 and failing_since is null`,
}

export async function beginEndpointFailure(scope: Scope, db: Database, url: string, now: Date): Promise<void> {
  await run(db, begin, [scope.merchantId, scope.livemode, url, now])
}

const end = {
  name: 'end endpoint failure',
  text: `
    update webhook_endpoints set failing_since = null, failing_mailed_at = null
    where merchant_id = $1 and livemode = $2 and url = $3 and failing_since is not null`,
}

export async function endEndpointFailure(scope: Scope, db: Database, url: string): Promise<void> {
  await run(db, end, [scope.merchantId, scope.livemode, url])
}

const undelivered = {
  name: 'undelivered events of modes',
  // `offset 0` makes PostgreSQL check one delivery at a time, and stop at the first.
  text: `
    select mode.livemode, endpoint.failing_since, oldest.id as oldest
    from (values (false), (true)) as mode (livemode)
    left join webhook_endpoints endpoint on endpoint.merchant_id = $1 and endpoint.livemode = mode.livemode
    left join lateral (
      select id from deliveries d
      where d.merchant_id = $1 and d.livemode = mode.livemode and d.failed_attempts > 0 and d.status <> 'delivered'
        and not d.single_attempt and not d.replaced and not exists (
          select from deliveries o
          where o.event_id = d.event_id and o.merchant_id = $1 and o.livemode = mode.livemode
            and (o.status = 'delivered' or (o.status = 'pending' and o.failed_attempts = 0)) offset 0)
      order by id limit 1
    ) oldest on true
    where endpoint.failing_since is not null or oldest.id is not null`,
}

/** A mode of an account in which events have not arrived, or whose webhook address is failing. */
export interface UndeliveredMode {
  readonly livemode: boolean
  /** The address has accepted no delivery since then. Null: it works. */
  readonly failingSince: Date | null
  /** When the oldest event that has not arrived was first sent. Null: all have arrived. */
  readonly oldest: Date | null
}

/** Also events that the service has given up, unless a person has sent them again. */
export async function findUndelivered(db: Database, merchantId: string): Promise<UndeliveredMode[]> {
  const rows = await run<{ livemode: boolean; failing_since: Date | null; oldest: string | null }>(db, undelivered, [
    merchantId,
  ])
  return rows.map(({ livemode, failing_since, oldest }) => ({
    livemode,
    failingSince: failing_since,
    oldest: oldest === null ? null : timeOfId(oldest),
  }))
}

const markMailed = {
  name: 'mark endpoint failure mailed',
  text: `
    update webhook_endpoints set failing_mailed_at = $4
    where merchant_id = $1 and livemode = $2 and url = $3 and failing_since is not null and failing_mailed_at is null
    returning failing_since`,
}

/**
 * Returns since when the address has failed, but only to the one caller that must mail the account. Others get null.
 */
export async function markFailureMailed(
  scope: Scope,
  transaction: Database,
  url: string,
  now: Date,
): Promise<Date | null> {
  const values = [scope.merchantId, scope.livemode, url, now]
  const row = await runForOne<{ failing_since: Date }>(transaction, markMailed, values)
  return row?.failing_since ?? null
}
