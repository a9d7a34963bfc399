import { createHash } from 'node:crypto'
import { textsFor } from '../../form/texts/languages.ts'
import type { PageReply } from '../markup/html.ts'
import type { Asset, FormAssets } from './form/form-assets.ts'
import { renderFormFrame } from './form/form-frame.ts'
import { renderUnknownCheckout } from './hosted/hosted-checkout.ts'
import { renderUnknownLink } from './links/link-page.ts'

/** A script or document of payment pages, as this version builds it. */
export interface PaymentPageFile {
  /** From the service's address, with a slash in front. */
  readonly path: string
  /** Why payment pages need it. */
  readonly reason: string
  readonly status: number
  /** In the form of Subresource Integrity. */
  readonly integrity: string
  /** The content security policy of a document. Null: a script, which has none of its own. */
  readonly policy: string | null
}

const language = 'en'

/**
 * All scripts of payment pages, and each kind of document in English: the form, the page of a checkout, and the page of
 * a link. The last two are those of an unknown address, because every other one is different for each payment.
 */
export async function paymentPageFiles(assets: FormAssets): Promise<PaymentPageFile[]> {
  const script = (path: string, { plain }: Asset, reason: string): PaymentPageFile => ({
    ...{ path, reason, status: 200, integrity: integrityOf(plain), policy: null },
  })
  const hashed = (asset: Asset, reason: string): PaymentPageFile =>
    script(`/v1/form/assets/${asset.name}`, asset, reason)
  return [
    script('/v1/servicepay.js', await assets.loaderIn(textsFor(language).texts), "opens the form in a shop's page"),
    hashed(assets.windowScript, "opens the bank's confirmation in a window over a shop's page"),
    hashed(assets.frameScript, 'the card form until it is ready; its document contains the same script'),
    hashed(assets.laterScript, 'the card form: reads, encrypts and sends the card'),
    hashed(assets.appearanceScript, "the card form: the shop's colours"),
    hashed(assets.hostedScript, 'opens the form on the hosted page'),
    hashed(assets.linkScript, 'opens the form on the page of a payment link'),
    hashed(assets.challengeScript, "shows the bank's confirmation in a frame"),
    document(
      '/v1/form/frame?locale=en',
      renderFormFrame({ locale: language }, assets),
      'the document of the card form',
    ),
    document('/checkout/none?locale=en', renderUnknownCheckout(language, assets), 'the hosted page'),
    document('/l/none?locale=en', renderUnknownLink(language, assets), 'the page of a payment link'),
  ]
}

function document(path: string, { status, body, headers }: PageReply, reason: string): PaymentPageFile {
  return {
    ...{ path, reason, status, integrity: integrityOf(body) },
    policy: headers['content-security-policy'] ?? null,
  }
}

export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

/** What a server answered at the path of a file. */
export interface Served {
  readonly status: number
  readonly integrity: string
  readonly policy: string | null
}

/** What differs, in words for the operator. Null: the server serves the file as this version builds it. */
export function differenceOf(file: PaymentPageFile, served: Served): string | null {
  if (served.status !== file.status) return `has status ${served.status} instead of ${file.status}`
  if (served.integrity !== file.integrity) return `has other content (${served.integrity})`
  if (file.policy !== null && served.policy !== file.policy)
    return `has another content security policy (${served.policy ?? 'none'})`
  return null
}
