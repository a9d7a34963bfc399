import { openAttemptToken } from '../../domain/sessions/attempt-token.ts'
import { openClientSecret } from '../../domain/sessions/client-secret.ts'
import { formSession, type FormView } from '../../domain/wire/form-session.ts'
import { isSimulated, type FlowContext } from '../../flows/context.ts'
import { readFormSession } from '../../flows/sessions/read-form-session.ts'
import type { PageReply } from '../../markup/html.ts'
import { findAttempt } from '../../store/sessions/card-attempts.ts'
import type { FormAssets } from '../form/form-assets.ts'
import { renderHostedCheckout, renderUnknownCheckout, type HostedCheckoutView } from './hosted-checkout.ts'

/** `GET /checkout/{client_secret}`. */
export async function serveCheckout(
  service: FlowContext,
  assets: FormAssets,
  clientSecret: string,
  locale: string | undefined,
): Promise<PageReply> {
  const opened = openClientSecret(service.keyring, clientSecret)
  const context = opened ? await service.testClocks.inTimeOf(service, opened.scope) : service
  const view = opened && (await readFormSession(context, opened.scope, opened.sessionId, null))
  if (!view) return renderUnknownCheckout(locale, assets)
  const shown = { ...viewOf(context, view), clientSecret, isJustPaid: isJustPaid(view) }
  return renderHostedCheckout(shown, locale, assets)
}

/** `GET /receipt/{token}`: what the customer of a mail may read, and no way to the shop or to the checkout. */
export async function serveReceipt(
  service: FlowContext,
  assets: FormAssets,
  token: string,
  locale: string | undefined,
): Promise<PageReply> {
  const opened = openAttemptToken(service.keyring, token, 'receipt')
  const context = opened ? await service.testClocks.inTimeOf(service, opened.scope) : service
  const attempt = opened && (await findAttempt(opened.scope, context.db, opened.attemptId))
  const visitor = attempt?.visitor ? { hash: attempt.visitor } : null
  const view = attempt && (await readFormSession(context, opened.scope, attempt.session_id, visitor))
  const shown = view && { ...viewOf(context, view), cancelUrl: null, redirectUrl: null }
  return shown?.receipt ? renderHostedCheckout(shown, locale, assets) : renderUnknownCheckout(locale, assets)
}

function viewOf(context: FlowContext, view: FormView): HostedCheckoutView {
  const session = formSession(view)
  const processor = new URL(context.settings.baseUrl).host
  return {
    ...session,
    isTest: isSimulated(context, session.livemode),
    // The page knows no visitor. Of a checkout that many visitors share, it shows no attempt.
    failure_code: view.session.shared ? null : view.session.failure_code,
    mayBeCharged: mayBeCharged(view),
    ...{ clientSecret: '', processor, merchantName: session.merchant_name ?? processor, isJustPaid: false },
    ...{ cancelUrl: session.cancel_url, redirectUrl: session.redirect_url },
    ...{ supportEmail: session.support_email, termsUrl: session.terms_url, privacyUrl: session.privacy_url },
  }
}

/** In a checkout that many visitors share, the page does not know whose attempt it was. */
function mayBeCharged({ session, own }: FormView): boolean {
  if (session.shared) return session.attempts > 0
  return own !== null && (own.left_at_bank || own.failure_code === 'processor_unavailable')
}

/** Longer than a customer needs to return from the bank's page. */
const justPaidMilliseconds = 120_000

function isJustPaid({ session, now }: FormView): boolean {
  return session.paid_at !== null && now.getTime() - session.paid_at.getTime() < justPaidMilliseconds
}
