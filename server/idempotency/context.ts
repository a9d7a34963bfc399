import type { Clock } from '../domain/time/clock.ts'
import type { Database } from '../store/sql/database.ts'

/** The part of a flow's context that keys need. */
export interface KeyContext {
  readonly db: Database
  readonly clock: Clock
}
