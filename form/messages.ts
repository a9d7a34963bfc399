/**
 * What the loader in the merchant's page and the form in the iframe say to each other.
 * Each side checks both where a message comes from (window and origin) and what it is: anything else is ignored in silence.
 */

/** What the merchant's handlers receive of the session with `ready`, `complete` and `failed`. */
export interface SessionSummary {
  readonly id: string
  readonly status: string
  /** Smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
}

/** Why a form cannot be paid: the `code` of an `error` event. */
export type CheckoutErrorCode = 'invalid_client_secret' | 'session_not_payable' | 'insecure_context' | 'load_failed'

export interface CheckoutError {
  readonly code: CheckoutErrorCode
  readonly message: string
}

/** Colours and shape a merchant may choose. Values that the form cannot trust are dropped one by one. */
export interface AppearanceVariables {
  readonly colorAccent?: string
  readonly colorBackground?: string
  readonly colorText?: string
  readonly borderRadius?: string
}

/** Loader → frame, once, in answer to `hello`, to the frame's exact origin: it carries the client secret. */
export interface InitMessage {
  readonly type: 'init'
  readonly clientSecret: string
  readonly redirect: boolean
  readonly variables: AppearanceVariables
}

/** Loader → frame, from the confirmation window: the bank's page has moved on, or the customer gave up. */
export interface ChallengeNews {
  readonly type: 'challenge_news'
  readonly news: 'moved' | 'cancelled'
}

/** Frame → loader: the customer has to answer the bank, at an address of the service itself. */
export interface ChallengeMessage {
  readonly type: 'challenge'
  readonly url: string
  readonly language: string
  readonly direction: string
  readonly texts: Readonly<Record<(typeof challengeTexts)[number], string>>
}

const challengeTexts = ['title', 'cancel', 'question', 'yes', 'no'] as const

/** Frame → loader. `hello` is the only one sent before the parent's origin is known, and tells nothing. */
export type FrameMessage = (
  | { readonly type: 'hello'; readonly title: string }
  | { readonly type: 'resize' }
  | { readonly type: 'ready' | 'complete' | 'failed'; readonly session: SessionSummary }
  | { readonly type: 'error'; readonly error: CheckoutError }
  | { readonly type: 'redirect'; readonly url: string }
  | ChallengeMessage
  | { readonly type: 'challenge_over' }
) & {
  /** Of the form, in pixels, where it has changed: in the same message, so that a handler of `ready` finds the page as it will stay. */
  readonly height?: number
}

/** The sandbox bank's page → loader: the customer pressed Escape there. */
export interface EscapeMessage {
  readonly type: 'escape'
}

/** Marks our messages among those of other scripts in the page; the number is the version of this protocol. */
const protocol = 'servicepay/1'

type Fields = Readonly<Record<string, unknown>>

export function seal(message: InitMessage | ChallengeNews | FrameMessage | EscapeMessage): Fields {
  return { ...message, protocol }
}

/** The frame's message in what the loader received, or null. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!isOurs(data)) return null
  const { height } = data
  const message = messageIn(data)
  return message && typeof height === 'number' && height >= 0 && height < 1e5 ? { ...message, height } : message
}

function messageIn(data: Fields): FrameMessage | null {
  const { type, title, session, error, url } = data
  switch (type) {
    case 'hello':
      return typeof title === 'string' ? { type, title } : null
    case 'ready':
    case 'complete':
    case 'failed':
      return isSummary(session) ? { type, session } : null
    case 'error':
      return isError(error) ? { type, error } : null
    case 'redirect':
      // A `javascript:` address would run in the merchant's page.
      return typeof url === 'string' && /^https?:\/\//.test(url) ? { type, url } : null
    case 'challenge':
      return isChallenge(data)
        ? { type, url: data.url, language: data.language, direction: data.direction, texts: data.texts }
        : null
    case 'resize':
    case 'challenge_over':
      return { type }
    default:
      return null
  }
}

/** The loader's message in what the frame received, or null. */
export function readInitMessage(data: unknown): InitMessage | null {
  if (!isOurs(data) || data['type'] !== 'init') return null
  const { clientSecret, redirect, variables } = data
  if (typeof clientSecret !== 'string') return null
  return {
    type: 'init',
    clientSecret,
    redirect: redirect !== false,
    variables: isFields(variables) ? onlyTexts(variables) : {},
  }
}

/** The loader's news of the confirmation window in what the frame received, or null. */
export function readChallengeNews(data: unknown): ChallengeNews | null {
  if (!isOurs(data) || data['type'] !== 'challenge_news') return null
  const { news } = data
  return news === 'moved' || news === 'cancelled' ? { type: 'challenge_news', news } : null
}

export function isEscape(data: unknown): boolean {
  return isOurs(data) && data['type'] === 'escape'
}

function isChallenge(data: Fields): data is Fields & ChallengeMessage {
  const { url, language, direction, texts } = data
  const strings = [url, language, direction, ...challengeTexts.map((name) => isFields(texts) && texts[name])]
  return strings.every((value) => typeof value === 'string')
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isOurs(data: unknown): data is Fields {
  return isFields(data) && data['protocol'] === protocol
}

function isSummary(value: unknown): value is SessionSummary {
  return isFields(value) && typeof value['id'] === 'string' && typeof value['status'] === 'string'
}

function isError(value: unknown): value is CheckoutError {
  return isFields(value) && typeof value['code'] === 'string'
}

function onlyTexts(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
