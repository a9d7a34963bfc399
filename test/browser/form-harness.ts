import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import type { FormSession } from '../../form/frame/session/form-session.ts'
import { renderChallengePage } from '../../server/pages/challenge/challenge-page.ts'
import { serveAddressFormat } from '../../server/pages/form/address-formats.ts'
import { formAssets, serveAsset, serveLoader } from '../../server/pages/form/form-assets.ts'
import { renderFormFrame } from '../../server/pages/form/form-frame.ts'
import { renderHostedCheckout, type HostedCheckoutView } from '../../server/pages/hosted/hosted-checkout.ts'
import { renderIcon } from '../../server/pages/replies/icon.ts'
import { serveLaterTexts } from '../../server/pages/form/later-texts.ts'
import { preferredLocale } from '../../form/texts/preferred-locale.ts'

/**
 * Answers the form's calls for one session at a time, in states that are hard to reach with the real server (lost
 * replies, slow banks, unusual sessions). Other tests make payments with the real server.
 */
export interface FormHarness {
  /** Address of the service. */
  readonly service: string
  /** Address of a shop's page, on another origin, with the form in `#pay`. */
  readonly shop: string
  /** Further headers of that page. */
  shopHeaders: Readonly<Record<string, string>>
  /** The session as the form reads it. Tests change it. */
  session: FormSession
  /** Called with method and path. `lost` cuts the connection after the request has taken effect, `refused` before. */
  fault: (call: string) => 'lost' | 'refused' | null
  /** The error that answers every payment, instead of the bank. */
  refusal: { readonly status: number; readonly code: string; readonly param?: string; readonly message?: string } | null
  /** Every card received, decrypted. */
  readonly cards: Record<string, unknown>[]
  /** The networks of every card. */
  networks: readonly string[]
  readonly calls: string[]
  /** Another visitor of the checkout has paid, so the form sees no receipt. */
  isPaidByOther: boolean
  /** How the bank ends a payment of this card number. */
  bank: (number: string) => Partial<FormSession>
  /** The `checkout` options after `clientSecret`, as source text. */
  options: string
  close(): Promise<void>
}

type FormReceipt = NonNullable<FormSession['receipt']>

export const clientSecret = 'cs_test_harness_secret_abc'

export function openSession(): FormSession {
  return {
    id: 'cs_test_harness',
    object: 'form_session',
    status: 'open',
    livemode: false,
    amount: 4250,
    currency: 'GBP',
    description: 'Two tickets, Saturday 8 pm',
    merchant_name: 'Harbour Theatre',
    reference: 'order-1001',
    support_email: 'help@shop.example',
    terms_url: 'https://shop.example/terms',
    privacy_url: 'https://shop.example/privacy',
    needs: { email: false, billing_address: false },
    accepted_brands: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'],
    attempts_left: null,
    failure_code: null,
    failure_message: null,
    last_attempt: null,
    expires_at: new Date(Date.now() + 18e5).toISOString(),
    server_time: new Date().toISOString(),
    cancel_url: 'https://shop.example/basket',
    redirect_url: null,
    receipt: null,
  }
}

export function paidReceipt(change: Partial<FormReceipt> = {}): FormReceipt {
  return {
    paid_at: '2026-11-21T10:17:02.412Z',
    card_brand: 'visa',
    card_last4: '0085',
    amount_refunded: 0,
    returned: [],
    ...change,
  }
}

/** After two refunds, of £10.00 and £2.50. */
export function partRefundedReceipt(): FormReceipt {
  const refund = (amount: number, day: number) =>
    ({ kind: 'refund', amount, returned_at: `2026-11-${day}T09:30:11.020Z` }) as const
  return paidReceipt({ amount_refunded: 1250, returned: [refund(1000, 22), refund(250, 24)] })
}

