/** How many days the service keeps data that is no longer needed. */
export interface Retention {
  /** Unpaid sessions of test mode. */
  readonly testSessionDays: number
  /** Request headers and replies of delivery attempts. */
  readonly deliveryBodyDays: number
  /** Sandbox accounts without use. */
  readonly unusedAccountDays: number
}
