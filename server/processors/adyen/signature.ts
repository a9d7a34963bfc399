import { createHmac, timingSafeEqual } from 'node:crypto'

/** What Adyen signs of a notification item, as texts. */
export interface SignedFields {
  readonly pspReference: string
  readonly originalReference: string
  readonly merchantAccountCode: string
  readonly merchantReference: string
  readonly value: string
  readonly currency: string
  readonly eventCode: string
  readonly success: string
}

/** Whether one of the keys (hex digits) has made the signature. Takes the same time for every wrong signature. */
export function isSignedWith(keys: readonly string[], fields: SignedFields, signature: string): boolean {
  const given = Buffer.from(signature, 'base64')
  let isRight = false
  for (const key of keys) {
    for (const text of signedTexts(fields)) {
      const expected = createHmac('sha256', Buffer.from(key, 'hex')).update(text, 'utf8').digest()
      if (given.length === expected.length && timingSafeEqual(given, expected)) isRight = true
    }
  }
  return isRight
}

/**
 * Adyen's libraries join the fields as they are. Its older instructions escape `\` and `:` first. The two differ only
 * where a field has such a character.
 */
function signedTexts(fields: SignedFields): readonly string[] {
  const parts = [
    fields.pspReference,
    fields.originalReference,
    fields.merchantAccountCode,
    fields.merchantReference,
    fields.value,
    fields.currency,
    fields.eventCode,
    fields.success,
  ]
  const plain = parts.join(':')
  const escaped = parts.map((part) => part.replaceAll('\\', '\\\\').replaceAll(':', '\\:')).join(':')
  return plain === escaped ? [plain] : [plain, escaped]
}
