import Joi from 'joi'
import type { OperationId } from '../../../generated/operations.ts'

/** A call of the contract. A text in it can be a reference, such as `{{session.id}}`. */
export interface CallStep {
  readonly call: OperationId
  /** The id in the path of the call. */
  readonly id?: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
  /** The name of its result: the object, or the first object of a list. */
  readonly as?: string
}

/** Lets the time of the account pass: `15 days`, `2 hours 30 minutes` or `until Tuesday`. */
export interface WaitStep {
  readonly wait: string
}

/** Repeats steps. `{{round}}` is the number of the round, from 1. */
export interface RepeatStep {
  readonly repeat: number
  /** Whether the rounds run at the same time. */
  readonly together?: boolean
  /** Values by name. Each round takes the next of them, and begins again after the last. */
  readonly with?: Readonly<Record<string, readonly (string | number)[]>>
  readonly steps: readonly Step[]
}

export type Step = CallStep | WaitStep | RepeatStep

/** A file of the folder `situations`. */
export interface SituationFile {
  readonly title: string
  readonly description: string
  /** What the names in the reply are, in words. The reply has the ids of these and of no others. */
  readonly shows: Readonly<Record<string, string>>
  /** Its currencies besides those of a new account. */
  readonly currencies: readonly string[]
  readonly steps: readonly Step[]
}

/** The calls that a situation may make: what a merchant, a customer or a bank does. */
const calls = [
  'createCheckoutSession',
  'expireCheckoutSession',
  'refundCheckoutSession',
  'listDisputes',
  'createPaymentLink',
  'deactivatePaymentLink',
  'setWebhookEndpoint',
  'createNextSigningSecret',
  'testPaySession',
  'testCompleteChallenge',
  'testExpireSession',
  'testDisputeSession',
  'testCloseDispute',
  'testSecondApproval',
  'testPayLink',
  'testExpirePaymentLink',
  'testDuplicateLinkPayment',
  'testSettleRefund',
] as const satisfies readonly OperationId[]

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The hour of the day, in UTC, at which a wait for a weekday ends. */
const untilHour = 9

const duration = /^(?:(\d+) days?)?(?: ?(\d+) hours?)?(?: ?(\d+) minutes?)?$/
const daySeconds = 86_400

const name = /^[a-z][a-zA-Z]*$/

const step = Joi.alternatives(
  Joi.object({
    call: Joi.valid(...calls).required(),
    id: Joi.string(),
    query: Joi.object(),
    body: Joi.object(),
    as: Joi.string().pattern(name),
  }),
  Joi.object({
    wait: Joi.alternatives(Joi.valid(...weekdays.map((day) => `until ${day}`)), Joi.string().pattern(duration)),
  }),
  Joi.object({
    repeat: Joi.number().integer().min(2).max(100).required(),
    together: Joi.boolean(),
    with: Joi.object().pattern(name, Joi.array().items(Joi.string(), Joi.number()).min(1)),
    steps: Joi.array().items(Joi.link('#step')).min(1).required(),
  }).custom(withoutWaitTogether),
).id('step')

/** An account has one time, so rounds that run at the same time cannot wait. */
function withoutWaitTogether(given: unknown): unknown {
  const { together, steps } = given as RepeatStep
  if (together && longestSeconds(steps) > 0) throw new Error('rounds that run together cannot wait')
  return given
}

const file = Joi.object({
  title: Joi.string().max(60).required(),
  description: Joi.string().max(200).required(),
  shows: Joi.object().pattern(name, Joi.string()).min(1).required(),
  currencies: Joi.array().items(Joi.string().length(3)).default([]),
  steps: Joi.array().items(Joi.link('#step')).min(1).required(),
}).shared(step)

/** Throws an error that says what is wrong with the file. */
export function checkSituation(content: unknown): SituationFile {
  return Joi.attempt(content, file, { convert: false }) as SituationFile
}

/** The seconds from `now` to the end of a wait. */
export function secondsOf({ wait }: WaitStep, now: Date): number {
  const weekday = weekdays.indexOf(wait.slice('until '.length))
  if (weekday >= 0) {
    const end = new Date(now)
    end.setUTCHours(untilHour, 0, 0, 0)
    const days = (weekday - end.getUTCDay() + 7) % 7
    end.setUTCDate(end.getUTCDate() + (days === 0 && end <= now ? 7 : days))
    return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
  }
  const [, days = '0', hours = '0', minutes = '0'] = duration.exec(wait) ?? []
  return Number(days) * daySeconds + Number(hours) * 3600 + Number(minutes) * 60
}

/** How many seconds pass at most while the steps are done. */
export function longestSeconds(steps: readonly Step[]): number {
  return steps.reduce((sum, each) => {
    if ('repeat' in each) return sum + each.repeat * longestSeconds(each.steps)
    if (!('wait' in each)) return sum
    return sum + (each.wait.startsWith('until ') ? 7 * daySeconds : secondsOf(each, new Date(0)))
  }, 0)
}

/** How many calls the steps make. */
export function countCalls(steps: readonly Step[]): number {
  return steps.reduce(
    (sum, each) => sum + ('repeat' in each ? each.repeat * countCalls(each.steps) : 'call' in each ? 1 : 0),
    0,
  )
}
