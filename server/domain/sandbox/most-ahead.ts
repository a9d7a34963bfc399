/** How far ahead of real time an account may be in test mode. */
export const mostAheadMs = 366 * 24 * 3_600_000
