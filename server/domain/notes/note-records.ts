import type { ScopedRecord } from '../scope.ts'

/** What a person of the account wrote about a payment, for the others. */
export interface NoteRecord extends ScopedRecord {
  id: string
  session_id: string
  /** The person may have left the account since. */
  author_id: string
  /** The email address of the author when they wrote it. */
  author: string
  text: string
  created_at: Date
}

/** In characters. */
export const longestNote = 2_000

/** How many notes a payment may have: more than a case needs, and few enough for its page. */
export const mostNotes = 50
