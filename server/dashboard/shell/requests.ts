import { createHash } from 'node:crypto'
import type { Request } from '@hapi/hapi'
import { countedClient } from '../../flows/card-testing/counted-client.ts'
import { openDeviceToken } from '../../domain/accounts/device-token.ts'
import { newFormToken, openFormToken } from '../../domain/accounts/form-token.ts'
import { isPlainText } from '../../../spec/lib/formats.ts'
import { findSameForm, oncePerForm, readNotice, type Notice } from '../../flows/accounts/form-results.ts'
import type { FormKey } from '../../store/accounts/form-submissions.ts'
import { html, type Markup } from '../../markup/html.ts'
import { readCookie, readLeft } from './cookies.ts'
import { agoWords } from './format.ts'
import {
  againField,
  checkFields,
  confirmationOf,
  isUnkept,
  questionField,
  readUrlEncoded,
  seenField,
  seenOf,
  tokenField,
} from './forms.ts'
import {
  changedElsewhere,
  problem,
  type Form,
  type Outcome,
  type Problem,
  type SentForm,
  type StoredValues,
  type Visit,
} from './page.ts'
import type { DashboardEdge } from './edge.ts'

// Code that requests of visitors and of members share.

const maxTextLength = 500
/** A value of a query may be the address of another page of ours. */
const maxValueLength = 4_000

/** The owner of a form: a login, or a browser without one. Only its owner can send a form or read its result. */
export interface Holder {
  /** `visitor` for a browser that is not signed in. */
  readonly merchantId: string
  readonly login: string
}

/** The holder behind the browser's visitor cookie. Null: the browser has none yet. */
export function visitorHolder(edge: DashboardEdge, request: Request): Holder | null {
  const cookie = readCookie(request, 'servicepay-visitor', edge.context.settings.baseUrl)
  if (cookie === null || !/^[\w-]{43}$/.test(cookie)) return null
  return holderOfVisitor(cookie)
}

export function holderOfVisitor(cookie: string): Holder {
  return { merchantId: 'visitor', login: createHash('sha256').update(cookie).digest('base64url') }
}

