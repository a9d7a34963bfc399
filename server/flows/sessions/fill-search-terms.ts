import {
  addSearchTerms,
  backfillPosition,
  saveBackfillPosition,
  sessionsAfter,
} from '../../store/sessions/search-terms.ts'
import { isDataError } from '../../engines/postgres/errors.ts'
import type { FlowContext } from '../context.ts'
import { eachApart } from '../work/each-apart.ts'

/** Sessions that one statement reads. */
const batch = 500

const rounds = 2
const dayMs = 24 * 3600_000
const beginning = { after_merchant: '', after_livemode: false, after_session: '' }

/** Whether every session would fail with this error now: it has a code, and none that blames the data. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && !isDataError(error)
}

/** Adds the search terms that a batch of older sessions lacks. True: there may be more. */
export async function fillSearchTerms(context: FlowContext): Promise<boolean> {
  const { db, clock } = context
  const now = clock.now()
  const at = (await backfillPosition(db)) ?? { round: 1, starts_at: now, ...beginning }
  if (at.round > rounds || at.starts_at > now) return false
  const sessions = await sessionsAfter(db, at, batch)
  const byScope = Map.groupBy(sessions, ({ merchant_id, livemode }) => `${merchant_id} ${livemode}`)
  for (const group of byScope.values()) {
    const [{ merchant_id: merchantId, livemode } = { merchant_id: '', livemode: false }] = group
    const scope = { merchantId, livemode }
    await addSearchTerms(scope, db, group).catch(async (error: unknown) => {
      if (isOfDatabase(error)) throw error
      // A session whose texts cannot be read or stored must not keep the others from being found.
      await eachApart(context, 'fill_search_terms', group, {
        about: ({ id }) => ({ merchantId, id }),
        act: (session) => addSearchTerms(scope, db, [session]),
      })
    })
  }
  const last = sessions.at(-1)
  const isDone = sessions.length < batch || !last
  await saveBackfillPosition(
    db,
    isDone
      ? { round: at.round + 1, starts_at: new Date(now.getTime() + dayMs), ...beginning }
      : { ...at, after_merchant: last.merchant_id, after_livemode: last.livemode, after_session: last.id },
  )
  return !isDone
}
