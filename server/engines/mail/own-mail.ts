import type { MailContent, MailKind, MailPart } from './mail-content.ts'

/** A mail of the service to people who have an account, or ask for one. It is in English, as the dashboard is. */
export function ownMail(kind: MailKind, subject: string, given: readonly (string | MailPart)[]): MailContent {
  const parts = given.map((part): MailPart => (typeof part === 'string' ? { kind: 'text', text: part } : part))
  return {
    kind,
    subject,
    body: { locale: 'en', shop: null, title: subject, amount: null, parts, foot: null, isTest: false },
  }
}

export function linkTo(label: string, address: string): MailPart {
  return { kind: 'link', label, address }
}

export function moment(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return `${format.format(at)} (${timeZone.replaceAll('_', ' ')})`
}
