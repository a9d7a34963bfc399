import type { Clock } from '../domain/clock.ts'
import type { DeclineLimits } from '../domain/decline-limits.ts'
import type { Keyring } from '../domain/keyring.ts'
import type { MailSender } from '../mail/smtp-sender.ts'
import type { Processor } from '../processors/processor.ts'
import type { SandboxProcessor } from '../processors/sandbox/processor.ts'
import type { Database } from '../store/database.ts'
import type { WebhookAllow } from '../webhooks/address-guard.ts'
import type { Observation } from './observation.ts'

/** What every flow works with. Made once, by the composition root. */
export interface FlowContext {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly log: Log
  /** Who moves the money of a mode; null when nobody is set up to. */
  processorFor(livemode: boolean): Processor | null
  /** What only a test may make the simulated bank do. */
  readonly sandbox: SandboxControls
  /** Null: this server sends no mail. */
  readonly mailSender: MailSender | null
  /** Says that a delivery may be due. Called after the commit; losing it costs seconds, never an event. */
  wakeDeliveries(): void
  /** Lets work that outlives its request finish before the process stops. */
  track(work: Promise<unknown>): void
  /** Tells whoever counts what has happened. Costs next to nothing, and never throws; without metrics it does nothing. */
  observe(observation: Observation): void
  /** Whether the process is about to stop: whoever waits for something should answer now. */
  isStopping(): boolean
  readonly settings: FlowSettings
}

export type SandboxControls = Pick<
  SandboxProcessor,
  | 'completeChallenge'
  | 'challengeByToken'
  | 'settleRefund'
  | 'openChargeback'
  | 'findOpenChargeback'
  | 'closeChargeback'
  | 'approveAgain'
>

export interface FlowSettings {
  readonly baseUrl: string
  readonly bankCheckDeadlineSeconds: number
  readonly webhookAllow: WebhookAllow
  readonly declineLimits: DeclineLimits
  /** On the database that comes along, which is for trial. */
  readonly embeddedDatabase: boolean
}

/** Structured log: fields first. No field ever holds a secret or card data. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The processor that an attempt or refund was made with. */
export function processorNamed(context: FlowContext, livemode: boolean, name: string): Processor {
  const processor = context.processorFor(livemode)
  if (processor?.name !== name)
    throw new Error(`The processor ${name} is not configured, but there is money to ask it about`)
  return processor
}
