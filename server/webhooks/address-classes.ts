import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** 4 or 6 for an address in plain notation, 0 for anything else, zone ids (`fe80::1%eth0`) included. */
export function ipVersion(text: string): 0 | 4 | 6 {
  const version = text.includes('%') ? 0 : isIP(text)
  return version === 4 || version === 6 ? version : 0
}

/**
 * Whether an address is on the public internet, which is all a delivery may reach (Specification, Events, delivery rule 4).
 * IPv6 must also lie inside 2000::/3: the registry has handed out nothing else, and new special ranges appear outside it.
 */
export function isPublicAddress(address: string): boolean {
  const version = ipVersion(address)
  if (version === 0 || isNeverReachable(address)) return false
  if (ipaddr.parse(address).range() !== 'unicast') return false
  return version === 4 || globalUnicast.check(address, 'ipv6')
}

/** Whether no setting may open an address: cloud metadata services, and IPv6 forms that carry an IPv4 address past the checks. */
export function isNeverReachable(address: string): boolean {
  const version = ipVersion(address)
  if (version === 4) return metadataIPv4.check(address, 'ipv4')
  if (version === 6) return carriesIPv4(address) || metadataIPv6.check(address, 'ipv6')
  return true
}

/** Whether a host name belongs to a cloud's metadata service, whatever it resolves to. Lower case, no trailing dot. */
export function isMetadataName(name: string): boolean {
  return metadataNames.has(name)
}

/** Whether a name can have no meaning outside this network (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`), or has no dot. */
export function isPrivateName(name: string): boolean {
  return !name.includes('.') || /\.(localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/.test(name)
}

/** Transition forms: a gateway on the way would turn each into the IPv4 address inside it. */
const transitionRanges: ReadonlySet<string> = new Set(['ipv4Mapped', 'rfc6145', 'rfc6052', '6to4', 'teredo'])

function carriesIPv4(address: string): boolean {
  const parsed = ipaddr.IPv6.parse(address)
  const range = parsed.range()
  if (transitionRanges.has(range)) return true
  return (isIPv4Compatible(parsed.parts) && range !== 'loopback' && range !== 'unspecified') || isIsatap(parsed.parts)
}

/** `::a.b.c.d`, deprecated by RFC 4291, still understood by some stacks. */
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
// The whole link-local range: AWS, Google, Azure, Oracle, Scaleway and others each use their own corner of it.
metadataIPv4.addSubnet('169.254.0.0', 16, 'ipv4')
metadataIPv4.addAddress('100.100.100.200', 'ipv4') // Alibaba
metadataIPv4.addAddress('192.0.0.192', 'ipv4') // Oracle, older machines
metadataIPv4.addAddress('168.63.129.16', 'ipv4') // Azure's host agent, on an address that looks public

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
