import { committedNotices } from '../sql/after-commit.ts'
import type { DueDelivery } from './due-deliveries.ts'

const notices = committedNotices<[delivery: DueDelivery]>()

/**
 * Calls `listener` with each new delivery that this process has committed to this database. When the mode has no
 * webhook address, the table has no such delivery.
 */
export const onNewDelivery = notices.listen

/** Notes a delivery that this transaction has inserted, or that is committed already. */
export const noteNewDelivery = notices.note
