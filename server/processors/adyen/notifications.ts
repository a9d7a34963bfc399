import { createHash, timingSafeEqual } from 'node:crypto'
import { redactedReference, redactedText } from '../../domain/text/redaction.ts'
import type { NotificationItem, NotificationMessage, NotificationReading } from '../processor.ts'
import type { AdyenAccount } from './account.ts'
import type { AdyenOptions } from './context.ts'
import { factOf, isOnlyShown } from './facts.ts'
import { objectAt, objectOf, parseObject, textAt, type JsonObject } from './json.ts'
import { isSignedWith, type SignedFields } from './signature.ts'

/** The body that Adyen's instructions ask for. */
const acknowledgement = '[accepted]'

/** Adyen sends up to six items in a message. */
const maxItems = 100

/**
 * Verifies and parses a standard notification. Each item counts for itself. The message is accepted if Adyen has signed
 * at least one item, or if no item can move money and the password is right. Otherwise it is refused, so that Adyen
 * sends it again when the keys are right (spec/decisions/acquirers.md#parts-of-a-notification).
 */
export function readNotification(
  { account, clock }: Pick<AdyenOptions, 'account' | 'clock'>,
  { headers, body }: NotificationMessage,
): NotificationReading {
  if (!isAuthenticated(account, headers['authorization']))
    return refused(401, 'The user name or password of the notification is wrong.')
  const message = parseObject(body.toString('utf8'))
  const list = message?.['notificationItems']
  if (!Array.isArray(list) || list.length === 0 || list.length > maxItems)
    return refused(400, 'The notification is not JSON with notificationItems.')
  const parts = list.map((entry) =>
    readItem(account, objectAt(objectOf(entry), 'NotificationRequestItem'), clock.now()),
  )
  const problem = parts.find((part) => part.kind === 'refused')
  if (problem && !parts.some((part) => part.kind === 'verified')) return refused(problem.status, problem.reason)
  // A message of the test platform is about no real money.
  const isTest = account.isLive === true && String(message?.['live']) === 'false'
  const items = parts.flatMap((part) => (part.kind === 'refused' ? [] : [part.item]))
  const refusedParts = parts.flatMap((part) => (part.kind === 'refused' ? [part.reason] : []))
  return {
    kind: 'accepted',
    items: isTest ? items.map((item) => ({ ...item, fact: null })) : items,
    ...(refusedParts.length > 0 && { refusedParts }),
    reply: acknowledgement,
  }
}

type Refused = Extract<NotificationReading, { kind: 'refused' }>

/** `shown`: the item has no valid signature, so nothing follows from it. */
type Part = Refused | { readonly kind: 'verified' | 'shown'; readonly item: NotificationItem }

function refused(status: 400 | 401, reason: string): Refused {
  return { kind: 'refused', status, reason }
}

