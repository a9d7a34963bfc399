import { setTimeout as pause } from 'node:timers/promises'
import { errorCatalogue } from '../../../generated/errors.ts'
import type { OperationId } from '../../../generated/operations.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import type { Failure } from '../../domain/failure.ts'
import type { Scope } from '../../domain/scope.ts'
import { lengthened } from '../../domain/time/time-outs.ts'
import type { FlowContext } from '../context.ts'
import {
  filled,
  firstOf,
  lookUp,
  runSteps,
  secondsOf,
  type CallStep,
  type Values,
  type WaitStep,
} from '../../../spec/lib/steps.ts'
import type { Step } from './situation-steps.ts'

/** Who sets up a situation, and where. */
export interface SituationCaller {
  readonly scope: Scope
  readonly merchant: MerchantRecord
  readonly author: Caller
}

/** A call of the contract, as a request would send it. */
interface OperationCall {
  readonly caller: SituationCaller
  readonly operation: OperationId
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Validates a call and performs it, in the time of its account. The result is the body of the reply. */
export type Perform = (call: OperationCall) => Promise<{ readonly kind: 'success'; readonly body: unknown } | Failure>

/** The step that failed. */
export interface Problem {
  readonly step: OperationId
  readonly code: Failure['code']
  readonly message: string
}

/** The longest time that the steps of one situation take together. */
const longestMs = 20_000

/** How long to wait between two looks at a clock that moves. */
const lookMs = 50

/** One situation that is being set up. */
export class SituationRun {
  readonly #context: FlowContext
  readonly #perform: Perform
  readonly #caller: SituationCaller
  readonly #named: Values = new Map()
  readonly #until = performance.now() + lengthened(longestMs)

  /** `context`: that of the service, which follows the account when its time moves. */
  constructor(context: FlowContext, perform: Perform, caller: SituationCaller) {
    this.#context = context
    this.#perform = perform
    this.#caller = caller
  }

  /** Performs the steps one after the other, up to the first that fails. Null: all have succeeded. */
  do(steps: readonly Step[]): Promise<Problem | null> {
    return runSteps(steps, this.#named, {
      call: (step, values) => this.#call(step, values),
      wait: (step) => this.#wait(step),
    })
  }

  /** The ids of the named results. A name without one is missing: the run ended before its step. */
  idsOf(names: readonly string[]): Record<string, string> {
    const ids = names.map((name) => [name, lookUp(this.#named, `${name}.id`)])
    return Object.fromEntries(ids.filter(([, id]) => typeof id === 'string')) as Record<string, string>
  }

  /** The time of the account. */
  async now(): Promise<Date> {
    const { testClocks, realClock } = this.#context
    return (await testClocks.reread(this.#caller.scope.merchantId))?.now() ?? realClock.now()
  }

  async #wait(step: WaitStep): Promise<Problem | null> {
    const advance = secondsOf(step, await this.now())
    const problem = await this.#call({ call: 'testAdvanceClock', body: { advance } }, this.#named)
    if (problem) return problem
    // A long way outlasts the call that begins it.
    while ((await this.#context.testClocks.reread(this.#caller.scope.merchantId))?.movesTo) {
      if (this.#isOver()) return tooSlow('testAdvanceClock')
      await pause(lookMs)
    }
    return null
  }

  async #call({ call, id, query, body, as }: CallStep<OperationId>, values: Values): Promise<Problem | null> {
    if (this.#isOver()) return tooSlow(call)
    const done = await this.#perform({
      caller: this.#caller,
      operation: call,
      path: id === undefined ? {} : { id: filled(id, values) },
      query: filled(query ?? {}, values) as OperationCall['query'],
      body: filled(body ?? {}, values) as OperationCall['body'],
    })
    if (done.kind === 'failure')
      return { step: call, code: done.code, message: done.detail.message ?? errorCatalogue[done.code].message }
    if (as !== undefined) values.set(as, firstOf(done.body))
    return null
  }

  #isOver(): boolean {
    return performance.now() > this.#until || this.#context.isStopping()
  }
}

function tooSlow(step: OperationId): Problem {
  return { step, code: 'rate_limited', message: 'The service is too busy to finish this situation.' }
}
