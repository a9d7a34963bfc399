import { findScopesToNumber, numberEvents } from '../store/event-sequence.ts'
import type { FlowContext } from './context.ts'
import { eachApart } from './each-apart.ts'

/** How many accounts and modes get a batch of numbers in one turn. */
const scopesOfTurn = 100

/**
 * Numbers a batch of events of each account and mode, so that the first reader of an account finds few without a
 * number. True: there may be more. An account with very many events takes one batch in each turn, like all others.
 */
export async function numberNewEvents(context: FlowContext): Promise<boolean> {
  const { db } = context
  const scopes = await findScopesToNumber(db, scopesOfTurn)
  let hasMore = scopes.length === scopesOfTurn
  const failed = await eachApart(context, 'number_events', scopes, {
    about: ({ merchantId }) => ({ merchantId }),
    act: async (scope) => {
      if ((await numberEvents(scope, db)).hasMore) hasMore = true
    },
  })
  return hasMore && failed < scopes.length
}
