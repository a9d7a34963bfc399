import type { components } from '../../../generated/adyen-checkout.ts'
import type { CustomerBrowser, Purchase, PurchaseAddress } from '../processor.ts'
import type { AdyenAccount } from './account.ts'
import type { AdyenAmount } from './amounts.ts'
import { adyenBrandOf } from './brands.ts'

type PaymentRequest = components['schemas']['PaymentRequest']
type BillingAddress = components['schemas']['BillingAddress']
type BrowserInfo = components['schemas']['BrowserInfo']

/** The body of `POST /payments`, without values that Adyen would refuse and does not need. */
export function paymentRequest(account: AdyenAccount, purchase: Purchase, amount: AdyenAmount): PaymentRequest {
  const { card, customer, reference, returnUrl } = purchase
  const { browser, email, phone } = customer
  const billingAddress = customer.billingAddress && billingAddressOf(customer.billingAddress)
  const statement = account.statementDescriptor ? statementOf(account.statementDescriptor) : ''
  const brand = adyenBrandOf(purchase.network)
  return {
    merchantAccount: account.merchantAccount,
    amount: { ...amount },
    reference,
    returnUrl,
    // Both override the setting of the merchant account, so that this payment is captured as the service expects.
    ...(capturesSeparately(account, purchase.network)
      ? { additionalData: { manualCapture: 'true' } }
      : { captureDelayHours: 0 }),
    shopperInteraction: 'Ecommerce',
    paymentMethod: {
      type: 'scheme',
      number: card.revealPan(),
      expiryMonth: String(card.expMonth).padStart(2, '0'),
      expiryYear: String(card.expYear),
      // A network without codes refuses an empty one.
      ...(card.revealCvc() !== '' && { cvc: card.revealCvc() }),
      ...(card.name.trim() !== '' && { holderName: card.name }),
      ...(brand !== null && { brand }),
    },
    ...(purchase.merchantReference !== null && { merchantOrderReference: purchase.merchantReference.slice(0, 1000) }),
    ...(email !== null && email.length <= 256 && { shopperEmail: email }),
    ...(phone !== null && /^\+\d{5,18}$/.test(phone) && { telephoneNumber: phone }),
    ...(statement !== '' && { shopperStatement: statement }),
    ...(billingAddress && { billingAddress }),
    ...(browser && browserFields(browser, returnUrl)),
  }
}

/** Adyen's limit. */
const maxOrigin = 80

/** Whether an approval only reserves the money. Bancontact always takes it at once. */
export function capturesSeparately({ capture }: AdyenAccount, network: string | null): boolean {
  return capture === 'manual' && network !== 'bancontact'
}

function browserFields(browser: CustomerBrowser, returnUrl: string): Partial<PaymentRequest> {
  // Native 3-D Secure requires the origin of the page with the form. The form's own page is on our address.
  const origin = [browser.origin, new URL(returnUrl).origin].find(({ length }) => length <= maxOrigin)
  const nativeThreeDS = origin === undefined ? 'disabled' : 'preferred'
  return {
    channel: 'Web',
    ...(origin !== undefined && { origin }),
    ...(browser.ipAddress.length <= 50 && { shopperIP: browser.ipAddress }),
    browserInfo: browserInfoOf(browser),
    authenticationData: { threeDSRequestData: { nativeThreeDS, challengeWindowSize: '05' } },
    threeDS2RequestData: { notificationURL: returnUrl },
  }
}

/** The values that EMV 3-D Secure has. Some phones report 30 bits. */
const colorDepths = [1, 4, 8, 15, 16, 24, 32, 48]

function browserInfoOf(browser: CustomerBrowser): BrowserInfo {
  return {
    acceptHeader: browser.acceptHeader,
    userAgent: browser.userAgent,
    language: browser.language,
    colorDepth: colorDepths.findLast((depth) => depth <= browser.colorDepth) ?? 1,
    screenHeight: browser.screenHeight,
    screenWidth: browser.screenWidth,
    timeZoneOffset: browser.timeZoneOffset,
    javaEnabled: browser.javaEnabled,
    javaScriptEnabled: true,
  }
}

/** Adyen refuses an address that lacks a part. It wants the house number apart from the street. */
export function billingAddressOf(address: PurchaseAddress): BillingAddress | null {
  const { line1, line2, city, state } = address
  const country = address.country?.toUpperCase() ?? ''
  const postalCode = postalCodeOf(address.postal_code ?? '', country)
  if (!line1?.trim() || !city?.trim() || postalCode === null || !/^[A-Z]{2}$/.test(country)) return null
  const stateOrProvince = state !== undefined && /^[A-Za-z0-9]{1,3}$/.test(state) ? state.toUpperCase() : null
  if (stateOrProvince === null && (country === 'US' || country === 'CA')) return null
  const { street, house } = splitStreet(line1.trim())
  return {
    street,
    houseNumberOrName: house ?? (line2?.trim() || 'N/A'),
    city: city.trim(),
    postalCode,
    country,
    ...(stateOrProvince !== null && { stateOrProvince }),
  }
}

/** Adyen takes five digits in the United States, and up to ten characters elsewhere. */
function postalCodeOf(text: string, country: string): string | null {
  const code = text.trim()
  if (country === 'US') return /^\d{5}(?:-?\d{4})?$/.test(code) ? code.slice(0, 5) : null
  return code.length >= 1 && code.length <= 10 ? code : null
}

/** `221b Baker Street` and `Hauptstraße 12 a` have their number at the beginning or the end. */
function splitStreet(line: string): { street: string; house: string | null } {
  const [, before, after] = /^(\d{1,6}\s?[A-Za-z]?)[,\s]+(\S.*)$/.exec(line) ?? []
  if (before !== undefined && after !== undefined) return { street: after, house: before }
  const [, street, number] = /^(\S.*?)[,\s]+(\d{1,6}\s?[A-Za-z]?)$/.exec(line) ?? []
  return street !== undefined && number !== undefined ? { street, house: number } : { street: line, house: null }
}

/** Card statements show 22 characters of a small set. */
function statementOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 .,'_\-?+*/]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, 22)
    .trim()
}
