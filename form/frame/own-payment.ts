import { brandOfNumber } from '../../spec/lib/card-rules.ts'
import type { FormApi } from './api.ts'
import type * as cardForm from './card-form.ts'
import { toDigits } from './digits.ts'
import type { FormSession } from './form-session.ts'

/** The calls of the form, and the receipt of a payment that this form made with them. */
export interface OwnPayment {
  readonly api: FormApi
  readonly receiptOf: (session: FormSession) => FormSession['receipt']
}

/**
 * The session of a one-off link has no receipt, because strangers may share it (spec/decisions.md#who-sees-a-receipt).
 * The form that made the payment knows the card from its own fields.
 */
export function rememberPayment(api: FormApi, valuesOf: typeof cardForm.valuesOf): OwnPayment {
  let attempt: string | undefined
  let number = ''
  return {
    api: {
      ...api,
      async submitAttempt(request) {
        const typed = toDigits(valuesOf().number)
        const reply = await api.submitAttempt(request)
        if (reply.kind === 'ok') [attempt, number] = [reply.body.id, typed]
        return reply
      },
    },
    receiptOf(session) {
      if (session.receipt || session.status !== 'paid' || session.last_attempt?.id !== attempt) return session.receipt
      return {
        paid_at: session.server_time,
        card_brand: brandOfNumber(number)?.label ?? null,
        card_last4: number.slice(-4),
        amount_refunded: 0,
        returned: [],
      }
    },
  }
}
