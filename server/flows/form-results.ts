import { open, seal } from '../domain/keyring.ts'
import type { FormKey } from '../store/form-submissions.ts'
import { claimForm, findFormResult, finishForm, forgetForms, releaseForm } from '../store/form-submissions.ts'
import type { FlowContext } from './context.ts'

/** What the next page says of a form that was done. */
export interface Notice {
  readonly message: string
  /** Shown once, and in no address: a new key or signing secret. */
  readonly secret?: { readonly label: string; readonly value: string; readonly note: string }
  /** The token of the login that the form opened, for the cookie; null: the cookie goes. */
  readonly login?: string | null
}

/** Where the browser goes, and what it reads there. */
export interface FormResult {
  readonly location: string
  readonly notice: Notice
}

/** For how long the notice can be read, by a reload too. */
const noticeMs = 10 * 60_000
/** Longer than a form token is good for. */
const keptMs = 24 * 3600_000

/** How a submit that finds another one of the same form under way waits for its result. */
const patience = { tries: 40, pauseMs: 100 } as const

/**
 * Does what a form asks once. A second submit of the same form, at once or later, gets the result of the first; `work`
 * that gives no result changed nothing, and its form may be sent again. Null: the first submit has no result yet.
 */
export async function oncePerForm<Undone>(
  context: FlowContext,
  key: FormKey,
  work: () => Promise<{ readonly result: FormResult } | { readonly undone: Undone }>,
): Promise<{ readonly location: string } | { readonly undone: Undone } | null> {
  if (!(await claimForm(context.db, key, context.clock.now()))) return resultOfFirst(context, key)
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

async function resultOfFirst(context: FlowContext, key: FormKey): Promise<{ location: string } | null> {
  for (let tries = 0; tries < patience.tries; tries++) {
    const found = await findFormResult(context.db, key)
    if (!found) return null
    if (found.location !== null) return { location: found.location }
    await new Promise((resolve) => setTimeout(resolve, patience.pauseMs))
  }
  return null
}

/** What a form's result says, to the login that sent it and not for long. */
export async function readNotice(context: FlowContext, key: FormKey): Promise<Notice | null> {
  const found = await findFormResult(context.db, key)
  if (!found?.sealed_notice || !found.done_at || context.clock.now().getTime() - found.done_at.getTime() > noticeMs)
    return null
  const text = open(context.keyring, noticePurpose(key), found.sealed_notice)
  return text === null ? null : (JSON.parse(text) as Notice)
}

/** Forgets what nobody can read or send any more. */
export async function forgetOldForms(context: FlowContext): Promise<void> {
  const now = context.clock.now().getTime()
  await forgetForms(context.db, { notices: new Date(now - noticeMs), forms: new Date(now - keptMs) })
}

function noticePurpose(key: FormKey): string {
  return `notice ${key.merchantId} ${key.id}`
}
