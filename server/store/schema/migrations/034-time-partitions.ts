import { partitionByTime } from './steps.ts'

/**
 * The log of failed requests and the attempts of deliveries are partitioned by the time in their ids. The worker makes
 * partitions ahead and drops old ones (spec/decisions/database.md#tables-that-are-partitioned-by-time). So later
 * partitions need no index by age.
 */
export const timePartitions = [
  partitionByTime({
    table: 'api_request_log',
    column: 'id',
    prefix: 'log',
    days: 1,
    withoutIndexes: ['api_request_log_by_age'],
  }),
  partitionByTime({
    table: 'delivery_attempts',
    column: 'delivery_id',
    prefix: 'del',
    days: 7,
    withoutIndexes: ['delivery_attempts_with_bodies'],
  }),
]
