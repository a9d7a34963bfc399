import type { AdyenStandIn } from '../../support/adyen/stand-in.ts'

let last = 0
export const newReference = (): string => `att_${(last += 1)}`

export interface Answer {
  readonly status: number
  readonly body: ReturnType<typeof JSON.parse>
  readonly headers: Headers
}

export type Post = (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>

/** Calls the Checkout API of the stand-in as its first account. A text as the body goes out as it is. */
export async function postTo(
  standIn: AdyenStandIn,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${standIn.checkoutUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': standIn.account.apiKey, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

export const merchantAccount = 'StandInMerchant'

export function payment(reference: string, number = '4111111111111111', changes: Record<string, unknown> = {}): object {
  return {
    merchantAccount,
    reference,
    amount: { currency: 'EUR', value: 4200 },
    returnUrl: 'https://shop.example/back?order=1',
    paymentMethod: {
      type: 'scheme',
      number,
      expiryMonth: '03',
      expiryYear: '2030',
      cvc: '737',
      holderName: 'A Customer',
    },
    ...changes,
  }
}

/** What a page needs that shows the issuer's page itself. */
export const native = {
  channel: 'Web',
  origin: 'https://shop.example',
  browserInfo: {
    acceptHeader: '*/*',
    colorDepth: 24,
    javaEnabled: false,
    language: 'en',
    screenHeight: 720,
    screenWidth: 1280,
    timeZoneOffset: 0,
    userAgent: 'Test',
  },
  authenticationData: { threeDSRequestData: { nativeThreeDS: 'preferred' } },
  threeDS2RequestData: { notificationURL: 'https://pay.example/challenged' },
}

/** A test card, with the name that chooses its result. */
export const named = (holderName: string): object => ({
  type: 'scheme',
  number: '4111111111111111',
  expiryMonth: '03',
  expiryYear: '2030',
  cvc: '737',
  holderName,
})
