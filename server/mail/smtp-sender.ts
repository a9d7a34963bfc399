import { createTransport } from 'nodemailer'
import { oneLine } from '../domain/one-line.ts'

/** Where mail goes, and whom it comes from (`SMTP_URL`, `MAIL_FROM`). */
export interface MailSettings {
  readonly server: SmtpServer
  readonly from: { readonly name: string; readonly address: string }
}

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** Encrypted from the first byte (smtps). Otherwise STARTTLS, when the server offers it. */
  readonly secure: boolean
  readonly login: { readonly user: string; readonly password: string } | null
}

/** A mail as it goes out. */
export interface OutgoingMail {
  /** The same each time that it is tried, so that a mail server may see that it has it already. */
  readonly id: string
  readonly recipient: string
  readonly replyTo: string | null
  readonly subject: string
  /** Plain text. */
  readonly text: string
  readonly at: Date
}

/** `problem`: a sentence that says nothing of the mail, the server's address or its password. */
export type SendResult = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly problem: string }

/** Sends mail. Whatever the server does is a result, never an exception. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<SendResult>
  /** Lets go of what is not sent soon: it counts as failed. */
  close(): void
}

/** Milliseconds for a connection and for each silence of the server, and for one mail in all. */
const connectMs = 10_000
const silenceMs = 30_000
const mailMs = 60_000

/** How long mails under way may take when the program stops. */
const closeMs = 4_000

export function createSmtpSender({ server, from }: MailSettings): MailSender {
  const transport = createTransport(transportOptions(server))
  const closing = new AbortController()
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    send: async ({ id, recipient, replyTo, subject, text, at }) => {
      const deadline = AbortSignal.any([closing.signal, AbortSignal.timeout(mailMs)])
      const sending = transport.sendMail({
        envelope: { from: from.address, to: [recipient] },
        from: { name: oneLine(from.name), address: from.address },
        to: { name: '', address: recipient },
        ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
        messageId: `<${id}@${domain}>`,
        subject: oneLine(subject),
        date: at,
        // Nobody's "out of office" is wanted.
        headers: { 'Auto-Submitted': 'auto-generated' },
        text,
      })
      try {
        await Promise.race([sending, whenAborted(deadline)])
        return { kind: 'sent' }
      } catch (error) {
        return { kind: 'failed', problem: problemOf(error) }
      }
    },
    close: () => void setTimeout(() => closing.abort(), closeMs).unref(),
  }
}

/** A password goes over the network encrypted or not at all. */
function transportOptions({ host, port, secure, login }: SmtpServer) {
  return {
    host,
    port,
    secure,
    requireTLS: login !== null && !isLoopback(host),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: connectMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(new Error('too late'))
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true })
  })
}

const problems: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server does not accept our sign-in.',
  ETLS: 'The connection to the mail server could not be encrypted.',
  EENVELOPE: 'The mail server does not take the recipient.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EDNS: 'The mail server could not be found.',
}

function problemOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const answered = typeof responseCode === 'number' ? ` It answered ${responseCode}.` : ''
  return `${problems[code ?? ''] ?? (answered === '' ? 'The mail server could not be reached.' : 'The mail server did not take the mail.')}${answered}`
}
