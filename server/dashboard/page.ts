import type { Readable } from 'node:stream'
import type { Caller } from '../domain/caller.ts'
import type { LoginRecord, MerchantRecord } from '../domain/records.ts'
import type { ChangeArea } from '../domain/roles.ts'
import type { Scope } from '../domain/scope.ts'
import type { FlowContext } from '../flows/context.ts'
import type { Notice } from '../flows/form-results.ts'
import type { Visitor } from '../flows/limit-sign-in.ts'
import type { Markup } from '../markup/html.ts'
import type { Member } from '../store/people.ts'

/** A request for a page, by anybody. */
export interface Visit {
  readonly context: FlowContext
  readonly visitor: Visitor
  /** What stands in the address in place of `{id}`: text that can be stored, and nothing more is known of it. */
  readonly params: Readonly<Record<string, string>>
  /** Of each name the first value; texts that cannot be stored are left out. */
  readonly query: Readonly<Record<string, string>>
  /** The form that was sent and not taken: its fields are shown again. */
  readonly sent: SentForm | null
  /** What came of the form that led here. */
  readonly notice: Notice | null
  /** Address of a page, by its path: `to('sign-in')`; for a member `to('payments/cs_1')` in the mode of this page. */
  to(path: string, query?: Readonly<Record<string, string | null>>): string
  /** For the hidden field of one form. */
  newFormToken(): string
}

/** A request for a page, by somebody who is signed in. */
export interface MemberVisit extends Visit {
  /** The account, and the mode that the address names. */
  readonly scope: Scope
  readonly merchant: MerchantRecord
  readonly member: Member
  readonly login: LoginRecord
  /** For flows, which write it into the audit log. */
  readonly caller: Caller
  /** Of the form that is being sent: makes a flow that takes a request key safe against a second submit after a crash. Null: no form. */
  readonly formId: string | null
}

export interface SentForm {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
  /** One sentence for each field that is wrong; `form`: about all of it. */
  readonly errors: Readonly<Record<string, string>>
}

/** What a request shows. */
export type Shown =
  | { readonly kind: 'page'; readonly title: string; readonly body: Markup; readonly status?: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | {
      readonly kind: 'download'
      readonly fileName: string
      readonly type: string
      readonly body: string | Buffer | Readable
    }
  | Problem

/** An error that a person reads: what happened, and what to do. Left out: as the status says it. */
export interface Problem {
  readonly kind: 'problem'
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 500
  readonly title?: string
  readonly message?: string
  readonly retryAfterSeconds?: number
  /** Where to go on. */
  readonly link?: { readonly href: string; readonly text: string }
}

export interface Field {
  readonly label: string
  readonly type:
    'text' | 'email' | 'password' | 'select' | 'checkbox' | 'textarea' | 'date' | 'datetime-local' | 'hidden'
  readonly required?: boolean
  /** Characters; 500 when it is left out. */
  readonly max?: number
  readonly hint?: string
  readonly autocomplete?: string
  readonly inputmode?: 'decimal' | 'numeric' | 'url'
  /** Value and text. */
  readonly options?: readonly (readonly [string, string])[]
}

/** What came of a form. Anything but `done` has changed nothing. */
export type Outcome =
  | {
      readonly kind: 'done'
      /** Where to go, as `visit.to` gives it; left out: to the page of the form. */
      readonly to?: string
      readonly notice: Notice
      /** A login's token for the cookie; null: sign out. */
      readonly login?: string | null
    }
  | { readonly kind: 'invalid'; readonly errors: Readonly<Record<string, string>> }
  | Problem

/** A form of a page, posted to the page's address and its own name. */
export interface Form<V extends Visit> {
  readonly name: string
  readonly button: string
  readonly fields: Readonly<Record<string, Field>>
  /** A question that the script asks before it is sent. */
  readonly confirm?: string
  readonly danger?: boolean
  /** Values are trimmed (passwords are not), storable and within `max`; one that is required is not empty; a box is `on` or empty. */
  submit(visit: V, values: Readonly<Record<string, string>>): Promise<Outcome>
}

/** A page for whoever has not signed in, at `/dashboard/{path}`. */
export interface VisitorPage {
  readonly path: string
  show(visit: Visit): Promise<Shown> | Shown
  readonly forms: readonly Form<Visit>[]
}

/** A form of somebody who is signed in; `changes` says who may send it. */
export interface MemberForm extends Form<MemberVisit> {
  readonly changes: ChangeArea | 'own'
}

/** A page for people of an account, at `/dashboard/test/{path}` and `/dashboard/live/{path}`. */
export interface DashboardPage {
  readonly path: string
  /** Its place in the navigation; left out: it has none. */
  readonly nav?: string
  show(visit: MemberVisit): Promise<Shown> | Shown
  readonly forms: readonly MemberForm[]
}

/** Pages that stand together in the navigation. */
export interface PageGroup {
  readonly title: string
  readonly pages: readonly DashboardPage[]
}

export function page(title: string, body: Markup): Shown {
  return { kind: 'page', title, body }
}

export function problem(status: Problem['status'], more: Omit<Problem, 'kind' | 'status'> = {}): Problem {
  return { kind: 'problem', status, ...more }
}

export function tooMany(retryAfterSeconds: number): Problem {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return problem(429, {
    retryAfterSeconds,
    message: `There were too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  })
}
