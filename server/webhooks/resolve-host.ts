import { lookup } from 'node:dns/promises'

/** Returns all IPv4 and IPv6 addresses of a host name in plain notation. Rejects when the name does not resolve. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export type Resolution =
  | { readonly kind: 'resolved'; readonly addresses: readonly string[] }
  | { readonly kind: 'unresolved'; readonly reason: string }

/** Running look-ups by name. Each blocks one of a few threads, so a name that does not answer must not take several. */
const underWay = new Map<string, Promise<readonly string[]>>()

/** Asks the system (hosts file, then DNS). Concurrent calls for a name share one look-up; answers are not cached. */
export const resolveWithSystem: Resolve = (hostname) => {
  const running = underWay.get(hostname)
  if (running) return running
  const asked = lookup(hostname, { all: true })
    .then((answers) => answers.map((answer) => answer.address))
    .finally(() => underWay.delete(hostname))
  underWay.set(hostname, asked)
  return asked
}

/** Resolves a name, or gives up when `signal` aborts. The look-up itself cannot be cancelled. */
export async function resolveBefore(signal: AbortSignal, hostname: string, resolve: Resolve): Promise<Resolution> {
  let giveUp: (() => void) | undefined
  const aborted = new Promise<Resolution>((settle) => {
    giveUp = () => settle({ kind: 'unresolved', reason: 'the name server did not answer in time' })
    signal.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([answerOf(hostname, resolve), aborted])
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp)
  }
}

async function answerOf(hostname: string, resolve: Resolve): Promise<Resolution> {
  try {
    const addresses = await resolve(hostname)
    if (addresses.length > 0) return { kind: 'resolved', addresses }
    return { kind: 'unresolved', reason: 'the name has no address' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return { kind: 'unresolved', reason: `the name does not resolve${code}` }
  }
}
