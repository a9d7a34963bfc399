// Limits that no variable changes.

/**
 * How many calls a second the card form of one checkout session may make from one client address. The form makes
 * far fewer, and it belongs to one customer.
 */
export const formCallsPerSecond = 20

/**
 * Limits by account and mode on resending events: one by one, and all that failed, which resends up to 1,000 at a time.
 */
export const resendsPerMinute = 100
export const resendsOfFailedPerMinute = 10

/** Limits on requests for the dashboard. People read pages, so they never come near. */
export const dashboardPagesPerMinute = { person: 300, account: 600, address: 300 }
