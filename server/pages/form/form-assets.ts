import { textsFor } from '../../../form/texts/languages.ts'
import type { Texts } from '../../../form/texts/texts.ts'
import { builtOnce } from '../../engines/build/built-once.ts'
import { cspHash, inlineScript, inlineStyle, type InlineScript, type InlineStyle } from '../../markup/html.ts'
import {
  hashedCachingOf,
  replyWithAsset,
  storedText,
  storeText,
  type StoredReply,
  type StoredRequest,
  type StoredText,
} from '../replies/stored-reply.ts'
import type { Compressed, FormBundle } from './bundle-form.ts'

/** A script as it is served, compressed in advance. */
export interface Asset extends StoredText {
  /** The file's name. Names of the pages' scripts contain the hash of their content. */
  readonly name: string
}

/** Scripts and style sheets of the pages. */
export interface FormAssets {
  /** `/v1/servicepay.js`, a fixed address in merchants' pages. Compressed for a language on the first request in it. */
  readonly loaderIn: (texts: Texts) => Promise<Asset>
  /** The bank's window, which the loader imports when a payment begins. */
  readonly windowScript: Asset
  /** The frame's document contains it. Documents of the releases before request it at its address. */
  readonly frameScript: Asset
  /** Source expression for `script-src`. */
  readonly frameScriptHash: string
  /** The frame's second script, which the first one loads after `ready`. */
  readonly laterScript: Asset
  /** Paints the form as its merchant chose. */
  readonly appearanceScript: Asset
  /** Whether the frame's first script uses the text of this name. */
  readonly firstScriptUses: (text: string) => boolean
  readonly hostedScript: Asset
  readonly linkScript: Asset
  /** For our page around the bank's confirmation page. */
  readonly challengeScript: Asset
  /** For the sandbox bank's confirmation page. */
  readonly bankScript: Asset
  readonly frameStyle: InlineStyle
  /** The style sheet that the second script inserts. */
  readonly laterStyleHash: string
  readonly hostedStyle: InlineStyle
  readonly linkStyle: InlineStyle
  readonly challengeStyle: InlineStyle
  /** For the sandbox bank's confirmation page. */
  readonly bankStyle: InlineStyle
  /** The style and the script inside each page of the documentation. */
  readonly docs: { readonly style: InlineStyle; readonly script: InlineScript }
}

let built: Promise<FormAssets> | undefined

/** The scripts and style sheets, once per process. */
export function formAssets(): Promise<FormAssets> {
  return (built ??= build())
}

/** Everything that the bundle depends on, besides packages. */
const sources = [
  'form',
  'server/pages/challenge/sandbox-challenge.css',
  'server/pages/docs/docs.css',
  'server/pages/docs/script',
  'server/pages/docs/search',
  'server/pages/form/bundle-form.ts',
]

async function build(): Promise<FormAssets> {
  const { loader, docsScript, scripts, styles } = await builtOnce<FormBundle>('form.json', sources, async () => {
    const { bundleForm } = await import('./bundle-form.ts')
    return bundleForm(placeholder)
  })
  return {
    loaderIn: loadersOf(loader),
    windowScript: asset('window', scripts.window),
    frameScript: asset('frame', scripts.frame),
    laterScript: asset('later', scripts.later),
    appearanceScript: asset('appearance', scripts.appearance),
    hostedScript: asset('hosted', scripts.hosted),
    linkScript: asset('link', scripts.link),
    challengeScript: asset('challenge', scripts.challenge),
    bankScript: asset('bank', scripts.bank),
    frameScriptHash: cspHash(scripts.frame.plain),
    frameStyle: inlineStyle(styles.frame),
    laterStyleHash: cspHash(styles.later),
    hostedStyle: inlineStyle(styles.hosted),
    linkStyle: inlineStyle(styles.link),
    challengeStyle: inlineStyle(styles.challenge),
    bankStyle: inlineStyle(styles.bank),
    docs: { style: inlineStyle(styles.docs), script: inlineScript(docsScript) },
    firstScriptUses: (text) => new RegExp(`\\b${text}\\b`).test(scripts.frame.plain),
  }
}

function asset(name: string, { plain, gzip, brotli }: Compressed): Asset {
  const stored = storedText(Buffer.from(plain), Buffer.from(gzip, 'base64'), Buffer.from(brotli, 'base64'))
  return { name: `${name}.${stored.hash}.js`, ...stored }
}

/** Marks the place of the one text that differs by language, so that the loader is bundled only once. */
const placeholder = '__not_loaded__'
/** Brotli quality. This one costs the first request in a language a few milliseconds. */
const loaderQuality = 9

function loadersOf(bundled: string): FormAssets['loaderIn'] {
  const loaders = new Map<string, Promise<Asset>>()
  const make = async ({ language, shell }: Texts): Promise<Asset> => {
    const notLoaded = JSON.stringify([language, shell.notShown, shell.otherPage])
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
    assets.windowScript,
    assets.frameScript,
    assets.laterScript,
    assets.appearanceScript,
    assets.hostedScript,
    assets.linkScript,
    assets.challengeScript,
    assets.bankScript,
  ].find((known) => known.name.split('.')[0] === kind)
  if (!found) return null
  return replyWithAsset(found, request, 'text/javascript', hashedCachingOf(found.name === name))
}
