import { fail, isFailure } from '../../domain/failure.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { clientSecretOf } from '../../domain/sessions/client-secret.ts'
import { merchantSession } from '../../domain/wire/checkout-session.ts'
import type { FlowContext } from '../../flows/context.ts'
import { readPage } from '../../flows/reads/read-page.ts'
import { closeSession } from '../../flows/sessions/close-session.ts'
import { createSession } from '../../flows/sessions/create-session.ts'
import { SessionPages } from '../../flows/sessions/read-session-pages.ts'
import { findSessions, readSession } from '../../flows/sessions/read-session.ts'
import { findSession } from '../../store/sessions/checkout-sessions.ts'
import { success, type Handlers, type ReplyBody } from '../requests/contract.ts'

export function checkoutSessionHandlers(
  context: FlowContext,
): Pick<
  Handlers,
  | 'createCheckoutSession'
  | 'listCheckoutSessions'
  | 'retrieveCheckoutSession'
  | 'searchCheckoutSessions'
  | 'expireCheckoutSession'
> {
  const wire = (scope: Scope, session: SessionRecord) =>
    merchantSession(session, clientSecretOf(context.keyring, scope, session.id), context.settings.baseUrl)
  const pages = new SessionPages(context, (scope, sessions) => {
    const body: ReplyBody<'listCheckoutSessions'> = {
      object: 'list',
      data: sessions.map((session) => wire(scope, session)),
    }
    return { kind: 'page' as const, body, text: JSON.stringify(body) }
  })
  return {
    createCheckoutSession: async ({ caller, body, requestKey }) => {
      const result = await createSession(context, caller.merchant, caller.scope, body, requestKey)
      if (result.kind !== 'session') return result
      return success(wire(caller.scope, result.session), { replayed: result.replayed, keepReply: false })
    },
    listCheckoutSessions: async ({ caller, query }) => {
      const { limit, reference = null, starting_after: startingAfter = null } = query
      const page = await pages.read(caller.scope, { limit, reference, startingAfter })
      return isFailure(page) ? page : success(page.body, page)
    },
    retrieveCheckoutSession: async ({ caller, path }) => {
      const session = await readSession(context, caller.scope, path.id)
      return session ? success(wire(caller.scope, session)) : fail('session_not_found')
    },
    searchCheckoutSessions: async ({ caller, query }) => {
      const startingAfter = query.starting_after ?? null
      const filter = {
        status: query.status ?? null,
        reference: query.reference ?? null,
        paymentLinkId: query.payment_link ?? null,
        createdFrom: query.created_from === undefined ? null : new Date(query.created_from),
        createdBefore: query.created_before === undefined ? null : new Date(query.created_before),
        startingAfter,
        limit: query.limit,
      }
      return readPage(context, caller.scope, { startingAfter, noun: 'session', find: findSession }, async (reading) => {
        const { sessions, hasMore } = await findSessions(reading, caller.scope, filter)
        return success({
          object: 'list',
          has_more: hasMore,
          data: sessions.map((session) => wire(caller.scope, session)),
        })
      })
    },
    expireCheckoutSession: async ({ caller, path }) => {
      const result = await closeSession(context, caller.scope, path.id)
      return result.kind === 'closed' ? success(wire(caller.scope, result.session)) : result
    },
  }
}
