import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { memoized } from '../../domain/memory.ts'

/** Why an entry is refused: it is no address, its prefix is too long, or it covers every address. */
export type NetworkMistake = 'no_address' | 'no_cidr' | 'everything'

/** IP addresses and CIDRs of both families. */
export class Networks {
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() }

  /** Adds an address or a CIDR. Null: it is added. */
  add(entry: string): NetworkMistake | null {
    const [, network = '', digits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const address = canonicalAddress(network)
    if (address === null) return 'no_address'
    const family = familyOf(address)
    const allBits = family === 'ipv4' ? 32 : 128
    const bits = digits === undefined ? allBits : Number(digits)
    if (bits > allBits) return 'no_cidr'
    if (bits === 0) return 'everything'
    this.#lists[family].addSubnet(address, bits, family)
    return null
  }

  /** `address`: as `canonicalAddress` spells it. Anything else is in no network. */
  has(address: string): boolean {
    if (isIP(address) === 0) return false
    const family = familyOf(address)
    return this.#lists[family].check(address, family)
  }
}

/** Gives each address one spelling, so that it is counted once. An IPv4 address mapped into IPv6 becomes IPv4. */
export function canonicalAddress(text: string): string | null {
  return isIP(text) === 0 || text.includes('%') ? null : spelledOnce(text)
}

const spelledOnce = memoized((address: string) => ipaddr.process(address).toString())

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

/** Whether the address is in one of the networks, each of which is valid. */
export function isInNetworks(networks: readonly string[], address: string): boolean {
  return networksNamed(networks.join(' ')).has(address)
}

/** Every request of a restricted key asks, so each list is read once. */
const networksNamed = memoized((entries: string) => {
  const all = new Networks()
  for (const entry of entries.split(' ')) all.add(entry)
  return all
})

/** How many networks a person can type: those of a company, and few enough for one page. */
export const maxNetworks = 20

/** What a person types as a list of networks: separated by commas, spaces or lines. Null: none. */
export function readNetworks(text: string): { networks: string[] | null } | { error: string } {
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== '')
  if (entries.length === 0) return { networks: null }
  if (entries.length > maxNetworks) return { error: `Use at most ${maxNetworks} networks.` }
  const wrong = entries.find((entry) => new Networks().add(entry) !== null)
  return wrong === undefined
    ? { networks: entries }
    : { error: `${wrong} is not an IP address or a network such as 203.0.113.0/24.` }
}
