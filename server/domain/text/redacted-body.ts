import { redactedText } from './redaction.ts'

// Removes from a body what a record of requests must not keep: card data, secrets and personal data. A value stays only
// if its name is listed here, so a field that nobody thought of is hidden.

/** The longest JSON that is parsed, and the longest that is kept. */
const longestParsed = 64 * 1024
const longestKept = 16 * 1024

/** How much of a body stays. */
const mostItems = 20
const mostFields = 60
const deepest = 8

/** Replaces a removed value, name, or rest of a list. */
const hidden = '…'

/** Fields of requests whose values are amounts, states and choices, and not free texts, such as references. */
const ofRequests = [
  'advance',
  'amount',
  'card',
  'currency',
  'expires_in',
  'kind',
  'language',
  'limit',
  'outcome',
  'status',
  'type',
]

/** Fields that the service fills in its replies. */
const ofReplies = [
  'amount_collected',
  'amount_refunded',
  'attempts',
  'attempts_left',
  'card_brand',
  'card_network',
  'challenge_kind',
  'code',
  'deleted_sessions',
  'event',
  'failure_code',
  'id',
  'networks',
  'object',
  'offset_seconds',
  'param',
  'paid_session',
  'payment_link',
  'payments_count',
  'request_id',
  'resent',
  'session',
  'three_d_secure',
]

/** Sentences of the service. */
const sentences: ReadonlySet<string> = new Set(['doc_url', 'failure_message', 'fix', 'message'])

interface Rule {
  readonly kept: ReadonlySet<string>
  readonly sentences: ReadonlySet<string>
}

const requests: Rule = { kept: new Set(ofRequests), sentences: new Set() }
const replies: Rule = { kept: new Set([...ofRequests, ...ofReplies]), sentences }

/** The body of a request as JSON. Null: it has none. */
export function redactedRequestBody(bytes: Buffer): string | null {
  if (bytes.length === 0) return null
  if (bytes.length > longestParsed) return sizeOnly(bytes.length, '')
  return redactedJson(bytes.toString(), requests) ?? sizeOnly(bytes.length, ' that are not JSON')
}

/** The body of a reply as JSON. Null: it is none. */
export function redactedReplyBody(text: string): string | null {
  return text.length > longestParsed ? sizeOnly(Buffer.byteLength(text), '') : redactedJson(text, replies)
}

function sizeOnly(bytes: number, more: string): string {
  return JSON.stringify(`${hidden} ${bytes.toLocaleString('en-GB')} bytes${more}`)
}

/** Null: the text is no JSON. */
function redactedJson(text: string, rule: Rule): string | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const kept = JSON.stringify(redactedValue(value, '', rule, 0))
  return kept.length > longestKept ? sizeOnly(Buffer.byteLength(text), '') : kept
}

function redactedValue(value: unknown, name: string, rule: Rule, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'object') {
    if (depth >= deepest) return hidden
    return Array.isArray(value) ? redactedList(value, name, rule, depth) : redactedObject(value, rule, depth)
  }
  if (rule.sentences.has(name) && typeof value === 'string') return redactedText(value)
  if (isTime(value)) return value
  return rule.kept.has(name) ? redactedChoice(value) : hidden
}

/** Numbers in a list could be the digits of a card. */
function redactedList(list: readonly unknown[], name: string, rule: Rule, depth: number): unknown[] {
  const items = list
    .slice(0, mostItems)
    .map((item) => (typeof item === 'number' ? hidden : redactedValue(item, name, rule, depth + 1)))
  return list.length > mostItems ? [...items, `${hidden} ${list.length - mostItems} more`] : items
}

function redactedObject(object: object, rule: Rule, depth: number): Record<string, unknown> {
  const fields = Object.entries(object).slice(0, mostFields)
  return Object.fromEntries(
    fields.map(([name, value]) =>
      /^[a-z_]{1,40}\d?$/.test(name) ? [name, redactedValue(value, name, rule, depth + 1)] : [hidden, hidden],
    ),
  )
}

/** An id, a state or an amount. Anything else is hidden: a caller may write into such a field what it likes. */
function redactedChoice(value: unknown): unknown {
  const text = String(value)
  if (!/^[\w.:-]{1,80}$/.test(text)) return hidden
  const redacted = redactedText(text)
  return redacted === text ? value : redacted
}

/** A time as the service and RFC 3339 write it. Its digits are no number. */
function isTime(value: unknown): boolean {
  if (typeof value !== 'string' || !/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(value)) return false
  return !Number.isNaN(Date.parse(value))
}
