/**
 * An account and one of its modes. They are the first columns of every key, and the store functions take them as first
 * argument, so that one account or mode cannot see the rows of another.
 */
export interface Scope {
  readonly merchantId: string
  readonly livemode: boolean
}
