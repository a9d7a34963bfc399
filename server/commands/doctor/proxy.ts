import type { SeenRequest } from '../../domain/crypto/doctor-token.ts'
import type { Keyring } from '../../domain/crypto/keyring.ts'
import { challengeReturnPath } from '../../domain/sessions/attempt-token.ts'
import { ask, forgedAddress, probe, type Probe } from './ask.ts'
import { failed, ok, skipped, type Finding } from './finding.ts'

/** A bank's result in the address of a customer who comes back from it, and the largest notification. */
const longAddress = 20_000
const largeBody = 1_000_000

/** Longer than the service waits with a reply to `GET /v1/events`. */
const waitSeconds = 26

/** The two answers that tell what the proxies do with the address of a client. */
export interface Probed {
  readonly plain: Probe
  /** The request claimed to come from `forgedAddress`. */
  readonly forged: Probe
}

/** Whether the service sees the addresses of customers, and no others. */
export function judgeForwarding(baseUrl: string, { plain, forged }: Probed): Finding {
  if (plain.kind !== 'seen' || forged.kind !== 'seen') return skipped(`The service did not answer at ${baseUrl}.`)
  if (forged.seen.clientAddress === forgedAddress)
    return failed(
      'A client can forge its address: the service trusts the X-Forwarded-For that a client sends.',
      plain.seen.forwardedFor === null
        ? 'Have the proxy set X-Forwarded-For itself, or set TRUST_PROXY=0 if there is none.'
        : `Set TRUST_PROXY=${entriesOf(plain.seen).length}, the number of proxies that add an address.`,
    )
  const { clientAddress, peerAddress } = plain.seen
  const entries = entriesOf(plain.seen)
  const [first] = entries
  if (first === undefined && baseUrl.startsWith('https:'))
    return failed(
      `The proxy sends no X-Forwarded-For, so all customers count as one address (${peerAddress}).`,
      'Have the proxy add it: `option forwardfor` in HAProxy, `proxy_set_header` in nginx; Caddy does so ' +
        'automatically.',
    )
  if (first !== undefined && first !== clientAddress)
    return failed(
      `The service mistakes ${clientAddress}, a proxy, for the customer.`,
      `Set TRUST_PROXY=${entries.length}, the number of proxies, or to their addresses.`,
    )
  if (first === undefined) return ok('No proxy is in front of the service, and the service trusts no X-Forwarded-For.')
  return ok(`The service sees this machine as ${clientAddress}, and trusts no forged address.`)
}

function entriesOf({ forwardedFor }: SeenRequest): string[] {
  return forwardedFor === null ? [] : forwardedFor.split(',').map((entry) => entry.trim())
}

/** What came instead of the reply of the service. */
function wordsOf(reply: { kind: 'none'; reason: string; tookMs: number } | { kind: string; status: number }): string {
  if ('status' in reply) return `status ${reply.status}`
  return `${reply.reason} after ${Math.round(reply.tookMs / 1_000)} s`
}

interface Way {
  readonly baseUrl: string
  readonly keyring: Keyring
  readonly now: () => Date
}

/** Whether long addresses and large bodies arrive. */
export async function examineSizes(way: Way): Promise<Finding> {
  const [address, body] = await Promise.all([
    ask(`${way.baseUrl}${challengeReturnPath}doctor?result=${'x'.repeat(longAddress)}`),
    probe(way.baseUrl, { ...way, bytes: largeBody }),
  ])
  if (address.kind === 'none' || !address.headers.has('request-id'))
    return failed(
      `The proxy refuses an address of ${longAddress / 1_000} KB (${wordsOf(address)}), ` +
        'which banks may use to send customers back.',
      'Raise its limit to 32 KB: `tune.bufsize 65536` in HAProxy, `large_client_header_buffers 4 32k` in nginx.',
    )
  if (body.kind !== 'seen')
    return failed(
      `The proxy refuses a body of 1 MB (${wordsOf(body)}).`,
      'Raise its limit to 20 MB, for the largest file of the dashboard: `client_max_body_size 20m` in nginx.',
    )
  if (!body.arrivedWhole)
    return failed(
      'The proxy changes the body of a request, so signatures of notifications do not verify.',
      'Turn off whatever rewrites or truncates bodies.',
    )
  return ok('Addresses of 20 KB and bodies of 1 MB arrive unchanged.')
}

/** Whether the proxies wait for the slowest reply. `waits`: the operator has the time to try it. */
export async function examinePatience(way: Way, waits: boolean): Promise<Finding> {
  if (!waits) return skipped('The wait of 26 seconds was skipped (--quick).')
  const reply = await probe(way.baseUrl, { ...way, waitSeconds })
  if (reply.kind === 'seen') return ok(`A reply that takes ${waitSeconds} seconds arrives.`)
  return failed(
    `The proxy does not wait ${waitSeconds} seconds for a reply (${wordsOf(reply)}).`,
    'Raise its time-out to 60 seconds: `timeout server 60s` in HAProxy, `proxy_read_timeout 60s` in nginx.',
  )
}
