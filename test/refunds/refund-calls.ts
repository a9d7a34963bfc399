import { sql } from '../support/sql.ts'
import { bodyOf } from '../links/link-calls.ts'
import type { Answer, TestService } from '../support/service.ts'

export interface Refund {
  readonly id: string
  readonly status: string
}

/** Asks for a refund; without an amount, of everything that is left. */
export function refund(service: TestService, session: { id: string }, amount?: number): Promise<Answer> {
  const body = amount === undefined ? undefined : { amount }
  return service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, body)
}

/** A refund that the bank accepted, whatever its status. */
export async function refunded(service: TestService, session: { id: string }, amount?: number): Promise<Refund> {
  return bodyOf<Refund>(await refund(service, session, amount))
}

/** The bank settles a pending refund. */
export function settle(service: TestService, refundId: string, status: 'succeeded' | 'failed'): Promise<Answer> {
  return service.call('POST', `/v1/test_helpers/refunds/${refundId}/settle`, { status })
}

/** Kind and amount of every line in our ledger for a session, oldest first. */
export async function movementsOf(service: TestService, session: { id: string }): Promise<[string, number][]> {
  const rows = await sql<{ kind: string; amount: number }>(
    service,
    'select kind, amount from money_movements where session_id = ? order by id',
    [session.id],
  )
  return rows.map(({ kind, amount }) => [kind, amount])
}
