import { fail, type Failure } from '../../domain/failure.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Database } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { readInTurn } from './read-in-turn.ts'

/** Where a page of a list begins. */
export interface PageStart {
  /** The id of the last object on the previous page, or null for the first page. */
  readonly startingAfter: string | null
  /** What the list contains, such as `refund`. */
  readonly noun: string
  /** Finds an object of the list. */
  readonly find: (scope: Scope, db: Database, id: string) => Promise<object | null>
}

/**
 * Reads a page of a list in its turn. Refuses a cursor that names no object of the account and mode
 * (spec/decisions/requests.md#pages-of-lists).
 */
export function readPage<Result extends object>(
  context: FlowContext,
  scope: Scope,
  { startingAfter, noun, find }: PageStart,
  read: (reading: FlowContext) => Promise<Result>,
): Promise<Result | Failure<'rate_limited' | 'parameter_invalid'>> {
  return readInTurn(context, scope, async (reading) =>
    startingAfter === null || (await find(scope, reading.db, startingAfter))
      ? read(reading)
      : unknownCursor('starting_after', noun),
  )
}

/** The failure for a cursor that names no object of the list. */
export function unknownCursor(param: 'starting_after' | 'ending_before', noun: string): Failure<'parameter_invalid'> {
  return fail('parameter_invalid', {
    param,
    message: `There is no such ${noun} for this key.`,
    fix: `Send in ${param} an id that you got from this list with a key of the same account and mode.`,
  })
}
