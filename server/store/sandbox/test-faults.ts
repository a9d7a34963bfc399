import type { TestFaults } from '../../domain/sandbox/test-faults.ts'
import { run, type Database } from '../sql/database.ts'

const save = { name: 'save test faults', text: 'update merchants set test_faults = $2 where merchant_id = $1' }

/** Null: the account causes no faults any longer. */
export async function saveTestFaults(db: Database, merchantId: string, faults: TestFaults | null): Promise<void> {
  await run(db, save, [merchantId, faults])
}
