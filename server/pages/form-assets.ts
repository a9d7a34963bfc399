import { fileURLToPath } from 'node:url'
import { buildSync, stop } from 'esbuild'
import { textsFor } from '../../form/texts/languages.ts'
import type { Texts } from '../../form/texts/texts.ts'
import { inlineStyle, type InlineStyle } from '../markup/html.ts'
import { hashedCachingOf, replyWithAsset, storeText } from './stored-reply.ts'
import type { StoredReply, StoredRequest, StoredText } from './stored-reply.ts'

/** A script as it is served, compressed in advance. */
export interface Asset extends StoredText {
  /** The file's name. Names of the pages' scripts contain the hash of their content. */
  readonly name: string
}

/** Scripts and style sheets of the pages. */
export interface FormAssets {
  /** `/v1/servicepay.js`, a fixed address in merchants' pages. Compressed for a language on the first request in it. */
  readonly loaderIn: (texts: Texts) => Promise<Asset>
  readonly frameScript: Asset
  /** The frame's second script, which the first one loads after `ready`. */
  readonly laterScript: Asset
  /** Whether the frame's first script uses the text of this name. */
  readonly firstScriptUses: (text: string) => boolean
  readonly hostedScript: Asset
  readonly linkScript: Asset
  /** For our page around the bank's confirmation page. */
  readonly challengeScript: Asset
  /** For the sandbox bank's confirmation page. */
  readonly bankScript: Asset
  readonly frameStyle: InlineStyle
  readonly hostedStyle: InlineStyle
  readonly linkStyle: InlineStyle
  readonly challengeStyle: InlineStyle
  /** For the sandbox bank's confirmation page. */
  readonly bankStyle: InlineStyle
  readonly docsStyle: InlineStyle
}

const root = fileURLToPath(new URL('../../', import.meta.url))

let built: Promise<FormAssets> | undefined

/** Bundles the form from its sources, once per process. */
export function formAssets(): Promise<FormAssets> {
  return (built ??= build())
}

/** Takes about 300 ms. It ends the bundler's process too. */
async function build(): Promise<FormAssets> {
  // One after the other, because each compression takes megabytes of memory that the process keeps.
  const assets = {
    loaderIn: loadersOf(bundle('form/servicepay.ts', { define: { notLoaded: placeholder } })),
    frameScript: await asset('frame', 'form/frame/main.ts'),
    laterScript: await asset('later', 'form/frame/later.ts', {
      globalName: 'servicePayLater',
      define: { receiptStyle: JSON.stringify(bundle('form/receipt.css')) },
    }),
    hostedScript: await asset('hosted', 'form/hosted-checkout.ts'),
    linkScript: await asset('link', 'form/payment-link.ts'),
    challengeScript: await asset('challenge', 'form/challenge-page.ts'),
    bankScript: await asset('bank', 'form/sandbox-challenge.ts'),
    frameStyle: inlineStyle(bundle('form/frame/frame.css')),
    hostedStyle: inlineStyle(bundle('form/hosted-checkout.css')),
    linkStyle: inlineStyle(bundle('form/payment-link.css')),
    challengeStyle: inlineStyle(bundle('form/challenge-page.css')),
    bankStyle: inlineStyle(bundle('server/pages/sandbox-challenge.css')),
    docsStyle: inlineStyle(bundle('server/pages/docs/docs.css')),
  }
  await stop()
  const firstScript = assets.frameScript.plain.toString()
  return { ...assets, firstScriptUses: (text) => new RegExp(`\\b${text}\\b`).test(firstScript) }
}

/** The oldest browsers with the APIs that the form needs (WebCrypto, ResizeObserver, Intl) understand this syntax. */
const syntax = 'es2020'

interface BundleOptions {
  /** Source text that replaces each of these names. */
  readonly define?: Readonly<Record<string, string>>
  /** The variable of the document that gets the exports of the script. */
  readonly globalName?: string
}

function bundle(entry: string, { define = {}, globalName }: BundleOptions = {}): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [entry],
    define,
    ...(globalName && { globalName }),
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
  if (!output) throw new Error(`Bug: esbuild built nothing from ${entry}`)
  return output.text.trim()
}

async function asset(name: string, entry: string, options?: BundleOptions): Promise<Asset> {
  const stored = await storeText(bundle(entry, options))
  return { name: `${name}.${stored.hash}.js`, ...stored }
}

/** Marks the place of the one text that differs by language, so that the loader is bundled only once. */
const placeholder = '__not_loaded__'
/** Brotli quality. This one costs the first request in a language a few milliseconds. */
const loaderQuality = 9

function loadersOf(bundled: string): FormAssets['loaderIn'] {
  const loaders = new Map<string, Promise<Asset>>()
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
    const loader = loaders.get(texts.language) ?? make(texts)
    loaders.set(texts.language, loader)
    return loader
  }
}

/** Long enough to save repeated loads, short enough for a corrected loader to arrive soon. */
const loaderCaching = 'public, max-age=300, stale-while-revalidate=86400'

/** `GET /v1/servicepay.js`. `locale` is the browser's preferred language tag. */
export async function serveLoader(
  { loaderIn }: FormAssets,
  request: StoredRequest,
  locale: string | undefined,
): Promise<StoredReply> {
  const { headers, ...served } = replyWithAsset(
    await loaderIn(textsFor(locale).texts),
    request,
    'text/javascript',
    loaderCaching,
  )
  return { ...served, headers: { ...headers, vary: 'Accept-Encoding, Accept-Language' } }
}

/**
 * `GET /v1/form/assets/{name}`. Null: 404. During a roll-out, a page from one server may ask another server for a
 * version of the script that it lacks. It then gets the current version, uncached, because a 404 would break the form.
 */
export function serveAsset(assets: FormAssets, name: string, request: StoredRequest): StoredReply | null {
  if (!/^\w+\.[0-9a-f]{16}\.js$/.test(name)) return null
  const kind = name.split('.')[0]
  const found = [
    assets.frameScript,
    assets.laterScript,
    assets.hostedScript,
    assets.linkScript,
    assets.challengeScript,
    assets.bankScript,
  ].find((known) => known.name.split('.')[0] === kind)
  if (!found) return null
  return replyWithAsset(found, request, 'text/javascript', hashedCachingOf(found.name === name))
}
