import { setTimeout as sleep } from 'node:timers/promises'
import { adyenCheckoutUrl } from '../domain/adyen-access.ts'
import { loggable } from '../domain/loggable-error.ts'
import type { Scope } from '../domain/scope.ts'
import type { AdyenAccount } from '../processors/adyen/account.ts'
import type { Processor } from '../processors/processor.ts'
import { findLiveDetails } from '../store/live-details.ts'
import { findProcessorCredentials } from '../store/processor-credentials.ts'
import type { ProcessorCredentialsRecord } from '../store/processor-credentials.ts'
import { accessOf, adyen } from './adyen-credentials.ts'
import { checkConnection, isRefused } from './check-connection.ts'
import type { Checking } from './check-connection.ts'
import type { FlowContext } from './context.ts'

/** How long a process uses credentials without reading them again. */
const rememberMs = 1_000
const maxRemembered = 10_000

/** A process checks refused credentials again after this time, so that an account recovers by itself. */
const checkAgainMs = 60_000

/** How long the first checkout after a change of the credentials waits for their check. */
const firstCheckMs = 3_000

interface Parts extends Checking, Pick<FlowContext, 'log' | 'track'> {
  readonly sandbox: Processor
  readonly liveProcessor: string | null
  readonly makeAdyen: (account: AdyenAccount, checkoutUrl: string) => Processor
  /** Wraps a processor so that metrics see its calls. */
  readonly timed: (processor: Processor) => Processor
}

interface Use {
  /** The processor is for a new payment, and not for one that it began earlier. */
  readonly isNew: boolean
}

/** Finds the processor of an account. Null: the account cannot use it. */
type Row = (scope: Scope, use: Use) => Promise<Processor | null>

interface Connected {
  /** A change of the credentials changes it. */
  readonly identity: string
  readonly processor: Processor
  readonly isRefused: boolean
  /** Whether a check has ended since the last change of the credentials. */
  readonly isChecked: boolean
}

interface Remembered {
  readonly until: number
  readonly connected: Promise<Connected | null>
}

/**
 * The processors by name. The sandbox bank serves test mode, and live mode in a rehearsal. A processor of an acquirer
 * holds the credentials of one account.
 */
export class ProcessorRegistry {
  readonly #parts: Parts
  readonly #accounts = new Map<string, Remembered>()
  readonly #checkedAt = new Map<string, number>()

