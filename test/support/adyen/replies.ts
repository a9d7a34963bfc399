import { newPspReference } from './accounts.ts'
import type { BookedPayment } from './books.ts'
import { messageVersion, type Authenticating } from './three-d-secure.ts'

export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** An error as Adyen writes it. */
export function serviceError(status: number, errorCode: string, message: string, errorType = 'validation'): Reply {
  return { status, body: { status, errorCode, message, errorType, pspReference: newPspReference() } }
}

export const unauthorised: Reply = {
  status: 401,
  body: { status: 401, errorCode: '000', message: 'HTTP Status Response - Unauthorized', errorType: 'security' },
}

export const wrongMerchantAccount = (): Reply => serviceError(403, '901', 'Invalid Merchant Account', 'security')

/** The errors that Adyen's test platform can be asked for, without an effect. */
export function errorReply(status: number): Reply {
  if (status === 401) return unauthorised
  if (status === 403) return wrongMerchantAccount()
  if (status === 422) return serviceError(422, '905_1', 'Could not find an acquirer account for the provided txvariant')
  const message = status === 429 ? 'Too many requests' : 'Internal error'
  return { ...serviceError(status, '903', message, 'internal'), headers: { 'transient-error': 'true' } }
}

/** The answer to a payment whose outcome is known. */
export function finalReply(payment: BookedPayment, authenticating: Authenticating | undefined): Reply {
  const result = payment.result
  return {
    status: 200,
    body: {
      additionalData: additionalData(payment, authenticating),
      pspReference: payment.pspReference,
      resultCode: result?.resultCode ?? 'Pending',
      ...(result?.refusalReason != null && { refusalReason: result.refusalReason }),
      ...(result?.refusalReasonCode != null && { refusalReasonCode: result.refusalReasonCode }),
      amount: payment.amount,
      merchantReference: payment.reference,
      paymentMethod: { brand: payment.brand, type: 'scheme' },
    },
  }
}

/** How Adyen replies after a redirect. Its documents make almost every field optional. Tests change it. */
export interface ReplyManners {
  /** Only `resultCode` and `pspReference`, as in Adyen's own example. */
  isBrief: boolean
  /** The redirect has had another `pspReference` than the payment. */
  renamesPayment: boolean
}

/** As the example `post-payments-details-00.redirect-200` of Adyen's document. */
export function briefReply({ body, ...reply }: Reply): Reply {
  const { resultCode, pspReference, action } = body
  return { ...reply, body: { resultCode, ...(action === undefined ? { pspReference } : { action }) } }
}

/** The answer to a payment for which the browser must do something. Adyen gives its reference only with a redirect. */
export function actionReply(
  payment: BookedPayment,
  authenticating: Authenticating,
  action: Readonly<Record<string, unknown>>,
  pspReference = payment.pspReference,
): Reply {
  if (authenticating.step !== 'redirect') {
    const resultCode = authenticating.step === 'fingerprint' ? 'IdentifyShopper' : 'ChallengeShopper'
    return { status: 200, body: { resultCode, action } }
  }
  return {
    status: 200,
    body: {
      additionalData: {
        cardSummary: payment.lastFour,
        paymentMethod: payment.brand,
        merchantReference: payment.reference,
        'threeds2.cardEnrolled': 'true',
      },
      pspReference,
      resultCode: 'RedirectShopper',
      action,
    },
  }
}

function additionalData(payment: BookedPayment, authenticating: Authenticating | undefined): Record<string, string> {
  const isAuthenticated = authenticating?.transStatus === 'Y'
  return {
    cardSummary: payment.lastFour,
    expiryDate: payment.expiry,
    paymentMethod: payment.brand,
    paymentMethodVariant: payment.brand,
    fundingSource: 'CREDIT',
    issuerCountry: 'NL',
    cvcResult: payment.cvcResult,
    cvcResultRaw: payment.cvcResult.startsWith('1') ? 'M' : 'N',
    avsResult: payment.avsResult,
    avsResultRaw: payment.avsResult.slice(0, 1),
    refusalReasonRaw: payment.result?.raw ?? (payment.status === 'authorised' ? 'AUTHORISED' : 'REFUSED'),
    acquirerCode: 'TestPmmAcquirer',
    acquirerReference: payment.pspReference.slice(0, 11),
    merchantReference: payment.reference,
    liabilityShift: String(isAuthenticated),
    threeDOffered: String(authenticating !== undefined),
    threeDAuthenticated: String(isAuthenticated),
    ...(payment.authCode !== null && { authCode: payment.authCode }),
    ...(authenticating && {
      threeDOfferedResponse: authenticating.wasChallenged ? 'C' : (authenticating.transStatus ?? 'U'),
      threeDAuthenticatedResponse: authenticating.transStatus ?? 'U',
      threeDSVersion: messageVersion,
      eci: isAuthenticated ? '05' : '07',
    }),
  }
}
