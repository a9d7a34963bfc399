import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * 4 or 6 for an IP address in plain notation, 0 for anything else. Addresses with a zone id (`fe80::1%eth0`) give 0.
 */
export function ipVersion(text: string): 0 | 4 | 6 {
  const version = text.includes('%') ? 0 : isIP(text)
  return version === 4 || version === 6 ? version : 0
}

/**
 * Whether an IP address is on the public internet. An IPv6 address must be inside 2000::/3: IANA has allocated no other
 * global addresses, and new special ranges appear outside it.
 */
export function isPublicAddress(address: string): boolean {
  const version = ipVersion(address)
  if (version === 0 || isNeverReachable(address)) return false
  if (ipaddr.parse(address).range() !== 'unicast') return false
  return version === 4 || globalUnicast.check(address, 'ipv6')
}

/**
 * Whether an address is forbidden even as an exception: cloud metadata services, and IPv6 forms that contain an IPv4
 * address and would carry it past the checks.
 */
export function isNeverReachable(address: string): boolean {
  const version = ipVersion(address)
  if (version === 4) return metadataIPv4.check(address, 'ipv4')
  if (version === 6) return carriesIPv4(address) || metadataIPv6.check(address, 'ipv6')
  return true
}

/** Whether a host name (lower case, no trailing dot) belongs to a cloud's metadata service, whatever it resolves to. */
export function isMetadataName(name: string): boolean {
  return metadataNames.has(name)
}

/**
 * Whether a name is valid only in the local network (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`), or has no dot.
 */
export function isPrivateName(name: string): boolean {
  return !name.includes('.') || /\.(localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/.test(name)
}

/** IPv6 transition forms: a gateway may convert each into the IPv4 address that it contains. */
const transitionRanges: ReadonlySet<string> = new Set(['ipv4Mapped', 'rfc6145', 'rfc6052', '6to4', 'teredo'])

function carriesIPv4(address: string): boolean {
  const parsed = ipaddr.IPv6.parse(address)
  const range = parsed.range()
  if (transitionRanges.has(range)) return true
  return (isIPv4Compatible(parsed.parts) && range !== 'loopback' && range !== 'unspecified') || isIsatap(parsed.parts)
}

/** `::a.b.c.d`: deprecated by RFC 4291, but some network stacks still accept it. */
function isIPv4Compatible(parts: readonly number[]): boolean {
  return parts.slice(0, 6).every((part) => part === 0)
}

/** `…:0:5efe:a.b.c.d` and `…:200:5efe:a.b.c.d` (RFC 5214): a tunnel to the IPv4 address at the end. */
function isIsatap(parts: readonly number[]): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

const metadataIPv4 = new BlockList()
// The whole link-local range: each cloud uses another part of it.
metadataIPv4.addSubnet('169.254.0.0', 16, 'ipv4')
metadataIPv4.addAddress('100.100.100.200', 'ipv4') // Alibaba
metadataIPv4.addAddress('192.0.0.192', 'ipv4') // older Oracle machines
metadataIPv4.addAddress('168.63.129.16', 'ipv4') // Azure's host agent, which has a public address

const metadataIPv6 = new BlockList()
metadataIPv6.addSubnet('fe80::', 10, 'ipv6') // link-local, as above
metadataIPv6.addSubnet('fd00:ec2::', 32, 'ipv6') // AWS
metadataIPv6.addSubnet('fd20:ce::', 32, 'ipv6') // Google
metadataIPv6.addSubnet('fd00:c1::', 32, 'ipv6') // Oracle
metadataIPv6.addAddress('fd00:42::42', 'ipv6') // Scaleway
metadataIPv6.addSubnet('fd00:a9fe:a9fe::', 48, 'ipv6') // Akamai

const metadataNames: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
])