/** Compares hashes, so that the time does not depend on what is given. */
function isAuthenticated({ notifications }: AdyenAccount, given: string | undefined): boolean {
  if (notifications === null) return true
  const expected = `Basic ${Buffer.from(`${notifications.user}:${notifications.password}`).toString('base64')}`
  return timingSafeEqual(sha256(given ?? ''), sha256(expected))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function readItem(account: AdyenAccount, item: JsonObject | null, now: Date): Part {
  const fields = signedFieldsOf(item)
  if (item === null || fields === null) return refused(400, 'An item of the notification is incomplete.')
  const { eventCode } = fields
  const id = idOf(fields)
  const read = {
    type: eventCode,
    occurredAt: timeOf(textAt(item, 'eventDate', 60)) ?? now,
    content: contentOf(item, fields),
  }
  const signature = textAt(objectAt(item, 'additionalData'), 'hmacSignature', 200)
  if (signature !== null && isSignedWith(account.hmacKeys, fields, signature)) {
    // A webhook of the whole company reports other merchant accounts too. Nothing follows from that here.
    const fact = fields.merchantAccountCode === account.merchantAccount ? factOf(item, fields) : null
    return { kind: 'verified', item: { id, ...read, fact } }
  }
  // The password is enough for an item that people only read. Its id cannot take the place of a signed one.
  if (account.notifications !== null && isOnlyShown(eventCode))
    return { kind: 'shown', item: { id: boundedId(`unsigned:${id}`), ...read, fact: null } }
  const about = `${eventCode} ${redactedReference(fields.pspReference)}`
  return signature === null
    ? refused(401, `${about}: the item has no HMAC signature. Switch it on for this webhook at Adyen.`)
    : refused(401, `${about}: the HMAC signature of the item does not match the HMAC key of this account.`)
}

/**
 * The signed fields. The last four have strict forms, and the account's name is compared, so that no part of one field
 * can pass for another although Adyen only joins them with colons.
 */
function signedFieldsOf(item: JsonObject | null): SignedFields | null {
  const amount = objectAt(item, 'amount')
  const value = amount?.['value']
  const success = item?.['success']
  const eventCode = textAt(item, 'eventCode', 80)
  const currency = textAt(amount, 'currency', 3)
  const pspReference = textAt(item, 'pspReference', 256)
  const merchantAccountCode = textAt(item, 'merchantAccountCode', 256)
  if (eventCode === null || !/^[A-Z0-9_]+$/.test(eventCode)) return null
  const others = {
    originalReference: textAt(item, 'originalReference', 256) ?? '',
    merchantReference: textAt(item, 'merchantReference', 256) ?? '',
    eventCode,
  }
  const isComplete =
    Number.isSafeInteger(value) &&
    (success === true || success === false || success === 'true' || success === 'false') &&
    currency !== null &&
    /^[A-Z]{3}$/.test(currency)
  if (isComplete && pspReference !== null && merchantAccountCode !== null)
    return { ...others, pspReference, merchantAccountCode, value: String(value), currency, success: String(success) }
  if (!isOnlyShown(eventCode)) return null
  // Nothing follows from the item, so it needs no part of which something could follow.
  return {
    ...others,
    pspReference: pspReference ?? '',
    merchantAccountCode: merchantAccountCode ?? '',
    value: Number.isSafeInteger(value) ? String(value) : '',
    currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : '',
    success: typeof success === 'string' || typeof success === 'boolean' ? String(success).slice(0, 5) : '',
  }
}

/**
 * Adyen repeats a notification with the same event and pspReference. The other signed fields belong to the id, so that
 * a wrong notification does not make the right one count as repeated.
 */
function idOf({ eventCode, pspReference, success, value, currency, merchantReference }: SignedFields): string {
  return boundedId(`${eventCode}:${pspReference}:${success}:${value}:${currency}:${merchantReference}`)
}

function boundedId(id: string): string {
  return id.length <= 200 ? id : sha256(id).toString('hex')
}

function timeOf(text: string | null): Date | null {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? null : time
}

/** The entries of `additionalData` that people may read. The others can hold card data. */
const shownEntries = [
  'arn',
  'autoDefended',
  'avsResult',
  'chargebackReasonCode',
  'chargebackSchemeCode',
  'cvcResult',
  'defendable',
  'defensePeriodEndsAt',
  'disputeStatus',
  'liabilityShift',
  'modification.action',
  'nofReasonCode',
  'nofSchemeCode',
  'refusalReasonRaw',
  'rfiReasonCode',
  'rfiSchemeCode',
  'threeDAuthenticated',
  'threeDOffered',
]

function contentOf(item: JsonObject, fields: SignedFields): Record<string, unknown> {
  const data = objectAt(item, 'additionalData')
  const shown = shownEntries.flatMap((name) => {
    const text = textAt(data, name)
    return text === null ? [] : [[name, isHarmless(name, text) ? text : redactedText(text)]]
  })
  const reason = textAt(item, 'reason', 1000)
  return {
    eventCode: fields.eventCode,
    success: fields.success,
    pspReference: redactedReference(fields.pspReference),
    originalReference: redactedReference(fields.originalReference),
    merchantAccountCode: redactedText(fields.merchantAccountCode),
    merchantReference: redactedReference(fields.merchantReference),
    ...(fields.value !== '' && { amount: { value: Number(fields.value), currency: fields.currency } }),
    paymentMethod: redactedText(textAt(item, 'paymentMethod', 60) ?? ''),
    ...(reason !== null && isReasonShown(fields) && { reason: redactedText(reason) }),
    ...(shown.length > 0 && { additionalData: Object.fromEntries(shown) as object }),
  }
}

/** A date and the acquirer's reference have as many digits as a card number. */
function isHarmless(name: string, text: string): boolean {
  if (name === 'arn') return /^\d{23}$/.test(text)
  return name === 'defensePeriodEndsAt' && /^\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}(?:Z|[+-]\d\d:?\d\d))?$/.test(text)
}

/** The reason of an approval holds the last digits of the card and its expiry date. */
function isReasonShown({ eventCode, success }: SignedFields): boolean {
  return !(eventCode === 'AUTHORISATION' && success === 'true')
}
