import type { Config } from '../../config/config.ts'
import { isLoopback, isThisMachine } from '../../domain/loopback.ts'
import { ask } from './ask.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

type Listeners = Pick<Config, 'host' | 'port' | 'metrics' | 'baseUrl'>

const fixOfMetrics = 'Remove METRICS_HOST, or set METRICS_TOKEN and keep the port on a private network.'

/** What other machines can reach. Asks at the public address for metrics, as a stranger would. */
export async function examineExposure(listeners: Listeners): Promise<Finding> {
  const answers = await Promise.all(
    publicAddresses(listeners).map(async (address) => {
      const reply = await ask(address)
      return reply.kind === 'reply' && reply.status === 200 && reply.text.includes('\nservicepay_') ? [address] : []
    }),
  )
  return judgeExposure(listeners, answers.flat())
}

/** `readAt`: the public addresses where everyone reads metrics. */
export function judgeExposure({ host, port, metrics }: Listeners, readAt: readonly string[]): Finding {
  if (readAt.length > 0) return failed(`Everyone can read the metrics at ${readAt.join(' and ')}.`, fixOfMetrics)
  if (metrics && !isThisMachine(metrics.host) && metrics.token === null)
    return warning(
      `METRICS_HOST is ${metrics.host}: every machine that can reach port ${metrics.port} can read the metrics.`,
      fixOfMetrics,
    )
  const known = [
    ...(isThisMachine(host) ? [] : [`the service at ${host}:${port}`]),
    ...(metrics && !isThisMachine(metrics.host) ? [`metrics at ${metrics.host}:${metrics.port}, with a token`] : []),
  ]
  return ok(
    known.length > 0 ? `Other machines can reach ${known.join(' and ')}.` : 'Only this machine can reach the ports.',
  )
}

/** A proxy may pass on the path, and a firewall may leave the port open. */
function publicAddresses({ baseUrl, metrics }: Listeners): readonly string[] {
  if (baseUrl === null) return []
  const { hostname } = new URL(baseUrl)
  const atPort = metrics && !isLoopback(hostname) ? [`http://${hostname}:${metrics.port}/metrics`] : []
  return [`${baseUrl}/metrics`, ...atPort]
}
