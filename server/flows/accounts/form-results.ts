import { open, seal } from '../../domain/crypto/keyring.ts'
import {
  claimForm,
  findFormResult,
  findFormWithContent,
  finishForm,
  forgetForms,
  releaseForm,
  type FormKey,
} from '../../store/accounts/form-submissions.ts'
import type { FlowContext } from '../context.ts'

/** What the next page shows about a completed form. */
export interface Notice {
  readonly message: string
  /** Shown once and never part of a URL: a new key or signing secret. */
  readonly secret?: { readonly label: string; readonly value: string; readonly note: string }
  /** The token of the login that the form created, for the cookie; null removes the cookie. */
  readonly login?: string | null
  /** What the person typed into a form before they had to sign in again. The page shows it in the form. */
  readonly draft?: { readonly form: string; readonly values: Readonly<Record<string, string>> }
  /** Where the sign-in leads once the second factor is given: an address, or a sealed draft of a form. */
  readonly carried?: { readonly next: string; readonly draft: string }
  /** The token that marks the browser as one in which the person has signed in. */
  readonly device?: string
}

/** Where the browser goes next, and the notice it shows there. */
export interface FormResult {
  readonly location: string
  readonly notice: Notice
}

/** How long the notice stays readable, also after a reload. */
export const noticeMinutes = 10
const noticeMs = noticeMinutes * 60_000
/** How long a person who sends the same again is asked. */
const sameMs = 3600_000
/** Longer than the lifetime of a form token. */
const keptMs = 24 * 3600_000

/** How a repeated submit waits for the result of the first. */
const retry = { tries: 40, pauseMs: 100 } as const

/**
 * Runs the work of a form once. A repeated submit of the same form, simultaneous or later, gets the result of the
 * first. `undone` means that nothing changed, and the browser may submit the form again. Null: the first submit has no
 * result yet. `content`: a hash of what was sent, if `findSameForm` shall find it.
 */
export async function oncePerForm<Undone>(
  context: FlowContext,
  key: FormKey & { readonly content?: string | null },
  work: () => Promise<{ readonly result: FormResult } | { readonly undone: Undone }>,
): Promise<{ readonly location: string } | { readonly undone: Undone } | null> {
  if (!(await claimForm(context.db, key, key.content ?? null, context.clock.now()))) return resultOfFirst(context, key)
  const done = await work().catch(async (error: unknown) => {
    await releaseForm(context.db, key)
    throw error
  })
  if ('undone' in done) {
    await releaseForm(context.db, key)
    return done
  }
  const sealedNotice = seal(context.keyring, noticePurpose(key), JSON.stringify(done.result.notice))
  await finishForm(context.db, key, { location: done.result.location, sealedNotice }, context.clock.now())
  return { location: done.result.location }
}

/**
 * An earlier form of the account with the same content, within the last hour. `location`: the page with its result;
 * null while it has none.
 */
export async function findSameForm(
  context: FlowContext,
  form: FormKey & { readonly content: string },
): Promise<{ readonly at: Date; readonly location: string | null } | null> {
  const since = new Date(context.clock.now().getTime() - sameMs)
  const found = await findFormWithContent(context.db, form, since)
  return found && { at: found.created_at, location: found.location }
}

async function resultOfFirst(context: FlowContext, key: FormKey): Promise<{ location: string } | null> {
  for (let tries = 0; tries < retry.tries; tries++) {
    const found = await findFormResult(context.db, key)
    if (!found) return null
    if (found.location !== null) return { location: found.location }
    await new Promise((resolve) => setTimeout(resolve, retry.pauseMs))
  }
  return null
}

/** The notice of a form, for the login that submitted it, while it is readable. */
export async function readNotice(context: FlowContext, key: FormKey): Promise<Notice | null> {
  const found = await findFormResult(context.db, key)
  if (!found?.sealed_notice || !found.done_at || context.clock.now().getTime() - found.done_at.getTime() > noticeMs)
    return null
  const text = open(context.keyring, noticePurpose(key), found.sealed_notice)
  return text === null ? null : (JSON.parse(text) as Notice)
}

/** Deletes a batch of notices that can no longer be read, and of forms that can no longer be submitted. */
export function forgetOldForms(context: FlowContext): Promise<boolean> {
  const now = context.clock.now().getTime()
  return forgetForms(context.db, { notices: new Date(now - noticeMs), forms: new Date(now - keptMs) })
}

function noticePurpose(key: FormKey): string {
  return `notice ${key.merchantId} ${key.id}`
}
