import { BlockList } from 'node:net'
import { webAddress } from '../../spec/lib/web-address.ts'
import { ipVersion, isMetadataName, isNeverReachable, isPrivateName, isPublicAddress } from './address-classes.ts'
import { resolveBefore, resolveWithSystem, type Resolve } from './resolve-host.ts'

/** In code points: the limit of every URL in a request (spec/decisions/requests.md#urls). */
const maximumUrlLength = 2_048

/**
 * A request that sets an address need not wait for a dead name server, because each delivery checks the address again.
 */
const resolveOnSetTimeoutMs = 3_000

/** An entry of `WEBHOOK_ALLOW`. A null `port` allows every port. */
export type WebhookException =
  | { readonly kind: 'name'; readonly name: string; readonly port: number | null }
  | {
      readonly kind: 'range'
      readonly family: 'ipv4' | 'ipv6'
      readonly range: BlockList
      readonly port: number | null
    }

/** Hosts that deliveries may reach in addition to public https addresses, also over http. */
export type WebhookAllow = readonly WebhookException[]

export type WebhookAllowParsed =
  | { readonly kind: 'ok'; readonly allow: WebhookAllow }
  | { readonly kind: 'invalid'; readonly reasons: readonly string[] }

/**
 * A webhook address with a permitted form. Deliveries may connect to it after `refusalOf` has accepted its IP
 * addresses.
 */
export interface WebhookTarget {
  readonly url: URL
  /** Canonical: lower case, punycode, no brackets, no trailing dot. An IP address or a name. */
  readonly host: string
  readonly port: number
  /** Whether `WEBHOOK_ALLOW` contains the name. */
  readonly allowedByName: boolean
  /** Why only an exception can permit the address; null for https to an ordinary host. */
  readonly needsException: string | null
}

export type WebhookTargetParsed =
  { readonly kind: 'ok'; readonly target: WebhookTarget } | { readonly kind: 'refused'; readonly reason: string }

/** Parses `WEBHOOK_ALLOW`: comma-separated CIDRs, names and IP addresses, the last two optionally with `:port`. */
export function parseWebhookAllow(text: string): WebhookAllowParsed {
  const allow: WebhookException[] = []
  const reasons: string[] = []
  for (const entry of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const exception = entry.includes('/') ? parseRange(entry) : parseHost(entry)
    if (exception) allow.push(exception)
    else reasons.push(`${JSON.stringify(entry)} is not a host name, host:port, IP address or CIDR`)
  }
  return reasons.length > 0 ? { kind: 'invalid', reasons } : { kind: 'ok', allow }
}

/**
 * Checks an address that a merchant sets. It refuses a name that resolves to a private address, and accepts one that
 * does not resolve yet (spec/decisions/webhooks.md#webhook-address). `url` is returned unchanged; `reason` is a
 * sentence for the merchant.
 */
export async function checkWebhookUrl(
  url: string,
  allow: WebhookAllow,
  resolve: Resolve = resolveWithSystem,
): Promise<{ kind: 'ok'; url: string } | { kind: 'refused'; reason: string }> {
  const parsed = parseWebhookUrl(url, allow)
  if (parsed.kind === 'refused') return parsed
  const { target } = parsed
  const reason = refusalOf(target, await addressesNow(target, resolve), allow)
  return reason === null ? { kind: 'ok', url } : { kind: 'refused', reason }
}

