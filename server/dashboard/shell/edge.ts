import type { Request } from '@hapi/hapi'
import type { Limit } from '../../domain/queues/rate-limit.ts'
import type { SandboxContext } from '../../flows/context.ts'
import type { Perform } from '../../flows/sandbox/situation-run.ts'
import type { DashboardAssets } from './assets.ts'
import type { RequestLimits } from './request-limits.ts'

/** The dashboard's dependencies, which the composition root provides. */
export interface DashboardEdge {
  readonly context: SandboxContext
  /** Performs a call of the API. */
  readonly perform: Perform
  /** Counts the links to situations that an address opens. Null: the operator does not allow them. */
  readonly situationLinks: Pick<Limit, 'take'> | null
  readonly assets: DashboardAssets
  /** The client's IP address. */
  addressOf(request: Request): string
  readonly limits: RequestLimits
}
