/**
 * Parses a complete http(s) address that a person typed. Null when it is not one, or when the WHATWG parser would lead
 * to a host that is not in the text: for `http://4242` to 0.0.16.146, for `http://0x7f.1` to 127.0.0.1.
 */
export function webAddress(text: string): URL | null {
  const [, host] =
    /^https?:\/\/(?:[^\s\\/?#@]*@)?(\[[\da-f:.]+\]|[^\s\\/?#@:%[\]]+)(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i.exec(text) ?? []
  if (host === undefined || /\p{Cc}/u.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.port !== '0' && isTypedHost(host, url.hostname) ? url : null
}

/** The same test for the host of an address with another scheme, such as `redis:`. */
export function isHost(text: string): boolean {
  return webAddress(`http://${text}`)?.pathname === '/'
}

function isTypedHost(typed: string, parsed: string): boolean {
  if (parsed.startsWith('[')) return true
  // The parser makes an IP address of every name whose last part is a number.
  if (/^\d+(\.\d+){3}$/.test(parsed)) return parsed === typed
  const name = parsed.replace(/\.$/, '')
  return name.length <= 253 && name.split('.').every((label) => /^(?!-)[a-z\d_-]{1,63}(?<!-)$/.test(label))
}
