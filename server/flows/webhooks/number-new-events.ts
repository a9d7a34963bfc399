import type { Scope } from '../../domain/scope.ts'
import { findScopesToNumber, numberEvents } from '../../store/webhooks/event-sequence.ts'
import type { FlowContext } from '../context.ts'
import { eachApart } from '../work/each-apart.ts'

/** How many accounts and modes one search finds. All of them are numbered at once, because they share statements. */
const scopesOfSearch = 100

const beforeAll: Scope = { merchantId: '', livemode: false }

/**
 * Numbers a batch of events of each account and mode, so that the first reader of an account finds few without a
 * number. True: there may be more. However many events an account has, and whether or not they can be numbered, the
 * accounts behind it get their batch in the same run.
 */
export async function numberNewEvents(context: FlowContext): Promise<boolean> {
  const { db } = context
  let hasMore = false
  let after = beforeAll
  while (!context.isStopping()) {
    const scopes = await findScopesToNumber(db, after, scopesOfSearch)
    const last = scopes.at(-1)
    if (!last) break
    await eachApart(context, 'number_events', scopes, {
      about: ({ merchantId }) => ({ merchantId }),
      atOnce: scopesOfSearch,
      act: async (scope) => {
        if ((await numberEvents(scope, db)).hasMore) hasMore = true
      },
    })
    after = last
  }
  return hasMore
}
