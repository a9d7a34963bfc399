import { randomBytes, randomUUID } from 'node:crypto'
import type { BookedPayment } from './books.ts'
import type { Authentication } from './cards.ts'
import { cancelledByCustomer, notAuthenticated, noResultFromIssuer, type Result } from './results.ts'

export const messageVersion = '2.2.0'

/** What the customer does on the page of the issuer. */
export type CustomerAnswer = 'confirm' | 'refuse' | 'cancel'

/** An authentication of a customer by the issuer. */
export interface Authenticating {
  readonly payment: BookedPayment
  /** What the issuer decides when the customer is who they say. */
  readonly resultWhenRecognised: Result
  readonly authentication: Authentication
  readonly isNative: boolean
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly authorisationToken: string
  readonly paymentData: string
  readonly redirectResult: string
  readonly returnUrl: string
  readonly returnMethod: 'GET' | 'POST'
  /** The page that shows the form. Adyen's own return pages send their messages to it. */
  readonly origin: string | null
  /** Where the issuer sends the result of the challenge. Null: to Adyen's own page. */
  readonly notificationUrl: string | null
  step: 'fingerprint' | 'challenge' | 'redirect' | 'ended'
  /** What the issuer told the directory server. The word of the browser counts for nothing. */
  transStatus: 'Y' | 'N' | null
  wasChallenged: boolean
  answer: CustomerAnswer | null
}

export interface ThreeDSecureAddresses {
  /** The origin of Adyen's pages. */
  readonly adyen: string
  /** The origin of the issuer. */
  readonly acs: string
}

/** All authentications, and the messages of EMV 3-D Secure that they exchange with browsers. */
export class ThreeDSecure {
  readonly all: Authenticating[] = []
  readonly #addresses: () => ThreeDSecureAddresses

  constructor(addresses: () => ThreeDSecureAddresses) {
    this.#addresses = addresses
  }

  begin(
    chosen: Pick<
      Authenticating,
      'payment' | 'resultWhenRecognised' | 'authentication' | 'isNative' | 'returnUrl' | 'returnMethod' | 'origin'
    > & { readonly notificationUrl: string | null },
  ): Authenticating {
    const step = !chosen.isNative
      ? 'redirect'
      : chosen.authentication.startsWith('fingerprint')
        ? 'fingerprint'
        : 'challenge'
    const started: Authenticating = {
      ...chosen,
      threeDSServerTransID: randomUUID(),
      acsTransID: randomUUID(),
      authorisationToken: opaque('Ab02b4c0'),
      paymentData: opaque('Ab02b4c0'),
      redirectResult: opaque('X6XtfGC3'),
      step,
      transStatus: null,
      wasChallenged: false,
      answer: null,
    }
    this.all.push(started)
    return started
  }

  /** The action with which the merchant's page continues. */
  actionOf(authenticating: Authenticating): Record<string, unknown> {
    if (authenticating.step === 'redirect') {
      const query = new URLSearchParams({ redirectData: authenticating.paymentData }).toString()
      const url = `${this.#addresses().adyen}/checkoutshopper/threeDS/redirect?${query}`
      return { paymentMethodType: 'scheme', url, method: 'GET', type: 'redirect' }
    }
    const isFingerprint = authenticating.step === 'fingerprint'
    const token = isFingerprint ? this.#fingerprintToken(authenticating) : this.#challengeToken(authenticating)
    return {
      paymentData: authenticating.paymentData,
      paymentMethodType: 'scheme',
      authorisationToken: authenticating.authorisationToken,
      subtype: isFingerprint ? 'fingerprint' : 'challenge',
      token: encodeJson(token, 'base64'),
      type: 'threeDS2',
    }
  }

  /** The page that ends a redirect: the merchant's, with the result. */
  returnAddress(authenticating: Authenticating): string {
    const address = new URL(authenticating.returnUrl)
    address.searchParams.append('redirectResult', authenticating.redirectResult)
    return address.href
  }

  /** Where the issuer posts the result of the challenge. */
  challengeReturn(authenticating: Authenticating): string {
    return authenticating.notificationUrl ?? `${this.#addresses().adyen}/checkoutshopper/3dnotif.shtml`
  }

  /** The result of the challenge as the issuer posts it, in base64url. */
  cres(authenticating: Authenticating): string {
    return encodeJson(
      {
        threeDSServerTransID: authenticating.threeDSServerTransID,
        acsTransID: authenticating.acsTransID,
        messageType: 'CRes',
        messageVersion,
        ...(authenticating.answer === 'cancel' && { challengeCancel: '01' }),
        transStatus: authenticating.transStatus ?? 'U',
      },
      'base64url',
    )
  }

  /** The customer's answer on the issuer's page. Only the first one counts. */
  answer(authenticating: Authenticating, answer: CustomerAnswer): void {
    if (authenticating.answer !== null || authenticating.step === 'ended') return
    authenticating.answer = answer
    authenticating.wasChallenged = true
    authenticating.transStatus = answer === 'confirm' ? 'Y' : 'N'
  }

  /** What the authorisation ends with, after everything that the issuer knows. */
  resultOf(authenticating: Authenticating): Result {
    if (authenticating.transStatus === 'Y') return authenticating.resultWhenRecognised
    if (authenticating.answer === 'cancel' && !authenticating.isNative) return cancelledByCustomer
    return authenticating.transStatus === 'N' ? notAuthenticated : noResultFromIssuer
  }

  #fingerprintToken(authenticating: Authenticating): Record<string, string> {
    const { adyen, acs } = this.#addresses()
    return {
      threeDSMessageVersion: messageVersion,
      threeDSMethodNotificationURL: `${adyen}/checkoutshopper/threeDSMethodNotification.shtml`,
      threeDSMethodURL: `${acs}/acs/method`,
      threeDSServerTransID: authenticating.threeDSServerTransID,
    }
  }

  #challengeToken(authenticating: Authenticating): Record<string, string> {
    return {
      acsReferenceNumber: 'ADYEN-ACS-SIMULATOR',
      acsTransID: authenticating.acsTransID,
      acsURL: `${this.#addresses().acs}/acs/challenge`,
      messageVersion,
      threeDSNotificationURL: this.challengeReturn(authenticating),
      threeDSServerTransID: authenticating.threeDSServerTransID,
    }
  }
}

function opaque(prefix: string): string {
  return `${prefix}!${randomBytes(96).toString('base64')}`
}

export function encodeJson(value: unknown, encoding: 'base64' | 'base64url'): string {
  return Buffer.from(JSON.stringify(value)).toString(encoding)
}

/** The object in a field of EMV 3-D Secure or of Adyen's component. Null when it holds none. */
export function decodeJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
