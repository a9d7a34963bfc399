import type * as bundler from 'esbuild'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const declarationsFile = fileURLToPath(new URL('../generated/sdk-declarations.json', import.meta.url))
const entries = ['index', 'browser', 'testing'] as const

/** Everything that the files of the package depend on, besides the bundler. Relative to the project. */
export const packageSources = [
  ...['src', 'browser', 'README.md', 'package.json', 'package-files.ts', 'tarball.ts'].map((name) => `sdk/${name}`),
  'spec/lib',
  ...['sdk-declarations.json', 'sdk-resources.ts', 'operations.ts'].map((name) => `generated/${name}`),
]

type Esbuild = Pick<typeof bundler, 'build' | 'transform'>

/**
 * The files of the package by path: each entry as ESM and as CommonJS, the declarations of both, and the command. The
 * declarations come from `npm run generate`, so that a service without the compiler can make the package too.
 */
export async function packageFiles(esbuild: Esbuild): Promise<Record<string, string>> {
  const [bundles, command, declarations, manifest, readme, browser] = await Promise.all([
    Promise.all(entries.map((entry) => bundle(esbuild, entry))),
    bundleCommand(esbuild),
    readDeclarations(),
    readFile(`${folder}package.json`, 'utf8'),
    readFile(`${folder}README.md`, 'utf8'),
    readFile(`${folder}browser/package.json`, 'utf8'),
  ])
  return {
    'package.json': manifest,
    'README.md': readme,
    'browser/package.json': browser,
    'dist/cli.js': command,
    ...Object.fromEntries(bundles.flat()),
    ...declarations,
  }
}

async function bundle(esbuild: Esbuild, entry: (typeof entries)[number]): Promise<[string, string][]> {
  const isForNode = entry === 'testing'
  const { outputFiles } = await esbuild.build({
    // The comments in a bundle name its sources relative to this folder.
    absWorkingDir: folder,
    // webpack 4 parses no later syntax. The main entry is for servers, which bundle it with newer tools or not at all.
    target: entry === 'browser' ? 'es2019' : 'es2022',
    entryPoints: [`${folder}src/${entry}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    // What shops run uses only fetch and WebCrypto, so it needs the modules of neither Node nor browsers.
    platform: isForNode ? 'node' : 'neutral',
    external: ['openapi-fetch'],
    plugins: isForNode ? [thePackage('./index.ts')] : [],
    charset: 'utf8',
    logLevel: 'warning',
  })
  const text = outputFiles[0]?.text ?? ''
  // A second step without a file name. With one, esbuild would see the package's `"type": "module"` and import a whole
  // CommonJS dependency as its default export, as Node does in such packages.
  const { code } = await esbuild.transform(text.replace('from "./index.js"', 'from "./index.cjs"'), {
    format: 'cjs',
    platform: isForNode ? 'node' : 'neutral',
    charset: 'utf8',
  })
  return [
    [`dist/${entry}.js`, text],
    [`dist/${entry}.cjs`, code],
  ]
}

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
    plugins: [thePackage('../index.ts')],
  })
  return outputFiles[0]?.text ?? ''
}

/** Imports the main entry in place of a second copy of it. */
function thePackage(imported: string): bundler.Plugin {
  return {
    name: 'the package',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.{1,2}\/index\.ts$/ }, ({ path }) =>
        path === imported ? { path: './index.js', external: true } : null,
      ),
  }
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
