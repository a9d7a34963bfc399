import { fileURLToPath } from 'node:url'
import { esbuild } from '../../engines/build/esbuild.ts'
import { storeText, type StoredText } from '../replies/stored-reply.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A script as text, and compressed in Base64. */
export type Compressed = Readonly<Record<'plain' | 'gzip' | 'brotli', string>>

/** The scripts and style sheets of the pages, as JSON can hold them. */
export type FormBundle = Awaited<ReturnType<typeof bundleForm>>

/**
 * Takes about 300 ms, and ends the bundler's process too. `notLoaded` marks a text that the server fills in for each
 * language.
 */
export async function bundleForm(notLoaded: string) {
  // One after the other, because each compression takes megabytes of memory that the process keeps.
  const laterStyle = await bundle('form/frame/later.css')
  const challengeWindow = await storeText(await bundle('form/challenge-window.ts', { format: 'esm' }))
  const challengeWindowScript = JSON.stringify(`form/assets/window.${challengeWindow.hash}.js`)
  const bundled = {
    loader: await bundle('form/servicepay.ts', { define: { notLoaded, challengeWindowScript }, target: oldSyntax }),
    docsScript: await bundle('server/pages/docs/script/main.ts', { target: newSyntax }),
    scripts: {
      window: encoded(challengeWindow),
      frame: await compressed('form/frame/main.ts'),
      later: await compressed('form/frame/later.ts', {
        globalName: 'servicePayLater',
        define: { laterStyle: JSON.stringify(laterStyle) },
      }),
      appearance: await compressed('form/frame/appearance.ts', { globalName: 'servicePayAppearance' }),
      hosted: await compressed('form/hosted-checkout.ts', { target: oldSyntax }),
      link: await compressed('form/payment-link.ts', { target: oldSyntax }),
      challenge: await compressed('form/challenge-page.ts'),
      bank: await compressed('form/sandbox-challenge.ts'),
    },
    styles: {
      frame: await bundle('form/frame/frame.css'),
      later: laterStyle,
      hosted: await bundle('form/hosted-checkout.css'),
      link: await bundle('form/payment-link.css'),
      challenge: await bundle('form/challenge-page.css'),
      bank: await bundle('server/pages/challenge/sandbox-challenge.css'),
      docs: await bundle('server/pages/docs/docs.css'),
    },
  }
  const { stop } = await esbuild()
  await stop()
  return bundled
}

async function compressed(entry: string, options?: BundleOptions): Promise<Compressed> {
  return encoded(await storeText(await bundle(entry, options)))
}

function encoded({ plain, gzip, brotli }: StoredText): Compressed {
  return { plain: plain.toString(), gzip: gzip.toString('base64'), brotli: brotli.toString('base64') }
}

/** The oldest browsers with the APIs that the form needs (WebCrypto, ResizeObserver, Intl) understand this syntax. */
const syntax = 'es2020'
/** The scripts around the form run in older ones too, and say that the form does not (`old_browser` in the loader). */
const oldSyntax = 'es2018'

/** The documentation is read by developers, and works without its script. */
const newSyntax = 'es2022'

interface BundleOptions {
  /** Source text that replaces each of these names. */
  readonly define?: Readonly<Record<string, string>>
  /** The variable of the document that gets the exports of the script. */
  readonly globalName?: string
  /** Default: a script that runs by itself. */
  readonly format?: 'esm'
  readonly target?: string
}

async function bundle(entry: string, options: BundleOptions = {}): Promise<string> {
  const { define = {}, globalName, format = 'iife', target = syntax } = options
  const { build } = await esbuild()
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    define,
    ...(globalName && { globalName }),
    bundle: true,
    minify: true,
    write: false,
    format,
    target,
    // Every browser of this syntax has it.
    supported: { 'dynamic-import': true },
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    // Saves the words `use strict`. The type checker has checked the code as strict.
    tsconfigRaw: { compilerOptions: { alwaysStrict: false, strict: false } },
  })
  const [output] = outputFiles
  if (!output) throw new Error(`Bug: esbuild built nothing from ${entry}`)
  return output.text.trim()
}
