import { codeLengthsOf } from '../../../spec/lib/card-rules.ts'
import type { AddressFieldName, AddressFormat } from '../../address-format.ts'
import { fill } from '../../texts/fill.ts'
import { arrange, genericFormat } from '../address/address.ts'
import { hideAnsweredAlert } from '../page/alert.ts'
import { chooseCountry } from '../address/countries.ts'
import { groupNumber } from '../card/card-number.ts'
import { toDigits } from '../../../spec/lib/digits.ts'
import { regroupWith } from '../typing/digits.ts'
import { editExpiry, settleExpiry } from '../card/expiry.ts'
import { askedFields, fieldNames, problemOf, type FieldName, type FieldValues, type Problem } from './fields.ts'
import type { FormSession } from '../session/form-session.ts'
import { loadFormat } from '../address/load-format.ts'
import { acceptBrands, drawWith, refusedBrand, showBrand } from '../card/number-brand.ts'
import { element, page } from '../page/page.ts'
import { formatTyped, type TypedField } from '../typing/typed-field.ts'

type Input = HTMLInputElement | HTMLSelectElement

const inputs = Object.fromEntries(fieldNames.map((name) => [name, element<HTMLInputElement>(name)])) as Record<
  FieldName,
  HTMLInputElement
>

let needs: FormSession['needs'] = { email: false, billing_address: false }

let format = genericFormat
/** The country whose fields are shown or on their way. Undefined: those that the document came with. */
let wanted: string | undefined

/** Takes over the fields of this session, which the first script has shown. */
export function beginFields(session: Pick<FormSession, 'needs' | 'accepted_brands'>): void {
  needs = session.needs
  acceptBrands(session.accepted_brands)
}

function showNeededFields(): void {
  for (const name of fieldNames) element(`${name}-field`).hidden = !isAsked(name)
  element('address').hidden = !needs.billing_address
}

export function isAsked(name: FieldName): boolean {
  return askedFields(needs, currentFormat()).includes(name) && !(name === 'code' && hasNoCode())
}

/** The network that the customer of a co-badged card chose. */
let network: string | undefined

/** Takes over the chosen network. Undefined: the card has one network. Some networks have no security codes. */
export function followNetwork(chosen: string | undefined): void {
  if (chosen === network) return
  network = chosen
  followCode()
  showProblem('code', null)
}

function followCode(): void {
  const lengths = codeLengthsOf(toDigits(inputs.number.value), network)
  element('code-field').hidden = hasNoCode()
  inputs.code.required = !lengths.includes(0)
}

function hasNoCode(): boolean {
  return codeLengthsOf(toDigits(inputs.number.value), network).every((length) => length === 0)
}

/** While the format of a new country is on its way, the old one must not hold up the payment. */
function currentFormat(): AddressFormat {
  return wanted === format.country ? format : genericFormat
}

/** Shows the fields of the chosen country, if they are not shown already. */
export async function followCountry(): Promise<void> {
  const country = inputs.country.value
  if (country === wanted) return
  wanted = country
  keepMarks(() => false)
  const next = (country && (await loadFormat(country))) || { ...genericFormat, country }
  // The customer may have chosen another country during the request.
  if (country === wanted) changeFormat(next)
}

function changeFormat(next: AddressFormat): void {
  format = next
  doubted = ''
  arrange(format)
  // The customer may have pressed Pay during the request. What is still missing stays marked.
  keepMarks((name) => format.fields.some((field) => field.name === name && (field.required || inputs[name].value)))
  showNeededFields()
}

/** Clears the other marks of the fields that depend on the country. */
function keepMarks(isKept: (name: AddressFieldName) => boolean): void {
  for (const name of ['line1', 'line2', 'city', 'state', 'postal_code'] as const)
    if (!isKept(name)) showProblem(name, null)
  hideAnsweredAlert()
}

/** What the customer typed. Fields that the form does not show are empty. */
export function valuesOf(): FieldValues {
  const entries = fieldNames.map((name) => [name, isAsked(name) ? inputs[name].value : ''])
  return Object.fromEntries(entries) as Record<FieldName, string>
}

/** Marks every mistake. Returns the first field with one. */
export function checkAll(now: Date): FieldName | undefined {
  return askedFields(needs, currentFormat()).filter((name) => isAsked(name) && !check(name, now))[0]
}

