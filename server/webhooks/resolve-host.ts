import { Resolver } from 'node:dns/promises'
import { lengthened } from '../domain/time/time-outs.ts'
import { HostsFile } from './hosts-file.ts'

/**
 * Returns all IPv4 and IPv6 addresses of a host name in plain notation. Rejects when the name does not resolve. A
 * look-up ends when `signal` aborts.
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

export type Resolution =
  | { readonly kind: 'resolved'; readonly addresses: readonly string[] }
  | { readonly kind: 'unresolved'; readonly reason: string }

/** How long a look-up may take. A name server gets two queries: the second after 1.5 s, which then has 3 s. */
const lookUpMs = 5_000
const queries = { timeout: 1_500, tries: 2 }

/**
 * Look-ups under way at a time. More than the slots for deliveries and for requests that set an address, each of which
 * makes one look-up at a time, so a look-up never waits for others.
 */
const maxUnderWay = 1_500

interface LookUp {
  readonly answer: Promise<readonly string[]>
  /** Callers that wait for the answer. */
  waiting: number
  cancel(): void
}

export interface ResolveOptions {
  /** Name servers, as `address` or `address:port`. Default: those of the system. */
  readonly servers?: readonly string[] | null
  readonly hostsFile?: string
}

/**
 * Makes a function that looks up names in the hosts file and then in DNS. Concurrent calls for a name share one
 * look-up; answers are not cached. Unlike `dns.lookup`, it needs no thread, so names whose servers do not answer never
 * delay others (spec/decisions/webhooks.md#look-ups).
 */
export function resolveWith({ servers = null, hostsFile = '/etc/hosts' }: ResolveOptions = {}): Resolve {
  const hosts = new HostsFile(hostsFile)
  const underWay = new Map<string, LookUp>()

  const begin = (name: string): LookUp => {
    if (underWay.size >= maxUnderWay) throw new Error('Too many look-ups are under way')
    // A resolver for each look-up, because `cancel` ends all queries of one. It reads the name servers of the system.
    const resolver = new Resolver({ ...queries, timeout: lengthened(queries.timeout) })
    if (servers) resolver.setServers(servers)
    const cancel = (): void => {
      clearTimeout(timer)
      if (underWay.get(name) === lookUp) underWay.delete(name)
      resolver.cancel()
    }
    const timer = setTimeout(cancel, lengthened(lookUpMs))
    const lookUp = { answer: allAddresses(resolver, name).finally(cancel), waiting: 0, cancel }
    underWay.set(name, lookUp)
    return lookUp
  }

  return async (hostname, signal) => {
    const name = hostname.toLowerCase()
    const listed = hosts.addressesOf(name)
    if (listed.length > 0) return listed
    // These names are always the machine itself (RFC 6761, section 6.3).
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    // These names never have an address (RFC 6761, section 6.4).
    if (name === 'invalid' || name.endsWith('.invalid')) return []
    const lookUp = underWay.get(name) ?? begin(name)
    lookUp.waiting++
    let isWaiting = true
    const leave = (): void => {
      if (!isWaiting) return
      isWaiting = false
      signal.removeEventListener('abort', leave)
      lookUp.waiting--
      if (lookUp.waiting === 0) lookUp.cancel()
    }
    signal.addEventListener('abort', leave)
    try {
      return await lookUp.answer
    } finally {
      leave()
    }
  }
}

/** Parses a list of name servers, separated by commas. Null: one is not an IP address with or without a port. */
export function parseServers(text: string): string[] | null {
  const servers = text.split(',').map((server) => server.trim())
  try {
    new Resolver().setServers(servers)
    return servers
  } catch {
    return null
  }
}

/** The resolver of the system. */
export const resolveWithSystem: Resolve = resolveWith()

/** Asks for both kinds of addresses. One kind is enough, since many names have no other. */
async function allAddresses(resolver: Resolver, name: string): Promise<readonly string[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((kind) => (kind.status === 'fulfilled' ? kind.value : []))
}

/** Resolves a name, or gives up when `signal` aborts. */
export async function resolveBefore(signal: AbortSignal, hostname: string, resolve: Resolve): Promise<Resolution> {
  let giveUp: (() => void) | undefined
  const aborted = new Promise<Resolution>((settle) => {
    giveUp = () => settle({ kind: 'unresolved', reason: 'the name server did not answer in time' })
    signal.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([answerOf(hostname, resolve, signal), aborted])
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp)
  }
}

async function answerOf(hostname: string, resolve: Resolve, signal: AbortSignal): Promise<Resolution> {
  try {
    const addresses = await resolve(hostname, signal)
    if (addresses.length > 0) return { kind: 'resolved', addresses }
    return { kind: 'unresolved', reason: 'the name has no address' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return { kind: 'unresolved', reason: `the name does not resolve${code}` }
  }
}
