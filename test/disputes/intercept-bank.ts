import type { SandboxProcessor } from '../../server/processors/sandbox/processor.ts'
import type { TestService } from '../support/service.ts'

type BankCall = 'openChargeback' | 'closeChargeback' | 'refund' | 'approveAgain'

/**
 * Replaces one call of the simulated bank while `work` runs, so that a test can act between the call and its answer, or
 * can simulate a failing bank. `original` is the bank's own implementation.
 */
export async function interceptBank<Name extends BankCall>(
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