/** The checks that need no name server: syntax, scheme, user info, length and names that are never public. */
export function parseWebhookUrl(text: string, allow: WebhookAllow): WebhookTargetParsed {
  const url = webAddress(text)
  if (!url) return refused('The webhook address must be a complete https:// URL.')
  if ([...text].length > maximumUrlLength)
    return refused(`The webhook address must have at most ${maximumUrlLength} characters.`)
  if (/^https?:\/\/[^/?#]*@/i.test(text))
    return refused('The webhook address must not contain a user name or password.')
  const target = targetOf(url, allow)
  if (target.host === '' || isMetadataName(target.host))
    return refused('The host of the webhook address is not public.')
  if (url.protocol === 'http:' && allow.length === 0) return refused('The webhook address must be https.')
  return { kind: 'ok', target }
}

/**
 * Why no connection to this target may be made, or null when every IP address is allowed. An empty list (a name that
 * does not resolve yet) is allowed for an ordinary https host.
 */
export function refusalOf(target: WebhookTarget, addresses: readonly string[], allow: WebhookAllow): string | null {
  if (addresses.length === 0) return target.allowedByName ? null : target.needsException
  for (const address of addresses) {
    if (isNeverReachable(address)) return notPublic
    if (target.allowedByName || isInAllowedRange(address, target.port, allow)) continue
    if (target.needsException !== null) return target.needsException
    if (!isPublicAddress(address)) return notPublic
  }
  return null
}

const notPublic = 'The host of the webhook address does not have a public IP address.'

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason }
}

function targetOf(url: URL, allow: WebhookAllow): WebhookTarget {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const allowedByName = allow.some((entry) => entry.kind === 'name' && entry.name === host && portMatches(entry, port))
  return { url, host, port, allowedByName, needsException: exceptionNeed(url, host) }
}

function exceptionNeed(url: URL, host: string): string | null {
  if (url.protocol !== 'https:') return 'The webhook address must be https.'
  if (ipVersion(host) === 0 && isPrivateName(host)) return 'The host of the webhook address is not a public name.'
  return null
}

async function addressesNow(target: WebhookTarget, resolve: Resolve): Promise<readonly string[]> {
  if (ipVersion(target.host) !== 0) return [target.host]
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), resolveOnSetTimeoutMs)
  const resolution = await resolveBefore(timeout.signal, target.host, resolve)
  clearTimeout(timer)
  return resolution.kind === 'resolved' ? resolution.addresses : []
}

function isInAllowedRange(address: string, port: number, allow: WebhookAllow): boolean {
  const family = familyOf(address)
  // A BlockList treats 1.2.3.4 as ::ffff:1.2.3.4, so without this comparison ::/64 would allow every IPv4 address.
  return allow.some(
    (entry) =>
      entry.kind === 'range' &&
      entry.family === family &&
      entry.range.check(address, family) &&
      portMatches(entry, port),
  )
}

function portMatches(entry: WebhookException, port: number): boolean {
  return entry.port === null || entry.port === port
}

function parseRange(entry: string): WebhookException | null {
  const [, address = '', digits = ''] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? []
  const version = ipVersion(address)
  const bits = Number(digits)
  return version === 0 || bits > (version === 4 ? 32 : 128) ? null : rangeOf(address, bits, null)
}

function parseHost(entry: string): WebhookException | null {
  if (ipVersion(entry) === 6) return rangeOf(entry, 128, null)
  const [, bracketed, plain = '', digits] = /^(?:\[([^\]]*)\]|([^:[\]@?#\\]+))(?::(\d{1,5}))?$/.exec(entry) ?? []
  const port = digits === undefined ? null : Number(digits)
  if (port !== null && (port < 1 || port > 65_535)) return null
  if (bracketed !== undefined) return ipVersion(bracketed) === 6 ? rangeOf(bracketed, 128, port) : null
  return ipVersion(plain) === 4 ? rangeOf(plain, 32, port) : parseName(plain, port)
}

/** Normalises a name as WHATWG URL does. An IP address in an unusual notation (`0x7f.1`) is an error. */
function parseName(text: string, port: number | null): WebhookException | null {
  const name = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '') ?? ''
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) && ipVersion(name) === 0 ? { kind: 'name', name, port } : null
}

function rangeOf(address: string, bits: number, port: number | null): WebhookException {
  const range = new BlockList()
  const family = familyOf(address)
  range.addSubnet(address, bits, family)
  return { kind: 'range', family, range, port }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return ipVersion(address) === 4 ? 'ipv4' : 'ipv6'
}
