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

/** A file of the folder `situations`. A test checks all files, with a strict schema. */
export interface SituationFile {
  readonly title: string
  readonly description: string
  /** What the names in the reply are, in words. The reply has the ids of these and of no others. */
  readonly shows: Readonly<Record<string, string>>
  /** Its currencies besides those of a new account. */
  readonly currencies?: readonly string[]
  readonly steps: readonly Step[]
}

/** The days that `until` can name. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The hour of the day, in UTC, at which a wait for a weekday ends. */
const untilHour = 9

/** What a wait other than `until` looks like. */
export const duration = /^(?:(\d+) days?)?(?: ?(\d+) hours?)?(?: ?(\d+) minutes?)?$/
const daySeconds = 86_400

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
