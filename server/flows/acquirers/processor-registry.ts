import { Memory } from '../../domain/memory.ts'
import type { Scope } from '../../domain/scope.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import type { Acquirer } from '../../processors/acquirer.ts'
import type { Processor } from '../../processors/processor.ts'
import { passThrough } from '../../processors/wrap-processor.ts'
import { findLiveDetails } from '../../store/accounts/live-details.ts'
import {
  findProcessorCredentials,
  type ProcessorCredentialsRecord,
} from '../../store/acquirers/processor-credentials.ts'
import type { FlowContext } from '../context.ts'
import { waitAtMost } from '../work/wait-at-most.ts'
import { boundedProcessor } from './bounded-processor.ts'
import { checkConnection, isRefused, type Checking } from './check-connection.ts'
import { credentialsOf } from './processor-credentials.ts'

/** How long a process uses credentials without reading them again. */
const rememberMs = 1_000

/** A process checks refused credentials again after this time, so that an account recovers by itself. */
const checkAgainMs = 60_000

/** How long the first checkout after a change of the credentials waits for their check. */
const firstCheckMs = 3_000

interface Parts extends Checking, Pick<FlowContext, 'log' | 'track' | 'acquirers'> {
  readonly sandbox: Processor
  readonly liveProcessor: string | null
  /** Wraps a processor so that metrics see its calls. */
  readonly timed: (processor: Processor) => Processor
}

interface Use {
  /** The processor is for a new payment, and not for one that it began earlier. */
  readonly isNew: boolean
}

/** An account at an acquirer. */
interface Account {
  readonly acquirer: Acquirer
  readonly merchantId: string
}

interface Connected {
  /** A change of the credentials changes it. */
  readonly identity: string
  readonly processor: Processor
  readonly isRefused: boolean
  /** Whether a check has ended since the last change of the credentials. */
  readonly isChecked: boolean
}

/**
 * The processors by name. The sandbox bank serves test mode, and live mode in a rehearsal. A processor of an acquirer
 * holds the credentials of one account, and answers in live mode only.
 */
export class ProcessorRegistry {
  readonly #parts: Parts
  readonly #accounts = new Memory<Promise<Connected | null>>(rememberMs)
  readonly #checked = new Memory<true>(checkAgainMs)

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** See `processorFor` of `FlowContext`. */
  async find({ merchantId, livemode }: Scope, name?: string): Promise<Processor | null> {
    const { sandbox, liveProcessor, acquirers } = this.#parts
    const wanted = name ?? (livemode ? liveProcessor : sandbox.name)
    if (wanted === sandbox.name) return sandbox
    const acquirer = wanted !== null && livemode && acquirers.get(wanted)
    return acquirer ? this.#processorOf({ acquirer, merchantId }, { isNew: name === undefined }) : null
  }

  async #processorOf(account: Account, { isNew }: Use): Promise<Processor | null> {
    let connected = await this.#connected(account)
    if (!connected) return null
    if (isNew && !connected.isChecked) {
      await this.#firstCheck(account, connected.identity)
      connected = (await this.#connected(account)) ?? connected
    }
    // The processor finishes what it began, so that the account learns each outcome that the acquirer still reports.
    if (!isNew || !connected.isRefused) return connected.processor
    void this.#checkAgain(account)
    return null
  }

  #connected(account: Account): Promise<Connected | null> {
    const now = this.#parts.clock.now().getTime()
    const key = keyOf(account)
    const remembered = this.#accounts.get(key, now)
    if (remembered) return remembered
    const connected = this.#read(account, this.#accounts.latest(key) ?? null)
    this.#accounts.set(key, connected, now)
    connected.catch(() => this.#accounts.delete(key))
    return connected
  }

  /** Reads the credentials, and keeps the processor unless they have changed. */
  async #read(account: Account, earlier: Promise<Connected | null> | null): Promise<Connected | null> {
    const { acquirer, merchantId } = account
    const { db, keyring, clock, log, timed } = this.#parts
    const before = await earlier?.catch(() => null)
    const record = await findProcessorCredentials(db, { merchantId, processor: acquirer.name })
    if (!record) return null
    const credentials = credentialsOf(keyring, acquirer.fields, record, clock.now())
    if (!credentials) {
      log.error({ merchantId, processor: acquirer.name }, 'the credentials for a processor cannot be decrypted')
      return null
    }
    const details = await findLiveDetails(db, merchantId)
    const statementDescriptor = details?.statement_descriptor ?? null
    const validEarlier = Object.keys(credentials.earlier).join()
    const identity = [record.sealed_secrets, record.revision, validEarlier, statementDescriptor].join(' ')
    if (before?.identity === identity) return { ...before, ...stateOf(record) }
    const processor = acquirer.createProcessor(credentials, { clock, log, statementDescriptor })
    return (
      processor && {
        identity,
        processor: timed(this.#watched(account, boundedProcessor(processor))),
        ...stateOf(record),
      }
    )
  }

  /** When the acquirer refuses a payment because of the account, a check finds out whether its credentials work. */
  #watched(account: Account, processor: Processor): Processor {
    return {
      ...passThrough(processor),
      purchase: async (purchase) => {
        const outcome = await processor.purchase(purchase)
        if (outcome.kind === 'declined' && outcome.failureCode === 'account_configuration')
          void this.#checkAgain(account)
        return outcome
      },
    }
  }

  /** Checks credentials that are new to this process before the first checkout, and waits for that a short time. */
  async #firstCheck(account: Account, identity: string): Promise<void> {
    const check = this.#checkAgain(account, identity)
    if (check) await waitAtMost(firstCheckMs, check)
  }

  /** Starts a check, at most one a minute for each account or, with their identity, for the same credentials. */
  #checkAgain(account: Account, key = keyOf(account)): Promise<unknown> | null {
    const { acquirer, merchantId } = account
    const now = this.#parts.clock.now().getTime()
    if (this.#checked.get(key, now)) return null
    this.#checked.set(key, true, now)
    const check = checkConnection(this.#parts, acquirer, merchantId).then(
      () => this.#accounts.delete(keyOf(account)),
      (error: unknown) =>
        this.#parts.log.error(
          { merchantId, processor: acquirer.name, error: loggable(error) },
          'a check of the connection to a processor failed',
        ),
    )
    this.#parts.track(check)
    return check
  }
}

function keyOf({ acquirer, merchantId }: Account): string {
  return `${acquirer.name} ${merchantId}`
}

function stateOf(record: ProcessorCredentialsRecord): Pick<Connected, 'isRefused' | 'isChecked'> {
  return { isRefused: isRefused(record), isChecked: record.checked_at !== null }
}
