import type { OperationId } from '../../../generated/operations.ts'
import { daySeconds, secondsOf, type Step as AnyStep } from '../../../spec/lib/steps.ts'

export type Step = AnyStep<OperationId>

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
