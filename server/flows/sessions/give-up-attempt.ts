import type { AttemptRecord } from '../../domain/records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { GivenUp } from '../../processors/processor.ts'
import { noteContradiction, noteGivenUp } from '../../store/sessions/card-attempts.ts'
import type { FlowContext } from '../context.ts'
import { callProcessor, earlierCall } from './call-processor.ts'

/** Asks the processor to take no money for an attempt that the service no longer waits for. */
export async function giveUp(context: FlowContext, scope: Scope, attempt: AttemptRecord): Promise<GivenUp> {
  const earlier = earlierCall(attempt, attempt.created_at)
  const answer = await callProcessor(context, scope, attempt, (processor) => processor.giveUp(earlier))
  if (answer.kind === 'received') await noteGivenUp(scope, context.db, attempt.id, context.clock.now())
  else if (answer.contradiction) await noteContradiction(scope, context.db, attempt.id, answer.contradiction)
  return answer
}
