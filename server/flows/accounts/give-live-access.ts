import type { Caller } from '../../domain/accounts/caller.ts'
import { liveDetailsProblems, type LiveDetails } from '../../domain/accounts/live-details.ts'
import { saveLiveDetails } from '../../store/accounts/live-details.ts'
import { lockMerchant } from '../../store/accounts/merchants.ts'
import { listSecretKeys } from '../../store/accounts/secret-keys.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { changeLocked, type Refusal } from './manage-account.ts'

export type LiveAccessGiven =
  | { readonly kind: 'saved'; readonly liveKey: { readonly id: string; readonly secret: string } | null }
  | { readonly kind: 'invalid'; readonly problems: Partial<Record<keyof LiveDetails, string>> }
  | Refusal

/**
 * Saves the live account details. The first save also grants live access, and creates a live key unless one already
 * works. Access that the operator has withdrawn stays withdrawn.
 */
export async function giveLiveAccess(
  context: FlowContext,
  caller: Caller,
  merchantId: string,
  details: LiveDetails,
): Promise<LiveAccessGiven> {
  const problems = liveDetailsProblems(details)
  if (Object.keys(problems).length > 0) return { kind: 'invalid', problems }
  return inTransaction(context.db, async (transaction) => {
    const merchant = await lockMerchant(transaction, merchantId)
    if (!merchant) return { kind: 'refused', code: 'account_not_found', message: `There is no account ${merchantId}.` }
    if (merchant.live_access_ended_at)
      return {
        kind: 'refused',
        code: 'live_access_ended',
        message: 'The operator of this server has withdrawn live access. Please contact them.',
      }
    const keys = await listSecretKeys(transaction, merchantId)
    const now = context.clock.now()
    const hasKey = keys.some(
      ({ livemode, revoked_at, expires_at }) => livemode && !revoked_at && (!expires_at || expires_at > now),
    )
    const changed =
      merchant.live_access && hasKey
        ? null
        : await changeLocked(context, caller, transaction, { merchant, changes: { liveAccess: true } })
    if (changed?.kind === 'refused') return changed
    await saveLiveDetails(transaction, merchantId, details, now)
    await audit(context, transaction, caller, {
      merchantId,
      livemode: null,
      action: 'live_details.saved',
      detail: { ...details },
    })
    return { kind: 'saved', liveKey: changed?.liveKey ?? null }
  })
}
