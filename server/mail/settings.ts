import { formats } from '../../spec/lib/formats.ts'
import type { MailSettings, SmtpServer } from './smtp-sender.ts'

const urlMeaning =
  'must be an address like smtp://user:password@mail.example:587 or smtps://…, with nothing behind the port'
const fromMeaning = 'must be an email address, or a name and an address like Ada <pay@example.com>'
const maxNameLength = 100

/** Reads `SMTP_URL`. A text says what it must be. */
export function parseSmtpUrl(text: string): SmtpServer | string {
  if (!URL.canParse(text)) return urlMeaning
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text)
  const secure = protocol === 'smtps:'
  if (
    (!secure && protocol !== 'smtp:') ||
    hostname === '' ||
    port === '0' ||
    !['', '/'].includes(pathname) ||
    search + hash !== ''
  )
    return urlMeaning
  const [user, secret] = [decoded(username), decoded(password)]
  if (user === null || secret === null || (user === '') !== (secret === '')) return urlMeaning
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    login: user === '' ? null : { user, password: secret },
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Reads `MAIL_FROM`. A text says what it must be. */
export function parseMailFrom(text: string): MailSettings['from'] | string {
  const [, quoted, plain, inBrackets] = /^(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>$/.exec(text) ?? []
  const [name, address] = inBrackets === undefined ? ['', text] : [quoted ?? plain ?? '', inBrackets]
  const isUsable = isAddress(address) && name.length <= maxNameLength && !/\p{Cc}/u.test(name)
  return isUsable ? { name, address } : fromMeaning
}

/** Whether a text is one plain email address: nothing in it can begin another address or another header. */
export function isAddress(text: string): boolean {
  return formats['email']?.test(text) === true
}
