import { randomUUID } from 'node:crypto'
import type { Role } from '../../../server/domain/accounts/roles.ts'
import type { TestService } from '../../support/service.ts'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { createAccount } from '../../../server/flows/accounts/create-account.ts'
import { keepEarlierKeys } from '../../../server/flows/accounts/earlier-keys.ts'
import { findMerchant } from '../../../server/store/accounts/merchants.ts'
import { findMemberByEmail } from '../../../server/store/accounts/people.ts'
import { makeFirstSignInLink } from '../../../server/flows/accounts/open-account.ts'

export const password = 'seven green kettles'

/** A page as the browser received it. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** Where it redirects to. Null: it does not redirect. */
  readonly location: string | null
  /** The text without markup, with single spaces. */
  readonly text: string
}

/** A browser without JavaScript. It keeps cookies and sends the forms of pages. */
export interface DashboardBrowser {
  /** Does not follow redirects. */
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>
  /**
   * Opens the page and sends its form `name`, with `fields` over the current values. Does not follow redirects.
   */
  submit(pagePath: string, name: string, fields?: Record<string, string>): Promise<PageAnswer>
  /** Submits, then follows the redirects to the next page. */
  done(pagePath: string, name: string, fields?: Record<string, string>): Promise<PageAnswer>
  /** Posts exactly these fields, and stops at the question of the form. */
  ask(path: string, fields: Record<string, string> | string, headers?: Record<string, string>): Promise<PageAnswer>
  /** Posts exactly these fields, and then answers the question of the form, if it has one. */
  post(path: string, fields: Record<string, string> | string, headers?: Record<string, string>): Promise<PageAnswer>
  readonly cookies: Map<string, string>
}

export interface Member extends DashboardBrowser {
  readonly merchantId: string
  readonly email: string
  readonly secretKey: string
}

/** The service that a browser opens: its port on this machine. */
interface Site {
  readonly app: { readonly server: { readonly info: { readonly port: number | string } } }
  readonly clock?: { move(seconds: number): void }
}

/** `address`: what the trusted proxy of the service reports as the address of the browser. */
export function openBrowser(service: Site, address?: string): DashboardBrowser {
  const cookies = new Map<string, string>()
  const request = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<PageAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = {
      method,
      redirect: 'manual' as const,
      headers: {
        Accept: 'text/html',
        // The server, this client and the contract hook would each spend time on compression.
        'Accept-Encoding': 'identity',
        ...(cookie && { Cookie: cookie }),
        ...(address !== undefined && { 'X-Forwarded-For': address }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    }
    // A person takes time between pages. A machine would reach what one person may see in a minute.
    // Without `advance`, after which the worker would look for due work beside every page.
    service.clock?.move(0.2)
    const response = await fetch(
      new URL(pathOf(path), `http://127.0.0.1:${String(service.app.server.info.port)}`),
      sent,
    )
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    const html = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      html,
      location: response.headers.get('location'),
      text: textOf(html),
    }
  }
  const get: DashboardBrowser['get'] = (path, headers = {}) => request('GET', path, headers)
  const ask: DashboardBrowser['ask'] = (path, fields, headers = {}) =>
    request(
      'POST',
      path,
      { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    )
  const post: DashboardBrowser['post'] = async (path, fields, headers) => {
    const answer = await ask(path, fields, headers)
    const question = answer.html.includes('<h1>Are you sure?</h1>')
      ? formIn(answer.html, path.split('/').at(-1) ?? '')
      : null
    return question ? ask(question.action, question.fields, headers) : answer
  }
  const submit: DashboardBrowser['submit'] = async (pagePath, name, fields = {}) => {
    const page = await get(pagePath)
    const form = formIn(page.html, name)
    if (!form)
      throw new Error(
        `No form ${name} at ${pagePath}: ${String(page.status)} ${page.location ?? page.text.slice(0, 300)}`,
      )
    return post(form.action, { ...form.fields, ...firstOptions(page.html, name), ...fields })
  }
  const done: DashboardBrowser['done'] = async (pagePath, name, fields) =>
    follow(get, await submit(pagePath, name, fields))
  return { get, ask, post, submit, done, cookies }
}

/** The path and query of an address. */
function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, '')
}

