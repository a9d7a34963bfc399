import type { SandboxProcessor } from '../../server/processors/sandbox/processor.ts'
import type { TestService } from '../support/service.ts'

type Lever = 'openChargeback' | 'closeChargeback' | 'refund' | 'approveAgain'

/**
 * Does something between the bank's call and its answer, or answers for a bank in trouble, while `work` runs. `original` is
 * the bank's own call.
 */
export async function withLever<Name extends Lever>(
  service: TestService,
  name: Name,
  replacement: (
    original: SandboxProcessor[Name],
    ...asked: Parameters<SandboxProcessor[Name]>
  ) => ReturnType<SandboxProcessor[Name]>,
  work: () => Promise<void>,
): Promise<void> {
  const sandbox: Pick<SandboxProcessor, Name> = service.app.sandbox
  const original = sandbox[name]
  const replaced = (...asked: Parameters<SandboxProcessor[Name]>): ReturnType<SandboxProcessor[Name]> =>
    replacement(original, ...asked)
  Object.assign(sandbox, { [name]: replaced })
  try {
    await work()
  } finally {
    Object.assign(sandbox, { [name]: original })
  }
}
