import type { Request } from '@hapi/hapi'
import type { SandboxContext } from '../../flows/context.ts'
import type { Perform } from '../../flows/sandbox/situation-run.ts'
import type { DashboardAssets } from './assets.ts'
import type { RequestLimits } from './request-limits.ts'

/** The dashboard's dependencies, which the composition root provides. */
export interface DashboardEdge {
  readonly context: SandboxContext
  /** Performs a call of the API. */
  readonly perform: Perform
  readonly assets: DashboardAssets
  /** The client's IP address. */
  addressOf(request: Request): string
  readonly limits: RequestLimits
}
