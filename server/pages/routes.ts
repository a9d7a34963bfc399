import type { Request, ResponseToolkit, Server } from '@hapi/hapi'
import { isSupportedLanguage } from '../../form/texts/languages.ts'
import { loggable } from '../domain/text/loggable-error.ts'
import { outageOf } from '../domain/outage.ts'
import { formSession, type FormView } from '../domain/wire/form-session.ts'
import { paymentLinkUrl } from '../domain/wire/payment-link.ts'
import { isSimulated, type SandboxContext } from '../flows/context.ts'
import { previewLinkCheckout } from '../flows/links/open-link-checkout.ts'
import { readPaymentLinkByCode } from '../flows/links/read-payment-links.ts'
import { challengePath } from '../processors/sandbox/processor.ts'
import type { PageReply } from '../markup/html.ts'
import { loadMerchant } from '../store/accounts/merchants.ts'
import { carriedAddress } from './carried-address.ts'
import { bindChallengePages, type OrUnavailable } from './challenge/challenge-routes.ts'
import { serveAddressFormat } from './form/address-formats.ts'
import { bindDocs } from './docs/docs-routes.ts'
import type { DocsContext } from './docs/page.ts'
import { serveAsset, serveLoader, type FormAssets } from './form/form-assets.ts'
import { redirection, renderErrorPage } from './error-page.ts'
import { renderFrontPage } from './front-page.ts'
import { frameDocuments } from './form/frame-documents.ts'
import { renderUnavailable } from './hosted/hosted-checkout.ts'
import { serveCheckout, serveReceipt } from './hosted/serve-checkout.ts'
import { renderFont } from './replies/font.ts'
import { renderIcon } from './replies/icon.ts'
import { serveLaterTexts } from './form/later-texts.ts'
import { renderLinkPage, renderUnknownLink, type LinkPageView } from './links/link-page.ts'
import { preferredLocale } from '../../form/texts/preferred-locale.ts'
import { renderLinkQr } from './links/qr.ts'
import { completeFromForm, renderChallenge } from './challenge/sandbox-challenge.ts'
import type { StoredReply, StoredRequest } from './replies/stored-reply.ts'
import { sdkPackage } from './sdk/sdk-package.ts'
import { servePackage } from './sdk/serve-package.ts'

/** The pages and scripts of a payment: everything that a browser loads until the customer has typed the card. */
export function bindPaymentPages(server: Server, context: SandboxContext, assets: FormAssets): void {
  const page = pagesOf(server)
  const orUnavailable = duringOutage(context, assets)
  for (const path of ['/favicon.svg', '/favicon.ico']) page(path, (_request, toolkit) => send(toolkit, renderIcon()))
  page('/v1/servicepay.js', async (request, toolkit) =>
    send(toolkit, await serveLoader(assets, assetRequest(request), localeOf(request))),
  )
  const frames = frameDocuments(assets)
  page('/v1/form/frame', async (request, toolkit) =>
    send(toolkit, await frames(frameQuery(request), assetRequest(request))),
  )
  page('/v1/form/assets/{name}', async (request, toolkit) => {
    const name = String(request.params.name)
    const reply =
      serveAsset(assets, name, assetRequest(request)) ??
      (await serveLaterTexts(assets, name, assetRequest(request))) ??
      (await serveAddressFormat(name, assetRequest(request)))
    return reply ? send(toolkit, reply) : toolkit.response().code(404)
  })
  page(
    '/checkout/{clientSecret}',
    orRightAddress(
      orUnavailable((request) =>
        serveCheckout(context, assets, String(request.params.clientSecret), localeOf(request)),
      ),
    ),
  )
  page(
    '/l/{code}',
    orRightAddress(
      orUnavailable((request) => linkPage(context, assets, String(request.params.code), localeOf(request))),
    ),
  )
  page('/l/{code}/qr.svg', async (request, toolkit) => {
    const found = await readPaymentLinkByCode(context, String(request.params.code))
    return found
      ? send(toolkit, renderLinkQr(paymentLinkUrl(context.settings.baseUrl, found.link.code)))
      : toolkit.response().code(404)
  })
}

/**
 * All other pages that a browser opens without a sign-in. `documented` is what the documentation shows of this
 * service's configuration.
 */
export function bindPages(
  server: Server,
  context: SandboxContext,
  assets: FormAssets,
  documented: Omit<DocsContext, 'baseUrl' | 'sdk'>,
): void {
  const page = pagesOf(server)
  page('/', (_request, toolkit) => send(toolkit, renderFrontPage()))
  page('/fonts/{name}', (request, toolkit) => {
    const reply = renderFont(String(request.params.name))
    return reply ? send(toolkit, reply) : toolkit.response().code(404)
  })
  const orUnavailable = duringOutage(context, assets)
  page(
    '/receipt/{token}',
    orRightAddress(
      orUnavailable((request) => serveReceipt(context, assets, String(request.params.token), localeOf(request))),
    ),
  )
  page('/sdk/{name}', async (request, toolkit) =>
    send(toolkit, await servePackage(String(request.params.name), assetRequest(request))),
  )
  bindChallengePages(server, context, { assets, localeOf, queryOf: frameQuery, orUnavailable })
  bindChallenge(server, context, assets)
  bindDocs(server, {
    context: async () => ({ baseUrl: context.settings.baseUrl, ...documented, sdk: await sdkPackage() }),
    looks: assets.docs,
    requestOf: assetRequest,
    send,
  })
}

