import { callOf } from '../refusals.ts'

/** Who may open an account: everyone, who has an invitation of the operator, or no one. */
export type SignUp = 'open' | 'invite' | 'closed'

/** Where a developer gets a test key. */
export function ownKeyAdvice(signUp: SignUp): string {
  return signUp === 'open'
    ? `To get a test key of your own, call ${callOf('signUpForSandbox')}.`
    : signUpRefusal(signUp).fix
}

/** What a person or a program reads when it may not open an account. */
export function signUpRefusal(signUp: Exclude<SignUp, 'open'>): { readonly message: string; readonly fix: string } {
  return signUp === 'invite'
    ? {
        message: 'This service opens accounts by invitation only.',
        fix: 'Ask the operator of this service for an invitation. Its link leads to a new account with a test key.',
      }
    : {
        message: 'This service opens no new accounts.',
        fix: 'Use a secret key of an account that exists, or ask the operator of this service.',
      }
}
