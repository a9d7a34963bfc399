import { noSuch } from '../../domain/refusals.ts'
import { wireRefund } from '../../domain/wire/refund.ts'
import type { FlowContext } from '../../flows/context.ts'
import { readPage } from '../../flows/reads/read-page.ts'
import { refundSession } from '../../flows/refunds/refund-session.ts'
import { readRefund } from '../../flows/refunds/settle-refund.ts'
import { findRefund, listRefunds } from '../../store/refunds/refunds.ts'
import { success, type Handlers } from '../requests/contract.ts'

export function refundHandlers(
  context: FlowContext,
): Pick<Handlers, 'refundCheckoutSession' | 'listRefunds' | 'retrieveRefund'> {
  return {
    refundCheckoutSession: async ({ caller, path, body, requestKey }) => {
      const result = await refundSession(context, caller.scope, path.id, body, requestKey)
      if (result.kind !== 'refund') return result
      return success(wireRefund(result.refund), { keepReply: !result.isReplyKept })
    },
    listRefunds: async ({ caller, query }) => {
      const limit = query.limit
      const startingAfter = query.starting_after ?? null
      const filter = { sessionId: query.session ?? null, startingAfter, limit: limit + 1 }
      return readPage(context, caller.scope, { startingAfter, noun: 'refund', find: findRefund }, async ({ db }) => {
        const refunds = await listRefunds(caller.scope, db, filter)
        return success({
          object: 'list',
          has_more: refunds.length > limit,
          data: refunds.slice(0, limit).map(wireRefund),
        })
      })
    },
    retrieveRefund: async ({ caller, path }) => {
      const refund = await readRefund(context, caller.scope, path.id)
      return refund ? success(wireRefund(refund)) : noSuch('refund')
    },
  }
}
