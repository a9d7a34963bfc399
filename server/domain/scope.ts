/**
 * An account and one of its modes. They are the first columns of every key, and the store functions take them as first
 * argument, so that one account or mode cannot see the rows of another.
 */
export interface Scope {
  readonly merchantId: string
  readonly livemode: boolean
}

/** The scope as columns. The rooms beside this file have a record for each table: one row of it. */
export interface ScopedRecord {
  merchant_id: string
  livemode: boolean
}

/** A key that only this account and mode have, for maps and limits. `findDue` spells it in SQL. */
export function scopeKey({ merchantId, livemode }: Scope): string {
  return `${merchantId}${livemode}`
}
