import { createHash } from 'node:crypto'
import { isPlainText, lengthOf } from '../../../spec/lib/formats.ts'
import { html, type Markup } from '../../markup/html.ts'
import { may, type Field, type Form, type MemberVisit, type StoredValues, type Visit } from './page.ts'

/** The most characters of a field without a `max`. */
const usualMax = 500
const maxFields = 200

/** The hidden field that carries the form's token. */
export const tokenField = 'form_token'

/** The hidden field with the question that the person must still answer. After asking, the script leaves it out. */
export const questionField = 'question'

/** The hidden field with the answer to the question whether a form that was just sent shall count again. */
export const againField = 'again'

/** The hidden field with what the browser's passkey has signed. The script fills it. */
export const passkeyField = 'passkey'

/** The hidden field with a hash of the stored values that the page showed. */
export const seenField = 'seen'

/** The value of that field. */
export function seenOf(stored: StoredValues): string {
  const entries = Object.entries(stored).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 22)
}

export type ReadForm =
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, string> }
  | { readonly kind: 'unreadable'; readonly reason: string }

/**
 * Reads `application/x-www-form-urlencoded`. A repeated field, or text that no browser sends, makes the body
 * unreadable.
 */
export function readUrlEncoded(body: Buffer, contentType: string | undefined): ReadForm {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? ''))
    return { kind: 'unreadable', reason: 'A form must be sent as application/x-www-form-urlencoded.' }
  const text = body.toString('latin1')
  const pairs = text === '' ? [] : text.split('&')
  if (pairs.length > maxFields) return { kind: 'unreadable', reason: 'The form has too many fields.' }
  const fields = new Map<string, string>()
  for (const pair of pairs) {
    const [name, value] = [pair.split('=', 1)[0] ?? '', pair.slice((pair.split('=', 1)[0] ?? '').length + 1)].map(
      decoded,
    )
    if (name === null || name === undefined || value === null || value === undefined)
      return { kind: 'unreadable', reason: 'The form has invalid text.' }
    if (fields.has(name)) return { kind: 'unreadable', reason: 'The form has a field twice.' }
    fields.set(name, value)
  }
  return { kind: 'fields', fields }
}

/** Decodes percent-encoded UTF-8. Null: the text is invalid or cannot be stored. */
function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text.replaceAll('+', ' '))
    return isPlainText(plain) && /^[\x20-\x7e]*$/.test(text) ? plain : null
  } catch {
    return null
  }
}

export interface CheckedForm {
  readonly values: Record<string, string>
  readonly errors: Record<string, string>
}

/** Checks the sent values against the form's fields, and drops values that belong to none of them. */
export function checkFields(fields: Readonly<Record<string, Field>>, sent: ReadonlyMap<string, string>): CheckedForm {
  const values: Record<string, string> = {}
  const errors: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = cleaned(field, sent.get(name) ?? '')
    const error = problemOf(field, value)
    values[name] = value
    if (error !== null) errors[name] = error
  }
  return { values, errors }
}

function cleaned(field: Field, value: string): string {
  if (field.type === 'password') return value
  if (field.type === 'textarea') return value.replaceAll('\r\n', '\n').trim()
  return value.trim()
}

function problemOf(field: Field, value: string): string | null {
  if (value === '')
    return field.required ? (field.type === 'checkbox' ? 'Tick this box to continue.' : 'Fill in this field.') : null
  if (lengthOf(value) > (field.max ?? usualMax)) return `Use at most ${field.max ?? usualMax} characters.`
  if (/[\p{Cc}\u2028\u2029]/u.test(field.type === 'textarea' ? value.replaceAll('\n', '') : value))
    return 'This has a character that cannot be used here.'
  if (field.options && !field.options.some(([option]) => option === value)) return 'Choose one from the list.'
  return field.type === 'checkbox' && value !== 'on' ? 'Tick this box or leave it empty.' : null
}

/** A whole form: its fields in order, then `more`, then the button. `at`: the path of the form's page. */
export function renderForm<V extends Visit>(
  visit: V,
  at: string,
  form: Form<V>,
  values: Readonly<Record<string, string>> = {},
  more: Markup | null = null,
  attributes: Readonly<Record<string, string>> = {},
): Markup {
  const omitted = form.omits?.(visit) ?? []
  const names = Object.keys(form.fields).filter((name) => !omitted.includes(name))
  const inputs = names.map((name) => renderField(visit, form, name, values[name]))
  const asksPasskey = names.includes(passkeyField) && { 'data-passkey': '' }
  const content = html`${inputs}${more}${renderButton(form)}`
  return formAround(visit, at, form, content, values, { ...asksPasskey, ...attributes })
}

/**
 * A form around fields that the page arranges itself with `renderField` and `renderButton`. `stored`: the stored values
 * that the form shows, if it `replaces` them.
 */
