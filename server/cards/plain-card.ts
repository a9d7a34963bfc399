import { isPlainCardNumber } from '../../spec/lib/card-rules.ts'

/** Field names for card details in our form and in those of other providers, in lower case without separators. */
const cardFieldNames: ReadonlySet<string> = new Set([
  'number',
  'pan',
  'card',
  'carddata',
  'carddetails',
  'cardnumber',
  'cardno',
  'ccnumber',
  'primaryaccountnumber',
  'accountnumber',
  'cvc',
  'cvv',
  'cvc2',
  'cvv2',
  'csc',
  'ccv',
  'cccsc',
  'cccvc',
  'cccvv',
  'cardcvc',
  'cardcvv',
  'cardcsc',
  'securitycode',
  'cardsecuritycode',
  'exp',
  'expmonth',
  'expyear',
  'expdate',
  'expiry',
  'expirydate',
  'expirymonth',
  'expiryyear',
  'expiration',
  'expirationdate',
  'expirationmonth',
  'expirationyear',
  'ccexp',
  'ccexpmonth',
  'ccexpyear',
  'cardexpiry',
  'track1',
  'track2',
  'trackdata',
])

/**
 * Whether a request body contains unencrypted card details: at any depth a field with the name of one, or a text,
 * number or field name that is a card number (12–19 digits with a valid check digit, ignoring spaces and dashes). The
 * reply to such a body is `card_not_encrypted`, and the program must not store, log or quote it.
 */
export function looksLikePlainCard(body: unknown): boolean {
  // A list instead of recursion, because a deeply nested body must not exhaust the stack.
  const waiting: unknown[] = [body]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string' || typeof value === 'number') {
      if (isPlainCardNumber(String(value))) return true
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (isCardField(name, value) || isPlainCardNumber(name)) return true
        waiting.push(member)
      }
    }
  }
  return false
}

function isCardField(name: string, owner: object): boolean {
  return !Array.isArray(owner) && cardFieldNames.has(name.toLowerCase().replace(/[^a-z0-9]/g, ''))
}
