import { oneLine } from '../../domain/text/one-line.ts'
import type { MailMessage } from './mail-message.ts'

/** The mail server and the sender (`SMTP_URL`, `MAIL_FROM`). */
export interface MailSettings {
  readonly server: SmtpServer
  readonly from: { readonly name: string; readonly address: string }
}

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** True for smtps, which encrypts from the first byte. Otherwise STARTTLS is used when the server offers it. */
  readonly secure: boolean
  readonly login: { readonly user: string; readonly password: string } | null
}

/** A mail to send. */
export interface OutgoingMail extends MailMessage {
  /** The same in each attempt, so that a mail server can recognise a mail that it already has. */
  readonly id: string
  readonly recipient: string
  readonly replyTo: string | null
  readonly at: Date
}

/** `problem` is a sentence that contains nothing of the mail, and neither the server's address nor its password. */
export type SendResult = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly problem: string }

/** Sends mail. A failure of the server is a result, never an exception. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<SendResult>
  /** Gives mails under way a few seconds, and then counts them as failed. */
  close(): void
}

/** Time limits for connecting, for each silence of the server, and for a whole mail. */
const connectMs = 10_000
const silenceMs = 30_000
const mailMs = 60_000

/** How long mails under way may still take when the program stops. */
const closeMs = 4_000

export function createSmtpSender({ server, from }: MailSettings): MailSender {
  const open = async () => (await import('nodemailer')).createTransport(transportOptions(server))
  let opened: ReturnType<typeof open> | null = null
  const closing = new AbortController()
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    send: async ({ id, recipient, replyTo, subject, text, html, at }) => {
      const deadline = AbortSignal.any([closing.signal, AbortSignal.timeout(mailMs)])
      // Imported for the first mail, because its library takes megabytes of memory.
      const transport = await (opened ??= open())
      const sending = transport.sendMail({
        envelope: { from: from.address, to: [recipient] },
        from: { name: oneLine(from.name), address: from.address },
        to: { name: '', address: recipient },
        ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
        messageId: `<${id}@${domain}>`,
        subject: oneLine(subject),
        date: at,
        // Suppresses automatic replies such as "out of office" (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        text,
        ...(html !== null && { html }),
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

/** Requires TLS when there is a password, except on loopback. */
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
  EAUTH: 'The mail server rejected the user name or password.',
  ETLS: 'The connection to the mail server could not be encrypted.',
  EENVELOPE: 'The mail server did not accept the recipient.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EDNS: 'The mail server could not be found.',
}

function problemOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const known = problems[code ?? '']
  if (typeof responseCode !== 'number') return known ?? 'The mail server could not be reached.'
  return `${known ?? 'The mail server did not accept the email.'} It answered ${responseCode}.`
}