export function formAround<V extends Visit>(
  visit: V,
  at: string,
  form: Form<V>,
  content: Markup,
  stored: StoredValues = {},
  attributes: Readonly<Record<string, string>> = {},
): Markup {
  if (isMember(visit) && form.needs !== undefined && !may(visit, form.needs)) return html``
  // A refused form comes back with what its page showed first.
  const sent = visit.sent?.name === form.name ? visit.sent.values[seenField] : undefined
  const error = visit.sent?.name === form.name ? visit.sent.errors['form'] : undefined
  const alert = error === undefined ? null : html`<p class="alert" role="alert">${error}</p>`
  const action = visit.to(`${at}/${form.name}`)
  const extra = Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`)
  return html`
    <form method="post" action="${action}" id="${form.name}"${extra}>
      ${alert}
      <input type="hidden" name="${tokenField}" value="${visit.newFormToken()}">
      ${form.confirm !== undefined && hidden(questionField, form.confirm)}
      ${form.replaces && hidden(seenField, sent ?? seenOf(stored))}
      ${content}
    </form>
  `
}

/**
 * A page with a question of the form, which sends the form again. No page repeats a password, so the person types it
 * again.
 */
export function confirmationOf(
  { action, back, token, question }: { action: string; back: string; token: string; question: string | Markup },
  form: Pick<Form<never>, 'name' | 'button' | 'danger' | 'fields'>,
  values: Readonly<Record<string, string>>,
): Markup {
  const carried = Object.entries(values).map(([name, value]) =>
    isUnkept(form.fields[name]) ? renderField<Visit>({ sent: null }, form, name) : hidden(name, value),
  )
  return html`
    <form method="post" action="${action}" id="${form.name}">
      <p>${question}</p>
      ${hidden(tokenField, token)}
      ${carried}
      <p class="go">${renderButton(form)} <a href="${back}">Go back</a></p>
    </form>
  `
}

/** Whether no page and no draft repeats what a person typed into the field. */
export function isUnkept(field: Field | undefined): boolean {
  return field?.type === 'password' || field?.isUnkept === true
}

function isMember(visit: Visit): visit is MemberVisit {
  return 'member' in visit
}

function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

export function renderButton(form: Pick<Form<never>, 'button' | 'danger'>): Markup {
  return html`<button class="${form.danger ? 'danger' : 'main'}">${form.button}</button>`
}

/** One field with its label, its hint and its error. `value`: the initial value. */
export function renderField<V extends Visit>(
  visit: Pick<V, 'sent'>,
  form: Pick<Form<V>, 'name' | 'fields'>,
  name: string,
  value = '',
): Markup {
  const field = form.fields[name]
  if (!field) throw new Error(`Bug: the form ${form.name} has no field ${name}`)
  const sent = visit.sent?.name === form.name ? visit.sent : null
  const shown = isUnkept(field) ? '' : (sent?.values[name] ?? value)
  const id = `${form.name}-${name}`
  if (field.type === 'hidden') return hidden(name, shown)
  const error = sent?.errors[name]
  const described = [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const state = html`
    ${described !== '' && html` aria-describedby="${described}"`}
    ${error !== undefined && html` aria-invalid="true"`}
    ${field.required && html` required`}
  `
  const hint = field.hint && html`<p class="hint" id="${id}-hint">${field.hint}</p>`
  const alert = error && html`<p class="error" id="${id}-error">${error}</p>`
  const optional = !field.required && field.type !== 'checkbox' && html` <span class="optional">optional</span>`
  const label = html`<label for="${id}">${field.label}${optional}</label>`
  const control = controlOf(field, { id, name, shown, state })
  const inOrder =
    field.type === 'checkbox' ? html`<div class="box">${control}${label}</div>${hint}` : html`${label}${hint}${control}`
  return html`<div class="field">${inOrder}${alert}</div>`
}

function controlOf(
  field: Field,
  { id, name, shown, state }: { id: string; name: string; shown: string; state: Markup },
): Markup {
  if (field.type === 'select') {
    const options = (field.options ?? []).map(
      ([value, text]) => html`<option value="${value}"${value === shown && html` selected`}>${text}</option>`,
    )
    return html`<select id="${id}" name="${name}"${state}>${options}</select>`
  }
  const size = html` maxlength="${field.max ?? usualMax}"`
  if (field.type === 'textarea')
    return html`<textarea id="${id}" name="${name}" rows="3"${size}${state}>${shown}</textarea>`
  if (field.type === 'checkbox')
    return html`<input type="checkbox" id="${id}" name="${name}" value="on"${shown === 'on' && html` checked`}${state}>`
  const helps = html`
    ${field.isKey ? unfilled(field) : field.autocomplete && html` autocomplete="${field.autocomplete}"`}
    ${field.inputmode && html` inputmode="${field.inputmode}"`}
  `
  return html`<input type="${field.type}" id="${id}" name="${name}" value="${shown}"${size}${helps}${state}>`
}

/**
 * Browsers fill a field for a password in spite of `off`, but not one for a new password. The other names are those of
 * 1Password, LastPass, Bitwarden and Dashlane.
 */
function unfilled({ type }: Field): Markup {
  const kind = type === 'password' ? 'new-password' : 'off'
  return html` autocomplete="${kind}" data-1p-ignore data-lpignore="true" data-bwignore data-form-type="other"`
}
