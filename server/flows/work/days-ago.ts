import type { FlowContext } from '../context.ts'

const dayMs = 24 * 3_600_000

export function daysAgo(context: FlowContext, days: number): Date {
  return new Date(context.clock.now().getTime() - days * dayMs)
}
