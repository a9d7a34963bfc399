import type { AppearanceVariables, CheckoutError, SessionSummary, Theme } from '../spec/lib/form-api.ts'

/**
 * The messages between the loader in the merchant's page and the form in the iframe.
 * Each side checks the sender (window and origin) and the content of a message, and ignores all others.
 */

/**
 * Loader → frame, in answer to `hello`, and again in answer to `wanted`. Sent to the frame's exact origin, because it
 * carries the client secret.
 */
export interface InitMessage {
  readonly type: 'init'
  readonly clientSecret: string
  /** What the form of a payment link shows before a person acts, as the server wrote it. */
  readonly preview?: object
  readonly redirect: boolean
  readonly variables: AppearanceVariables
  /** The customer came back to the page with the browser's back or forward button. */
  readonly isReturn: boolean
}

/** Loader → frame: the theme of the form, after `init` and whenever it changes. */
export interface ThemeMessage {
  readonly type: 'theme'
  readonly theme: Theme
}

/**
 * Challenge page → loader → frame: the page shows the bank's page, the bank's page has moved on, or the customer has
 * cancelled. Loader → frame: the window cannot be shown in this page.
 */
export interface ChallengeNews {
  readonly type: 'challenge_news'
  readonly news: (typeof challengeNews)[number]
}

const challengeNews = ['opened', 'moved', 'cancelled', 'unavailable'] as const

/** Loader → frame, in answer to `reveal`: where the top of the frame is in the window. */
export interface RevealedMessage {
  readonly type: 'revealed'
  readonly top: number
}

/**
 * Frame → loader: scroll the page until these parts are visible. `transforms` move and scale the frame to
 * the place of each part. Where not all parts fit, the last one counts. `edges` are for earlier loaders: the top and
 * the bottom of each part, in the frame's pixels.
 */
export interface RevealMessage {
  readonly type: 'reveal'
  readonly transforms: readonly string[]
  readonly edges: readonly (readonly [top: number, bottom: number])[]
}

/** Frame → loader: open our page with the bank's confirmation, which is at this address of the service. */
export interface ChallengeMessage {
  readonly type: 'challenge'
  readonly url: string
  readonly title: string
  readonly theme: 'light' | 'dark'
}

/** Messages that become events of the same name in the merchant's page. */
/** The events that say how the payment goes. */
export const summaryTypes = ['ready', 'processing', 'open', 'complete', 'failed'] as const

/** Frame → loader. Only `hello` is sent before the parent's origin is known, so it carries nothing confidential. */
export type FrameMessage =
  /** Once more, without a title, where the form cannot work because the frame is sandboxed. */
  (
    | { readonly type: 'hello'; readonly title: string }
    | { readonly type: 'resize' }
    | { readonly type: 'wanted' }
    /** The form has what was typed in the form that it replaces. */
    | { readonly type: 'taken' }
    | { readonly type: (typeof summaryTypes)[number]; readonly session: SessionSummary }
    | { readonly type: 'error'; readonly error: CheckoutError }
    | { readonly type: 'redirect'; readonly url: string }
    /** The shop's page makes a new checkout when it loads again. */
    | { readonly type: 'reload' }
    | ChallengeMessage
    | RevealMessage
    | { readonly type: 'challenge_over' }
  ) & {
    /**
     * The form's height in pixels. It travels with the message, so that the page already has its final layout when the
     * merchant's handler runs. A form for a card alone has its height from the beginning, so its `ready` has none.
     */
    readonly height?: number
  }

/** Loader → challenge page, and sandbox bank's page → challenge page: the customer pressed Escape there. */
export interface EscapeMessage {
  readonly type: 'escape'
}

/** Distinguishes our messages from those of other scripts in the page. The number is the protocol's version. */
const protocol = 'servicepay/1'

type Fields = Readonly<Record<string, unknown>>

export function withProtocol(
  message: InitMessage | ThemeMessage | ChallengeNews | RevealedMessage | FrameMessage | EscapeMessage,
): Fields {
  return { ...message, protocol }
}

/**
 * Parses what the loader received. Null: not a message of the frame. The browser has confirmed that the frame is ours,
 * so this only checks what would act in the shop's page, and passes over the messages of a later release.
 */
export function readFrameMessage(data: unknown): FrameMessage | null {
  // In the shop's page, other scripts may have given every object a `height`.
  const own: Fields & { height?: number } = { __proto__: null, ...(data as object) }
  const { type, height = 0, session } = own
  const isSafe =
    // A `javascript:` address would run as a script in the merchant's page.
    type === 'redirect'
      ? /^https?:\/\//.test(own['url'] as string)
      : type === 'reveal'
        ? Array.isArray(own['transforms'])
        : !session || summaryTypes.includes(type as 'ready')
  return own['protocol'] === protocol && height >= 0 && height < 1e5 && isSafe ? (own as Fields & FrameMessage) : null
}

/** Parses what the frame received. Null: not the loader's `init`. */
export function readInitMessage(data: unknown): InitMessage | null {
  if (!isOurs(data) || data['type'] !== 'init') return null
  const { clientSecret, preview, redirect, variables } = data
  if (typeof clientSecret !== 'string') return null
  return {
    type: 'init',
    clientSecret,
    ...(isFields(preview) && { preview }),
    redirect: redirect !== false,
    variables: isFields(variables) ? onlyStrings(variables) : {},
    isReturn: data['isReturn'] === true,
  }
}

/** Parses what frame and loader received. Null: not a report about the confirmation window. */
export function readChallengeNews(data: unknown): ChallengeNews | null {
  return isOurs(data) && data['type'] === 'challenge_news' && challengeNews.includes(data['news'] as 'moved')
    ? (data as Fields & ChallengeNews)
    : null
}

/** Parses what the frame received. Null: not the loader's answer to `reveal`. */
export function readRevealed(data: unknown): RevealedMessage | null {
  if (!isOurs(data) || data['type'] !== 'revealed') return null
  // A loader of an earlier release says only whether the first part is visible.
  return { type: 'revealed', top: Number(data['top'] ?? (data['isWhole'] === true ? Infinity : -Infinity)) }
}

/** Parses what the frame received. Null: not the loader's choice of a theme. */
export function readTheme(data: unknown): Theme | null {
  if (!isOurs(data) || data['type'] !== 'theme') return null
  return data['theme'] === 'dark' ? 'dark' : 'light'
}

export function isEscape(data: unknown): boolean {
  return isOurs(data) && data['type'] === 'escape'
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isOurs(data: unknown): data is Fields {
  return (Object(data) as Fields)['protocol'] === protocol
}

function onlyStrings(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
