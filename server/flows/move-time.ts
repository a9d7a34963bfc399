import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fail, type Failure } from '../domain/failure.ts'
import { timeOfId } from '../domain/ids.ts'
import { FairQueue } from '../domain/queues/fair-queue.ts'
import type { Scope } from '../domain/scope.ts'
import { outsideRequests } from '../engines/postgres/request-time.ts'
import { outsideTraces } from '../engines/trace/current-trace.ts'
import { isCardAtBank } from '../store/sessions/card-attempts.ts'
import { beginMove, endMove, releaseMove, stepClock, takeOverMove, type Move } from '../store/sandbox/test-clocks.ts'
import { deliveriesDueIn, findDueIn, nextDueOf, type DeliveryInTime } from '../store/work/due-in-account-time.ts'
import { postponeDue } from '../store/work/due.ts'
import { noteDue } from '../store/work/due-notes.ts'
import { retryPausesMs } from '../webhooks/retry-schedule.ts'
import type { FlowContext } from './context.ts'
import { works } from './kinds-of-due-work.ts'
import type { AccountTime } from './sandbox/account-time.ts'
import { attemptDelivery, deliveryClaimMs } from './webhooks/attempt-delivery.ts'
import type { DueWork } from './work/due-queue.ts'
import { reportFailure } from './work/report-failure.ts'
import { waitAtMost } from './work/wait-at-most.ts'

// Moves the time of one account in test mode (spec/decisions/sandbox.md#the-time-of-an-account). The time jumps to each
// moment at which something is due, and stands there until its work is done, so that everything happens in its order.

/** How long a request waits for a move. The move goes on after that. */
const replyMs = 10_000

/** How long a process may leave a move alone until another one continues it. Longer than the slowest step. */
const leaseMs = 60_000

/** Moves of one process at the same time. */
const mostMoves = 200

/** Accounts take turns, so that a long way of one account does not delay the others, or the payments beside them. */
const turns = new FairQueue({ slots: 4, ownSlots: 1, waiting: mostMoves, ownWaiting: 1, waitMs: 60_000 })

/** Deliveries wait for receivers, which may be slow. */
const sending = new FairQueue({ slots: 100, ownSlots: 8, waiting: 10_000, ownWaiting: 100, waitMs: 600_000 })

/** Rows of each kind that one step does. The next step of the same moment does the others. */
const rowsAtOnce = 20

/** How long to wait for an attempt that another worker has begun, before the next look. */
const lookAgainMs = 20

let moves = 0

export interface Way {
  readonly to: Date
  /** Back to real time, at the end. */
  readonly returns: boolean
}

/** Moves the time of an account, and does what becomes due on the way. Returns while a long way still goes on. */
export async function moveTime(
  context: FlowContext,
  scope: Scope,
  wayFrom: (now: Date) => Way | Failure<'parameter_invalid'>,
): Promise<{ kind: 'moved' } | Failure<'parameter_invalid' | 'payment_in_progress' | 'rate_limited'>> {
  if (moves >= mostMoves)
    return fail('rate_limited', { message: 'Too many accounts are moving their time.', retryAfterSeconds: 1 })
  const { testClocks, realClock, db } = context
  const { merchantId } = scope
  await testClocks.reread(merchantId)
  const time = testClocks.toMove(merchantId)
  if (time.movesTo !== null) return alreadyMoving(time.movesTo)
  const { offsetMs } = time
  const from = time.now()
  const way = wayFrom(from)
  if (!('to' in way)) return way
  if (await isCardAtBank(scope, db, from)) return cardAtBank
  const move = newMove(realClock.now(), merchantId)
  if (!(await beginMove(db, move, { from, to: way.to, offsetMs }))) {
    const other = await testClocks.reread(merchantId)
    return alreadyMoving(other?.movesTo ?? way.to)
  }
  time.stand(from, way.to)
  const moving = start(context, scope, time, { ...way, mover: move.mover })
  await waitAtMost(replyMs, moving)
  return { kind: 'moved' }
}

/** Continues a move whose process has stopped. True: there may be more. */
export async function continueMoves(context: FlowContext): Promise<boolean> {
  const { testClocks, realClock } = context
  if (moves >= mostMoves) return false
  const move = newMove(realClock.now(), '')
  const record = await takeOverMove(context.db, move)
  if (!record?.stands_at || !record.moves_to) return false
  const scope = { merchantId: record.merchant_id, livemode: false }
  const time = testClocks.toMove(scope.merchantId)
  time.read(record)
  time.stand(record.stands_at, record.moves_to)
  void start(context, scope, time, { to: record.moves_to, returns: false, mover: move.mover })
  return true
}

/** A move outlives its request. */
function start(context: FlowContext, scope: Scope, time: AccountTime, way: Way & { mover: string }): Promise<void> {
  const inTime = context.testClocks.contextOf(context, scope)
  const moving = outsideTraces(() => outsideRequests(() => new TimeMove(inTime, scope, time, way).run()))
  context.track(moving)
  return moving
}

function newMove(now: Date, merchantId: string): Move {
  return { merchantId, mover: randomUUID(), at: now, leasedUntil: new Date(now.getTime() + leaseMs) }
}

const cardAtBank = fail('payment_in_progress', {
  message: 'A card of this account is with the bank, so its time cannot move now.',
  fix: 'Wait for the reply to the payment, then move the time.',
})

function alreadyMoving(to: Date): Failure<'rate_limited'> {
  return fail('rate_limited', {
    message: `The time of this account is moving to ${to.toISOString()} already.`,
    fix: 'Read the clock until its `status` is `ready`, then move the time again.',
    retryAfterSeconds: 1,
  })
}

