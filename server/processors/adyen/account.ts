/** What the adapter needs to know about an account at Adyen. */
export interface AdyenAccount {
  readonly merchantAccount: string
  readonly apiKey: string
  /** The keys that may have signed a notification, as hex digits. Several while one of them is being rolled. */
  readonly hmacKeys: readonly string[]
  /** The basic authentication of notifications. Null: Adyen sends them without it. */
  readonly notifications: { readonly user: string; readonly password: string } | null
  /** What customers read on their card statement. Null: what is set at Adyen. */
  readonly statementDescriptor?: string | null
}

/** Structured log: fields first. The adapter never logs card data, keys or texts that Adyen may have echoed. */
export interface AdyenLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
