/** The key of a request that must have its effect once (Specification, Idempotency). */
export interface RequestKey {
  readonly key: string
  /** Of method, path and body: the same key with another one is a conflict. */
  readonly fingerprint: Buffer
}
