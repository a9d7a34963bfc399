import type { Frame, Page } from 'playwright-core'
import { openSession } from '../browser/form-harness.ts'
import { decline, fillCard, harness, openShop, payWithMistakes } from './form-page.ts'

export interface FormState {
  readonly prepare?: () => void
  readonly act?: (frame: Frame) => Promise<void>
}

export const pay = async (frame: Frame) => {
  await fillCard(frame)
  await frame.locator('#pay').click()
}
const payUntil = (sign: string) => async (frame: Frame) => {
  await pay(frame)
  await frame.locator(sign).waitFor()
}
/** The next form asks for email and address. */
export const needsAddress = () =>
  void (harness.session = { ...openSession(), needs: { email: true, billing_address: true } })
const challenged = {
  id: 'att_1',
  status: 'challenge',
  challenge_url: null,
  challenge_page: null,
  challenge_kind: null,
  abandoned: false,
  left_at_bank: false,
} as const

/** Everything that the form shows, each until it is closed. */
export const states = {
  idle: {},
  mistakes: { act: payWithMistakes },
  address: { prepare: needsAddress, act: payWithMistakes },
  paying: {
    prepare: () => (harness.bank = () => ({ status: 'processing' })),
    act: payUntil('#pay[aria-disabled="true"]'),
  },
  challenge: {
    prepare: () => (harness.bank = () => ({ status: 'processing', last_attempt: challenged })),
    act: payUntil('#challenge'),
  },
  declined: { prepare: () => (harness.bank = () => decline), act: payUntil('.alert:not(:empty)') },
  paid: { act: payUntil('#outcome') },
  failed: { prepare: () => (harness.session = { ...openSession(), status: 'failed' }) },
  expired: { prepare: () => (harness.session = { ...openSession(), status: 'expired' }) },
} satisfies Readonly<Record<string, FormState>>

/** Opens a form and leads it into a state. */
export async function openState({ prepare, act }: FormState, locale: string): Promise<{ page: Page; frame: Frame }> {
  harness.session = openSession()
  prepare?.()
  const { page, frame } = await openShop({ locale, bypassCSP: true })
  await frame.locator('#loading').waitFor({ state: 'hidden' })
  await act?.(frame)
  return { page, frame }
}
