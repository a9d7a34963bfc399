import type { Scope } from '../../domain/scope.ts'
import type { ReturnedMoney } from '../../domain/wire/form-session.ts'
import { run, type Database } from '../sql/database.ts'

/** As many as a receipt has room for. */
const most = 20

const list = {
  name: 'money returned to the customer',
  text: `
    select kind, amount, settled_at from (
      (
        select 'refund' as kind, amount, settled_at from refunds
        where merchant_id = $1 and livemode = $2 and session_id = $3 and status = 'succeeded'
          and ($4::text is null or attempt_id = $4)
        order by id desc limit ${most}
      ) union all (
        select 'automatic_return', amount, settled_at from automatic_returns
        where merchant_id = $1 and livemode = $2 and session_id = $3 and status = 'succeeded'
          and ($4::text is null or attempt_id = $4)
        order by id desc limit ${most}
      )
    ) returned
    order by settled_at desc limit ${most}`,
}

/**
 * The newest refunds and automatic returns of a session that the bank has confirmed, oldest first. Null: of all its
 * attempts.
 */
export async function returnedMoneyOf(
  scope: Scope,
  db: Database,
  sessionId: string,
  attemptId: string | null,
): Promise<ReturnedMoney[]> {
  const values = [scope.merchantId, scope.livemode, sessionId, attemptId]
  const newestFirst = await run<ReturnedMoney>(db, list, values)
  return newestFirst.reverse()
}
