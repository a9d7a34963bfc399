import { signUpRefusal } from '../../domain/accounts/sign-up.ts'
import { fail } from '../../domain/failure.ts'
import { createAccount } from '../../flows/accounts/create-account.ts'
import type { FlowContext } from '../../flows/context.ts'
import { success, type Handlers } from '../requests/contract.ts'

/** The reply shows it to the new merchant together with the key. */
const noteWith = (baseUrl: string): string =>
  'Keep this key: no other reply shows it. It works at once, in test mode. ' +
  `To use the dashboard, claim this account with the key at ${baseUrl}/dashboard/claim.`

export function sandboxHandlers(context: FlowContext): Pick<Handlers, 'signUpForSandbox'> {
  return {
    signUpForSandbox: async ({ body }) => {
      const { signUp } = context.settings
      if (signUp !== 'open') return fail('parameter_invalid', { param: 'email', ...signUpRefusal(signUp) })
      const account = await createAccount(context, { email: body.email, businessName: body.business_name ?? null })
      return success({
        merchant_id: account.merchantId,
        secret_key: account.secretKey,
        livemode: false,
        note: noteWith(context.settings.baseUrl),
      })
    },
  }
}
