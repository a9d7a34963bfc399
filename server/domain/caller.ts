/** Who changes something, as the audit log keeps it. */
export interface Caller {
  /** Null: not a person with a sign-in. */
  readonly personId: string | null
  /** In words that stay: an email address, or `operator`. */
  readonly actor: string
  /** The client's address; null: not over the network. */
  readonly address: string | null
}

/** Whoever runs the commands on the server. */
export const operator: Caller = { personId: null, actor: 'operator', address: null }
