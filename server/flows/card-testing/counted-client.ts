import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { memoized } from '../../domain/memory.ts'

/** How limits count a client: by its address, and by the network around it. */
export interface CountedClient {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  readonly address: string
  /** The /24 network of an IPv4 address, or the /48 network of an IPv6 address. */
  readonly network: string
}

/** An IPv6 customer gets a network of at least this size, and could use another of its addresses for each card. */
const ipv6CustomerBits = 64

/** The networks that an attacker who rents many addresses often has as a whole. */
const ipv4NetworkBits = 24
const ipv6NetworkBits = 48

export const countedClient = memoized((address: string): CountedClient => {
  switch (isIP(address)) {
    case 4:
      return { address, network: networkOf(ipaddr.IPv4, address, ipv4NetworkBits) }
    case 6:
      return {
        address: networkOf(ipaddr.IPv6, address, ipv6CustomerBits),
        network: networkOf(ipaddr.IPv6, address, ipv6NetworkBits),
      }
    default:
      return { address, network: address }
  }
})

function networkOf(family: typeof ipaddr.IPv4 | typeof ipaddr.IPv6, address: string, bits: number): string {
  return `${family.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`
}
