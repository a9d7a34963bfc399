import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../store/sql/database.ts'
import { listSomeUrls } from '../../store/webhooks/webhook-endpoints.ts'
import { ipVersion } from '../../webhooks/address-classes.ts'
import { parseWebhookUrl, refusalOf, type WebhookTarget } from '../../webhooks/address-guard.ts'
import { resolveBefore, resolveWith, type Resolve } from '../../webhooks/resolve-host.ts'
import { counted, failed, ok, reasonOf, skipped, warning, type Finding } from './finding.ts'

const most = 20
const connectMs = 5_000

/** As many as a delivery tries. */
const addressesTried = 4

/** Whether this machine reaches the receivers of webhooks. It connects to each, and sends nothing. */
export async function examineWebhooks(config: Config, db: Database): Promise<Finding> {
  const urls = await listSomeUrls(db, most)
  const targets = new Map<string, WebhookTarget>()
  for (const url of urls) {
    const parsed = parseWebhookUrl(url, config.webhookAllow)
    // The path of an address may contain a secret, so messages only have the host.
    if (parsed.kind === 'ok') targets.set(parsed.target.url.host, parsed.target)
  }
  const resolve = resolveWith({ servers: config.dnsServers })
  const problems = await Promise.all(
    Array.from(targets, async ([host, target]) => ({ host, problem: await problemOf(target, config, resolve) })),
  )
  return judgeReceivers(problems)
}

interface Receiver {
  readonly host: string
  /** Null: this machine can reach it. */
  readonly problem: string | null
}

export function judgeReceivers(receivers: readonly Receiver[]): Finding {
  if (receivers.length === 0) return skipped('No account has a webhook address yet.')
  const away = receivers.filter(({ problem }) => problem !== null)
  const [first] = away
  if (!first) return ok(`This machine can reach ${counted(receivers.length, 'receiver')} of webhooks.`)
  const says =
    `This machine cannot reach ${away.length} of ${counted(receivers.length, 'receiver')} of webhooks, ` +
    `such as ${first.host}: ${first.problem}.`
  return away.length === receivers.length
    ? failed(says, 'Allow outgoing connections and DNS in the firewall; see /docs/running#outgoing-connections.')
    : warning(says, 'Ask their owners: the others can be reached, so this machine is probably not the cause.')
}

async function problemOf(target: WebhookTarget, config: Config, resolve: Resolve): Promise<string | null> {
  const signal = AbortSignal.timeout(connectMs)
  const resolution =
    ipVersion(target.host) === 0
      ? await resolveBefore(signal, target.host, resolve)
      : { kind: 'resolved' as const, addresses: [target.host] }
  if (resolution.kind === 'unresolved') return resolution.reason
  const refusal = refusalOf(target, resolution.addresses, config.webhookAllow)
  if (refusal !== null) return 'WEBHOOK_ALLOW does not allow its address'
  const tried = resolution.addresses.slice(0, addressesTried)
  const problems = await Promise.all(tried.map((address) => connectionProblem(target, address)))
  return problems.includes(null) ? null : (problems[0] ?? null)
}

function connectionProblem({ url, host, port }: WebhookTarget, address: string): Promise<string | null> {
  return new Promise((settle) => {
    const finish = (problem: string | null): void => {
      socket.destroy()
      settle(problem)
    }
    const servername = ipVersion(host) === 0 ? host : ''
    const socket: Socket =
      url.protocol === 'https:'
        ? connectTls({ host: address, port, servername, rejectUnauthorized: true }, () => finish(null))
        : connectPlain({ host: address, port }, () => finish(null))
    socket.setTimeout(connectMs, () => finish('no reply in time'))
    socket.on('error', (error) => finish(reasonOf(error)))
  })
}
