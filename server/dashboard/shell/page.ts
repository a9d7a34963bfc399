import type { Readable } from 'node:stream'
import type { Caller } from '../../domain/accounts/caller.ts'
import { hasDuty, rolesWith, type Duty } from '../../domain/accounts/roles.ts'
import type { IdPrefix } from '../../domain/ids.ts'
import type { Limit } from '../../domain/queues/rate-limit.ts'
import type { LoginRecord, MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { noticeMinutes, type Notice } from '../../flows/accounts/form-results.ts'
import type { Visitor } from '../../flows/accounts/limit-sign-in.ts'
import type { SandboxContext } from '../../flows/context.ts'
import type { Perform } from '../../flows/sandbox/situation-run.ts'
import type { ReadKind } from '../../flows/reads/read-queues.ts'
import type { IconName } from '../../markup/design/icons.ts'
import type { Markup } from '../../markup/html.ts'
import type { Member } from '../../store/accounts/people.ts'
import type { UndeliveredMode } from '../../store/webhooks/endpoint-failures.ts'

/** A request for a page, signed in or not. */
export interface Visit {
  readonly context: SandboxContext
  /** Performs a call of the API. */
  readonly perform: Perform
  /** Counts the links to situations that an address opens. Null: the operator does not allow them. */
  readonly situationLinks: Pick<Limit, 'take'> | null
  readonly visitor: Visitor
  /** The parts of the path that fill `{id}` and the like: storable text, otherwise unchecked. */
  readonly params: Readonly<Record<string, string>>
  /** The first value of each name. Texts that cannot be stored are left out. */
  readonly query: Readonly<Record<string, string>>
  /** The language that the browser prefers, as a tag that may be wrong. Null: it does not say. */
  readonly language: string | null
  /** The form that was sent and refused: the page shows its fields again. */
  readonly sent: SentForm | null
  /** Where the person was before the sign-in: an address, or a sealed draft. Unchecked. Null: nothing is kept. */
  readonly left: string | null
  /** The token in the browser's cookie of a sign-in, which may have ended. Null: there is none. */
  readonly loginToken: string | null
  /** The token of the form that is being sent. Null: no form is being sent. */
  readonly formToken: string | null
  /** The result of the form that led here. */
  readonly notice: Notice | null
  /**
   * The address of a page by its path: `to('sign-in')`. For a member, in the mode of this page: `to('payments/cs_1')`.
   */
  to(path: string, query?: Readonly<Record<string, string | null>>): string
  /** A token for the hidden field of one form. */
  newFormToken(): string
}

/** A request for a page by a member who is signed in. */
export interface MemberVisit extends Visit {
  /** The account, and the mode named in the address. */
  readonly scope: Scope
  readonly merchant: MerchantRecord
  /** The modes in which events have not arrived. Every page warns of them. */
  readonly undelivered: readonly UndeliveredMode[]
  readonly member: Member
  readonly login: LoginRecord
  /** Flows write it into the audit log. */
  readonly caller: Caller
  /**
   * The id of the form that is being sent. As an idempotency key it makes a second submit after a crash safe.
   * Null: no form is being sent.
   */
  readonly formId: string | null
}

export interface SentForm {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
  /** One sentence for each field that is wrong. The key `form` is about the whole form. */
  readonly errors: Readonly<Record<string, string>>
}

/** What is around the heading of a page. */
export interface PageTop {
  /** The way back to the list. */
  readonly above?: Markup
  /** The heading. Default: the title. */
  readonly heading?: Markup
  /** Beside the heading: a state, and what can be done. */
  readonly beside?: Markup
}

/** The answer to a request. */
export type Shown =
  | {
      readonly kind: 'page'
      readonly title: string
      readonly body: Markup
      readonly status?: number
      readonly top?: PageTop
    }
  | { readonly kind: 'redirect'; readonly to: string }
  | {
      readonly kind: 'download'
      readonly fileName: string
      readonly type: string
      readonly body: string | Buffer | Readable
    }
  | Problem

/** An error page: what happened and what to do. Title and message default to those of the status. */
export interface Problem {
  readonly kind: 'problem'
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 500 | 503
  readonly title?: string
  readonly message?: string
  readonly retryAfterSeconds?: number
  /** Where to go next. */
  readonly link?: { readonly href: string; readonly text: string }
}

export interface Field {
  readonly label: string
  readonly type:
    'text' | 'email' | 'password' | 'select' | 'checkbox' | 'textarea' | 'date' | 'datetime-local' | 'hidden'
  readonly required?: boolean
  /** In characters. Default: 500. */
  readonly max?: number
  readonly hint?: string
  readonly autocomplete?: string
  /** The value belongs to a program or an acquirer, so password managers must neither fill nor keep it. */
  readonly isKey?: boolean
  /** The value counts once, or for a moment, so no page and no draft keeps it. Passwords are always so. */
  readonly isUnkept?: boolean
  readonly inputmode?: 'decimal' | 'numeric' | 'url'
  /** Pairs of value and text. */
  readonly options?: readonly (readonly [string, string])[]
}

/** What a form shows of the stored values, by name. */
export type StoredValues = Readonly<Record<string, string>>

/** The result of a form. Every kind but `done` has changed nothing. */
export type Outcome =
  | {
      readonly kind: 'done'
      /** The address to go to, from `visit.to`. Default: the page of the form. */
      readonly to?: string
      readonly notice: Notice
      /** The login's token for the cookie. Null signs out. */
      readonly login?: string | null
      /** The token that marks the browser as one in which the person has signed in. */
      readonly device?: string
    }
  | { readonly kind: 'invalid'; readonly errors: Readonly<Record<string, string>> }
  | Problem

/** A form of a page. The browser posts it to the page's address with the form's name appended. */
export interface Form<V extends Visit> {
  readonly name: string
  readonly button: string
  readonly fields: Readonly<Record<string, Field>>
  /** Fields that this person need not fill in. */
  omits?(visit: V): readonly string[]
  /** A question that the person answers before the form counts: in the script's dialog, or on a page of its own. */
  readonly confirm?: string
  readonly danger?: boolean
  /** What the person's role must include. Default: what the page needs. The page leaves the form out for others. */
  readonly needs?: Duty
  /**
   * The stored values that the form shows and replaces. The server refuses the form if they have changed since its page
   * was opened, so that an old page does not undo what somebody has saved since. Null: they no longer exist, and
   * `submit` says so.
   */
  replaces?(visit: V): Promise<StoredValues | null> | StoredValues | null
  /**
   * Sending the form again does its work again, such as a refund. `same`: the server asks a person who sends what the
   * account has sent within the last hour. A function asks what it returns; null: nothing.
   */
  readonly again?: 'same' | ((visit: V, values: StoredValues) => Promise<string | null>)
  /**
   * `values` are checked: storable, within `max`, and not empty when required. All but passwords are trimmed.
   * A checkbox is `on` or empty.
   */
  submit(visit: V, values: Readonly<Record<string, string>>): Promise<Outcome>
}

/** A page that needs no sign-in, at `/dashboard/{path}`. */
export interface VisitorPage {
  readonly path: string
  show(visit: Visit): Promise<Shown> | Shown
  readonly forms: readonly Form<Visit>[]
}

/** A form for members. */
export type MemberForm = Form<MemberVisit>

/** A form with one file. The browser posts it to the page's address with the form's name appended. */
export interface Upload {
  readonly name: string
  /** The name of the field with the file. */
  readonly field: string
  readonly maxBytes: number
  /** The longest time for sending the file. */
  readonly maxMs: number
  /** `values`: the other fields of the form, unchecked. */
  submit(
    visit: MemberVisit,
    file: { name: string; bytes: AsyncIterable<Uint8Array> },
    values: ReadonlyMap<string, string>,
  ): Promise<Outcome>
}

/** A page for an account's members, at `/dashboard/test/{path}` and `/dashboard/live/{path}`. */
export interface DashboardPage {
  readonly path: string
  /** What the person's role must include. */
  readonly needs: Duty
  /** Its name among the tabs of its entry in the navigation. Left out: it is no tab. */
  readonly nav?: string
  /** Which queue its reads wait in. Default: `quick`. */
  readonly reads?: ReadKind
  /**
   * The prefix of the ids in the page's list, one of which is the cursor `after` in its address. Empty: the cursor is
   * an id without its prefix. A pattern: the cursor is no id.
   */
  readonly lists?: (scope: Scope) => IdPrefix | '' | RegExp
  /** `visit.context.db` is the connections for reads. */
  show(visit: MemberVisit): Promise<Shown> | Shown
  readonly forms: readonly MemberForm[]
  /** Default: the page takes no file. */
  readonly upload?: Upload
}

/** Pages under one entry of the navigation. The entry leads to the first page with a name; the others are its tabs. */
export interface PageGroup {
  readonly title: string
  readonly icon: IconName
  readonly pages: readonly DashboardPage[]
}

/** Whether the role of the person who visits includes a duty. Pages leave out what leads to a refusal. */
export function may({ member }: Pick<MemberVisit, 'member'>, duty: Duty): boolean {
  return hasDuty(member.role, duty)
}

/** What is true of a secret in a notice: a reload shows it again, as long as the notice can be read. */
export const secretShown = `This page shows it for ${noticeMinutes} minutes. After that nobody can read it here.`

export function page(title: string, body: Markup, top: PageTop = {}): Shown {
  return { kind: 'page', title, body, top }
}

export function problem(status: Problem['status'], more: Omit<Problem, 'kind' | 'status'> = {}): Problem {
  return { kind: 'problem', status, ...more }
}

/** The person's role does not include what the page, the form or the file needs. */
export function notAllowed(needed: Duty): Problem {
  return problem(403, {
    title: 'Your role does not include this',
    message: `Nothing was changed. This needs the role ${rolesWith(needed)}. Ask an owner of the account.`,
  })
}

/** Refuses a form that shows what somebody has changed since. `link`: the page of the form. */
export function changedElsewhere(what: string, link: string): Problem {
  return problem(409, {
    title: 'This was changed in another place',
    message: `${what} changed since you opened this page, so nothing was changed. Open the page again.`,
    link: { href: link, text: 'Open the page again' },
  })
}

export function tooMany(retryAfterSeconds: number): Problem {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return problem(429, {
    retryAfterSeconds,
    message: `There were too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  })
}
