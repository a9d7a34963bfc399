import { noSuch } from '../../domain/refusals.ts'
import { wireDispute } from '../../domain/wire/dispute.ts'
import type { FlowContext } from '../../flows/context.ts'
import { readPage } from '../../flows/reads/read-page.ts'
import { findDispute, listDisputes } from '../../store/disputes/disputes.ts'
import { success, type Handlers } from '../requests/contract.ts'

export function disputeHandlers(context: FlowContext): Pick<Handlers, 'listDisputes' | 'retrieveDispute'> {
  return {
    listDisputes: async ({ caller: { scope }, query }) => {
      const { limit, session, status, starting_after: after } = query
      const startingAfter = after ?? null
      return readPage(context, scope, { startingAfter, noun: 'dispute', find: findDispute }, async ({ db }) => {
        const disputes = await listDisputes(scope, db, {
          sessionId: session ?? null,
          status: status ?? null,
          olderThan: startingAfter,
          limit: limit + 1,
        })
        return success({
          object: 'list',
          has_more: disputes.length > limit,
          data: disputes.slice(0, limit).map(wireDispute),
        })
      })
    },
    retrieveDispute: async ({ caller, path }) => {
      const dispute = await findDispute(caller.scope, context.db, path.id)
      return dispute ? success(wireDispute(dispute)) : noSuch('dispute')
    },
  }
}