/** Makes the handler of a page for customers. While the database does not work, they get a page in their language. */
function duringOutage(context: SandboxContext, assets: FormAssets): OrUnavailable {
  return (render, unavailable = renderUnavailable) =>
    async (request, toolkit) => {
      try {
        return send(toolkit, await render(request))
      } catch (error) {
        if (!outageOf(error)) throw error
        context.log.error(
          { requestId: request.app.requestId, route: request.route.path, error: loggable(error) },
          'a request failed',
        )
        return send(toolkit, unavailable(localeOf(request), assets, request.method === 'get'))
      }
    }
}

type PageHandler = (request: Request, toolkit: ResponseToolkit) => unknown

/** Leads to the right address where the one of the request has only been carried badly. */
function orRightAddress(handler: PageHandler): PageHandler {
  return (request, toolkit) => {
    const right = carriedAddress(request.path)
    return right === null ? handler(request, toolkit) : send(toolkit, redirection(right, request.url.search))
  }
}

/**
 * What people get in place of an error reply: the page at the address that they meant, or a page that says what is
 * wrong. Null: the request comes from a program.
 */
export function pagesForPeople(assets: FormAssets): (request: Request, status: number) => PageReply | null {
  return (request, status) => {
    const right = isGet(request) && (status === 404 || status === 400) ? carriedAddress(request.path) : null
    if (right !== null) return redirection(right, request.url.search)
    if (!isFromPerson(request)) return null
    return renderErrorPage({ path: request.path, status, locale: localeOf(request), hasLink: isGet(request) }, assets)
  }
}

/** A browser that opens a page says that it wants HTML. So do some libraries, but those only call the API. */
function isFromPerson({ path, raw: { req } }: Request): boolean {
  return !/^\/v1\/(?!form\/(frame|challenge))/i.test(path) && (req.headers.accept ?? '').includes('text/html')
}

function isGet({ method }: Request): boolean {
  return method === 'get' || method === 'head'
}

type BindPage = (path: string, handler: PageHandler) => void

function pagesOf(server: Server): BindPage {
  return (path, handler) =>
    server.route({ method: 'GET', path, options: { auth: false }, handler: handler as () => object })
}

async function linkPage(
  service: SandboxContext,
  assets: FormAssets,
  code: string,
  locale: string | undefined,
): Promise<PageReply> {
  const found = await readPaymentLinkByCode(service, code)
  const merchant = found && (await loadMerchant(found.scope, service.db))
  if (!found || !merchant) return renderUnknownLink(locale, assets)
  const context = await service.testClocks.inTimeOf(service, found.scope)
  const { livemode, amount, currency, description, reference, status, kind } = found.link
  const processor = new URL(context.settings.baseUrl).host
  const view = {
    ...{ code: found.link.code, amount, currency, description, reference, status, kind, processor },
    isTest: isSimulated(context, livemode),
    merchantName: merchant.business_name ?? processor,
    supportEmail: merchant.contact_email,
    termsUrl: merchant.terms_url,
    privacyUrl: merchant.privacy_url,
  }
  const preview = await previewLinkCheckout(context, found.scope, found.link)
  return renderLinkPage({ ...view, preview: preview && previewOf(preview) }, locale, assets)
}

/** A session that does not exist has an id that cannot be used. */
function previewOf(view: FormView): LinkPageView['preview'] {
  return { ...formSession(view), id: '' }
}

/** Larger than any request of the page's own form. */
const maxAnswerBytes = 1024

/** The sandbox bank's confirmation page, where the tester picks the result. */
function bindChallenge(server: Server, context: SandboxContext, assets: FormAssets): void {
  const path = `${challengePath}{token}`
  const question = async (request: Request): Promise<PageReply> => {
    const challenge = await context.sandbox.challengeByToken(String(request.params.token))
    return renderChallenge(challenge, null, localeOf(request), assets)
  }
  server.route({
    method: 'GET',
    path,
    options: { auth: false },
    handler: async (request, toolkit) => send(toolkit, await question(request)),
  })
  server.route({
    method: 'POST',
    path,
    options: { auth: false, payload: { parse: false, output: 'data', maxBytes: maxAnswerBytes } },
    handler: async (request, toolkit) => {
      const body = Buffer.isBuffer(request.payload) ? request.payload.toString() : ''
      const answered = await completeFromForm(context.sandbox, String(request.params.token), body)
      if (answered.kind === 'answered') return toolkit.redirect(request.path).code(303)
      const page = await question(request)
      return send(toolkit, answered.kind === 'invalid' ? { ...page, status: 400 } : page)
    },
  })
}

/** The language that the customer chose on the page, or one that the browser asks for. */
function localeOf(request: Request): string | undefined {
  const chosen: unknown = (request.query as Record<string, unknown>)['locale']
  if (typeof chosen === 'string' && isSupportedLanguage(chosen)) return chosen
  return preferredLocale(request.raw.req.headers['accept-language'])
}

function assetRequest(request: Request): StoredRequest {
  return {
    acceptEncoding: headerText(request.raw.req.headers['accept-encoding']),
    ifNoneMatch: headerText(request.raw.req.headers['if-none-match']),
  }
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

function frameQuery(request: Request): {
  locale: string | undefined
  theme: string | undefined
  place: string | undefined
  layout: string | undefined
  bare: string | undefined
  isolated: string | undefined
} {
  const query = request.query as Record<string, unknown>
  const text = (name: string): string | undefined => (typeof query[name] === 'string' ? query[name] : undefined)
  return {
    locale: text('locale'),
    theme: text('theme'),
    place: text('place'),
    layout: text('layout'),
    bare: text('bare'),
    isolated: text('isolated'),
  }
}

function send(toolkit: ResponseToolkit, reply: PageReply | StoredReply): object {
  const response = toolkit.response(reply.body).code(reply.status)
  for (const [name, value] of Object.entries(reply.headers)) response.header(name, value)
  return response
}
