import { Counter, Histogram, type Registry } from 'prom-client'
import type { Observation } from '../../flows/observation.ts'
import type { ProcessorVerb } from '../../processors/wrap-processor.ts'

/** One call to a processor. */
export interface ProcessorCall {
  readonly processor: string
  readonly verb: ProcessorVerb
  readonly outcome: string
}

/** One answered request. */
interface AnsweredRequest {
  readonly operation: string
  readonly status: string
  readonly code: string
  readonly seconds: number
}

// In seconds. A long poll takes up to 25, a call to the bank up to 45.
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45]
const delayBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Counts of this process since it started. Every label has few values, none of them personal. */
export class Counts {
  readonly #requests: Counter<'operation' | 'status' | 'code'>
  readonly #requestSeconds: Histogram<'operation'>
  readonly #processorSeconds: Histogram<'processor' | 'verb' | 'outcome'>
  readonly #attempts: Counter<'mode' | 'outcome'>
  readonly #refunds: Counter<'mode' | 'outcome'>
  readonly #deliveries: Counter<'result'>
  readonly #deliveryDelay: Histogram
  readonly #notifications: Counter<'result'>
  readonly #notificationItems: Counter<'result'>
  readonly #backgroundFailures: Counter<'work'>
  readonly #notRecorded: Counter
  readonly #sharedLimitsLost: Counter
  readonly #limitsAlone: Counter
  readonly #errors: Counter

  constructor(registry: Registry) {
    const registers = [registry]
    this.#requests = new Counter({
      name: 'servicepay_http_requests_total',
      help: 'Requests answered, by operation (or first part of the path), status class and error code.',
      labelNames: ['operation', 'status', 'code'],
      registers,
    })
    this.#requestSeconds = new Histogram({
      name: 'servicepay_http_request_duration_seconds',
      help: 'Time from a request to its reply.',
      labelNames: ['operation'],
      buckets: requestBuckets,
      registers,
    })
    this.#processorSeconds = new Histogram({
      name: 'servicepay_processor_call_duration_seconds',
      help: 'Calls to the processor, by verb and outcome. "unreachable": no reply; "error": an error of the service.',
      labelNames: ['processor', 'verb', 'outcome'],
      buckets: callBuckets,
      registers,
    })
    this.#attempts = new Counter({
      name: 'servicepay_card_attempts_total',
      help:
        'Card attempts that ended: approved, a failure code, ' +
        'or returned (approved, but the service had to give the money back).',
      labelNames: ['mode', 'outcome'],
      registers,
    })
    this.#refunds = new Counter({
      name: 'servicepay_refunds_total',
      help: 'Refunds that ended.',
      labelNames: ['mode', 'outcome'],
      registers,
    })
    this.#deliveries = new Counter({
      name: 'servicepay_webhook_attempts_total',
      help: 'Delivery attempts: delivered, failed (the service retries), abandoned.',
      labelNames: ['result'],
      registers,
    })
    this.#deliveryDelay = new Histogram({
      name: 'servicepay_webhook_delay_seconds',
      help: 'Time from an event to the first attempt to deliver it.',
      buckets: delayBuckets,
      registers,
    })
    this.#notifications = new Counter({
      name: 'servicepay_processor_notifications_total',
      help: 'Notifications from processors: stored, refused, limited (the sender repeats it), too_large.',
      labelNames: ['result'],
      registers,
    })
    this.#notificationItems = new Counter({
      name: 'servicepay_processor_notification_items_total',
      help: 'Attempts to apply an item of a notification, by its state afterwards; waiting: the service tries again.',
      labelNames: ['result'],
      registers,
    })
    this.#backgroundFailures = new Counter({
      name: 'servicepay_background_failures_total',
      help: 'Failures of background work, by kind. The service retries it.',
      labelNames: ['work'],
      registers,
    })
    this.#notRecorded = new Counter({
      name: 'servicepay_requests_not_recorded_total',
      help: 'Requests that the record of requests left out, because an account or the process had too many.',
      registers,
    })
    this.#sharedLimitsLost = new Counter({
      name: 'servicepay_shared_limits_lost_total',
      help: 'Times that Valkey became unavailable, so that this process began to count its own limits.',
      registers,
    })
    this.#limitsAlone = new Counter({
      name: 'servicepay_limits_counted_alone_total',
      help: 'Limits that this process checked by its own counts because Valkey was unavailable.',
      registers,
    })
    this.#errors = new Counter({
      name: 'servicepay_logged_errors_total',
      help: 'Log lines of level error: failures of requests and of background work.',
      registers,
    })
  }

  countRequest({ operation, status, code, seconds }: AnsweredRequest): void {
    this.#requests.inc({ operation, status, code })
    this.#requestSeconds.observe({ operation }, seconds)
  }

  countProcessorCall({ processor, verb, outcome }: ProcessorCall, seconds: number): void {
    this.#processorSeconds.observe({ processor, verb, outcome }, seconds)
  }

  countError(): void {
    this.#errors.inc()
  }

  observe(observation: Observation): void {
    switch (observation.kind) {
      case 'attempt_ended':
        return this.#attempts.inc({ mode: modeOf(observation), outcome: observation.outcome })
      case 'refund_ended':
        return this.#refunds.inc({ mode: modeOf(observation), outcome: observation.outcome })
      case 'background_work_failed':
        return this.#backgroundFailures.inc({ work: observation.work })
      case 'notification_received':
        return this.#notifications.inc({ result: observation.result })
      case 'notification_applied':
        return this.#notificationItems.inc({ result: observation.result })
      case 'requests_not_recorded':
        return this.#notRecorded.inc(observation.count)
      case 'shared_limits_lost':
        return this.#sharedLimitsLost.inc()
      case 'limit_counted_alone':
        return this.#limitsAlone.inc()
      case 'delivery_attempted':
        this.#deliveries.inc({ result: observation.result })
        if (observation.delaySeconds !== null) this.#deliveryDelay.observe(observation.delaySeconds)
    }
  }
}

function modeOf({ livemode }: { livemode: boolean }): 'live' | 'test' {
  return livemode ? 'live' : 'test'
}
