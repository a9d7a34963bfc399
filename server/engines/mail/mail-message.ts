import { plainText, type MailContent } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'

/** A mail in the two forms of which a mail program shows the one that it can. */
export interface MailMessage {
  readonly subject: string
  readonly text: string
  /** Null: a release that stores mails in another form has queued the mail. */
  readonly html: string | null
}

export function messageOf({ subject, body }: Pick<MailContent, 'subject' | 'body'>): MailMessage {
  return { subject, text: plainText(body), html: mailHtml(subject, body) }
}
