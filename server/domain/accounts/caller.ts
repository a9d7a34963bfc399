/** The author of a change, as recorded in the audit log. */
export interface Caller {
  /** Null when the change does not come from a dashboard sign-in. */
  readonly personId: string | null
  /** An email address, the id of a secret key or `operator`, as it was at the time of the change. */
  readonly actor: string
  /** The client's IP address, or null when the change did not come over the network. */
  readonly address: string | null
}

/** The person who runs commands on the server. */
export const operator: Caller = { personId: null, actor: 'operator', address: null }
