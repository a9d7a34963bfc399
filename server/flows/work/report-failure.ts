import { loggable } from '../../domain/text/loggable-error.ts'
import type { FlowContext } from '../context.ts'
import type { BackgroundWork } from '../observation.ts'

/** Logs and counts a failure of work that no request waits for. Never throws. */
export function reportFailure(
  context: FlowContext,
  work: BackgroundWork,
  error: unknown,
  about: { merchantId?: string; id?: string } = {},
): void {
  context.log.error({ work, ...about, error: loggable(error) }, 'background work failed')
  context.observe({ kind: 'background_work_failed', work })
}
