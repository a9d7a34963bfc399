import type { TestFaults } from '../../domain/sandbox/test-faults.ts'
import { saveTestFaults } from '../../store/sandbox/test-faults.ts'
import type { FlowContext } from '../context.ts'

/** Null ends the faults. This process follows at once, and others when they read the account again. */
export async function changeTestFaults(
  { db, testFaults }: Pick<FlowContext, 'db' | 'testFaults'>,
  merchantId: string,
  faults: TestFaults | null,
): Promise<void> {
  await saveTestFaults(db, merchantId, faults)
  testFaults.noteChange(merchantId, faults)
}
