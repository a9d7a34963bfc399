import { endpointFailingMail } from '../../engines/mail/payment-mails.ts'
import type { Scope } from '../../domain/scope.ts'
import { inTransaction } from '../../store/sql/database.ts'
import type { SendableDelivery } from '../../store/webhooks/deliveries.ts'
import { beginEndpointFailure, endEndpointFailure, markFailureMailed } from '../../store/webhooks/endpoint-failures.ts'
import { findMerchant } from '../../store/accounts/merchants.ts'
import type { DeliveryResult } from '../../webhooks/deliver.ts'
import type { FlowContext } from '../context.ts'
import { dashboardAddress, mailAccount } from '../mail/queue-mail.ts'

/** How long an address may fail before the account gets a mail. */
const mailAfterMs = 24 * 3600_000

/**
 * Records since when a webhook address fails, and mails the account once it has failed for a day. Costs nothing while
 * deliveries succeed.
 */
export async function noteEndpointResult(
  context: FlowContext,
  scope: Scope,
  claimed: SendableDelivery,
  result: DeliveryResult,
): Promise<void> {
  const { url, failing_since, failing_mailed_at } = claimed
  if (result.kind === 'delivered') return failing_since ? endEndpointFailure(scope, context.db, url) : undefined
  // A test ping is not a real event, so its failure does not count.
  if (claimed.single_attempt) return
  const now = context.clock.now()
  if (!failing_since) return beginEndpointFailure(scope, context.db, url, now)
  if (failing_mailed_at || now.getTime() - failing_since.getTime() < mailAfterMs) return
  await inTransaction(context.db, async (transaction) => {
    const since = await markFailureMailed(scope, transaction, url, now)
    if (!since) return
    const timeZone = (await findMerchant(transaction, scope.merchantId))?.time_zone ?? 'UTC'
    const address = dashboardAddress(context, scope, 'webhooks')
    await mailAccount(
      context,
      scope,
      transaction,
      endpointFailingMail({ url, since, timeZone, error: result.error, address }),
    )
  })
}
