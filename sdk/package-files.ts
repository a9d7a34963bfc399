import type * as bundler from 'esbuild'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const declarationsFile = fileURLToPath(new URL('../generated/sdk-declarations.json', import.meta.url))

/** The modules of `src` that programs import. All but the first are also named in `exports` of `package.json`. */
const entries = ['index', 'browser', 'webhooks', 'testing', 'react', 'vue', 'element'] as const
type Entry = (typeof entries)[number]

/** What the main entry loads when it needs it. */
const lazy = 'webhooks/signature-mistakes'

/** Everything that the files of the package depend on, besides the bundler. Relative to the project. */
export const packageSources = [
  ...['src', 'README.md', 'package.json', 'package-files.ts', 'tarball.ts'].map((name) => `sdk/${name}`),
  'spec/lib',
  ...['sdk-declarations.json', 'sdk-resources.ts', 'sdk-version.ts', 'operations.ts', 'event-examples.ts'].map(
    (name) => `generated/${name}`,
  ),
]

type Esbuild = Pick<typeof bundler, 'build' | 'transform'>

/**
 * The files of the package by path: each entry as ESM and as CommonJS, the declarations of both, and the command. The
 * declarations come from `npm run generate`, so that a service without the compiler can make the package too.
 */
export async function packageFiles(esbuild: Esbuild): Promise<Record<string, string>> {
  const [bundles, command, declarations, manifest, readme] = await Promise.all([
    Promise.all([...entries, lazy].map((source) => bundle(esbuild, source))),
    bundleCommand(esbuild),
    readDeclarations(),
    readFile(`${folder}package.json`, 'utf8'),
    readFile(`${folder}README.md`, 'utf8'),
  ])
  return {
    'package.json': manifest,
    'README.md': readme,
    ...Object.fromEntries(entries.slice(1).map((entry) => [`${entry}/package.json`, folderOf(entry)])),
    'dist/cli.js': command,
    ...Object.fromEntries(bundles.flat()),
    ...declarations,
  }
}

/** For tools that do not read `exports`: webpack 4, Parcel by default, TypeScript's node10. */
function folderOf(entry: Entry): string {
  const dist = `../dist/${entry}`
  const sideEffects = entry === 'element'
  const manifest = { main: `${dist}.cjs`, module: `${dist}.js`, types: `${dist}.d.ts`, sideEffects }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

async function bundle(esbuild: Esbuild, source: string): Promise<[string, string][]> {
  const platform = source === 'testing' ? 'node' : 'neutral'
  const { outputFiles } = await esbuild.build({
    // The comments in a bundle name its sources relative to this folder.
    absWorkingDir: folder,
    // webpack 4 parses no later syntax. The main entry is for servers, which bundle it with newer tools or not at all.
    target: source === 'browser' ? 'es2019' : 'es2022',
    entryPoints: [`${folder}src/${source}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    // What shops run uses only fetch and WebCrypto, so it needs the modules of neither Node nor browsers.
    platform,
    external: ['openapi-fetch', 'react', 'vue'],
    charset: 'utf8',
    logLevel: 'warning',
    plugins: source === 'index' ? [lazyPart] : source === lazy ? [errorsOfThePackage] : [thePackage, theLoader],
  })
  const name = basename(source)
  const text = outputFiles[0]?.text ?? ''
  const forCommonJs = text.replace(/((?:from |import\()"\.\/[\w-]+)\.js"/g, '$1.cjs"')
  // A second step without a file name. With one, esbuild would see the package's `"type": "module"` and import a whole
  // CommonJS dependency as its default export, as Node does in such packages.
  const { code } = await esbuild.transform(forCommonJs, {
    format: 'cjs',
    platform,
    charset: 'utf8',
    // So that Jest can load it, which has no `import()` in CommonJS by default.
    supported: { 'dynamic-import': false },
  })
  return [
    [`dist/${name}.js`, text],
    [`dist/${name}.cjs`, code],
  ]
}

/** Imports another built file in place of a second copy of its sources. */
function external(name: string, filter: RegExp, path: string): bundler.Plugin {
  return { name, setup: ({ onResolve }) => onResolve({ filter }, () => ({ path, external: true })) }
}

const thePackage = external('the package', /^(\.{1,2}\/)+index\.ts$/, './index.js')
const errorsOfThePackage = external('its errors', /\/errors\.ts$/, './index.js')
const theLoader = external('its loader', /^\.\/browser\.ts$/, './browser.js')
const lazyPart = external('its lazy part', /\/signature-mistakes\.ts$/, './signature-mistakes.js')

/** Builds the command for Node. It imports the built package, and the package does not contain it. */
async function bundleCommand(esbuild: Esbuild): Promise<string> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: [`${folder}src/cli/main.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    logLevel: 'warning',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [thePackage],
  })
  return outputFiles[0]?.text ?? ''
}

/** A relative import of another module of the package, in a declaration. */
const reference = /((?:from|import\()\s*)(['"])(\.\/[^'"]+?)\.js\2/g

/** Each declaration twice, because the compiler derives the kind of a module from its file name. */
async function readDeclarations(): Promise<Record<string, string>> {
  const texts = JSON.parse(await readFile(declarationsFile, 'utf8')) as Record<string, readonly string[]>
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, lines]) => {
      const text = lines.join('\n')
      const forCommonJs = text.replace(
        reference,
        (_, lead: string, quote: string, path: string) => `${lead}${quote}${path}.cjs${quote}`,
      )
      return [
        [`dist/${name}.d.ts`, text],
        [`dist/${name}.d.cts`, forCommonJs],
      ]
    }),
  )
}
