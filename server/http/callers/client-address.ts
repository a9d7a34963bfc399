import { BlockList, isIP } from 'node:net'
import type { Request } from '@hapi/hapi'
import ipaddr from 'ipaddr.js'
import { memoized } from '../../domain/memory.ts'

/**
 * Which proxies' `X-Forwarded-For` the service trusts (`TRUST_PROXY`): none, the nearest `hops` proxies, or named ones.
 */
export type TrustProxy =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly hops: number }
  | { readonly kind: 'proxies'; readonly ipv4: BlockList; readonly ipv6: BlockList }

export type TrustProxyParsed =
  | { readonly kind: 'ok'; readonly trust: TrustProxy }
  | { readonly kind: 'invalid'; readonly reasons: readonly string[] }

/**
 * A larger number of proxies must be a typo. With too many trusted proxies, the service would believe an
 * entry that the client wrote.
 */
const maxHops = 10

/** Longer than `maxHops` entries. A client can put any text in front of what the proxies add. */
const maxForwardedLength = 1_000

/**
 * Reads `TRUST_PROXY`: a number of proxies, or a comma-separated list of IP addresses and CIDRs. All bad entries are
 * reported at once.
 */
export function parseTrustProxy(text: string): TrustProxyParsed {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const [first] = entries
  if (first === undefined) return { kind: 'ok', trust: { kind: 'none' } }
  if (entries.length === 1 && /^\d+$/.test(first)) return parseHops(Number(first))
  const proxies = { ipv4: new BlockList(), ipv6: new BlockList() }
  const reasons = entries.flatMap((entry) => addProxies(proxies, entry) ?? [])
  return reasons.length > 0 ? { kind: 'invalid', reasons } : { kind: 'ok', trust: { kind: 'proxies', ...proxies } }
}

function parseHops(hops: number): TrustProxyParsed {
  if (hops > maxHops) return { kind: 'invalid', reasons: [`the number of proxies must be at most ${maxHops}`] }
  return { kind: 'ok', trust: hops === 0 ? { kind: 'none' } : { kind: 'hops', hops } }
}

/** Adds an entry. Returns the reason if the entry is not valid, otherwise null. */
function addProxies(proxies: { ipv4: BlockList; ipv6: BlockList }, entry: string): string | null {
  const [, network = '', digits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = canonicalAddress(network)
  if (address === null) return `${JSON.stringify(entry)} is not a number of proxies, an IP address or a CIDR`
  const family = familyOf(address)
  const allBits = family === 'ipv4' ? 32 : 128
  const bits = digits === undefined ? allBits : Number(digits)
  if (bits > allBits) return `${JSON.stringify(entry)} is not a CIDR`
  if (bits === 0) return `${JSON.stringify(entry)} would let every client choose its address`
  proxies[family].addSubnet(address, bits, family)
  return null
}

/**
 * The address of the client: the socket's address or, behind trusted proxies, the right-most address in
 * `X-Forwarded-For` that does not belong to one of them. Each proxy appends the address of its caller, so everything to
 * the left of that address may come from the client. If an entry is not an address, the result is the address of the
 * proxy that passed it on.
 */
export function clientAddress(
  trust: TrustProxy,
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
): string {
  // The address of a link-local peer ends with the name of our network card. After a disconnect there is no address.
  let address = canonicalAddress(socketAddress?.replace(/%.*$/, '') ?? '')
  if (address === null) return 'unknown'
  const entries =
    trust.kind === 'none' ? [] : (forwardedFor ?? '').slice(-maxForwardedLength).split(',').slice(-maxHops)
  for (let hop = 0; isTrusted(trust, address, hop); hop++) {
    const before = entryAddress(entries.pop() ?? '')
    if (before === null) return address
    address = before
  }
  return address
}

/** The client's address of a request. */
export function addressOfRequest(trust: TrustProxy, request: Request): string {
  const forwardedFor = trust.kind === 'none' ? undefined : request.raw.req.headers['x-forwarded-for']
  return clientAddress(trust, request.info.remoteAddress, forwardedFor?.toString())
}

function isTrusted(trust: TrustProxy, address: string, hop: number): boolean {
  switch (trust.kind) {
    case 'none':
      return false
    case 'hops':
      return hop < trust.hops
    case 'proxies': {
      const family = familyOf(address)
      return trust[family].check(address, family)
    }
  }
}

/** `1.2.3.4`, `1.2.3.4:5678`, `::1`, `[::1]` or `[::1]:5678`; null for anything else. */
function entryAddress(entry: string): string | null {
  const text = entry.trim()
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::\d{1,5})?$/i.exec(text) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? canonicalAddress(bracketed) : null
  return canonicalAddress(plain ?? text)
}

/** Gives each address one spelling, so that it is counted once. An IPv4 address mapped into IPv6 becomes IPv4. */
function canonicalAddress(text: string): string | null {
  return isIP(text) === 0 || text.includes('%') ? null : spelledOnce(text)
}

const spelledOnce = memoized((address: string) => ipaddr.process(address).toString())

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}
