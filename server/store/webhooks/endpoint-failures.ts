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

const failingNow = {
  name: 'failing endpoints',
  text: `
    select livemode, failing_since from webhook_endpoints where merchant_id = $1 and failing_since is not null`,
}

/** A mode of an account whose webhook address has accepted no delivery since `failing_since`. */
export interface FailingEndpoint {
  readonly livemode: boolean
  readonly failing_since: Date
}

export function findFailingEndpoints(db: Database, merchantId: string): Promise<FailingEndpoint[]> {
  return run(db, failingNow, [merchantId])
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
