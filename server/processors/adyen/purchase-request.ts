import type { components } from '../../../generated/adyen-checkout.ts'
import type { CustomerBrowser, Purchase } from '../processor.ts'
import type { AdyenAccount } from './account.ts'
import type { AdyenAmount } from './amounts.ts'
import { adyenBrandOf } from './brands.ts'
import { billingAddressOf, phoneOf, shopperNameOf } from './customer-data.ts'

type PaymentRequest = components['schemas']['PaymentRequest']
type BrowserInfo = components['schemas']['BrowserInfo']

/** The body of `POST /payments`, without values that Adyen would refuse and does not need. */
export function paymentRequest(account: AdyenAccount, purchase: Purchase, amount: AdyenAmount): PaymentRequest {
  const { card, customer, reference, returnUrl } = purchase
  const { browser, email } = customer
  const phone = customer.phone === null ? null : phoneOf(customer.phone, customer.country)
  const shopperName = shopperNameOf(customer.name ?? '')
  const holderName = card.name.trim() || (customer.name ?? '').trim()
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
      ...(holderName !== '' && { holderName }),
      ...(brand !== null && { brand }),
    },
    ...(purchase.merchantReference !== null && { merchantOrderReference: purchase.merchantReference.slice(0, 1000) }),
    ...(email !== null && email.length <= 256 && { shopperEmail: email }),
    ...(shopperName && { shopperName }),
    ...(phone !== null && { telephoneNumber: phone }),
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
