import type { Clock } from '../domain/time/clock.ts'
import type { DeclineLimits } from '../domain/card-testing/decline-limits.ts'
import type { Keyring } from '../domain/crypto/keyring.ts'
import type { Limit } from '../domain/queues/rate-limit.ts'
import type { PasswordCost } from '../domain/accounts/passwords.ts'
import type { SignUp } from '../domain/accounts/sign-up.ts'
import type { Retention } from '../domain/retention.ts'
import type { Scope } from '../domain/scope.ts'
import type { MailSender } from '../engines/mail/smtp-sender.ts'
import type { Acquirer } from '../processors/acquirer.ts'
import type { Processor } from '../processors/processor.ts'
import type { SandboxProcessor } from '../processors/sandbox/processor.ts'
import type { Database } from '../store/sql/database.ts'
import type { Tracer } from '../engines/trace/span.ts'
import type { WebhookAllow } from '../webhooks/address-guard.ts'
import type { Resolve } from '../webhooks/resolve-host.ts'
import type { EndpointLimits } from './webhooks/endpoint-limits.ts'
import type { EventPolls } from './webhooks/event-polls.ts'
import type { PollSlots } from '../domain/webhooks/poll-slots.ts'
import type { Observation } from './observation.ts'
import type { TestClocks } from './sandbox/test-clocks.ts'
import type { TestFaultDraws } from './sandbox/test-faults.ts'
import type { TestStorage } from './sandbox/test-storage.ts'
import type { ReadQueues } from './reads/read-queues.ts'

/** What every flow works with. The composition root (server/app.ts) creates it once. */
export interface FlowContext {
  readonly db: Database
  /** A small pool for expensive reads (dashboard, exports, search), so that they leave `db` to payments. */
  readonly readingDb: Database
  /** In test mode, the time of the account that the work is for. */
  readonly clock: Clock
  /** The time of the service, for what belongs to people, to strangers or to all accounts. */
  readonly realClock: Clock
  readonly keyring: Keyring
  readonly log: Log
  /** Null: traces are off. */
  readonly tracer: Tracer | null
  /**
   * The processor for new payments of a scope; with a name, the processor that made an earlier attempt or refund.
   * Null: the mode has no processor, the name is not known here, or the account has no credentials for it.
   */
  processorFor(scope: Scope, name?: string): Promise<Processor | null>
  /** The name of the processor that takes new payments in live mode. Null: there is none. */
  readonly liveProcessor: string | null
  /** The acquirers that live mode can use, by name. */
  readonly acquirers: ReadonlyMap<string, Acquirer>
  /** Null: this server does not send mail. */
  readonly mailSender: MailSender | null
  /** Announces that the scope may have a new event. Called after the commit. Wakes long polls. */
  announceEvents(scope: Scope): void
  /** The long polls of this process. */
  readonly polls: EventPolls
  /** Where polls wait, counted over all processes. */
  readonly pollSlots: PollSlots
  /** The queues of expensive reads: see `readInTurn`. */
  readonly readQueues: ReadQueues
  /** The limits on setting and pinging webhook addresses. */
  readonly endpointLimits: EndpointLimits
  /** Registers work that outlives its request. The process waits for this work before it stops. */
  track(work: Promise<unknown>): void
  /** Counts an observation in the metrics. Fast, never throws, and does nothing when metrics are off. */
  observe(observation: Observation): void
  /** Whether the process is about to stop. Long polls then answer at once. */
  isStopping(): boolean
  /** Counts and limits what accounts write in test mode. */
  readonly testStorage: TestStorage
  /** The accounts that have moved their time in test mode. */
  readonly testClocks: TestClocks
  /** Chooses the calls and events that go wrong because their account wants it in test mode. */
  readonly testFaults: TestFaultDraws
  readonly resendLimits: ResendLimits
  readonly settings: FlowSettings
}

/** Limits by account and mode, because each resend costs the service and the receiver a delivery. */
export interface ResendLimits {
  /** Events that are resent one by one. */
  readonly single: Pick<Limit, 'take'>
  /** Requests that resend everything that failed. */
  readonly failed: Pick<Limit, 'take'>
}

/** What only test helpers and the simulated bank's own page may use. */
export interface SandboxContext extends FlowContext {
  readonly sandbox: SandboxControls
}

type SandboxControls = Pick<
  SandboxProcessor,
  | 'completeChallenge'
  | 'challengeByToken'
  | 'settleRefund'
  | 'reverseRefund'
  | 'openChargeback'
  | 'findOpenChargeback'
  | 'closeChargeback'
  | 'approveAgain'
  | 'inTime'
>

export interface FlowSettings {
  readonly baseUrl: string
  readonly signUp: SignUp
  readonly bankCheckDeadlineSeconds: number
  readonly webhookAllow: WebhookAllow
  /** Finds the addresses of webhook receivers. */
  readonly resolve: Resolve
  readonly declineLimits: DeclineLimits
  readonly retention: Retention
  /** What the hash of a new password costs. */
  readonly passwordCost: PasswordCost
  /** What test mode may hold in the database, in all accounts together. */
  readonly testStorageBytes: number
  /** How many mails about real money the service sends in an hour. */
  readonly mailLimitPerHour: number
  /** Whether each request of live mode is recorded, without its bodies. */
  readonly recordsLiveRequests: boolean
  /** Whether the service runs on the embedded database, which is meant for trials. */
  readonly embeddedDatabase: boolean
}

/** Structured log: fields first. No field ever holds a secret or card data. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Whether no real money moves: in test mode, and in live mode on the simulated bank or an acquirer's test platform. */
export function isSimulated({ acquirers, liveProcessor }: FlowContext, livemode: boolean): boolean {
  if (!livemode || liveProcessor === 'sandbox') return true
  const acquirer = liveProcessor === null ? undefined : acquirers.get(liveProcessor)
  return acquirer !== undefined && acquirer.testSetting !== null
}
