import { newPspReference, type StandInAccount } from './accounts.ts'
import type { Amount, BookedPayment, Books } from './books.ts'
import { authenticationOf, brandsOf, hasCheckDigit } from './cards.ts'
import type { MessageName } from './contract.ts'
import type { OperationName } from './faults.ts'
import { actionReply, briefReply, finalReply, serviceError, type Reply, type ReplyManners } from './replies.ts'
import { approved, resultOfCode, resultOfName, type Result } from './results.ts'
import { decodeJson, type Authenticating, type ThreeDSecure } from './three-d-secure.ts'

/** A request that Adyen's document allows. */
export interface Call {
  readonly account: StandInAccount
  readonly body: unknown
  /** The `paymentPspReference` of the path. */
  readonly pspReference: string | null
}

export interface Operation {
  readonly name: OperationName
  readonly path: RegExp
  readonly request: MessageName
  readonly response: MessageName
  readonly perform: (call: Call) => Reply
}

interface PaymentBody {
  readonly amount: Amount
  readonly reference: string
  readonly returnUrl: string
  readonly captureDelayHours?: number
  readonly paymentMethod: CardFields
  readonly origin?: string
  readonly channel?: string
  readonly browserInfo?: unknown
  readonly billingAddress?: { readonly country: string; readonly stateOrProvince?: string }
  readonly redirectFromIssuerMethod?: string
  readonly authenticationData?: {
    readonly attemptAuthentication?: 'always' | 'never'
    readonly threeDSRequestData?: { readonly nativeThreeDS?: 'preferred' | 'disabled' }
  }
  readonly threeDS2RequestData?: { readonly notificationURL?: string }
  readonly additionalData?: Readonly<Record<string, string>>
}

interface CardFields {
  readonly type?: string
  readonly number?: string
  readonly expiryMonth?: string
  readonly expiryYear?: string
  readonly cvc?: string
  readonly holderName?: string
  readonly brand?: string
}

interface DetailsBody {
  readonly details: Readonly<Record<string, string | undefined>>
  readonly paymentData?: string
}

interface ModificationBody {
  readonly amount?: Amount
  readonly reference?: string
}

export interface OperationParts {
  readonly books: Books
  readonly threeDSecure: ThreeDSecure
  readonly manners: ReplyManners
  /** The result that a test chose for the next payment, whatever the card. */
  readonly takeNextResult: () => Result | null
}

/** What the stand-in does for each request. It keeps no card number. */
export class Operations {
  readonly all: readonly Operation[]
  readonly #parts: OperationParts