  /** Every processor, by its name in `LIVE_PROCESSOR`. An acquirer answers in live mode only. */
  readonly #rows: ReadonlyMap<string, Row> = new Map<string, Row>([
    ['sandbox', async () => this.#parts.sandbox],
    [adyen, (scope, use) => this.#adyenOf(scope, use)],
  ])

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** See `processorFor` of `FlowContext`. */
  async find(scope: Scope, name?: string): Promise<Processor | null> {
    const wanted = name ?? (scope.livemode ? this.#parts.liveProcessor : this.#parts.sandbox.name)
    const row = wanted === null ? undefined : this.#rows.get(wanted)
    return (await row?.(scope, { isNew: name === undefined })) ?? null
  }

  async #adyenOf({ merchantId, livemode }: Scope, { isNew }: Use): Promise<Processor | null> {
    let connected = livemode ? await this.#connected(merchantId) : null
    if (!connected) return null
    if (isNew && !connected.isChecked) {
      await this.#firstCheck(merchantId, connected.identity)
      connected = (await this.#connected(merchantId)) ?? connected
    }
    // The processor finishes what it began, so that the account learns each outcome that Adyen still tells.
    if (!isNew || !connected.isRefused) return connected.processor
    void this.#checkAgain(merchantId)
    return null
  }

  #connected(merchantId: string): Promise<Connected | null> {
    const now = this.#parts.clock.now().getTime()
    const remembered = this.#accounts.get(merchantId)
    if (remembered && now < remembered.until) return remembered.connected
    const connected = this.#read(merchantId, remembered?.connected ?? null)
    remember(this.#accounts, merchantId, { until: now + rememberMs, connected })
    connected.catch(() => this.#accounts.delete(merchantId))
    return connected
  }

  /** Reads the credentials, and keeps the processor unless they have changed. */
  async #read(merchantId: string, earlier: Promise<Connected | null> | null): Promise<Connected | null> {
    const { db, keyring, clock, log, settings, timed, makeAdyen } = this.#parts
    const before = await earlier?.catch(() => null)
    const record = await findProcessorCredentials(db, { merchantId, processor: adyen })
    if (!record) return null
    const access = accessOf(keyring, record, clock.now())
    if (!access) {
      log.error({ merchantId }, 'the credentials for Adyen cannot be decrypted')
      return null
    }
    const checkoutUrl = adyenCheckoutUrl(settings.adyen, access.livePrefix)
    if (checkoutUrl === null) return null
    const details = await findLiveDetails(db, merchantId)
    const statementDescriptor = details?.statement_descriptor ?? null
    const identity = [record.sealed_secrets, access.hmacKeys.length, statementDescriptor].join(' ')
    if (before?.identity === identity) return { ...before, ...stateOf(record) }
    const processor = timed(this.#watched(merchantId, makeAdyen({ ...access, statementDescriptor }, checkoutUrl)))
    return { identity, processor, ...stateOf(record) }
  }

  /** When Adyen refuses a payment because of the account, a check finds out whether the credentials are wrong. */
  #watched(merchantId: string, processor: Processor): Processor {
    const { name, acceptedBrands, readNotification, forget } = processor
    return {
      name,
      acceptedBrands,
      readNotification,
      forget,
      purchase: async (purchase) => {
        const outcome = await processor.purchase(purchase)
        if (outcome.kind === 'declined' && outcome.failureCode === 'account_configuration')
          void this.#checkAgain(merchantId)
        return outcome
      },
      cardNetworks: (firstDigits) => processor.cardNetworks(firstDigits),
      continueChallenge: (answer) => processor.continueChallenge(answer),
      lookup: (earlier) => processor.lookup(earlier),
      giveUp: (earlier) => processor.giveUp(earlier),
      refund: (order) => processor.refund(order),
      lookupRefund: (earlier) => processor.lookupRefund(earlier),
    }
  }

  /** Checks credentials that are new to this process before the first checkout, and waits for that a short time. */
  async #firstCheck(merchantId: string, identity: string): Promise<void> {
    const check = this.#checkAgain(merchantId, identity)
    if (check) await Promise.race([check, sleep(firstCheckMs, null, { ref: false })])
  }

  /** Starts a check, at most one a minute for each account or, with their identity, for the same credentials. */
  #checkAgain(merchantId: string, key = merchantId): Promise<unknown> | null {
    const now = this.#parts.clock.now().getTime()
    if (now < (this.#checkedAt.get(key) ?? 0) + checkAgainMs) return null
    remember(this.#checkedAt, key, now)
    const check = checkConnection(this.#parts, merchantId).then(
      () => this.#accounts.delete(merchantId),
      (error: unknown) =>
        this.#parts.log.error({ merchantId, error: loggable(error) }, 'a check of the connection to Adyen failed'),
    )
    this.#parts.track(check)
    return check
  }
}

function stateOf(record: ProcessorCredentialsRecord): Pick<Connected, 'isRefused' | 'isChecked'> {
  return { isRefused: isRefused(record), isChecked: record.checked_at !== null }
}

/** Adds an entry as the newest. The oldest one leaves when there are too many. */
function remember<Value>(memory: Map<string, Value>, key: string, value: Value): void {
  memory.delete(key)
  memory.set(key, value)
  const oldest = memory.keys().next()
  if (memory.size > maxRemembered && !oldest.done) memory.delete(oldest.value)
}
