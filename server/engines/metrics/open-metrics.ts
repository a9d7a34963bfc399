import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Log } from '../../flows/context.ts'
import type { Observation } from '../../flows/observation.ts'
import type { Processor } from '../../processors/processor.ts'
import { Counts } from './counts.ts'
import { MetricsListener } from './listener.ts'
import { Readings, type ReadingsOptions } from './readings.ts'
import { timedProcessor } from './timed-processor.ts'

/** What the composition root needs to record and serve metrics. */
export interface Metrics {
  observe(observation: Observation): void
  countRequest: Counts['countRequest']
  /** Wraps a processor so that its calls are counted. */
  timed(processor: Processor): Processor
  /** Wraps a log so that its errors are counted. */
  counting(log: Log): Log
  listen(address: { host: string; port: number }): Promise<void>
  close(): Promise<void>
}

type MetricsOptions = ReadingsOptions & { readonly log: Log; readonly token: string | null }

/** The process loads this module only when metrics are on, so that they cost nothing otherwise. */
export function openMetrics({ log, token, ...options }: MetricsOptions): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counts = new Counts(registry)
  const readings = new Readings(registry, options)
  const text = async (): Promise<string> => {
    await readings.take()
    return registry.metrics()
  }
  const listener = new MetricsListener({ contentType: registry.contentType, text }, { log, token })
  return {
    observe: (observation) => counts.observe(observation),
    countRequest: (request) => counts.countRequest(request),
    timed: (processor) => timedProcessor(processor, (call, seconds) => counts.countProcessorCall(call, seconds)),
    counting: (counted) => countingErrors(counted, counts),
    listen: (address) => listener.listen(address),
    close: async () => {
      await listener.close()
      await readings.close()
    },
  }
}

function countingErrors(log: Log, counts: Counts): Log {
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => {
      counts.countError()
      log.error(fields, message)
    },
  }
}
