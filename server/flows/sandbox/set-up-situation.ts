import { fail, isFailure, type Failure } from '../../domain/failure.ts'
import { FairQueue } from '../../domain/queues/fair-queue.ts'
import { callOf } from '../../domain/refusals.ts'
import { mostAheadMs } from '../../domain/sandbox/most-ahead.ts'
import { bytesWritten } from '../../domain/sandbox/test-storage.ts'
import type { Scope } from '../../domain/scope.ts'
import { lengthened } from '../../domain/time/time-outs.ts'
import { outsideRequests } from '../../engines/postgres/request-time.ts'
import type { Database } from '../../store/sql/database.ts'
import { findWebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts'
import type { FlowContext } from '../context.ts'
import { SituationRun, type Perform, type Problem, type SituationCaller } from './situation-run.ts'
import { countCalls, type Step } from './situation-steps.ts'
import { findSituation, type Situation } from './situations.ts'

/** What the account has afterwards. */
export interface SetUp {
  readonly kind: 'set_up'
  readonly situation: Situation
  /** The ids of what the situation shows, by name. */
  readonly ids: Readonly<Record<string, string>>
  readonly now: Date
  /** Null: every step succeeded. */
  readonly problem: Problem | null
}

/** What a call writes besides its object: an average of the bodies in the files. */
const bodyBytes = 200

/** Situations of all accounts take turns, two at a time in a process, so that they leave the database to payments. */
const limits = { slots: 2, ownSlots: 1, waiting: 100, ownWaiting: 1, waitMs: 10_000 }
const queues = new WeakMap<Database, FairQueue>()

const busy = fail('rate_limited', {
  retryAfterSeconds: 2,
  message: 'Too many situations are being set up at once.',
})

/** Sets up a situation in test mode (spec/decisions/sandbox.md#situations). A refusal has made nothing. */
export async function setUpSituation(
  context: FlowContext,
  perform: Perform,
  caller: SituationCaller,
  name: string,
): Promise<SetUp | Failure<'not_found' | 'parameter_invalid' | 'rate_limited'>> {
  const situation = findSituation(name)
  if (isFailure(situation)) return situation
  const queue = queues.get(context.db) ?? new FairQueue({ ...limits, waitMs: lengthened(limits.waitMs) })
  queues.set(context.db, queue)
  const done = await queue.run(caller.scope.merchantId, () =>
    outsideRequests(() => setUpNow(context, perform, caller, situation)),
  )
  return done ?? busy
}

async function setUpNow(
  context: FlowContext,
  perform: Perform,
  { merchant, ...caller }: SituationCaller,
  situation: Situation,
): Promise<SetUp | Failure<'parameter_invalid' | 'rate_limited'>> {
  const { scope } = caller
  const refusal = await refusalOf(context, scope, situation)
  if (refusal) return refusal
  // The account need not take these currencies later: it can have payments in one that it has disabled since.
  const currencies = [...new Set([...merchant.currencies, ...(situation.currencies ?? [])])]
  const run = new SituationRun(context, perform, { ...caller, merchant: { ...merchant, currencies } })
  const problem = await run.do(situation.steps)
  return { kind: 'set_up', situation, ids: run.idsOf(Object.keys(situation.shows)), now: await run.now(), problem }
}

/** Everything that can be known to fail is refused before the first step. */
async function refusalOf(
  { testClocks, realClock, testStorage, db }: FlowContext,
  scope: Scope,
  { days, steps }: Situation,
): Promise<Failure<'parameter_invalid' | 'rate_limited'> | null> {
  const time = await testClocks.reread(scope.merchantId)
  if (time?.movesTo)
    return fail('rate_limited', {
      message: `The time of this account is moving to ${time.movesTo.toISOString()}.`,
      fix: 'Read the clock until its `status` is `ready`, then set up the situation.',
      retryAfterSeconds: 1,
    })
  const aheadMs = time ? time.now().getTime() - realClock.now().getTime() : 0
  if (days > 0 && aheadMs + days * 86_400_000 > mostAheadMs)
    return fail('parameter_invalid', {
      param: 'name',
      message: `The story takes ${days} days, and an account can be a year ahead of real time at most.`,
      fix: `Return to real time with ${callOf('testResetClock')}, or use a new account.`,
    })
  if (setsAddress(steps) && (await findWebhookEndpoint(scope, db)))
    return fail('parameter_invalid', {
      param: 'name',
      message: 'This situation sets a webhook address, and the account has one.',
      fix: `Remove it with ${callOf('deleteWebhookEndpoint')}, or use a new account.`,
    })
  return testStorage.take(scope, countCalls(steps) * bytesWritten(bodyBytes), 'account')
}

function setsAddress(steps: readonly Step[]): boolean {
  return steps.some((step) => 'call' in step && step.call === 'setWebhookEndpoint')
}
