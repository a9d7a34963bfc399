import { lookup } from 'node:dns/promises'
import { isLoopback } from '../../domain/loopback.ts'
import { isPublicAddress } from '../../webhooks/address-classes.ts'
import { ask, type Probe, type Reply } from './ask.ts'
import { failed, ok, reasonOf, skipped, warning, type Finding } from './finding.ts'

/** The service on this machine. `answers`: something serves requests there. */
export interface LocalService {
  readonly finding: Finding
  readonly answers: boolean
}

/** Whether the service runs on this machine, and is ready. */
export async function examineService(host: string, port: number): Promise<LocalService> {
  if (port === 0) return { finding: skipped('PORT is 0, so the port of the service is not known.'), answers: false }
  const address = `http://${{ '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? host}:${port}`
  const reply = await ask(`${address}/readyz`)
  if (reply.kind === 'none')
    return {
      finding: skipped(`No service answers at ${address} (${reply.reason}). Start it to check more.`),
      answers: false,
    }
  if (reply.status === 200) return { finding: ok(`It is ready at ${address}.`), answers: true }
  const { part, message } = problemIn(reply.text)
  return {
    finding: failed(
      message ?? `A different program answers at ${address} (status ${reply.status}).`,
      message === null ? 'Stop it, or set another PORT.' : `Look in the log of the service for "not ready" (${part}).`,
    ),
    answers: message !== null,
  }
}

function problemIn(text: string): { part: string; message: string | null } {
  try {
    const { part, message } = JSON.parse(text) as { part?: unknown; message?: unknown }
    return { part: String(part), message: typeof message === 'string' ? message : null }
  } catch {
    return { part: '', message: null }
  }
}

interface Address {
  readonly baseUrl: string | null
  readonly host: string
  readonly port: number
  readonly local: LocalService
  /** What the service said through its public address. Null: without a database, the doctor has no keys to ask it. */
  readonly probed: Probe | null
  readonly release: string
}

/** Whether customers reach this service at `BASE_URL`. */
export async function examineAddress({ baseUrl, host, port, local, probed, release }: Address): Promise<Finding> {
  const onlyHere = warning(
    `BASE_URL is ${baseUrl ?? 'not set'}, so only this machine can open the pages of the service.`,
    'Set BASE_URL to the public address, such as https://pay.example.',
  )
  if (baseUrl === null) return onlyHere
  const url = new URL(baseUrl)
  const isPublic = !isLoopback(url.hostname)
  if (url.protocol === 'http:' && isPublic)
    return failed(
      'BASE_URL is not https, and browsers encrypt cards only on https.',
      'Put a proxy with a certificate in front; see /docs/public-address.',
    )
  const name = isPublic ? await examineName(url.hostname) : null
  if (name?.verdict === 'failed') return name
  const reply = await ask(`${baseUrl}/healthz`)
  if (reply.kind === 'none' && !local.answers)
    return skipped(`${baseUrl} does not answer (${reply.reason}), and no service runs here.`)
  if (reply.kind === 'none' && /CERT|SELF_SIGNED|VERIFY/.test(reply.reason))
    return skipped(`The certificate of ${url.host} is not valid, see above.`)
  const problem = problemOfReply(baseUrl, reply, `${host}:${port}`)
  if (problem) return problem
  const served = (await identity(baseUrl, probed, release)) ?? (await examinePages(baseUrl))
  if (served) return served
  if (!isPublic) return onlyHere
  return name ?? (await examinePlainHttp(url)) ?? ok(`${baseUrl} leads to this service.`)
}

async function examineName(hostname: string): Promise<Finding | null> {
  const name = hostname.replace(/^\[|\]$/g, '')
  try {
    const addresses = await lookup(name, { all: true })
    const inside = addresses.find(({ address }) => !isPublicAddress(address))
    return inside
      ? warning(
          `${name} resolves to ${inside.address}, which is reachable only from your own network.`,
          `Point the A and AAAA records of ${name} to public addresses.`,
        )
      : null
  } catch (error) {
    return failed(
      `The name servers have no address for ${name} (${reasonOf(error)}).`,
      `Create an A or AAAA record for ${name}, or correct BASE_URL.`,
    )
  }
}

function problemOfReply(baseUrl: string, reply: Reply, local: string): Finding | null {
  if (reply.kind === 'none')
    return failed(
      `${baseUrl} does not answer (${reply.reason}).`,
      'Start the proxy, and open its port in the firewall.',
    )
  if (reply.status >= 502 && reply.status <= 504)
    return failed(
      `The proxy at ${baseUrl} answers ${reply.status}: it does not reach the service.`,
      `Have it forward requests to ${local}, where the service listens.`,
    )
  if (reply.status === 200 && reply.text.includes('"status":"ok"')) return null
  return failed(
    `Another program answers at ${baseUrl} (status ${reply.status}).`,
    `Have the proxy forward all requests for this host name to ${local}.`,
  )
}

/** Whether the service there has the keys of this database, and the release of this command. */
async function identity(baseUrl: string, probed: Probe | null, release: string): Promise<Finding | null> {
  if (probed?.kind === 'refused')
    return failed(
      `A service answers at ${baseUrl}, but not with the keys of this database.`,
      'Give all processes the same DATABASE_URL and MASTER_KEY, and run this command from their release.',
    )
  // The finding about the clocks says what to do.
  if (probed?.kind === 'other time')
    return failed(
      `A service with the keys of this database answers at ${baseUrl}, but its clock differs by more than 15 minutes.`,
      'Set the clocks, see below, and run this command again.',
    )
  if (probed?.kind !== 'seen' || probed.seen.release === release) return null
  return warning(
    `Release ${probed.seen.release} serves ${baseUrl}, and this command is from release ${release}.`,
    'Restart the processes that still run the other release.',
  )
}

/** Whether the scripts of payment pages come from a process that may deliver them. */
async function examinePages(baseUrl: string): Promise<Finding | null> {
  const reply = await ask(`${baseUrl}/v1/servicepay.js`)
  if (reply.kind === 'reply' && reply.status === 200) return null
  return failed(
    `${baseUrl}/v1/servicepay.js does not load (${reply.kind === 'reply' ? `status ${reply.status}` : reply.reason}).`,
    'Have the proxy send payment pages to ROLE=cards; see /docs/running#cards-in-processes-of-their-own.',
  )
}

/** A customer who types the address without https must get to https. */
async function examinePlainHttp(url: URL): Promise<Finding | null> {
  if (url.port !== '') return null
  const reply = await ask(`http://${url.hostname}/`)
  if (reply.kind === 'none' || (reply.headers.get('location') ?? '').startsWith('https://')) return null
  return warning(
    `http://${url.hostname} answers without redirecting to https.`,
    'Have the proxy redirect every request on port 80 to https.',
  )
}
