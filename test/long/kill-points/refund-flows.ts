import assert from 'node:assert/strict'
import type { CreatedSession } from '../../support/pay.ts'
import type { Flow } from './flow.ts'
import { leaseSeconds, type Shop } from './shop.ts'

interface RefundRow {
  readonly id: string
  readonly status: string
}

function refundsOf(shop: Shop, session: CreatedSession): Promise<RefundRow[]> {
  return shop.sql<RefundRow>('select id, status from refunds where session_id = $1', [session.id])
}

/**
 * A refund with a key. `amount` null: everything. A pending refund that the bank did not refuse in time has succeeded.
 */
function refund(name: string, card: string, amount: number | null, wanted: 'succeeded' | 'failed'): Flow {
  return {
    name,
    begin: async (shop) => {
      const session = await shop.paidSession(card)
      const key = shop.newKey()
      const ids = new Set<unknown>()
      return {
        run: async () => {
          const path = `/v1/checkout/sessions/${session.id}/refunds`
          const { body } = await shop.insist(path, amount === null ? {} : { amount }, key)
          ids.add(body['id'])
          await settle(shop, session, wanted)
        },
        check: async () => {
          const refunds = await refundsOf(shop, session)
          assert.deepEqual(
            [...ids],
            refunds.map(({ id }) => id),
            'the key has one refund',
          )
          const settled = refunds[0]?.status
          assert.ok(settled === wanted || (card === 'refund_pending' && settled === 'succeeded'), `it has ${settled}`)
          const status = settled === 'succeeded' && amount === null ? 'refunded' : 'paid'
          const end = settled === 'succeeded' ? 'session.refunded' : 'session.refund_failed'
          await shop.expectSession(session, status, ['session.completed', end])
        },
      }
    },
  }
}

/** The bank settles a pending refund. It may have done so before the service could record it. */
async function settle(shop: Shop, session: CreatedSession, status: string): Promise<void> {
  const pending = async (): Promise<RefundRow | undefined> =>
    (await refundsOf(shop, session)).find((row) => row.status === 'pending')
  await shop.until(
    async () => (await pending()) === undefined,
    async () => {
      const { id = '' } = (await pending()) ?? {}
      const answer = await shop.call('POST', `/v1/test_helpers/refunds/${id}/settle`, { status })
      if (answer.status !== 200) await shop.wait(leaseSeconds)
    },
  )
}

/** What the bank reports about a dispute. It repeats its message until the service has recorded it. */
function dispute(name: string, outcome: 'won' | 'lost' | null): Flow {
  return {
    name,
    begin: async (shop) => {
      const session = await shop.paidSession()
      if (outcome !== null) await shop.help(session, 'dispute')
      const wanted = outcome ?? 'open'
      const isRecorded = async (): Promise<boolean> =>
        (await shop.sql('select id from disputes where session_id = $1 and status = $2', [session.id, wanted])).length >
        0
      return {
        run: () =>
          shop.until(isRecorded, () =>
            outcome === null ? shop.help(session, 'dispute') : shop.help(session, 'close_dispute', { outcome }),
          ),
        check: async () => {
          const disputes = await shop.sql('select id from disputes where session_id = $1', [session.id])
          assert.equal(disputes.length, 1)
          const closed = { won: ['session.dispute_closed'], lost: ['session.dispute_lost'], open: [] }[wanted]
          const status = outcome === 'won' ? 'paid' : 'disputed'
          await shop.expectSession(session, status, ['session.completed', 'session.disputed', ...closed])
        },
      }
    },
  }
}

export const refundFlows: readonly Flow[] = [
  refund('refund a part', 'approved', 700, 'succeeded'),
  refund('refund everything', 'approved', null, 'succeeded'),
  refund('refund, pending at the bank', 'refund_pending', 700, 'succeeded'),
  refund('refund, pending and then refused', 'refund_pending', 700, 'failed'),
  refund('refund, refused', 'refund_failed', 700, 'failed'),
  refund('refund, first call without an answer', 'refund_unavailable', 700, 'succeeded'),
  dispute('open a dispute', null),
  dispute('win a dispute', 'won'),
  dispute('lose a dispute', 'lost'),
]
