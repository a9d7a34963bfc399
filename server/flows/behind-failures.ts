import type { FlowContext } from './context.ts'

/** A row's cursor in such a list, in order of time. */
export type Position = readonly [at: Date, id: string]

const beginning: Position = [new Date(0), '']

const positions = new WeakMap<FlowContext, Map<string, Position>>()

/** Where this process continues in a list of rows, so that rows which it could not process do not block the others. */
export function positionOf(context: FlowContext, list: string): Position {
  return positions.get(context)?.get(list) ?? beginning
}

/** Continues after a row that could not be processed. Null: the list has ended, and begins again. */
export function goOnBehind(context: FlowContext, list: string, position: Position | null): void {
  const ofContext = positions.get(context) ?? new Map<string, Position>()
  positions.set(context, ofContext)
  if (position) ofContext.set(list, position)
  else ofContext.delete(list)
}
