import { countedSteps, disputeStateOf } from '../../domain/disputes/dispute-state.ts'
import { stageMovements } from '../../domain/disputes/dispute-steps.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { isCaptureLine } from '../../domain/sessions/captures.ts'
import { listIn } from '../../store/sql/columns.ts'
import { run, type Database } from '../../store/sql/database.ts'
import { disputeColumns } from '../../store/sql/table-columns.ts'
import type { Findings } from './findings.ts'
import type { Checked } from './session-checks.ts'

interface Line {
  readonly attempt_id: string
  readonly kind: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
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
    select attempt_id, kind, processor_reference as reference, amount, currency from money_movements
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
  for (const dispute of disputes) checkState(dispute, findings)
  checkLines(disputes, lines, findings)
  for (const session of sessions) checkSession(session, disputes, findings)
}

/** For each payment, kind and currency, the ledger must have what the reports say together. */
function checkLines(disputes: readonly Found[], lines: readonly Line[], findings: Findings): void {
  const reported = new Map<string, number>()
  for (const dispute of disputes)
    for (const { stage, amount, currency } of countedSteps(dispute.steps)) {
      const kind = stageMovements[stage]
      if (kind) add(reported, `${kind} in ${currency} of the card attempt ${dispute.attempt_id}`, amount)
    }
  const booked = new Map<string, number>()
  const lostCaptures = disputes.filter((dispute) => dispute.steps.some(({ stage }) => stage === 'capture_failed'))
  const lost = new Set(lostCaptures.map(({ attempt_id }) => attempt_id))
  for (const { kind, attempt_id, reference, amount, currency } of lines) {
    // Money that never arrived needs no dispute when it was to go back anyway.
    const isOther = isCaptureLine(reference) || (kind === 'capture_reversal' && !lost.has(attempt_id))
    if (!isOther) add(booked, `${kind} in ${currency} of the card attempt ${attempt_id}`, amount)
  }
  for (const key of new Set([...reported.keys(), ...booked.keys()])) {
    const [said, has] = [reported.get(key) ?? 0, booked.get(key) ?? 0]
    if (said !== has) findings.add('disputes', `The reports of disputes have ${said} as ${key}; the ledger has ${has}`)
  }
}

function add(sums: Map<string, number>, key: string, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount)
}

function checkState(dispute: Found, findings: Findings): void {
  const { status, stage, amount, currency } = disputeStateOf(dispute.steps)
  const isSameMoney = dispute.amount === amount && dispute.currency === currency
  const isSame = dispute.status === status && dispute.stage === stage && isSameMoney
  if (!isSame)
    findings.add(
      'disputes',
      `Dispute ${dispute.id} shows ${dispute.status}, ${dispute.stage} and ${dispute.amount} ` +
        `${dispute.currency}; its ` +
        `reports lead to ${status}, ${stage} and ${amount} ${currency}`,
    )
}

function checkSession(
  { id, status }: Pick<SessionRecord, 'id' | 'status'>,
  disputes: readonly Found[],
  findings: Findings,
): void {
  const holding = disputes.filter(
    (dispute) =>
      dispute.session_id === id && dispute.attempt_status === 'approved' && disputeStateOf(dispute.steps).holdsMoney,
  )
  if (status === 'disputed' && holding.length === 0)
    findings.add('disputes', `Session ${id} is disputed, but no dispute holds its money`)
  if (status === 'paid' && holding.length > 0)
    findings.add('disputes', `Session ${id} is paid, but dispute ${holding[0]?.id} holds its money`)
}
