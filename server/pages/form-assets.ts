import { fileURLToPath } from 'node:url'
import { buildSync, stop } from 'esbuild'
import { textsFor } from '../../form/texts/languages.ts'
import type { Texts } from '../../form/texts/texts.ts'
import { inlineStyle, type InlineStyle } from '../markup/html.ts'
import { replyWith, storeText } from './stored-reply.ts'
import type { StoredReply, StoredRequest, StoredText } from './stored-reply.ts'

/** A script as it is served, compressed once for all. */
export interface Asset extends StoredText {
  /** File name; scripts of the pages carry the hash of their content. */
  readonly name: string
}

/** Everything the browser loads besides documents and the API. */
export interface FormAssets {
  /** `{base_url}/v1/servicepay.js`: a fixed address in merchants' pages. Compressed for a language when the first browser asks in it. */
  readonly loaderIn: (texts: Texts) => Promise<Asset>
  readonly frameScript: Asset
  readonly hostedScript: Asset
  readonly linkScript: Asset
  /** Of the sandbox bank's confirmation page. */
  readonly bankScript: Asset
  readonly frameStyle: InlineStyle
  readonly hostedStyle: InlineStyle
  readonly linkStyle: InlineStyle
  /** Of the sandbox bank's confirmation page. */
  readonly bankStyle: InlineStyle
  readonly docsStyle: InlineStyle
}

const root = fileURLToPath(new URL('../../', import.meta.url))

let built: Promise<FormAssets> | undefined

/** The form bundled from its sources, once in a process: they do not change while it runs. */
export function formAssets(): Promise<FormAssets> {
  return (built ??= build())
}

/** Some 300 ms. The bundler's own process ends with it. */
async function build(): Promise<FormAssets> {
  // One after the other: each that is compressed at the same time takes megabytes that are not given back.
  const assets = {
    loaderIn: loadersOf(bundle('form/servicepay.ts', { notLoaded: placeholder })),
    frameScript: await asset('frame', 'form/frame/main.ts'),
    hostedScript: await asset('hosted', 'form/hosted-checkout.ts'),
    linkScript: await asset('link', 'form/payment-link.ts'),
    bankScript: await asset('bank', 'form/sandbox-challenge.ts'),
    frameStyle: inlineStyle(bundle('form/frame/frame.css')),
    hostedStyle: inlineStyle(bundle('form/hosted-checkout.css')),
    linkStyle: inlineStyle(bundle('form/payment-link.css')),
    bankStyle: inlineStyle(bundle('server/pages/sandbox-challenge.css')),
    docsStyle: inlineStyle(bundle('server/pages/docs/docs.css')),
  }
  await stop()
  return assets
}

/** The oldest browsers that have what the form needs (WebCrypto, ResizeObserver, Intl) read this. */
const syntax = 'es2020'

function bundle(entry: string, define: Readonly<Record<string, string>> = {}): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [entry],
    define,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: syntax,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  })
  const [output] = outputFiles
  if (!output) throw new Error(`Bug: nothing was built from ${entry}`)
  return output.text.trim()
}

async function asset(name: string, entry: string): Promise<Asset> {
  const stored = await storeText(bundle(entry))
  return { name: `${name}.${stored.hash}.js`, ...stored }
}

/** Stands in the loader for what differs by language: it is bundled once. */
const placeholder = '__not_loaded__'
/** A few milliseconds for the first browser of a language. */
const loaderQuality = 9

function loadersOf(bundled: string): FormAssets['loaderIn'] {
  const kept = new Map<string, Promise<Asset>>()
  const make = async ({ language, direction, live }: Texts): Promise<Asset> => {
    const notLoaded = JSON.stringify({ text: live.loadFailed, language, direction })
    return {
      name: 'servicepay.js',
      ...(await storeText(
        bundled.replace(placeholder, () => notLoaded),
        loaderQuality,
      )),
    }
  }
  return (texts) => {
    const found = kept.get(texts.language) ?? make(texts)
    kept.set(texts.language, found)
    return found
  }
}

/** Long enough to spare repeated loads, short enough for a mended loader to arrive soon. */
const loaderCaching = 'public, max-age=300, stale-while-revalidate=86400'
const hashedCaching = 'public, max-age=31536000, immutable'

/** `GET /v1/servicepay.js`; `locale` as the browser asks for it. */
export async function serveLoader(
  { loaderIn }: FormAssets,
  request: StoredRequest,
  locale: string | undefined,
): Promise<StoredReply> {
  const { headers, ...served } = reply(await loaderIn(textsFor(locale).texts), request, loaderCaching)
  return { ...served, headers: { ...headers, vary: 'Accept-Encoding, Accept-Language' } }
}

/**
 * `GET /v1/form/assets/{name}`; null: 404. While a new version is rolled out, a page of one server may ask another for the script of a
 * version it does not have: it gets the current one, uncached, rather than a dead form.
 */
export function serveAsset(assets: FormAssets, name: string, request: StoredRequest): StoredReply | null {
  if (!/^\w+\.[0-9a-f]{16}\.js$/.test(name)) return null
  const kind = name.split('.')[0]
  const found = [assets.frameScript, assets.hostedScript, assets.linkScript, assets.bankScript].find(
    (known) => known.name.split('.')[0] === kind,
  )
  if (!found) return null
  return reply(found, request, found.name === name ? hashedCaching : 'no-store')
}

function reply(found: Asset, request: StoredRequest, caching: string): StoredReply {
  return replyWith(found, request, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': caching,
    // Shops that isolate their pages may load it all the same.
    'cross-origin-resource-policy': 'cross-origin',
  })
}
