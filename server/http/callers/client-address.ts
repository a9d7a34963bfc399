import { isIP } from 'node:net'
import type { Request } from '@hapi/hapi'
import { canonicalAddress, Networks, type NetworkMistake } from '../../engines/networks/networks.ts'

/**
 * Which proxies' `X-Forwarded-For` the service trusts (`TRUST_PROXY`): none, the nearest `hops` proxies, or named ones.
 */
export type TrustProxy =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly hops: number }
  | { readonly kind: 'proxies'; readonly proxies: Networks }

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
  const proxies = new Networks()
  const reasons = entries.flatMap((entry) => {
    const mistake = proxies.add(entry)
    return mistake === null ? [] : [`${JSON.stringify(entry)} ${mistakes[mistake]}`]
  })
  return reasons.length > 0 ? { kind: 'invalid', reasons } : { kind: 'ok', trust: { kind: 'proxies', proxies } }
}

const mistakes: Readonly<Record<NetworkMistake, string>> = {
  no_address: 'is not a number of proxies, an IP address or a CIDR',
  no_cidr: 'is not a CIDR',
  everything: 'would let every client choose its address',
}

function parseHops(hops: number): TrustProxyParsed {
  if (hops > maxHops) return { kind: 'invalid', reasons: [`the number of proxies must be at most ${maxHops}`] }
  return { kind: 'ok', trust: hops === 0 ? { kind: 'none' } : { kind: 'hops', hops } }
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
    case 'proxies':
      return trust.proxies.has(address)
  }
}

/** `1.2.3.4`, `1.2.3.4:5678`, `::1`, `[::1]` or `[::1]:5678`; null for anything else. */
function entryAddress(entry: string): string | null {
  const text = entry.trim()
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::\d{1,5})?$/i.exec(text) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? canonicalAddress(bracketed) : null
  return canonicalAddress(plain ?? text)
}
