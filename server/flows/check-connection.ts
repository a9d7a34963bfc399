import { adyenCheckoutUrl } from '../domain/adyen-access.ts'
import type { Caller } from '../domain/caller.ts'
import { checkAdyenConnection } from '../processors/adyen/check-connection.ts'
import type { ConnectionResult } from '../processors/adyen/check-connection.ts'
import { inTransaction } from '../store/database.ts'
import { findProcessorCredentials, saveConnectionCheck } from '../store/processor-credentials.ts'
import type { ProcessorCredentialsRecord } from '../store/processor-credentials.ts'
import { accessOf, adyen } from './adyen-credentials.ts'
import { audit } from './audit.ts'
import type { FlowContext } from './context.ts'

export type Checking = Pick<FlowContext, 'db' | 'keyring' | 'clock'> & {
  readonly settings: Pick<FlowContext['settings'], 'adyen'>
}

/**
 * Asks Adyen whether it accepts the account's credentials, and stores the answer with them. Null: the account is not
 * connected, or its credentials have changed during the call. No transaction is open during the call.
 */
export async function checkConnection(context: Checking, merchantId: string): Promise<ConnectionResult | null> {
  const record = await findProcessorCredentials(context.db, { merchantId, processor: adyen })
  const access = record && accessOf(context.keyring, record, context.clock.now())
  const checkoutUrl = access && adyenCheckoutUrl(context.settings.adyen, access.livePrefix)
  if (!checkoutUrl) return null
  const result = await checkAdyenConnection(checkoutUrl, access)
  const key = { merchantId, processor: adyen, revision: record.revision }
  return (await saveConnectionCheck(context.db, key, { at: context.clock.now(), result })) ? result : null
}

/** The check for a person in the dashboard. */
export async function checkConnectionNow(
  context: FlowContext,
  caller: Caller,
  merchantId: string,
): Promise<ConnectionResult | null> {
  const result = await checkConnection(context, merchantId)
  if (result)
    await inTransaction(context.db, (transaction) =>
      audit(context, transaction, caller, {
        merchantId,
        livemode: true,
        action: 'processor.checked',
        detail: { processor: adyen, result },
      }),
    )
  return result
}

/** Whether the last check found that Adyen refuses the credentials. The account then creates no new checkouts. */
export function isRefused({ check_result }: Pick<ProcessorCredentialsRecord, 'check_result'>): boolean {
  return check_result === 'wrong_key' || check_result === 'wrong_account' || check_result === 'no_permission'
}
