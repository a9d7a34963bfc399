import { openFormToken } from '../../domain/accounts/form-token.ts'
import { open, seal, type Keyring } from '../../domain/crypto/keyring.ts'
import type { LoginRecord } from '../../domain/accounts/account-records.ts'
import { checkFields, isUnkept, readUrlEncoded, seenField, tokenField } from './forms.ts'
import type { Form } from './page.ts'

// What a person typed into a form whose sign-in had ended. The sign-in page carries it, sealed, and the form shows it
// again after the sign-in. Only the person sends the form: the service never does.

/** The typed values of one form. */
export interface Draft {
  readonly form: string
  readonly values: Readonly<Record<string, string>>
}

/** How old the form may be: longer than a sign-in lasts without use. */
const formMs = 7 * 24 * 3600_000
/** How long the sign-in page may stay open. */
const validForMs = 3600_000
/** The longest sealed draft. A longer one is left out, and the person types again. */
export const maxDraft = 30_000

const purpose = 'form draft'

interface Sent {
  readonly body: Buffer
  readonly contentType: string | undefined
  readonly form: Pick<Form<never>, 'name' | 'fields' | 'replaces'>
  readonly pageAddress: string
}

/**
 * The sealed draft of a form that was sent with an ended login. Null: the login did not get this form from us, or there
 * is nothing to keep. Passwords and confirmations are never kept. Empty fields are kept, because an
 * empty box is a choice too. So is what the page showed, because values may have changed since.
 */
export function sealDraft(keyring: Keyring, login: LoginRecord, sent: Sent, now: Date): string | null {
  const read = readUrlEncoded(sent.body, sent.contentType)
  if (read.kind === 'unreadable') return null
  if (openFormToken(keyring, login.id, read.fields.get(tokenField) ?? '', now, formMs) === null) return null
  const { fields } = sent.form
  const values = Object.entries(checkFields(fields, read.fields).values).filter(
    ([name]) => !isUnkept(fields[name]) && !isConfirmation(fields[name]),
  )
  if (!values.some(([, value]) => value !== '')) return null
  const seen = read.fields.get(seenField)
  if (sent.form.replaces && seen !== undefined) values.push([seenField, seen])
  const until = now.getTime() + validForMs
  const text = JSON.stringify([login.person_id, sent.pageAddress, sent.form.name, Object.fromEntries(values), until])
  const sealed = seal(keyring, purpose, text)
  return sealed.length > maxDraft ? null : sealed
}

function isConfirmation(field: Form<never>['fields'][string] | undefined): boolean {
  return field?.type === 'checkbox' && field.required === true
}

/** The draft, for the person who typed it. Null: it is forged, too old or of somebody else. */
export function openDraft(
  keyring: Keyring,
  sealed: string,
  personId: string,
  now: Date,
): { readonly pageAddress: string; readonly draft: Draft } | null {
  const text = open(keyring, purpose, sealed)
  if (text === null) return null
  const [person, pageAddress, form, values, until] = JSON.parse(text) as [
    string,
    string,
    string,
    Record<string, string>,
    number,
  ]
  return person === personId && now.getTime() < until ? { pageAddress, draft: { form, values } } : null
}
