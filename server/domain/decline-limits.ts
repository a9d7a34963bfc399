/** How many declined cards an hour the service allows before it refuses further attempts, and in which modes. */
export interface DeclineLimits {
  readonly modes: 'live' | 'all' | 'off'
  readonly perAddress: number
  readonly perLink: number
  readonly perAccount: number
}