  constructor(parts: OperationParts) {
    this.#parts = parts
    const ofPayment = (action: string): RegExp => new RegExp(`^/payments/([^/]+)/${action}$`)
    this.all = [
      {
        name: 'payments',
        path: /^\/payments$/,
        request: 'PaymentRequest',
        response: 'PaymentResponse',
        perform: (call) => this.#pay(call.account, call.body as PaymentBody),
      },
      {
        name: 'details',
        path: /^\/payments\/details$/,
        request: 'PaymentDetailsRequest',
        response: 'PaymentDetailsResponse',
        perform: (call) => {
          const reply = this.#details(call.account, call.body as DetailsBody)
          return this.#parts.manners.isBrief && reply.status === 200 ? briefReply(reply) : reply
        },
      },
      {
        name: 'cancel_by_reference',
        path: /^\/cancels$/,
        request: 'StandalonePaymentCancelRequest',
        response: 'StandalonePaymentCancelResponse',
        perform: (call) => this.#cancelByReference(call),
      },
      {
        name: 'cancel',
        path: ofPayment('cancels'),
        request: 'PaymentCancelRequest',
        response: 'PaymentCancelResponse',
        perform: (call) =>
          this.#modify(call, (payment, { reference }) =>
            this.#parts.books.cancel(payment, reference ?? null, 'cancel'),
          ),
      },
      {
        name: 'capture',
        path: ofPayment('captures'),
        request: 'PaymentCaptureRequest',
        response: 'PaymentCaptureResponse',
        perform: (call) =>
          this.#modify(call, (payment, { amount = payment.amount, reference }) =>
            this.#parts.books.capture(payment, amount, reference ?? null),
          ),
      },
      {
        name: 'refund',
        path: ofPayment('refunds'),
        request: 'PaymentRefundRequest',
        response: 'PaymentRefundResponse',
        perform: (call) =>
          this.#modify(call, (payment, { amount = payment.amount, reference }) =>
            this.#parts.books.refund(payment, amount, reference ?? null),
          ),
      },
      {
        name: 'reversal',
        path: ofPayment('reversals'),
        request: 'PaymentReversalRequest',
        response: 'PaymentReversalResponse',
        perform: (call) =>
          this.#modify(call, (payment, { reference }) => this.#parts.books.reverse(payment, reference ?? null)),
      },
      {
        name: 'card_details',
        path: /^\/cardDetails$/,
        request: 'CardDetailsRequest',
        response: 'CardDetailsResponse',
        perform: (call) => cardDetails(call.body as { cardNumber?: string; supportedBrands?: readonly string[] }),
      },
      {
        name: 'payment_methods',
        path: /^\/paymentMethods$/,
        request: 'PaymentMethodsRequest',
        response: 'PaymentMethodsResponse',
        perform: () => ({
          status: 200,
          body: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }] },
        }),
      },
    ]
  }

  /** The issuer has answered on Adyen's own page, so Adyen authorises at once, before the customer is back. */
  endRedirect(authenticating: Authenticating): void {
    if (authenticating.step === 'redirect') this.#end(authenticating)
  }

  #pay(account: StandInAccount, body: PaymentBody): Reply {
    const refusal = refusalOf(body)
    if (refusal) return refusal
    const card = body.paymentMethod
    const number = card.number ?? ''
    const cvcResult = cvcResultOf(card)
    const payment = this.#parts.books.open({
      account,
      reference: body.reference,
      amount: body.amount,
      brand: card.brand ?? brandsOf(number)[0] ?? 'unknown',
      lastFour: number.slice(-4),
      expiry: `${card.expiryMonth ?? ''}/${card.expiryYear ?? ''}`,
      holderName: card.holderName ?? '',
      status: 'authenticating',
      cvcResult,
      capturesAtOnce: capturesAtOnce(account, body),
      avsResult: body.billingAddress ? '7 Both postal code and address match' : '5 No AVS data provided',
    })
    const result = this.#parts.takeNextResult() ?? resultWanted(body, cvcResult)
    const wanted = body.authenticationData?.attemptAuthentication === 'never' ? 'none' : authenticationOf(number)
    if (wanted === 'none') {
      this.#parts.books.decide(payment, result)
      return finalReply(payment, undefined)
    }
    const authenticating = this.#parts.threeDSecure.begin({
      payment,
      resultWhenRecognised: result,
      authentication: wanted,
      isNative: wanted === 'frictionless' || (wanted !== 'redirect' && isNative(body)),
      returnUrl: body.returnUrl,
      returnMethod: body.redirectFromIssuerMethod === 'POST' ? 'POST' : 'GET',
      origin: body.origin ?? null,
      notificationUrl: body.threeDS2RequestData?.notificationURL ?? null,
    })
    if (wanted !== 'frictionless') return this.#actionReply(authenticating)
    authenticating.transStatus = 'Y'
    return this.#end(authenticating)
  }

  #details(account: StandInAccount, body: DetailsBody): Reply {
    const found = this.#findAuthenticating(account, body)
    if (found === null) return serviceError(422, '702', 'The details belong to no payment of this account')
    const { authenticating, result } = found
    if (authenticating.step === 'ended') return finalReply(authenticating.payment, authenticating)
    if (authenticating.step === 'redirect') {
      return serviceError(422, '702', 'The customer has not come back from the redirect')
    }
    const isFingerprint = 'threeDSCompInd' in result
    if (!isFingerprint && !('transStatus' in result)) {
      return serviceError(422, '702', 'The result has neither threeDSCompInd nor transStatus')
    }
    if (authenticating.step === 'challenge') {
      return isFingerprint ? this.#actionReply(authenticating) : this.#end(authenticating)
    }
    if (!isFingerprint) return serviceError(422, '702', 'The fingerprint comes before the challenge')
    if (authenticating.authentication === 'fingerprint_challenge') {
      authenticating.step = 'challenge'
      return this.#actionReply(authenticating)
    }
    authenticating.transStatus = authenticating.authentication === 'fingerprint' ? 'Y' : 'N'
    return this.#end(authenticating)
  }

  #findAuthenticating(
    account: StandInAccount,
    { details, paymentData }: DetailsBody,
  ): { authenticating: Authenticating; result: Record<string, unknown> } | null {
    const own = this.#parts.threeDSecure.all.filter(({ payment }) => payment.account === account)
    if (details['redirectResult'] !== undefined) {
      const authenticating = own.find(({ redirectResult }) => redirectResult === details['redirectResult'])
      return authenticating ? { authenticating, result: {} } : null
    }
    const encoded = details['threeDSResult'] ?? details['threeds2.fingerprint'] ?? details['threeds2.challengeResult']
    const result = decodeJson(encoded ?? '')
    const authenticating = own.find(
      (one) => one.authorisationToken === result?.['authorisationToken'] || one.paymentData === paymentData,
    )
    return result && authenticating ? { authenticating, result } : null
  }

  #end(authenticating: Authenticating): Reply {
    this.#parts.books.decide(authenticating.payment, this.#parts.threeDSecure.resultOf(authenticating))
    authenticating.step = 'ended'
    return finalReply(authenticating.payment, authenticating)
  }

  #actionReply(authenticating: Authenticating): Reply {
    const { threeDSecure, manners } = this.#parts
    const id = manners.renamesPayment ? newPspReference() : undefined
    return actionReply(authenticating.payment, authenticating, threeDSecure.actionOf(authenticating), id)
  }

  #cancelByReference({ account, body }: Call): Reply {
    const { paymentReference, reference } = body as { paymentReference: string; reference?: string }
    const { books } = this.#parts
    const payment = books
      .under(paymentReference)
      .find((candidate) => candidate.account === account && candidate.status === 'authorised')
    const pspReference = payment
      ? books.cancel(payment, reference ?? null, 'technical_cancel').pspReference
      : books.cancelNothing(account, paymentReference)
    return received(account, pspReference, { paymentReference, reference })
  }

  #modify(
    { account, body, pspReference }: Call,
    modify: (payment: BookedPayment, body: ModificationBody) => { readonly pspReference: string },
  ): Reply {
    const { amount, reference } = body as ModificationBody
    const payment = this.#parts.books.byPspReference(pspReference ?? '')
    if (payment?.account !== account) {
      return serviceError(422, '167', 'Original pspReference required for this operation')
    }
    if (amount && (amount.value <= 0 || amount.currency !== payment.amount.currency)) {
      return serviceError(422, '137', 'Invalid amount specified')
    }
    const modification = modify(payment, body as ModificationBody)
    return received(account, modification.pspReference, {
      paymentPspReference: payment.pspReference,
      reference,
      amount,
    })
  }
}

