import { applyProcessorFact } from '../../../server/flows/acquirers/apply-processor-fact.ts'
import type { ProcessorFact } from '../../../server/processors/processor.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'

interface Row {
  readonly id: string
  readonly amount: number
  readonly currency: string
}

/**
 * Money that moves again after a success: the first refund of a session, the automatic return of another, and the
 * capture of a third.
 */
export async function reverse(
  service: TestService,
  sessions: { refunded: { id: string }; returned: { id: string }; unpaid: { id: string } },
): Promise<void> {
  const { refunded, returned, unpaid } = sessions
  for (const [table, { id: session }] of [
    ['refunds', refunded],
    ['automatic_returns', returned],
    ['card_attempts', unpaid],
  ] as const) {
    const [row] = await sql<Row>(
      service,
      `select id, amount, currency from ${table} where session_id = ? order by id limit 1`,
      [session],
    )
    if (!row) throw new Error('Bug: the session has no such row')
    const { id: reference, amount, currency } = row
    const money = { amount, currency }
    const fact: ProcessorFact =
      table === 'card_attempts'
        ? { kind: 'capture_failed', reference, event: `failed ${reference}`, money }
        : { kind: 'refund_reversed', reference, reversal: `back ${reference}`, money }
    const scope = { merchantId: service.merchantId, livemode: false }
    const result = await applyProcessorFact(service.app.context, scope, 'sandbox', fact)
    if (result !== 'applied') throw new Error(`Bug: the report is ${result}`)
  }
}
