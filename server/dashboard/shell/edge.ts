import type { Request } from '@hapi/hapi'
import type { SandboxContext } from '../../flows/context.ts'
import type { DashboardAssets } from './assets.ts'
import type { RequestLimits } from './request-limits.ts'

/** The dashboard's dependencies, which the composition root provides. */
export interface DashboardEdge {
  readonly context: SandboxContext
  readonly assets: DashboardAssets
  /** The client's IP address. */
  addressOf(request: Request): string
  readonly limits: RequestLimits
}
