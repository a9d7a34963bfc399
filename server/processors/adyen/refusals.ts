import type { FailureCode } from '../../domain/sessions/failure-codes.ts'

interface RefusalRow {
  /** Adyen's `refusalReasonCode`. */
  readonly code: string
  /** Adyen's `refusalReason`, which notifications send without the code. */
  readonly text: string
  readonly failure: FailureCode
  /** The customer cancelled, so the refusal is not the card's fault. */
  readonly isCancelled?: true
}

/** Every row of Adyen's page "Refusal reasons". */
export const refusalRows: readonly RefusalRow[] = [
  { code: '0', text: 'Unknown', failure: 'processing_error' },
  { code: '2', text: 'Refused', failure: 'card_declined' },
  { code: '3', text: 'Referral', failure: 'card_declined' },
  { code: '4', text: 'Acquirer Error', failure: 'processing_error' },
  { code: '5', text: 'Blocked Card', failure: 'card_declined' },
  { code: '6', text: 'Expired Card', failure: 'expired_card' },
  { code: '7', text: 'Invalid Amount', failure: 'processing_error' },
  { code: '8', text: 'Invalid Card Number', failure: 'invalid_card' },
  { code: '9', text: 'Issuer Unavailable', failure: 'processor_unavailable' },
  { code: '10', text: 'Not supported', failure: 'card_declined' },
  { code: '11', text: '3D Not Authenticated', failure: 'authentication_failed' },
  { code: '12', text: 'Not enough balance', failure: 'card_declined' },
  { code: '14', text: 'Acquirer Fraud', failure: 'risk_declined' },
  { code: '15', text: 'Cancelled', failure: 'authentication_failed', isCancelled: true },
  { code: '16', text: 'Shopper Cancelled', failure: 'authentication_failed', isCancelled: true },
  { code: '17', text: 'Invalid Pin', failure: 'card_declined' },
  { code: '18', text: 'Pin tries exceeded', failure: 'card_declined' },
  { code: '19', text: 'Pin validation not possible', failure: 'card_declined' },
  { code: '20', text: 'FRAUD', failure: 'risk_declined' },
  { code: '21', text: 'Not Submitted', failure: 'processing_error' },
  { code: '22', text: 'FRAUD-CANCELLED', failure: 'risk_declined' },
  { code: '23', text: 'Transaction Not Permitted', failure: 'card_declined' },
  { code: '24', text: 'CVC Declined', failure: 'invalid_card' },
  { code: '25', text: 'Restricted Card', failure: 'card_declined' },
  { code: '26', text: 'Revocation Of Auth', failure: 'card_declined' },
  { code: '27', text: 'Declined Non Generic', failure: 'card_declined' },
  { code: '28', text: 'Withdrawal amount exceeded', failure: 'card_declined' },
  { code: '29', text: 'Withdrawal count exceeded', failure: 'card_declined' },
  { code: '31', text: 'Issuer Suspected Fraud', failure: 'risk_declined' },
  { code: '32', text: 'AVS Declined', failure: 'card_declined' },
  { code: '33', text: 'Card requires online pin', failure: 'card_declined' },
  { code: '34', text: 'No checking account available on Card', failure: 'card_declined' },
  { code: '35', text: 'No savings account available on Card', failure: 'card_declined' },
  { code: '36', text: 'Mobile pin required', failure: 'card_declined' },
  { code: '37', text: 'Contactless fallback', failure: 'card_declined' },
  { code: '38', text: 'Authentication required', failure: 'authentication_failed' },
  { code: '39', text: 'RReq not received from DS', failure: 'authentication_failed' },
  { code: '40', text: 'Current AID is in Penalty Box.', failure: 'card_declined' },
  { code: '41', text: 'CVM Required Restart Payment', failure: 'card_declined' },
  { code: '42', text: '3DS Authentication Error', failure: 'authentication_failed' },
  { code: '43', text: 'Online PIN required', failure: 'card_declined' },
  { code: '44', text: 'Try another interface', failure: 'card_declined' },
  { code: '45', text: 'Chip downgrade mode', failure: 'card_declined' },
  { code: '46', text: 'Transaction blocked by Adyen to prevent excessive retry fees', failure: 'card_declined' },
]

const byCode = new Map(refusalRows.map((row) => [row.code, row]))
const byText = new Map(refusalRows.map((row) => [keyOf(row.text), row]))

export interface KnownRefusal {
  readonly failureCode: FailureCode
  readonly isCancelled: boolean
  /** False: Adyen's page does not have this reason. It then counts as a refusal by the bank. */
  readonly isKnown: boolean
}

export function refusalOf(code: string | null, text: string | null): KnownRefusal {
  const row = (code === null ? undefined : byCode.get(code)) ?? (text === null ? undefined : byText.get(keyOf(text)))
  return {
    failureCode: row?.failure ?? 'card_declined',
    isCancelled: row?.isCancelled === true,
    isKnown: row !== undefined,
  }
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Why Adyen has not processed a request, by the `errorCode` of its reply with status 422. */
const requestErrors: Readonly<Record<string, FailureCode>> = {
  /** Invalid card number. */
  '101': 'invalid_card',
  /** Unable to determine the brand of the card. */
  '102': 'invalid_card',
  /** The security code has the wrong length. */
  '103': 'invalid_card',
  /** The brand does not fit the number. */
  '109': 'invalid_card',
  /** The expiry date is missing or wrong. */
  '129': 'invalid_card',
  /** The expiry month or year is wrong, or in the past. */
  '140': 'expired_card',
  '141': 'expired_card',
  /** The account has no such currency. */
  '138': 'account_configuration',
  /** The merchant account does not exist. */
  '901': 'account_configuration',
  /** The account cannot take this kind of card. */
  '905': 'invalid_card',
  '905_1': 'invalid_card',
  '905_3': 'invalid_card',
  /** The amount is above what the card may pay. */
  '916': 'card_declined',
}

/** The failure of a request that Adyen has refused to process, so that no money has moved. */
export function requestFailureOf(status: number, errorCode: string | null): FailureCode {
  if (status === 401 || status === 403) return 'account_configuration'
  return (errorCode === null ? undefined : requestErrors[errorCode]) ?? 'processing_error'
}
