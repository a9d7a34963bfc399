/** An address in a spelling that every parser of URLs reads alike, or what is wrong with it, to follow its name. */
export type ReadAddress =
  | { readonly kind: 'address'; readonly text: string; readonly hosts: string }
  | { readonly kind: 'problem'; readonly problem: string }

const ambiguous =
  'is ambiguous: percent-encode the password and the user (/ is %2F, ? is %3F, # is %23, @ is %40, % is %25), ' +
  'and every @ after the host'

/**
 * Reads a URL in which a password may stand as its owner typed it. It refuses one in which a character of the password
 * would end the host: another reading would send a part of the password to a name server. A `%` that encodes nothing
 * becomes `%25`. The problem never contains a part of the address.
 */
export function readAddress(text: string): ReadAddress {
  if (/[\t\r\n]/.test(text)) return { kind: 'problem', problem: 'must be one line without tabs' }
  const [whole = '', scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)/i.exec(text) ?? []
  const rest = text.slice(whole.length)
  if (whole !== '' && rest.includes('@')) return { kind: 'problem', problem: ambiguous }
  const at = authority.lastIndexOf('@')
  const hosts = authority.slice(at + 1)
  const user = authority.slice(0, at + 1).replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
  if (!isUtf8(user)) return { kind: 'problem', problem: 'must be percent-encoded UTF-8 in the user and the password' }
  return { kind: 'address', text: `${scheme}${user}${hosts}${rest}`, hosts }
}

function isUtf8(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}
