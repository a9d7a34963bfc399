import type { ErrorCode } from '../../../generated/errors.ts'
import { buttonLink, emptyState } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { Problem } from './page.ts'

/** The texts of a problem that brings none of its own: what happened and what to do. */
const texts: Readonly<
  Record<Problem['status'], { readonly title: string; readonly message: string; readonly code: ErrorCode }>
> = {
  400: {
    title: 'The form could not be read',
    message: 'The request does not match our form. Nothing was changed. Go back, reload the page and try again.',
    code: 'parameter_invalid',
  },
  401: {
    title: 'You are signed out',
    message: 'Your sign-in has ended, so nothing was changed. Sign in and try again.',
    code: 'unauthorized',
  },
  403: {
    title: 'This form is too old',
    message:
      'You opened it during another sign-in or too long ago, so nothing was changed. ' +
      'Go back, reload the page and send it again.',
    code: 'parameter_invalid',
  },
  404: {
    title: 'There is nothing here',
    message: 'The address is wrong, or it belongs to another account or mode.',
    code: 'not_found',
  },
  409: {
    title: 'This form was already sent',
    message:
      'We are still processing this form, or we were interrupted. ' +
      'Check whether the change was made before you send it again.',
    code: 'parameter_invalid',
  },
  429: { title: 'Too many attempts', message: 'Wait a while, then try again.', code: 'rate_limited' },
  500: {
    title: 'Something went wrong',
    message: 'The error is ours, and it is in the log. Check whether your change was made, then try again.',
    code: 'internal_error',
  },
  503: {
    title: 'The service cannot be used at the moment',
    message:
      'The service does not reach its database. Wait a minute and reload the page. ' +
      'If you were changing something, check whether it was changed before you do it again.',
    code: 'internal_error',
  },
}

export function problemTitle(problem: Problem): string {
  return problem.title ?? texts[problem.status].title
}

/** The error code for a client that prefers JSON. */
export function problemCode(problem: Problem): ErrorCode {
  return texts[problem.status].code
}

export function problemMessage(problem: Problem): string {
  return problem.message ?? texts[problem.status].message
}

/** `requestId`: shown with our own errors, so that a merchant can name it to support. */
export function problemBody(problem: Problem, requestId: string): Markup {
  const request = problem.status >= 500 && html`<p class="hint">Request <code>${requestId}</code></p>`
  // A wrong address is no fault of ours, and leads on like a page without content.
  if (problem.status === 404) {
    const { href, text } = problem.link ?? { href: '/dashboard', text: 'To the dashboard' }
    return html`<div role="alert">${emptyState('search', problemMessage(problem), null, buttonLink(href, text))}</div>`
  }
  const link = problem.link && html`<p><a class="button" href="${problem.link.href}">${problem.link.text}</a></p>`
  return html`
    <section class="problem" role="alert"><p>${problemMessage(problem)}</p>${link}</section>
    ${request}
  `
}