/** Makes addresses of pages below `base`. Null and empty values of a query are left out. */
export function addressUnder(base: string): Visit['to'] {
  return (path, query = {}) => {
    const given = Object.entries(query).filter(
      (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
    )
    const text = new URLSearchParams(given).toString()
    return `${base}/${path}${text === '' ? '' : `?${text}`}`
  }
}

/** The parameters of the path. Null: one of them is too long or cannot be stored, so it names nothing. */
export function paramsOf(request: Request): Record<string, string> | null {
  const params = Object.entries(request.params as Record<string, string>)
  return params.every(([, value]) => isUsable(value)) ? Object.fromEntries(params) : null
}

function queryOf(request: Request): Record<string, string> {
  const entries = [...new URLSearchParams(request.url.search)].reverse()
  return Object.fromEntries(entries.filter(([name, value]) => isUsable(name) && isUsable(value, maxValueLength)))
}

function isUsable(text: string, max = maxTextLength): boolean {
  return text.length <= max && isPlainText(text)
}

/** The part of a visit that does not depend on who makes it. */
export async function visitOf(
  edge: DashboardEdge,
  request: Request,
  holders: readonly Holder[],
): Promise<Omit<Visit, 'to' | 'sent' | 'params'>> {
  const { context, perform, situationLinks } = edge
  const address = edge.addressOf(request)
  const query = queryOf(request)
  const [holder] = holders
  return {
    context,
    perform,
    situationLinks,
    visitor: {
      address,
      client: countedClient(address),
      userAgent: printable(request.raw.req.headers['user-agent']),
      device: openDeviceToken(
        context.keyring,
        readCookie(request, 'servicepay-device', context.settings.baseUrl) ?? '',
        context.clock.now(),
      ),
    },
    query,
    language: /^[\w-]{2,35}/.exec(request.raw.req.headers['accept-language'] ?? '')?.[0] ?? null,
    left: readLeft(request, context.settings.baseUrl),
    loginToken: readCookie(request, 'servicepay', context.settings.baseUrl),
    formToken: null,
    notice: await noticeFor(edge, query['done'], holders),
    newFormToken: () => newFormToken(context.keyring, holder?.login ?? '', context.clock.now()),
  }
}

function printable(text: string | undefined): string | null {
  return text === undefined ? null : text.replace(/[^\x20-\x7e]/g, '?')
}

async function noticeFor(
  edge: DashboardEdge,
  done: string | undefined,
  holders: readonly Holder[],
): Promise<Notice | null> {
  if (done === undefined || !/^[\w-]{16}$/.test(done)) return null
  for (const { merchantId, login } of holders) {
    const notice = await readNotice(edge.context, { merchantId, id: done, login })
    if (notice) return notice
  }
  return null
}

/** The title of the page that asks the question of a form. */
const areYouSure = 'Are you sure?'

/** The title of the page that asks whether a form that was just sent shall count again. */
const onceMore = 'Do it again?'

export type FormAnswer =
  | { readonly kind: 'done'; readonly location: string; readonly key: FormKey }
  | { readonly kind: 'again'; readonly sent: SentForm }
  | { readonly kind: 'unconfirmed'; readonly title: string; readonly confirmation: Markup }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** The form that is being sent. */
export interface FormSent {
  readonly formId: string
  readonly formToken: string
}

/**
 * Checks a sent form and submits it once, however often it arrives. `pageAddress`: the address of the form's page.
 * The answer says whether to redirect, to show the form again or to show a problem.
 */
export async function takeForm<V extends Visit>(
  edge: DashboardEdge,
  request: Request,
  { holder, form, pageAddress }: { holder: Holder; form: Form<V>; pageAddress: string },
  visitWith: (sent: FormSent) => V,
): Promise<FormAnswer> {
  const { context } = edge
  const body = Buffer.isBuffer(request.payload) ? request.payload : Buffer.alloc(0)
  const read = readUrlEncoded(body, request.raw.req.headers['content-type'])
  if (read.kind === 'unreadable')
    return { kind: 'problem', problem: problem(400, { message: `${read.reason} Nothing was changed.` }) }
  const id = openFormToken(context.keyring, holder.login, read.fields.get(tokenField) ?? '', context.clock.now())
  if (id === null)
    return { kind: 'problem', problem: problem(403, { link: { href: pageAddress, text: 'Open the page again' } }) }
  const { values, errors } = checkFields(form.fields, read.fields)
  const content = form.again ? contentOf(form, request.path, values) : null
  if (form.replaces) values[seenField] = read.fields.get(seenField) ?? ''
  const again = (wrong: SentForm['errors']): FormAnswer => ({
    kind: 'again',
    sent: { name: form.name, values, errors: wrong },
  })
  if (Object.keys(errors).length > 0) return again(errors)
  const ask = (title: string, question: string | Markup, given: Readonly<Record<string, string>>): FormAnswer => {
    const token = read.fields.get(tokenField) ?? ''
    const confirmation = confirmationOf({ action: request.path, back: pageAddress, token, question }, form, given)
    return { kind: 'unconfirmed', title, confirmation }
  }
  const asked = read.fields.get(questionField) ?? ''
  if (asked !== '') return ask(areYouSure, asked, values)
  const key = { ...holder, id }
  // A repeated submit gets the result of the first, whatever has changed since. So the work checks what may change.
  const done = await oncePerForm<Undone>(context, { ...key, content }, async () => {
    const visit = visitWith({ formId: id, formToken: read.fields.get(tokenField) ?? '' })
    const stored = form.replaces ? await form.replaces(visit) : null
    if (stored !== null && seenOf(stored) !== values[seenField])
      return { undone: changedElsewhere('What this form shows has', pageAddress) }
    const question = read.fields.has(againField)
      ? null
      : await questionBefore(edge, visit, form, { ...key, content, values })
    if (question !== null) return { undone: { kind: 'repeated', question } }
    const outcome = await form.submit(visit, values)
    if (outcome.kind !== 'done') return { undone: outcome }
    const location = withDone(outcome.to ?? pageAddress, id)
    return {
      result: {
        location,
        notice: {
          ...outcome.notice,
          ...(outcome.login !== undefined && { login: outcome.login }),
          ...(outcome.device !== undefined && { device: outcome.device }),
        },
      },
    }
  })
  if (done === null)
    return { kind: 'problem', problem: problem(409, { link: { href: pageAddress, text: 'Check the page' } }) }
  if ('location' in done) return { kind: 'done', location: done.location, key }
  const { undone } = done
  if (undone.kind === 'repeated') return ask(onceMore, undone.question, { ...values, [againField]: 'yes' })
  return undone.kind === 'invalid' ? again(undone.errors) : { kind: 'problem', problem: undone }
}

/** Why a form has changed nothing. `repeated`: it may do again what was done just now. */
type Undone = Exclude<Outcome, { kind: 'done' }> | { readonly kind: 'repeated'; readonly question: string | Markup }

/** What a person typed and chose in a form of a page. A browser that goes back sends the same with another token. */
function contentOf<V extends Visit>(
  { fields }: Form<V>,
  path: string,
  values: Readonly<Record<string, string>>,
): string {
  const typed = Object.entries(values).filter(([name]) => !isUnkept(fields[name]))
  return createHash('sha256')
    .update(JSON.stringify([path, typed]))
    .digest('base64url')
}

/** The question to a person whose form may do again what was done just now. Null: there is none. */
async function questionBefore<V extends Visit>(
  { context }: DashboardEdge,
  visit: V,
  { again }: Form<V>,
  { values, ...key }: FormKey & { readonly content: string | null; readonly values: StoredValues },
): Promise<string | Markup | null> {
  if (typeof again === 'function') return again(visit, values)
  const { content } = key
  const earlier = content === null ? null : await findSameForm(context, { ...key, content })
  if (!earlier) return null
  const result = earlier.location !== null && html` <a href="${earlier.location}">See what followed.</a>`
  const when = agoWords(earlier.at, context.clock.now())
  return html`You sent this form with the same content ${when}.${result} Do you want to do it once more?`
}

/** The address at which the page shows the notice of a form. */
export function withDone(address: string, id: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}done=${id}`
}