/** A delivery that is held waits longer than this. */
const longestWaitForTurnMs = 3_000_000

/**
 * Whether another worker may be making the attempt now: the delivery was due before, and is due again here because the
 * claim of that worker seems to end. In real time the claim is younger.
 */
function mayBeUnderWay({ id, attempted_at, failed_attempts, next_attempt_at }: DeliveryInTime): boolean {
  const pauseMs = retryPausesMs[failed_attempts - 1] ?? 0
  const planned = attempted_at ? attempted_at.getTime() + pauseMs : timeOfId(id).getTime()
  const laterMs = next_attempt_at.getTime() - planned
  return laterMs >= deliveryClaimMs && laterMs < longestWaitForTurnMs
}

/** One move under way in this process. */
class TimeMove {
  readonly #context: FlowContext
  readonly #scope: Scope
  readonly #time: AccountTime
  readonly #way: Way & { readonly mover: string }
  /** Rows that a step has left due, so that the next one leaves them for after the move. */
  readonly #tried = new Map<string, number>()
  /** Deliveries that another worker seems to attempt, and until when this move waits for it. */
  readonly #awaited = new Map<string, number>()

  constructor(context: FlowContext, scope: Scope, time: AccountTime, way: Way & { readonly mover: string }) {
    this.#context = context
    this.#scope = scope
    this.#time = time
    this.#way = way
  }

  /** Never rejects: a failure leaves the move to another process. */
  async run(): Promise<void> {
    moves += 1
    const { db, realClock } = this.#context
    const { merchantId } = this.#scope
    try {
      while (!this.#context.isStopping()) {
        const ran = await turns.run(merchantId, () => this.#step())
        if (ran === 'lost') return this.#time.leave()
        if (ran === 'done') {
          await this.#end()
          // What requests have made due since the last step.
          return noteDue(db, 'deliver_events', realClock.now())
        }
        if (ran !== null) await this.#send(ran)
      }
    } catch (error) {
      reportFailure(this.#context, 'move_clocks', error, { merchantId })
    } finally {
      moves -= 1
    }
    this.#time.leave()
    await releaseMove(db, this.#move()).catch(() => {})
  }

  #move(): Move {
    return { ...newMove(this.#context.realClock.now(), this.#scope.merchantId), mover: this.#way.mover }
  }

  /** Goes to the next moment at which something is due, and does it. Returns the deliveries that are due then. */
  async #step(): Promise<'done' | 'lost' | readonly DeliveryInTime[]> {
    const { db } = this.#context
    const { merchantId } = this.#scope
    const due = await nextDueOf(db, merchantId, this.#way.to)
    const firstMs = Math.min(...due.map(({ at }) => at.getTime()))
    const at = new Date(Math.max(this.#time.now().getTime(), due.length === 0 ? this.#way.to.getTime() : firstMs))
    if (at > this.#time.now()) this.#tried.clear()
    if (!(await stepClock(db, this.#move(), at))) return 'lost'
    this.#time.stand(at, this.#way.to)
    if (due.length === 0) return 'done'
    const tasks = new Set(due.filter((row) => row.at <= at).map(({ task }) => task))
    for (const work of works) if ((tasks as ReadonlySet<string>).has(work.task)) await this.#perform(work, at)
    return tasks.has('deliver_events') ? deliveriesDueIn(db, { merchantId, now: at }, rowsAtOnce) : []
  }

  async #perform(work: DueWork, now: Date): Promise<void> {
    const { db } = this.#context
    const account = { merchantId: this.#scope.merchantId, now }
    for (const { id } of await findDueIn(db, work.task, [account], rowsAtOnce)) {
      const tries = (this.#tried.get(id) ?? 0) + 1
      this.#tried.set(id, tries)
      try {
        if (tries > 2) throw new Error('The work has left its row due')
        await work.perform(this.#context, this.#scope, [id])
      } catch (error) {
        reportFailure(this.#context, work.task, error, { merchantId: this.#scope.merchantId, id })
        // The worker tries again after the move: a failure of ours must not fill the way.
        await postponeDue(this.#scope, db, work.task, id, this.#way.to)
      }
    }
  }

  /** Makes the attempts. The time stands until the receivers have answered, which takes no turn of other accounts. */
  async #send(due: readonly DeliveryInTime[]): Promise<void> {
    const free = due.filter((delivery) => !this.#waitsFor(delivery))
    if (due.length > 0 && free.length === 0) await pause(lookAgainMs)
    const { merchantId } = this.#scope
    await Promise.all(
      free.map(({ id, next_attempt_at: dueAt }) =>
        sending.run(merchantId, () => attemptDelivery(this.#context, { scope: this.#scope, id, dueAt })),
      ),
    )
  }

  /** Whether another worker may be making the attempt. Its claim ends in real time. */
  #waitsFor(delivery: DeliveryInTime): boolean {
    if (!mayBeUnderWay(delivery)) return false
    const name = `${delivery.id} ${delivery.next_attempt_at.toISOString()}`
    const until = this.#awaited.get(name) ?? performance.now() + deliveryClaimMs
    this.#awaited.set(name, until)
    return performance.now() < until
  }

  async #end(): Promise<void> {
    const { db, realClock } = this.#context
    const { to, returns } = this.#way
    const offsetMs = returns ? 0 : Math.max(0, to.getTime() - realClock.now().getTime())
    const ended = await endMove(db, this.#move(), offsetMs)
    if (ended) this.#time.run(offsetMs)
    else this.#time.leave()
  }
}
