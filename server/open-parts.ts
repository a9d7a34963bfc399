import { createHmac } from 'node:crypto'
import type { Keyring } from './domain/crypto/keyring.ts'
import { ownLimits } from './domain/queues/rate-limit.ts'
import type { SharedLimits } from './engines/limits/shared-limits.ts'
import type { Metrics } from './engines/metrics/open-metrics.ts'
import type { Telemetry } from './engines/telemetry/open-telemetry.ts'
import { openCardKeyring, openKeyring, type FlowOptions } from './flow-context.ts'
import type { Log } from './flows/context.ts'
import { tracedLog } from './flows/work/traced-log.ts'
import type { Database } from './store/sql/database.ts'

export type OpenedParts = Awaited<ReturnType<typeof openParts>>

/** What a process opens before it can make its context. */
export async function openParts(given: FlowOptions, db: Database) {
  const { config, clock } = given
  const metrics = config.metrics && (await openMetricsOf(given, db, config.metrics.token))
  const log = tracedLog(metrics?.counting(given.log) ?? given.log)
  const telemetry = config.sendsTraces ? await openTelemetryOf(log) : null
  const options = { ...given, log }
  const keyring = await openKeyring(options, db)
  const cardKeyring = await openCardKeyring(options, db, keyring)
  const sharedLimits = config.role === 'worker' ? null : await openLimitsOf(options, keyring, metrics)
  const newLimit = given.newLimit ?? sharedLimits?.newLimit ?? ownLimits(clock)
  return { options, metrics, log, telemetry, keyring, cardKeyring, sharedLimits, newLimit }
}

/** Imports the metrics only when they are enabled, because their library costs memory. */
async function openMetricsOf(options: FlowOptions, db: Database, token: string | null): Promise<Metrics> {
  const { config, databaseUrl, namesStatements = true, clock, log } = options
  const { openMetrics } = await import('./engines/metrics/open-metrics.ts')
  const { bankCheckDeadlineSeconds } = config
  return openMetrics({ db, databaseUrl, namesStatements, clock, log, bankCheckDeadlineSeconds, token })
}

/** Imports Valkey's client only when it is needed. Null: this process counts alone. */
async function openLimitsOf(
  { config, clock, log }: FlowOptions,
  keyring: Keyring,
  metrics: Metrics | null,
): Promise<SharedLimits | null> {
  if (config.redisUrl === null) return null
  const { openSharedLimits } = await import('./engines/limits/shared-limits.ts')
  return openSharedLimits({
    url: config.redisUrl,
    log,
    hide: (text) => createHmac('sha256', keyring.current.forms).update(`limit ${text}`).digest('base64url'),
    ownLimits: ownLimits(clock),
    onLost: () => metrics?.observe({ kind: 'shared_limits_lost' }),
    onAlone: () => metrics?.observe({ kind: 'limit_counted_alone' }),
  })
}

/** Imports OpenTelemetry only when traces are on, because it costs memory and time to start. */
async function openTelemetryOf(log: Log): Promise<Telemetry> {
  const { openTelemetry } = await import('./engines/telemetry/open-telemetry.ts')
  return openTelemetry(log)
}
