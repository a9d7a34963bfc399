import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../../store/sql/database.ts'
import type { Findings } from './findings.ts'
import type { Checked } from './session-checks.ts'

// The simulated bank keeps its ledger in the same database. It books before the service does, so a payment in progress
// may have a line only there.

/** An automatic return is a refund to the bank. */
const kindAtBank: Readonly<Record<string, string>> = { reversal: 'refund' }

interface Line {
  readonly reference: string
  readonly kind: string
  readonly amount: string
  readonly currency: string
}

/** A name that the bank may know: of a card attempt, a refund, a return or a dispute. */
interface Reference {
  readonly reference: string
  readonly owner: string
  /** The service still waits for the outcome. */
  readonly live: boolean
}

const findBank = { name: 'find bank', text: `select to_regclass('sandbox_bank.ledger') is not null as "isHere"` }

/** Whether the ledger of the simulated bank is in this database. */
export async function hasBank(db: Database): Promise<boolean> {
  return (await runForOne<{ isHere: boolean }>(db, findBank, []))?.isHere === true
}

const listOurs = {
  name: 'verify our lines at the bank',
  text: `
    select processor_reference as reference, kind, amount::text as amount, currency from money_movements
    where merchant_id = $1 and livemode = $2 and session_id = any($3::text[]) and processor = 'sandbox'`,
}

const listReferences = {
  name: 'verify references at the bank',
  text: `
    select processor_reference as reference, 'card attempt ' || id as owner,
      status in ('processing', 'challenge') as live
    from card_attempts
    where merchant_id = $1 and livemode = $2 and session_id = any($3::text[]) and processor = 'sandbox'
    union all
    select processor_reference, 'refund ' || id, status = 'pending' from refunds
    where merchant_id = $1 and livemode = $2 and session_id = any($3::text[]) and processor = 'sandbox'
    union all
    select processor_reference, 'return ' || id, status = 'pending' from automatic_returns
    where merchant_id = $1 and livemode = $2 and session_id = any($3::text[]) and processor = 'sandbox'
    union all
    select processor_reference, 'dispute ' || id, status = 'open' from disputes
    where merchant_id = $1 and livemode = $2 and session_id = any($3::text[]) and processor = 'sandbox'`,
}

const listTheirs = {
  name: 'verify lines of the bank',
  text: `
    select reference, kind, amount::text as amount, currency from sandbox_bank.ledger
    where reference = any($1::text[])`,
}

/** Compares both ledgers for a batch of sessions, line by line. */
export async function checkBank(
  scope: Scope,
  db: Database,
  ids: readonly string[],
  { findings }: Checked,
): Promise<void> {
  const values = [scope.merchantId, scope.livemode, ids]
  const ours = (await run<Line>(db, listOurs, values)).map((line) => ({
    ...line,
    kind: kindAtBank[line.kind] ?? line.kind,
  }))
  const references = await run<Reference>(db, listReferences, values)
  if (references.length === 0 && ours.length === 0) return
  const names = new Set([...references, ...ours].map(({ reference }) => reference))
  const theirs = new Map((await run<Line>(db, listTheirs, [[...names]])).map((line) => [keyOf(line), line]))
  const owners = new Map(references.map((one) => [one.reference, one]))
  for (const line of ours) {
    const booked = theirs.get(keyOf(line))
    theirs.delete(keyOf(line))
    if (booked?.amount === line.amount && booked.currency === line.currency) continue
    findings.add(
      'bank',
      `Our ledger has a ${line.kind} of ${moneyOf(line)} for ${ownerOf(owners, line)}; the simulated bank has ` +
        (booked ? moneyOf(booked) : 'none'),
    )
  }
  for (const line of theirs.values()) {
    if (owners.get(line.reference)?.live) continue
    findings.add(
      'bank',
      `The simulated bank has a ${line.kind} of ${moneyOf(line)} for ${ownerOf(owners, line)}; our ledger has none`,
    )
  }
}

/** Lines of the bank that no record of the service names: money that a restored database does not know of. */
const listUnknown = {
  name: 'verify unknown lines of the bank',
  text: `
    select l.reference, l.kind, l.amount::text as amount, l.currency from sandbox_bank.ledger l
    where l.booked_at < $1
      and not exists (select from card_attempts a where a.processor_reference = l.reference)
      and not exists (select from refunds r where r.processor_reference = l.reference)
      and not exists (select from automatic_returns r where r.id = split_part(l.reference, '.', 1))
      and not exists (select from disputes d where d.processor_reference = l.reference)
    order by l.id limit 1000`,
}

/** A dispute begins at the bank, so a new line may be ahead of the service. */
const newMs = 60_000

/** Finds what the bank knows and the service does not. */
export async function checkUnknown(db: Database, now: Date, findings: Findings): Promise<void> {
  for (const line of await run<Line>(db, listUnknown, [new Date(now.getTime() - newMs)]))
    findings.add(
      'bank',
      `The simulated bank has a ${line.kind} of ${moneyOf(line)} under the reference ${line.reference}, which no ` +
        'record of the service names',
    )
}

function keyOf({ reference, kind }: Line): string {
  return `${kind} ${reference}`
}

function moneyOf({ amount, currency }: Line): string {
  return `${amount} ${currency}`
}

function ownerOf(owners: ReadonlyMap<string, Reference>, { reference }: Line): string {
  return owners.get(reference)?.owner ?? `the reference ${reference}`
}
