/** How many days the service keeps data that is no longer needed. */
export interface Retention {
  /** Unpaid sessions of test mode. */
  readonly testSessionDays: number
  /** The attempts of a delivery, and the contents of notifications. */
  readonly deliveryBodyDays: number
  /** Events and deliveries of both modes. */
  readonly eventDays: number
  /** Sandbox accounts without use. */
  readonly unusedAccountDays: number
}
