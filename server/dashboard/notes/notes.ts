import { longestNote, mostNotes, type NoteRecord } from '../../domain/notes/note-records.ts'
import { hasCardNumber } from '../../domain/sessions/search-query.ts'
import { addNote, mayRemoveNote, removeNote } from '../../flows/notes/payment-notes.ts'
import { html, type Markup } from '../../markup/html.ts'
import { section, time } from '../shell/format.ts'
import { formAround, renderForm } from '../shell/forms.ts'
import { may, problem, type MemberForm, type MemberVisit, type Outcome } from '../shell/page.ts'

/** The payment that the notes of a page are about. Null: the page does not exist. */
type PaymentOf = (visit: MemberVisit) => Promise<string | null>

export interface NoteForms {
  readonly write: MemberForm
  readonly remove: MemberForm
}

/** The forms of a page with notes. */
export function noteForms(paymentOf: PaymentOf): NoteForms {
  return {
    write: {
      name: 'note',
      needs: 'refund',
      button: 'Save the note',
      again: 'same',
      fields: {
        text: {
          label: 'New note',
          type: 'textarea',
          required: true,
          max: longestNote,
          hint: 'Only people of this account see it, never the customer.',
        },
      },
      submit: (visit, { text = '' }) => write(visit, paymentOf, text),
    },
    remove: {
      name: 'remove-note',
      needs: 'refund',
      button: 'Remove',
      danger: true,
      confirm: 'Remove this note? It cannot be brought back.',
      fields: { note: { label: 'Note', type: 'hidden', required: true, max: 40 } },
      submit: (visit, { note = '' }) => remove(visit, paymentOf, note),
    },
  }
}

async function write(visit: MemberVisit, paymentOf: PaymentOf, text: string): Promise<Outcome> {
  if (hasCardNumber(text))
    return { kind: 'invalid', errors: { text: 'This has what looks like the number of a card. Leave digits out.' } }
  const { context, scope, member } = visit
  const sessionId = await paymentOf(visit)
  const added = sessionId === null ? 'no_payment' : await addNote(context, scope, member, { sessionId, text })
  switch (added) {
    case 'added':
      return { kind: 'done', notice: { message: 'The note is saved.' } }
    case 'no_payment':
      return problem(404)
    case 'too_many':
      return refused(`This payment has ${mostNotes} notes, and takes no more. Remove one first. Nothing was saved.`)
    case 'storage_full':
      return refused('Test mode holds too much data of this account. Empty test mode, or try again tomorrow.')
  }
}

function refused(message: string): Outcome {
  return { kind: 'invalid', errors: { form: message } }
}

async function remove(visit: MemberVisit, paymentOf: PaymentOf, id: string): Promise<Outcome> {
  const { context, scope } = visit
  const sessionId = await paymentOf(visit)
  if (sessionId === null) return problem(404)
  const removed = await removeNote(context, scope, visit, { sessionId, id })
  switch (removed) {
    case 'removed':
      return { kind: 'done', notice: { message: 'The note is removed.' } }
    case 'no_note':
      return { kind: 'done', notice: { message: 'The note was already removed.' } }
    case 'not_yours':
      return refused('Only its author or an administrator can remove a note. Nothing was changed.')
  }
}

/** The notes of a payment, newest last, with the forms of the page `at`. Null: there is nothing to see or to do. */
export function notesSection(
  visit: MemberVisit,
  at: string,
  { write, remove }: NoteForms,
  notes: readonly NoteRecord[],
): Markup | null {
  const isWriter = may(visit, 'refund')
  if (notes.length === 0 && !isWriter) return null
  // Each note has a button of this form.
  const removing = notes.length > 0 && formAround(visit, at, remove, html``)
  const list = html`<ol class="notes">${notes.map((note) => noteOf(visit, isWriter, remove, note))}</ol>`
  return section(
    'notes-title',
    'Notes',
    html`
      ${notes.length > 0 && list}
      ${removing}
      ${renderForm(visit, at, write)}
    `,
  )
}

function noteOf(visit: MemberVisit, isWriter: boolean, { name, button }: MemberForm, note: NoteRecord): Markup {
  const label = html` aria-label="${button} the note of ${note.author}"`
  const remove = isWriter && mayRemoveNote(visit.member, note)
  return html`
    <li>
      <p class="step">
        <strong>${note.author}</strong> ${time(note.created_at, visit.merchant.time_zone)}
      </p>
      <p class="said" dir="auto">${note.text}</p>
      ${remove && html`<button class="danger" form="${name}" name="note" value="${note.id}"${label}>${button}</button>`}
    </li>
  `
}
