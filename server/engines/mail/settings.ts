import { formats } from '../../../spec/lib/formats.ts'
import { isHost } from '../../../spec/lib/web-address.ts'
import { readAddress } from '../../domain/address-with-password.ts'
import type { MailSettings, SmtpServer } from './smtp-sender.ts'

const urlRule = 'must be a URL like smtp://user:password@mail.example:587 or smtps://…, with nothing after the port'
const fromRule = 'must be an email address, or a name and an address like Ada <pay@example.com>'
const maxNameLength = 100

/** Parses `SMTP_URL`. Returns an error text when it is invalid. */
export function parseSmtpUrl(text: string): SmtpServer | string {
  const read = readAddress(text)
  if (read.kind === 'problem') return read.problem
  if (!URL.canParse(read.text)) return urlRule
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(read.text)
  const secure = protocol === 'smtps:'
  if (
    (!secure && protocol !== 'smtp:') ||
    !isHost(hostname) ||
    port === '0' ||
    !['', '/'].includes(pathname) ||
    search + hash !== ''
  )
    return urlRule
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  if ((user === '') !== (secret === '')) return urlRule
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    login: user === '' ? null : { user, password: secret },
  }
}

/** Parses `MAIL_FROM`. Returns an error text when it is invalid. */
export function parseMailFrom(text: string): MailSettings['from'] | string {
  const [, quoted, plain, inBrackets] = /^(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>$/.exec(text) ?? []
  const [name, address] = inBrackets === undefined ? ['', text] : [quoted ?? plain ?? '', inBrackets]
  const isUsable = isAddress(address) && name.length <= maxNameLength && !/\p{Cc}/u.test(name)
  return isUsable ? { name, address } : fromRule
}

/** Whether a text is a single email address, which cannot smuggle in another recipient or header. */
export function isAddress(text: string): boolean {
  return formats['email']?.test(text) === true
}
