import type { Scope } from '../../domain/scope.ts'
import { countDifferences, type DifferenceCount } from '../../store/settlement/lists.ts'
import type { FlowContext } from '../context.ts'

/** How many differences there are of each code. `most`: counting stops there. */
export function countDifferencesOf(
  { db }: FlowContext,
  scope: Scope,
  most: number | null,
): Promise<readonly DifferenceCount[]> {
  return countDifferences(scope, db, most)
}
