import type { Caller } from '../../domain/accounts/caller.ts'
import { hasDuty } from '../../domain/accounts/roles.ts'
import { newId } from '../../domain/ids.ts'
import { mostNotes, type NoteRecord } from '../../domain/notes/note-records.ts'
import { bytesWritten } from '../../domain/sandbox/test-storage.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Member } from '../../store/accounts/people.ts'
import { deleteNote, insertingNote, lockNote, notesOf, type NoteName } from '../../store/notes/payment-notes.ts'
import { lockSession } from '../../store/sessions/checkout-sessions.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { execute } from '../../store/sql/writes.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'

/** Only the pages of a payment and of its disputes show a note: no event, reply, mail or export has one. */

export type AddedNote = 'added' | 'too_many' | 'no_payment' | 'storage_full'

export function addNote(
  context: FlowContext,
  scope: Scope,
  author: Member,
  { sessionId, text }: { sessionId: string; text: string },
): Promise<AddedNote> {
  return inTransaction(context.db, async (transaction): Promise<AddedNote> => {
    // Two people at once must not exceed the limit.
    if (!(await lockSession(scope, transaction, sessionId))) return 'no_payment'
    if ((await notesOf(scope, transaction, sessionId)).length >= mostNotes) return 'too_many'
    if (context.testStorage.take(scope, bytesWritten(Buffer.byteLength(text)), 'account')) return 'storage_full'
    const now = context.clock.now()
    const note = {
      id: newId('note', now),
      session_id: sessionId,
      author_id: author.id,
      author: author.email,
      text,
      created_at: now,
    }
    await execute(transaction, insertingNote(scope, note))
    return 'added'
  })
}

/** Whether the person may remove the note: its author, or somebody who may remove people. */
export function mayRemoveNote({ id, role }: Member, { author_id: author }: NoteRecord): boolean {
  return author === id || hasDuty(role, 'people')
}

export type RemovedNote = 'removed' | 'not_yours' | 'no_note'

/** The audit log gets the author but not the text, which may be what had to go. */
export function removeNote(
  context: FlowContext,
  scope: Scope,
  { caller, member }: { caller: Caller; member: Member },
  name: NoteName,
): Promise<RemovedNote> {
  return inTransaction(context.db, async (transaction): Promise<RemovedNote> => {
    const note = await lockNote(scope, transaction, name)
    if (!note) return 'no_note'
    if (!mayRemoveNote(member, note)) return 'not_yours'
    await deleteNote(scope, transaction, note)
    const detail = { session: note.session_id, note: note.id, author: note.author }
    await audit(context, transaction, caller, { ...scope, action: 'note.removed', detail })
    return 'removed'
  })
}
