import { mostNotes, type NoteRecord } from '../../domain/notes/note-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { noteTable } from '../sql/table-columns.ts'
import { inserting } from '../sql/tables.ts'

const { name: table, columns } = noteTable

const ofPayment = `merchant_id = $1 and livemode = $2 and session_id = $3`

export const insertingNote = inserting('insert note', noteTable)

const list = {
  name: 'notes of payment',
  text: `select ${columns} from ${table} where ${ofPayment} order by id limit ${mostNotes}`,
}

/** Oldest first. */
export function notesOf(scope: Scope, db: Database, sessionId: string): Promise<NoteRecord[]> {
  return run(db, list, [scope.merchantId, scope.livemode, sessionId])
}

export interface NoteName {
  readonly sessionId: string
  readonly id: string
}

const find = { name: 'find note', text: `select ${columns} from ${table} where ${ofPayment} and id = $4 for update` }

/** Locks the note for the transaction. */
export function lockNote(scope: Scope, transaction: Database, { sessionId, id }: NoteName): Promise<NoteRecord | null> {
  return runForOne(transaction, find, [scope.merchantId, scope.livemode, sessionId, id])
}

const remove = { name: 'delete note', text: `delete from ${table} where ${ofPayment} and id = $4` }

export async function deleteNote(
  scope: Scope,
  transaction: Database,
  { session_id: sessionId, id }: NoteRecord,
): Promise<void> {
  await run(transaction, remove, [scope.merchantId, scope.livemode, sessionId, id])
}