async function follow(get: DashboardBrowser['get'], answer: PageAnswer): Promise<PageAnswer> {
  for (let hops = 0, current = answer; ; hops++) {
    if (current.location === null || hops > 4) return current
    current = await get(current.location)
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '') cookies.delete(name)
  else cookies.set(name, value)
}

/** The action of a form and the values of its fields. A form that asks for the password gets it. */
export function formIn(html: string, name: string): { action: string; fields: Record<string, string> } | null {
  const [whole] = new RegExp(`<form[^>]* id="${name}"[^]*?</form>`).exec(html) ?? []
  if (whole === undefined) return null
  const fields: Record<string, string> = {}
  for (const [input] of whole.matchAll(/<input[^>]*>/g)) {
    if (/type="checkbox"/.test(input) && !/ checked/.test(input)) continue
    fields[attribute(input, 'name')] = attribute(input, 'value')
  }
  for (const [select] of whole.matchAll(/<select[^]*?<\/select>/g))
    fields[attribute(select, 'name')] = attribute(/<option[^>]* selected>/.exec(select)?.[0] ?? '', 'value')
  for (const [, head = '', text = ''] of whole.matchAll(/<textarea([^>]*)>([^]*?)<\/textarea>/g))
    fields[attribute(head, 'name')] = plain(text)
  if ('current' in fields) fields['current'] = password
  return { action: attribute(whole, 'action'), fields }
}

/** What a browser sends for the selects of a form in which nothing is selected. */
function firstOptions(html: string, name: string): Record<string, string> {
  const [whole = ''] = new RegExp(`<form[^>]* id="${name}"[^]*?</form>`).exec(html) ?? []
  const selects = [...whole.matchAll(/<select[^]*?<\/select>/g)].filter(([select]) => !/ selected>/.test(select))
  return Object.fromEntries(
    selects.map(([select]) => [attribute(select, 'name'), attribute(/<option[^>]*>/.exec(select)?.[0] ?? '', 'value')]),
  )
}

function attribute(tag: string, name: string): string {
  return plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

function plain(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

function textOf(html: string): string {
  return plain(html.replace(/<(style|script)[^]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Claims the service's own account with its key, as a merchant does, and so signs in as its owner. */
export async function signIn(
  service: TestService,
  account: { merchantId: string; secretKey: string } = service,
  address?: string,
): Promise<Member> {
  const browser = openBrowser(service, address)
  // Another file may have signed in to the same service before.
  const email = `owner-${randomUUID()}@example.com`
  const { context } = service.app
  // With a mail server a claim needs a confirmed address, and with live access a live key. The operator's link needs
  // neither.
  const isLive = (await findMerchant(context.db, account.merchantId))?.live_access === true
  const link = (isLive || context.mailSender) && (await makeFirstSignInLink(context, operator, account.merchantId))
  const claimed = link
    ? await browser.submit(link, 'begin', { email, password })
    : await browser.submit('/dashboard/claim', 'take', { secret_key: account.secretKey, email, password })
  if (claimed.status !== 303) throw new Error(`Not claimed: ${claimed.text}`)
  const member = await findMemberByEmail(context.db, email)
  if (member) await keepEarlierKeys(context, member)
  return { ...browser, merchantId: account.merchantId, email, secretKey: account.secretKey }
}

/** Signs in to another account of the same service. */
export async function signInElsewhere(service: TestService): Promise<Member> {
  return signIn(
    service,
    await createAccount(service.app.context, {
      email: `elsewhere-${randomUUID()}@example.com`,
      businessName: 'Other shop',
    }),
  )
}

/** Somebody whom a person of the account invites, and who joins with a role. */
export async function joinWithRole(service: TestService, inviter: Member, role: Role, limit = ''): Promise<Member> {
  const email = `${role}-${randomUUID()}@example.com`
  const invited = await inviter.done('/dashboard/test/people', 'invite', { email, role, limit })
  const link = pathOf(plain(/<code id="secret">([^<]+)</.exec(invited.html)?.[1] ?? ''))
  const browser = openBrowser(service)
  const joined = await browser.submit(link, 'join', { password })
  if (joined.status !== 303) throw new Error(`Not joined: ${joined.text}`)
  return { ...browser, merchantId: inviter.merchantId, email, secretKey: inviter.secretKey }
}
