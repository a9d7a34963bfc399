import { textsFor } from '../../../form/texts/languages.ts'
import { preferredLocale } from '../../../form/texts/preferred-locale.ts'
import { oneLine } from '../../domain/text/one-line.ts'

/** A mail before it is written as text and as HTML. */
export interface MailContent {
  readonly kind: MailKind
  readonly subject: string
  readonly body: MailBody
}

export type MailKind =
  | 'receipt'
  | 'refund'
  | 'password_reset'
  | 'email_change'
  | 'email_changed'
  | 'second_factor'
  | 'sign_up'
  | 'invitation'
  | 'dispute_opened'
  | 'endpoint_failing'
  | 'refund_failed'
  | 'refund_too_large'
  | 'return_refused'
  | 'capture_failed'

export interface MailBody {
  /** Language tag. */
  readonly locale: string
  /** The shop that the mail is from. Null: the service itself, or a shop without a name. */
  readonly shop: string | null
  readonly title: string
  /** An amount of money that the mail shows large. Null: none. */
  readonly amount: string | null
  readonly parts: readonly MailPart[]
  /** The last line, in small letters. Null: none. */
  readonly foot: string | null
  /** No real money moved. */
  readonly isTest: boolean
}

/** Texts are plain, and may come from strangers. */
export type MailPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] }
  | { readonly kind: 'link'; readonly label: string; readonly address: string }

export type MailRow = readonly [label: string, value: string]

const secretKinds: ReadonlySet<string> = new Set<MailKind>([
  'password_reset',
  'email_change',
  'email_changed',
  'second_factor',
  'invitation',
])

/** Whether a mail is about signing in, and may contain a one-time link. Only its recipient may read such a mail. */
export function isSecretMail(kind: string): boolean {
  return secretKinds.has(kind)
}

/** Marks a mail about simulated money. */
export function asSimulated(mail: MailContent): MailContent {
  return { ...mail, subject: `[TEST] ${mail.subject}`, body: { ...mail.body, isTest: true } }
}

/** The language of mails to a customer whose browser sent this header. Null: it sent none. */
export function mailLocale(acceptLanguage: string): string | null {
  const preferred = preferredLocale(acceptLanguage)
  return preferred === undefined ? null : textsFor(preferred).locale
}

/** The plain text of a mail. */
export function plainText({ locale, shop, title, amount, parts, foot, isTest }: MailBody): string {
  const { mail, language } = textsFor(locale).texts
  const paragraphs = [
    isTest ? mail.test : null,
    shop === null ? null : oneLine(shop),
    title,
    amount,
    ...parts.map((part) => partText(part, colons[language] ?? ': ')),
    foot,
  ]
  return `${paragraphs.filter((paragraph) => paragraph !== null).join('\n\n')}\n`
}

/** What separates a label and its value, where it is not a colon and a space. */
const colons: Readonly<Record<string, string>> = { fr: '\u00a0: ', ja: '：', zh: '：' }

function partText(part: MailPart, colon: string): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'rows':
      return part.rows.map(([label, value]) => `${label}${colon}${oneLine(value)}`).join('\n')
    case 'link':
      return `${part.label}\n${part.address}`
  }
}

/** The form of the stored body. A release that changes it gives it another number, and sends older mails as text. */
const version = 1

export function packBody(body: MailBody): string {
  return JSON.stringify({ version, body })
}

/** Null: another release has stored it in another form. */
export function unpackBody(packed: string): MailBody | null {
  const stored = JSON.parse(packed) as { version: number; body: MailBody }
  return stored.version === version ? stored.body : null
}
