import type { TestService } from '../support/service.ts'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { until } from '../support/until.ts'

/** A mail as a real SMTP server received it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** By lower-case name, with folded lines joined. */
  readonly headers: ReadonlyMap<string, string>
  /** The plain text, decoded. */
  readonly body: string
  /** The HTML, decoded. Empty: the mail has none. */
  readonly html: string
}

export interface MailServer {
  readonly port: number
  readonly url: string
  readonly mails: ReceivedMail[]
  /** All received mails, including those that the server then refused. */
  readonly begun: ReceivedMail[]
  /** Replies to the next mails; later mails are accepted. `hang` means that the server never replies. */
  answers: (number | 'hang')[]
  /** Waits until the server has accepted this many mails. */
  waitFor(count: number): Promise<ReceivedMail[]>
  stop(): Promise<void>
}

export async function startMailServer(options: SMTPServerOptions & { port?: number } = {}): Promise<MailServer> {
  const { port = 0, ...more } = options
  const mails: ReceivedMail[] = []
  const begun: ReceivedMail[] = []
  const own = { answers: [] as (number | 'hang')[] }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    ...more,
    onData: (stream, session, callback) => {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          ...parsed(raw),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        }
        begun.push(mail)
        const answer = own.answers.shift()
        if (answer === 'hang') return
        if (answer !== undefined) return callback(Object.assign(new Error('not now'), { responseCode: answer }))
        mails.push(mail)
        callback()
      })
    },
  })
  // A client that disconnects is not an error of the server.
  server.on('error', () => {})
  await new Promise<void>((listening) => void server.listen(port, '127.0.0.1', () => listening()))
  const bound = (server.server.address() as AddressInfo).port
  return Object.assign(own, {
    port: bound,
    url: `smtp://127.0.0.1:${String(bound)}`,
    mails,
    begun,
    waitFor: async (count: number) => {
      await until(() => mails.length >= count)
      return mails
    },
    stop: () => new Promise<void>((stopped) => server.close(() => stopped())),
  })
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'body' | 'html'> {
  const whole = decoded(raw)
  const [, boundary] =
    /^multipart\/alternative;.*boundary="([^"]+)"/.exec(whole.headers.get('content-type') ?? '') ?? []
  if (boundary === undefined) return { ...whole, html: '' }
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  const [text, html] = parts.map((part) => decoded(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  if (!/^text\/plain/.test(text?.headers.get('content-type') ?? '')) throw new Error('the first part is not plain text')
  if (!/^text\/html/.test(html?.headers.get('content-type') ?? '')) throw new Error('the second part is not HTML')
  return { headers: whole.headers, body: text?.body ?? '', html: html?.body ?? '' }
}

function decoded(raw: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      withWords(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  )
  const coded = raw.slice(end + 4)
  const encoding = headers.get('content-transfer-encoding')
  const body =
    encoding === 'base64'
      ? Buffer.from(coded, 'base64').toString()
      : encoding === 'quoted-printable'
        ? unquoted(coded)
        : coded
  return { headers, body: body.replaceAll('\r\n', '\n') }
}

/** Decodes the words of a header that are not ASCII (RFC 2047). */
function withWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
    )
}

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Makes live mode look like that of a real bank. With the simulated one, the service sends no mail to customers. */
export function actAsRealBank({ app }: TestService): void {
  for (const context of [app.context, app.workContext]) Object.assign(context, { liveProcessor: 'acquirer' })
}