function check(name: FieldName, now: Date): boolean {
  if (name === 'number' && !checkBrand()) return false
  const problem = problemOf(name, valuesOf(), now, currentFormat(), network)
  if (problem?.text === 'postalUnusual' && isConfirmed()) return true
  showProblem(name, problem)
  return !problem
}

/** The unusual postal code that the customer has been asked about. */
let doubted = ''

/**
 * Whether the customer keeps an unusual postal code after the form has asked about it. The click that makes the form
 * ask does not count as an answer, and neither does a second one right after it.
 */
function isConfirmed(): boolean {
  const { value } = inputs.postal_code
  if (doubted === value) return true
  setTimeout(() => (doubted = value), 500)
  return false
}

/** Refuses a brand that is not accepted as soon as its first digits identify it. */
function checkBrand(): boolean {
  const refusal = refusedBrand(toDigits(inputs.number.value))
  showSentence('number', refusal)
  return refusal === null
}

export function showProblem(name: FieldName, problem: Problem | null): void {
  showSentence(name, problem && sentenceOf(name, problem))
}

function showSentence(name: FieldName, sentence: string | null): void {
  element(`${name}-error`).textContent = sentence
  inputs[name].setAttribute('aria-invalid', String(sentence !== null))
}

function sentenceOf(name: FieldName, { text, values }: Problem): string {
  if (text !== 'required') return fill(page.texts[text], values)
  // The second line of an address is never required.
  if (name === 'line2') return ''
  return fill(page.texts.required[name], { label: document.querySelector(`[for=${name}]`)?.textContent ?? '' })
}

/** Clears fields: the security code after each attempt, because it may be used only once, or the whole card. */
export function clearFields(names: readonly FieldName[]): void {
  for (const name of names) {
    inputs[name].value = ''
    typed[name]?.clear()
    showProblem(name, null)
  }
}

/** The fields that are formatted while the customer types. */
const typed: Partial<Record<FieldName, TypedField>> = {}

/** Focuses a field with its text selected, so that typing replaces it. */
export function focusField(name: FieldName): void {
  const input: Input = inputs[name]
  input.focus()
  if ('select' in input) input.select()
}

/** Formats fields while the customer types, shows mistakes on leaving a field, and hides them on its next edit. */
export function listenToFields(now: () => Date): void {
  typed.number = formatTyped(inputs.number, regroupWith(groupNumber), (text) => {
    showBrand(toDigits(text))
    followCode()
  })
  typed.expiry = formatTyped(inputs.expiry, editExpiry, () => {})
  typed.code = formatTyped(inputs.code, regroupWith(toDigits), () => {})
  for (const name of fieldNames) {
    const input: Input = inputs[name]
    input.addEventListener('input', () => {
      if (name === 'number') checkBrand()
      else showProblem(name, null)
      hideAnsweredAlert()
    })
    // An empty field is a mistake only once the customer tries to pay.
    input.addEventListener('change', () => {
      if (name === 'expiry') input.value = settleExpiry(input.value)
      if (input.value) check(name, now())
    })
  }
}

/**
 * Takes over what the customer has typed in another document of the form, and the focus when that document goes: the
 * page shows this one first.
 */
export function takeTyped(from: Document): void {
  for (const name of fieldNames) {
    const { value = '' } = (from.getElementById(name) ?? {}) as Partial<Input>
    if (name !== 'country') inputs[name].value = value
    else if (isAsked(name)) chooseCountry(element(name), value)
  }
  if (isAsked('country')) void followCountry()
  const { activeElement } = from
  if (from.hasFocus() && activeElement) from.defaultView?.addEventListener('pagehide', () => focusAgain(activeElement))
}

function focusAgain(left: Partial<HTMLInputElement>): void {
  const field = document.getElementById(left.id ?? '') as Partial<HTMLInputElement> | null
  field?.focus?.()
  // An address has its fields in lists and inputs for mails too, which have no selection.
  if (left.selectionStart) field?.setSelectionRange?.(left.selectionStart, left.selectionEnd ?? null)
}

/** Formats and checks what the customer has typed before this script arrived. */
export function catchUp(): void {
  for (const name of fieldNames) {
    const input = inputs[name]
    if (!isAsked(name) || name === 'country' || !input.value) continue
    input.dispatchEvent(new Event('input', { bubbles: true }))
    if (input !== document.activeElement) input.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Calls `draw` with the digits of the number and the accepted brands, now and after each change. */
export function drawNumberWith(draw: Parameters<typeof drawWith>[0]): void {
  drawWith(draw, toDigits(inputs.number.value))
}
