import { disputeStateOf } from '../domain/dispute-state.ts'
import type { ReportedStage } from '../domain/dispute-state.ts'
import { stepsOf } from '../domain/dispute-steps.ts'
import type { DisputeRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { listIn } from '../store/columns.ts'
import { run } from '../store/database.ts'
import type { Database } from '../store/database.ts'
import { disputeColumns } from '../store/table-columns.ts'
import type { Findings } from './findings.ts'
import type { Checked } from './session-checks.ts'

const ledgerKinds: Readonly<Partial<Record<ReportedStage, string>>> = {
  charged: 'chargeback',
  charged_again: 'chargeback',
  reversed: 'chargeback_reversal',
  capture_failed: 'capture_reversal',
}

interface Line {
  readonly id: string
  readonly attempt_id: string
  readonly kind: string
  readonly reference: string
  readonly amount: number
}

const listDisputes = {
  name: 'verify disputes',
  text: `
    select ${listIn('d', disputeColumns)}, a.status as attempt_status from disputes d
    left join card_attempts a on a.merchant_id = d.merchant_id and a.livemode = d.livemode and a.id = d.attempt_id
    where d.merchant_id = $1 and d.livemode = $2 and d.session_id = any($3::text[])`,
}

const listLines = {
  name: 'verify lines of disputes',
  text: `
    select id, attempt_id, kind, processor_reference as reference, amount from money_movements
    where merchant_id = $1 and livemode = $2 and session_id = any($3::text[])
      and kind in ('chargeback', 'chargeback_reversal', 'capture_reversal')`,
}

const listSessions = {
  name: 'verify statuses of disputes',
  text: `
    select s.id, s.status from checkout_sessions s
    where s.merchant_id = $1 and s.livemode = $2 and s.id = any($3::text[]) and (s.status = 'disputed' or exists (
      select from disputes d where d.merchant_id = $1 and d.livemode = $2 and d.session_id = s.id))`,
}

type Found = DisputeRecord & { readonly attempt_status: string | null }

/** Compares each dispute of a batch of sessions with its reports, its ledger lines and its session. */
export async function checkDisputes(
  scope: Scope,
  db: Database,
  ids: readonly string[],
  { findings }: Checked,
): Promise<void> {
  const values = [scope.merchantId, scope.livemode, ids]
  const disputes = await run<Found>(db, listDisputes, values)
  const lines = await run<Line>(db, listLines, values)
  const sessions = await run<Pick<SessionRecord, 'id' | 'status'>>(db, listSessions, values)
  const explained = new Set<string>()
  for (const dispute of disputes) {
    checkState(dispute, findings)
    for (const { stage, event, amount } of stepsOf(dispute)) {
      const kind = ledgerKinds[stage]
      if (kind === undefined) continue
      const line = lines.find((one) => one.kind === kind && one.reference === event)
      if (line) explained.add(line.id)
      if (line?.amount === amount && line.attempt_id === dispute.attempt_id) continue
      const has = line ? `the ledger line ${line.id} has ${line.amount}` : 'the ledger has no such line'
      findings.add('disputes', `Dispute ${dispute.id} has a ${kind} of ${amount} (${event}), but ${has}`)
    }
  }
  for (const { id, kind } of lines)
    if (kind !== 'capture_reversal' && !explained.has(id))
      findings.add('disputes', `The ledger line ${id} (${kind}) belongs to no report of a dispute`)
  for (const session of sessions) checkSession(session, disputes, findings)
}

function checkState(dispute: Found, findings: Findings): void {
  const { status, stage, amount } = disputeStateOf(stepsOf(dispute))
  const isSame = dispute.status === status && (dispute.stage ?? stage) === stage && dispute.amount === amount
  if (!isSame)
    findings.add(
      'disputes',
      `Dispute ${dispute.id} shows ${dispute.status}, ${dispute.stage ?? 'no stage'} and ${dispute.amount}; its ` +
        `reports lead to ${status}, ${stage} and ${amount}`,
    )
}

function checkSession(
  { id, status }: Pick<SessionRecord, 'id' | 'status'>,
  disputes: readonly Found[],
  findings: Findings,
): void {
  const holding = disputes.filter(
    (dispute) =>
      dispute.session_id === id && dispute.attempt_status === 'approved' && disputeStateOf(stepsOf(dispute)).holdsMoney,
  )
  if (status === 'disputed' && holding.length === 0)
    findings.add('disputes', `Session ${id} is disputed, but no dispute holds its money`)
  if (status === 'paid' && holding.length > 0)
    findings.add('disputes', `Session ${id} is paid, but dispute ${holding[0]?.id} holds its money`)
}
