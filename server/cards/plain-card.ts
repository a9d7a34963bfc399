import { maxPanLength, minPanLength, passesLuhn } from '../domain/card-rules.ts'

/** Names that card details go by, without case and separators: ours, and those of other providers' forms. */
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
 * Whether a request body to the form's submit call holds card details in clear: a field named like one at any depth,
 * or a text, number or field name that is itself a card number (12–19 digits with a right check digit, spaces and dashes
 * aside). Such a body is answered `card_not_encrypted` and must not be kept, logged or repeated.
 */
export function looksLikePlainCard(body: unknown): boolean {
  // A list instead of recursion: a body nested ten thousand deep must not exhaust the stack.
  const waiting: unknown[] = [body]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string' || typeof value === 'number') {
      if (isCardNumber(String(value))) return true
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (isCardField(name, value) || isCardNumber(name)) return true
        waiting.push(member)
      }
    }
  }
  return false
}

function isCardField(name: string, owner: object): boolean {
  return !Array.isArray(owner) && cardFieldNames.has(name.toLowerCase().replace(/[^a-z0-9]/g, ''))
}

function isCardNumber(text: string): boolean {
  // Four groups with separators stay far under 64 characters; longer text is not worth the search.
  if (text.length < minPanLength || text.length > 64) return false
  const digits = text.replace(/[\s\p{Pd}]/gu, '')
  return digits.length >= minPanLength && digits.length <= maxPanLength && passesLuhn(digits)
}
