import assert from 'node:assert/strict'
import type { Flow } from './flow.ts'
import type { Shop } from './shop.ts'

/** What belongs to a delivery, beside the housekeeping that the worker does at the same time. */
const ofDeliveries = /deliver|webhook_endpoints/

/** The worker delivers an event. The receiver refuses the first `refusals` attempts. */
function deliver(name: string, refusals: number): Flow {
  return {
    name,
    worker: true,
    places: ofDeliveries,
    begin: async (shop) => {
      const session = await shop.paidSession()
      const [event] = await shop.sql<{ id: string }>('select id from events where session_id = $1', [session.id])
      const id = event?.id ?? ''
      shop.refuse(id, refusals)
      // A kill can also lose the note that the receiver works again, until the next delivery.
      await shop.sql('update webhook_endpoints set failing_since = null')
      return {
        run: async () => {
          await shop.victim.work()
          await shop.deliverAll()
        },
        check: async () => {
          const states = await shop.sql<{ status: string }>('select status from deliveries where event_id = $1', [id])
          assert.deepEqual(states, [{ status: 'delivered' }])
          assert.ok(shop.arrivals(id) > refusals, 'the event arrived and was accepted')
          await shop.expectSession(session, 'paid', ['session.completed'])
        },
      }
    },
  }
}

async function newEvent(shop: Shop): Promise<string> {
  const session = await shop.paidSession()
  const [event] = await shop.sql<{ id: string }>('select id from events where session_id = $1', [session.id])
  return event?.id ?? ''
}

const resend: Flow = {
  name: 'resend an event',
  begin: async (shop) => {
    const id = await newEvent(shop)
    let replies = 0
    return {
      run: async () => {
        await shop.succeed(`/v1/events/${id}/resend`)
        replies += 1
      },
      check: async () => {
        const deliveries = await shop.sql('select id from deliveries where event_id = $1', [id])
        assert.ok(deliveries.length > replies, 'each acknowledged resend has its delivery')
        assert.ok(deliveries.length <= 3, 'two calls make two at most')
      },
    }
  },
}

/** The worker's own bookkeeping: it takes a job, does it, and marks it as done. */
const jobs: Flow = {
  name: 'run the worker’s jobs',
  worker: true,
  places: /^job queue/,
  begin: async (shop) => {
    await newEvent(shop)
    return {
      run: async () => {
        await shop.victim.work()
        await shop.deliverAll()
      },
      check: async () => {},
    }
  },
}

const housekeeping: Flow = {
  name: 'delete what is old',
  places: /^commit: delete \S+$/,
  begin: async (shop) => {
    const session = await shop.paidSession()
    return {
      run: () => shop.victim.sweep(),
      check: () => shop.expectSession(session, 'paid', ['session.completed']),
    }
  },
}

export const deliveryFlows: readonly Flow[] = [
  deliver('deliver an event', 0),
  deliver('deliver an event at the second attempt', 1),
  resend,
  jobs,
  housekeeping,
]
