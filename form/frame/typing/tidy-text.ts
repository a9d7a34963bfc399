import { toAsciiDigits } from '../../../spec/lib/digits.ts'

/** A postal code as the post writes it: in capitals, with ASCII digits. */
export function tidyCode(value: string): string {
  return toAsciiDigits(value.trim()).toUpperCase()
}

/**
 * An email address as mail servers write it: the host name in ASCII, and no full-width letters. A mailbox beyond ASCII
 * stays as it is, and the form refuses it as the service does.
 */
export function tidyEmail(value: string): string {
  const text = value.normalize('NFKC').trim()
  const [, mailbox = '', host = ''] = /^([^@]*)@([^\s@/?#:\\%[\]]*)$/.exec(text) ?? []
  // The WHATWG parser writes host names in ASCII. A host of digits would become an IP address.
  if (/^\p{ASCII}*$/u.test(host)) return text
  try {
    return `${mailbox}@${new URL(`https://${host}`).hostname}`
  } catch {
    return text
  }
}