/** Adyen only says that it has the order. How it ended comes by notification. */
function received(account: StandInAccount, pspReference: string, fields: Readonly<Record<string, unknown>>): Reply {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return {
    status: 201,
    body: { merchantAccount: account.merchantAccount, ...Object.fromEntries(given), pspReference, status: 'received' },
  }
}

/** What Adyen refuses though its document allows it. */
function refusalOf(body: PaymentBody): Reply | null {
  const card = body.paymentMethod
  if (!['scheme', 'card'].includes(card.type ?? 'scheme') || card.number === undefined) {
    return serviceError(500, '905', 'Payment details are not supported', 'configuration')
  }
  if (!/^\d{12,19}$/.test(card.number) || !hasCheckDigit(card.number)) {
    return serviceError(422, '101', 'Invalid card number')
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    return serviceError(422, '103', 'CVC is not the right length')
  }
  if (!/^(0?[1-9]|1[0-2])$/.test(card.expiryMonth ?? '') || !/^20\d\d$/.test(card.expiryYear ?? '')) {
    return serviceError(422, '129', 'Expiry Date Invalid')
  }
  if (body.amount.value < 0) return serviceError(422, '137', 'Invalid amount specified')
  if (!Intl.supportedValuesOf('currency').includes(body.amount.currency)) {
    return serviceError(422, '138', 'Unsupported currency specified')
  }
  const address = body.billingAddress
  if (address && !/^[A-Z]{2}$/.test(address.country)) {
    return serviceError(422, '134', 'Billing address problem (Country)')
  }
  if (address && ['US', 'CA'].includes(address.country) && !address.stateOrProvince) {
    return serviceError(422, '135', 'Billing address problem (StateOrProvince)')
  }
  return null
}

/** The request may choose otherwise than the account. */
function capturesAtOnce(account: StandInAccount, { captureDelayHours, additionalData }: PaymentBody): boolean {
  if (additionalData?.['manualCapture'] === 'true') return false
  return captureDelayHours === undefined ? account.capture === 'automatic' : captureDelayHours === 0
}

/** The code of Adyen's test cards is 737, or 7373 for American Express. */
function cvcResultOf(card: CardFields): string {
  if (card.cvc === undefined) return '6 No CVC/CVV provided'
  return card.cvc === '737' || card.cvc === '7373' ? '1 Matches' : "2 Doesn't match"
}

function resultWanted(body: PaymentBody, cvcResult: string): Result {
  const code = body.additionalData?.['RequestedTestAcquirerResponseCode']
  const chosen = code === undefined ? null : resultOfCode(code)
  const named = chosen ?? resultOfName(body.paymentMethod.holderName ?? '')
  return named ?? (cvcResult.startsWith('2') ? resultOfName('DECLINED') : null) ?? approved
}

/** Whether the merchant's page can show the issuer's page itself. Otherwise Adyen sends the customer to its own. */
function isNative(body: PaymentBody): boolean {
  return (
    body.authenticationData?.threeDSRequestData?.nativeThreeDS === 'preferred' &&
    body.channel === 'Web' &&
    body.browserInfo !== undefined &&
    body.origin !== undefined
  )
}

function cardDetails(body: { cardNumber?: string; supportedBrands?: readonly string[] }): Reply {
  const digits = body.cardNumber ?? ''
  if (!/^\d{6,19}$/.test(digits)) return serviceError(422, '101', 'Invalid card number')
  const brands = brandsOf(digits)
  if (brands.length === 0) return { status: 200, body: {} }
  return {
    status: 200,
    body: {
      brands: brands.map((type) => ({ type, supported: body.supportedBrands?.includes(type) ?? true })),
      fundingSource: 'CREDIT',
      isCardCommercial: false,
      issuingCountryCode: brands.includes('cartebancaire') ? 'FR' : 'NL',
    },
  }
}
