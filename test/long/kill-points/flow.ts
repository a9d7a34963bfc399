import type { Shop } from './shop.ts'

/** What a client does and expects. */
export interface Run {
  /** Does the work, as far as it is not done yet. A client repeats it after a kill. */
  run(): Promise<void>
  /** Throws unless the work has had its effect, exactly once. */
  check(): Promise<void>
}

export interface Flow {
  readonly name: string
  /** Whether a worker runs beside the API. */
  readonly worker?: boolean
  /**
   * The places that belong to the flow. By default all but housekeeping and the making of encryption keys, which have
   * their own flows.
   */
  readonly places?: RegExp
  /** Prepares what exists before the flow. */
  begin(shop: Shop): Promise<Run>
}
