import type { Lifecycle, Request, Server } from '@hapi/hapi'
import { challengeReturnPath, openAttemptToken } from '../../domain/sessions/attempt-token.ts'
import { clientSecretOf } from '../../domain/sessions/client-secret.ts'
import { hostedCheckoutUrl } from '../../domain/wire/checkout-session.ts'
import { challengePagePath } from '../../domain/wire/form-session.ts'
import type { FlowContext } from '../../flows/context.ts'
import { continueChallenge } from '../../flows/sessions/continue-challenge.ts'
import type { PageReply } from '../../markup/html.ts'
import { findAttempt } from '../../store/sessions/card-attempts.ts'
import type { FormAssets } from '../form/form-assets.ts'
import { renderUnknownCheckout } from '../hosted/hosted-checkout.ts'
import { maxReturnBytes, returnedFields } from './challenge-fields.ts'
import { renderChallengePage, type ChallengePageQuery } from './challenge-page.ts'
import { renderChallengeReturn, renderUnavailableReturn, renderUnknownReturn } from './challenge-return.ts'

interface Served {
  readonly assets: FormAssets
  localeOf(request: Request): string | undefined
  queryOf(request: Request): ChallengePageQuery
  readonly orUnavailable: OrUnavailable
}

/**
 * Makes a handler of a page that also has an answer while the database does not work: `renderUnavailable`, or the one
 * of the payment pages.
 */
export type OrUnavailable = (
  render: (request: Request) => Promise<PageReply>,
  renderUnavailable?: RenderUnavailable,
) => Lifecycle.Method

export type RenderUnavailable = (locale: string | undefined, assets: FormAssets, hasLink: boolean) => PageReply

/** The pages of 3-D Secure: ours around the bank's, and the address to which the bank's page leads back. */
export function bindChallengePages(server: Server, context: FlowContext, served: Served): void {
  const { orUnavailable } = served
  server.route({
    method: 'GET',
    path: `${challengePagePath}{token}`,
    options: { auth: false },
    handler: orUnavailable((request) => challengePage(context, served, request)),
  })
  const path = `${challengeReturnPath}{token}`
  server.route({
    method: 'GET',
    path,
    options: { auth: false },
    handler: orUnavailable((request) => challengeReturn(context, served, request, ''), renderUnavailableReturn),
  })
  server.route({
    method: 'POST',
    path,
    options: { auth: false, payload: { parse: false, output: 'data', maxBytes: maxReturnBytes } },
    handler: orUnavailable(
      (request) => challengeReturn(context, served, request, formOf(request)),
      renderUnavailableReturn,
    ),
  })
}

/** Only for a card attempt that waits for its customer. */
async function challengePage(context: FlowContext, served: Served, request: Request): Promise<PageReply> {
  const opened = openAttemptToken(context.keyring, String(request.params.token))
  const attempt = opened && (await findAttempt(opened.scope, context.db, opened.attemptId))
  if (!attempt?.challenge_url) return renderUnknownCheckout(served.localeOf(request), served.assets)
  const challenge = attempt.challenge ?? { kind: 'page', url: attempt.challenge_url }
  return renderChallengePage(challenge, served.queryOf(request), served.assets)
}

/** Accepts what the bank's page sent back. The page shows the current state, whatever the request contains. */
async function challengeReturn(
  service: FlowContext,
  served: Served,
  request: Request,
  body: string,
): Promise<PageReply> {
  const locale = served.localeOf(request)
  const opened = openAttemptToken(service.keyring, String(request.params.token), 'return')
  const context = opened ? await service.testClocks.inTimeOf(service, opened.scope) : service
  // Previews of links send HEAD.
  const fields = request.raw.req.method === 'HEAD' ? null : returnedFields(request.url.searchParams, body)
  if (opened && fields)
    await continueChallenge(context, opened.scope, { attemptId: opened.attemptId }, { kind: 'returned', fields })
  const attempt = opened && (await findAttempt(opened.scope, context.db, opened.attemptId))
  if (!opened || !attempt) return renderUnknownReturn(locale, served.assets)
  const clientSecret = clientSecretOf(context.keyring, opened.scope, attempt.session_id)
  const checkoutUrl = hostedCheckoutUrl(context.settings.baseUrl, clientSecret)
  return renderChallengeReturn({ status: attempt.status, checkoutUrl }, locale, served.assets)
}

/** A body of another type has no fields. */
function formOf({ payload, raw }: Request): string {
  const isForm = /^application\/x-www-form-urlencoded(;|$)/i.test(raw.req.headers['content-type'] ?? '')
  return isForm && Buffer.isBuffer(payload) ? payload.toString() : ''
}
