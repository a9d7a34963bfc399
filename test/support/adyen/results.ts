/** How the issuer answers an authorisation on Adyen's test platform. */
export interface Result {
  readonly resultCode: 'Authorised' | 'Refused' | 'Error' | 'Cancelled' | 'Received'
  readonly refusalReason: string | null
  readonly refusalReasonCode: string | null
  /** What the acquirer said, when the card holder's name carries it: `DECLINED : 05 : Do not honor`. */
  readonly raw: string | null
}

/** Name of the card holder, result code, refusal reason and refusal reason code, as Adyen publishes them. */
const published: readonly (readonly [name: string, resultCode: Result['resultCode'], reason: string, code: string])[] =
  [
    ['UNKNOWN', 'Error', 'Unknown', '0'],
    ['DECLINED', 'Refused', 'Refused', '2'],
    ['REFUSED', 'Refused', 'Refused', '2'],
    ['REFERRAL', 'Refused', 'Referral', '3'],
    ['ERROR', 'Error', 'Acquirer Error', '4'],
    ['ACQUIRER_ERROR', 'Error', 'Acquirer Error', '4'],
    ['BLOCK_CARD', 'Refused', 'Blocked Card', '5'],
    ['CARD_EXPIRED', 'Refused', 'Expired Card', '6'],
    ['INVALID_AMOUNT', 'Refused', 'Invalid Amount', '7'],
    ['INVALID_CARD_NUMBER', 'Refused', 'Invalid Card Number', '8'],
    ['INVALID_CARD', 'Refused', 'Invalid Card Number', '8'],
    ['ISSUER_UNAVAILABLE', 'Refused', 'Issuer Unavailable', '9'],
    ['NOT_SUPPORTED', 'Refused', 'Not supported', '10'],
    ['NOT_3D_AUTHENTICATED', 'Refused', '3D Not Authenticated', '11'],
    ['NOT_ENOUGH_BALANCE', 'Refused', 'Not enough balance', '12'],
    ['ACQUIRER_FRAUD', 'Refused', 'Acquirer Fraud', '14'],
    ['CANCELLED', 'Refused', 'Cancelled', '15'],
    ['SHOPPER_CANCELLED', 'Refused', 'Shopper Cancelled', '16'],
    ['INVALID_PIN', 'Refused', 'Invalid Pin', '17'],
    ['PIN_TRIES_EXCEEDED', 'Refused', 'Pin tries exceeded', '18'],
    ['PIN_VALIDATION_NOT_POSSIBLE', 'Refused', 'Pin validation not possible', '19'],
    ['FRAUD', 'Refused', 'FRAUD', '20'],
    ['NOT_SUBMITTED', 'Refused', 'Not Submitted', '21'],
    ['FRAUD_CANCELLED', 'Cancelled', 'FRAUD-CANCELLED', '22'],
    ['TRANSACTION_NOT_PERMITTED', 'Refused', 'Transaction Not Permitted', '23'],
    ['CVC_DECLINED', 'Refused', 'CVC Declined', '24'],
    ['RESTRICTED_CARD', 'Refused', 'Restricted Card', '25'],
    ['REVOCATION_OF_AUTH', 'Refused', 'Revocation Of Auth', '26'],
    ['DECLINED_NON_GENERIC', 'Refused', 'Declined Non Generic', '27'],
    ['WITHDRAWAL_AMOUNT_EXCEEDED', 'Refused', 'Withdrawal amount exceeded', '28'],
    ['WITHDRAWAL_COUNT_EXCEEDED', 'Refused', 'Withdrawal count exceeded', '29'],
    ['ISSUER_SUSPECTED_FRAUD', 'Refused', 'Issuer Suspected Fraud', '31'],
    ['AVS_DECLINED', 'Refused', 'AVS Declined', '32'],
    ['PIN_REQUIRED', 'Refused', 'Card requires online pin', '33'],
    ['NO_CHECKING_ACCOUNT_AVAILABLE', 'Refused', 'No checking account available on Card', '34'],
    ['NO_SAVINGS_ACCOUNT_AVAILABLE', 'Refused', 'No savings account available on Card', '35'],
    ['MOBILE_PIN_REQUIRED', 'Refused', 'Mobile PIN required', '36'],
    ['CONTACTLESS_FALLBACK', 'Refused', 'Contactless fallback', '37'],
    ['AUTHENTICATION_REQUIRED', 'Refused', 'Authentication required', '38'],
  ]

export const approved: Result = { resultCode: 'Authorised', refusalReason: null, refusalReasonCode: null, raw: null }

const results = new Map<string, Result>([
  ['APPROVED', approved],
  ['PENDING', { ...approved, resultCode: 'Received' }],
  ...published.map(
    ([name, resultCode, refusalReason, refusalReasonCode]) =>
      [name, { resultCode, refusalReason, refusalReasonCode, raw: null }] as const,
  ),
])

/** Every name of a card holder that chooses a result. */
export const resultNames: readonly string[] = [...results.keys()]

/** The result that a card holder's name asks for. Any other name is approved. */
export function resultOfName(holderName: string): Result | null {
  const [name = '', ...raw] = holderName.split(':').map((part) => part.trim())
  const result = results.get(name)
  return result === undefined ? null : { ...result, raw: raw.length > 0 ? raw.join(' : ') : null }
}

/** The result of `additionalData.RequestedTestAcquirerResponseCode`. */
export function resultOfCode(code: string): Result | null {
  if (code === '1') return approved
  if (code === '13') return { ...approved, resultCode: 'Received' }
  const name = published.find(([, , , published]) => published === code)?.[0]
  return name === undefined ? null : resultOfName(name)
}

/** The refusal of a customer whom the issuer could not recognise. */
export const notAuthenticated = resultOfName('NOT_3D_AUTHENTICATED') ?? approved

/** The browser says that the customer confirmed, and the directory server knows nothing of it. */
export const noResultFromIssuer: Result = {
  resultCode: 'Refused',
  refusalReason: 'RReq not received from DS',
  refusalReasonCode: '39',
  raw: null,
}

/** The customer left the issuer's page with its Cancel button. */
export const cancelledByCustomer: Result = {
  resultCode: 'Cancelled',
  refusalReason: 'Shopper Cancelled',
  refusalReasonCode: '16',
  raw: null,
}
