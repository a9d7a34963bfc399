import type { Locator, Page } from 'playwright-core'
import { bankFrame } from './bank-window.ts'

/** Cards of Adyen's stand-in, by what the issuer wants. */
export const cards = {
  approved: '4111111111111111',
  frictionless: '5454545454545454',
  refusedAfterFingerprint: '6011111111111117',
  fingerprintThenNative: '4035501428146300',
  native: '4917610000000000',
  redirect: '4212345678901237',
} as const

/** A button of the issuer's page, or of Adyen's page with the same question, in the window. */
export function answer(page: Page, name: 'Confirm' | 'Refuse' | 'Cancel'): Locator {
  return bankFrame(page).getByRole('button', { name })
}