export async function startFormHarness(): Promise<FormHarness> {
  const assets = await formAssets()
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ECDH-ES', use: 'enc' }

  // A browser may close its connection during a request.
  const service = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  const shop = createServer((_request, response) => {
    const script = `window.seen = []; const note = (name) => (argument) => seen.push([name, argument])
      window.checkout = ServicePay.checkout({clientSecret: '${clientSecret}', ${harness.options}})
      for (const name of ['ready', 'complete', 'failed', 'error']) checkout.on(name, note(name))
      checkout.mount('#pay')`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...harness.shopHeaders })
    response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
      <body style="margin:0"><main><h1 hidden>Shop</h1><div id="pay"></div></main>
      <script src="${harness.service}/v1/servicepay.js"></script><script>${script}</script>`)
  })

  const harness: FormHarness = {
    service: await listen(service, '127.0.0.1'),
    shop: (await listen(shop, '127.0.0.1')).replace('127.0.0.1', 'localhost'),
    session: openSession(),
    fault: () => null,
    refusal: null,
    isPaidByOther: false,
    cards: [],
    networks: [],
    calls: [],
    bank: () => ({ status: 'paid', failure_code: null, failure_message: null }),
    options: '',
    shopHeaders: {},
    close: async () => {
      for (const server of [service, shop]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
  return harness

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://harness')
    const call = `${request.method} ${pathname}`
    harness.calls.push(call)
    const fault = harness.fault(call)
    if (fault === 'refused') return void request.socket.destroy()
    const sent = await replyTo(call, pathname, searchParams, request)
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(sent.status, { 'content-type': 'application/json', ...sent.headers })
    response.end(sent.body)
  }

  async function replyTo(call: string, path: string, query: URLSearchParams, request: IncomingMessage): Promise<Reply> {
    const assetRequest = { acceptEncoding: request.headers['accept-encoding'], ifNoneMatch: undefined }
    if (path === '/favicon.svg' || path === '/favicon.ico') return renderIcon()
    if (path === '/v1/servicepay.js')
      return serveLoader(assets, assetRequest, preferredLocale(request.headers['accept-language']))
    if (path.startsWith('/v1/form/assets/')) {
      const name = path.slice('/v1/form/assets/'.length)
      return (
        serveAsset(assets, name, assetRequest) ??
        (await serveLaterTexts(assets, name, assetRequest)) ??
        (await serveAddressFormat(name, assetRequest)) ??
        missing
      )
    }
    if (path === '/v1/form/frame') return renderFormFrame(Object.fromEntries(query), assets)
    if (path === '/v1/form/challenge/1')
      return renderChallengePage(
        { kind: 'page', url: harness.session.last_attempt?.challenge_url ?? '' },
        Object.fromEntries(query),
        assets,
      )
    if (path.startsWith('/checkout/')) return renderHostedCheckout(hostedViewOf(current()), 'en-GB', assets)
    if (call === 'GET /v1/form/encryption_key') return json(jwk)
    if (call === 'GET /v1/form/session') return json(current())
    if (call === 'POST /v1/form/card_networks') return json({ object: 'card_networks', networks: harness.networks })
    if (call === 'POST /v1/form/attempts') return submit(await bodyOf(request))
    if (path.startsWith('/v1/form/attempts/'))
      return json({ ...harness.session.last_attempt, visitor_token, session: current() })
    return missing
  }

  async function submit(body: { encrypted_card: string }): Promise<Reply> {
    const { plaintext } = await compactDecrypt(body.encrypted_card, privateKey)
    const card = JSON.parse(new TextDecoder().decode(plaintext))
    if (harness.cards.some((known) => known['nonce'] === card.nonce))
      return json({ error: { code: 'card_not_encrypted' } }, 400)
    if (harness.refusal) return json({ error: harness.refusal }, harness.refusal.status)
    harness.cards.push({ ...card, sent: body })
    const last_attempt = { ...unsettled, id: `att_${harness.cards.length}` }
    harness.session = { ...harness.session, last_attempt, ...harness.bank(card.number) }
    return json({ ...harness.session.last_attempt, visitor_token, session: current() })
  }

  function current(): FormSession {
    const { session } = harness
    const isPaid = ['paid', 'refunded', 'disputed'].includes(session.status)
    const receipt = session.receipt ?? (isPaid && !harness.isPaidByOther ? paidReceipt() : null)
    return { ...session, receipt, server_time: session.server_time || new Date().toISOString() }
  }
}

/** The view of the hosted page for a session, of which `change` replaces a part. */
export function hostedViewOf(session: FormSession, change: Partial<HostedCheckoutView> = {}): HostedCheckoutView {
  return {
    ...session,
    isTest: !session.livemode,
    ...{
      clientSecret,
      mayBeCharged: false,
      isJustPaid: true,
      processor: 'pay.example',
      merchantName: session.merchant_name,
    },
    ...{ cancelUrl: session.cancel_url, redirectUrl: session.redirect_url },
    ...{ supportEmail: session.support_email, termsUrl: session.terms_url, privacyUrl: session.privacy_url },
    ...change,
  }
}

const visitor_token = 'the-token-of-this-visitor'

const unsettled = {
  status: 'processing',
  challenge_url: null,
  challenge_page: null,
  challenge_kind: null,
  abandoned: false,
  left_at_bank: false,
} as const

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

const missing: Reply = { status: 404, headers: {}, body: '{}' }

function json(body: unknown, status = 200): Reply {
  return { status, headers: {}, body: JSON.stringify(body) }
}

async function bodyOf(request: IncomingMessage): Promise<{ encrypted_card: string }> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text)
}

async function listen(server: ReturnType<typeof createServer>, host: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return `http://${host}:${(server.address() as AddressInfo).port}`
}
