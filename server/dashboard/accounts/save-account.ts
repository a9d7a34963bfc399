import { changeAccount, type AccountChanges, type Refusal } from '../../flows/accounts/manage-account.ts'
import { changedElsewhere, type MemberVisit, type Outcome } from '../shell/page.ts'

/**
 * Changes the settings of the account, unless somebody has changed them since the server read them for this form.
 * `fieldOf`: the field that a refusal is about. `path`: the page of the form.
 */
export async function saveAccount(
  { context, caller, merchant, to }: MemberVisit,
  changes: AccountChanges,
  { path, message, fieldOf }: { path: string; message: string; fieldOf: (refusal: Refusal) => string },
): Promise<Outcome> {
  const result = await changeAccount(context, caller, merchant.merchant_id, changes, merchant)
  if (result.kind === 'changed') return { kind: 'done', notice: { message } }
  if (result.code === 'changed_meanwhile') return changedElsewhere('The account has', to(path))
  return { kind: 'invalid', errors: { [fieldOf(result)]: result.message } }
}
