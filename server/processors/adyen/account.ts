import type { AdyenAccess } from '../../domain/adyen-access.ts'

/** What the adapter needs to know about an account at Adyen. */
export interface AdyenAccount extends Omit<AdyenAccess, 'livePrefix'> {
  /** What customers read on their card statement. Null: what is set at Adyen. */
  readonly statementDescriptor?: string | null
}

/** Structured log: fields first. The adapter never logs card data, keys or texts that Adyen may have echoed. */
export interface AdyenLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
