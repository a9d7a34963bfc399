/**
 * Parses a complete http(s) address. Undefined when it is not one, or when the parser would make an IP address of a
 * plain number: `http://4242` would send the key to 0.0.16.146.
 */
export function webAddress(text: unknown): URL | undefined {
  if (typeof text !== 'string' || !/^https?:\/\/[^\s/\\]+/i.test(text) || !URL.canParse(text)) return
  const url = new URL(text)
  return /^[\d.]+$/.test(url.hostname) && !text.includes(url.hostname) ? undefined : url
}
