import type { Caller } from '../../domain/accounts/caller.ts'
import type { Acquirer, ConnectionResult } from '../../processors/acquirer.ts'
import {
  findProcessorCredentials,
  saveConnectionCheck,
  type ProcessorCredentialsRecord,
} from '../../store/acquirers/processor-credentials.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { credentialsOf } from './processor-credentials.ts'

export type Checking = Pick<FlowContext, 'db' | 'keyring' | 'clock'>

/**
 * Asks an acquirer whether it accepts the account's credentials, and stores the answer with them. Null: the account is
 * not connected, or its credentials have changed during the call. No transaction is open during the call.
 */
export async function checkConnection(
  { db, keyring, clock }: Checking,
  acquirer: Acquirer,
  merchantId: string,
): Promise<ConnectionResult | null> {
  const key = { merchantId, processor: acquirer.name }
  const record = await findProcessorCredentials(db, key)
  const credentials = record && credentialsOf(keyring, acquirer.fields, record, clock.now())
  if (!credentials) return null
  const result = await acquirer.check(credentials)
  const { revision } = record
  return (await saveConnectionCheck(db, { ...key, revision }, { at: clock.now(), result })) ? result : null
}

/** The check for a person in the dashboard. */
export async function checkConnectionNow(
  context: FlowContext,
  caller: Caller,
  acquirer: Acquirer,
  merchantId: string,
): Promise<ConnectionResult | null> {
  const result = await checkConnection(context, acquirer, merchantId)
  if (result)
    await inTransaction(context.db, (transaction) =>
      audit(context, transaction, caller, {
        merchantId,
        livemode: true,
        action: 'processor.checked',
        detail: { processor: acquirer.name, result },
      }),
    )
  return result
}

/** Whether the last check found that the acquirer refuses the credentials. They then create no new checkouts. */
export function isRefused({ check_result }: Pick<ProcessorCredentialsRecord, 'check_result'>): boolean {
  return check_result === 'wrong_key' || check_result === 'wrong_account' || check_result === 'no_permission'
}
