/** How limits count a client: by its address, and by the network around it. */
export interface CountedClient {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  readonly address: string
  /** The /24 network of an IPv4 address, or the /48 network of an IPv6 address. */
  readonly network: string
}
