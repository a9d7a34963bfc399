import type { components } from '../../../generated/types.ts'
import type { EventRecord } from '../../domain/webhooks/webhook-records.ts'
import { noSuch } from '../../domain/refusals.ts'
import type { FlowContext } from '../../flows/context.ts'
import { readPage } from '../../flows/reads/read-page.ts'
import { readEvent, readEvents, resendEvent } from '../../flows/webhooks/read-events.ts'
import { findEventResend, listEventResends } from '../../store/webhooks/event-resends.ts'
import { success, type Handlers } from '../requests/contract.ts'

export function eventHandlers(
  context: FlowContext,
): Pick<Handlers, 'listEvents' | 'retrieveEvent' | 'resendEvent' | 'listEventResends'> {
  return {
    listEvents: async ({ caller, query, whenGone }) => {
      const filter = {
        type: query.type ?? null,
        startingAfter: query.starting_after ?? null,
        endingBefore: query.ending_before ?? null,
        limit: query.limit,
      }
      const page = await readEvents(context, caller.scope, filter, { waitSeconds: query.wait, whenGone })
      return page.kind === 'page'
        ? success({ object: 'list', has_more: page.hasMore, data: page.events.map(wireEvent) })
        : page
    },
    retrieveEvent: async ({ caller, path }) => {
      const event = await readEvent(context, caller.scope, path.id)
      return event ? success(wireEvent(event)) : noSuch('event')
    },
    resendEvent: async ({ caller, path }) => {
      const resent = await resendEvent(context, caller.scope, path.id)
      if (resent === null) return noSuch('event')
      return typeof resent === 'number' ? success({ resent }) : resent
    },
    listEventResends: async ({ caller: { scope }, query: { limit, starting_after: after = null } }) => {
      const start = { startingAfter: after, noun: 'resend', find: findEventResend }
      return readPage(context, scope, start, async ({ db }) => {
        const resends = await listEventResends(scope, db, { after, limit: limit + 1 })
        return success({
          object: 'list',
          has_more: resends.length > limit,
          data: resends.slice(0, limit).map(({ id, event_id: event, created_at }) => ({
            id,
            object: 'event_resend',
            event,
            created: created_at.toISOString(),
          })),
        })
      })
    },
  }
}

/** The body was written once when the event happened. Deliveries and reads return the same text. */
function wireEvent(event: EventRecord): components['schemas']['Event'] {
  return JSON.parse(event.body) as components['schemas']['Event']
}
