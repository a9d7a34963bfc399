import type { ErrorCode } from '../../generated/errors.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import type { Problem } from './page.ts'

/** What a status says when nobody knows better: what happened, and what to do. */
const texts: Readonly<
  Record<Problem['status'], { readonly title: string; readonly message: string; readonly code: ErrorCode }>
> = {
  400: {
    title: 'This could not be read',
    message: 'What was sent is not what our form sends. Nothing was changed. Go back, reload the page and try again.',
    code: 'parameter_invalid',
  },
  401: {
    title: 'You are signed out',
    message: 'Your sign-in has ended, so nothing was changed. Sign in, and do it again.',
    code: 'unauthorized',
  },
  403: {
    title: 'This form is too old',
    message:
      'It was opened in another sign-in or too long ago, so nothing was changed. Go back, reload the page and send it again.',
    code: 'parameter_invalid',
  },
  404: {
    title: 'There is nothing here',
    message: 'The address is wrong, or what it names belongs to another account or mode.',
    code: 'not_found',
  },
  409: {
    title: 'This was sent already',
    message: 'The same form is still being done, or was cut short. Look whether it happened before you send it again.',
    code: 'parameter_invalid',
  },
  429: { title: 'Too many attempts', message: 'Wait a while, then try again.', code: 'rate_limited' },
  500: {
    title: 'Something went wrong',
    message: 'It is our fault, and it is in the log. Look whether your change happened, then try again.',
    code: 'internal_error',
  },
}

export function problemTitle(problem: Problem): string {
  return problem.title ?? texts[problem.status].title
}

/** The code for a caller that wants JSON. */
export function problemCode(problem: Problem): ErrorCode {
  return texts[problem.status].code
}

export function problemMessage(problem: Problem): string {
  return problem.message ?? texts[problem.status].message
}

/** `requestId`: what to name when somebody asks us. */
export function problemBody(problem: Problem, requestId: string): Markup {
  const link = problem.link && html`<p><a class="button" href="${problem.link.href}">${problem.link.text}</a></p>`
  return html`<section class="problem" role="alert"><p>${problemMessage(problem)}</p>${link}</section>${problem.status === 500 && html`<p class="hint">Request <code>${requestId}</code></p>`}`
}
