/**
 * Whose rows, and of which mode. The first columns of every key and the first argument of every function of store/, so
 * that an account or a mode cannot see another's rows.
 */
export interface Scope {
  readonly merchantId: string
  readonly livemode: boolean
}
