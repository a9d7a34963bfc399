import { build, transform } from 'esbuild'
import { execSync } from 'node:child_process'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declarations } from './declarations.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const entries = ['index', 'browser']

/** Makes `dist` in a folder: for each entry one file of ESM and one of CommonJS, and the declarations of both. */
export async function buildInto(target: string): Promise<void> {
  const dist = `${target}/dist`
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  await Promise.all([...entries.map((entry) => bundle(entry, dist)), bundleCommand(dist)])
  for (const [name, text] of declarations(folder, entries)) await writeFile(`${dist}/${name}`, text)
}

/** Builds and packs in a folder. Gives the path of `servicepay-<version>.tgz`. */
export async function packInto(target: string): Promise<string> {
  await buildInto(target)
  for (const name of ['package.json', 'README.md'])
    if (resolve(target) !== resolve(folder)) await copyFile(`${folder}${name}`, `${target}/${name}`)
  // npm is a batch file on some systems, which needs a shell; nothing in this line comes from outside.
  const answer = execSync('npm pack --json --offline --ignore-scripts', {
    cwd: target,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed] = JSON.parse(answer) as { filename: string }[]
  if (!packed) throw new Error('Bug: npm packed nothing')
  return `${target}/${packed.filename}`
}

async function bundle(entry: string, dist: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}src/${entry}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    // Neither Node's modules nor a browser's: it runs wherever fetch and WebCrypto are.
    platform: 'neutral',
    target: 'es2022',
    external: ['openapi-fetch'],
    charset: 'utf8',
    logLevel: 'warning',
  })
  const text = outputFiles[0]?.text ?? ''
  // In a second step and without a file name: inside a package of type module, esbuild would take the whole of a CommonJS
  // dependency for its default export, as Node does for importers of that type.
  const { code } = await transform(text, { format: 'cjs', platform: 'neutral', charset: 'utf8' })
  await Promise.all([writeFile(`${dist}/${entry}.js`, text), writeFile(`${dist}/${entry}.cjs`, code)])
}

/** The command line: for Node alone, and over the package itself, so that nothing of it is in what others import. */
async function bundleCommand(dist: string): Promise<void> {
  await build({
    entryPoints: [`${folder}src/cli/main.ts`],
    outfile: `${dist}/cli.js`,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    logLevel: 'warning',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [
      {
        name: 'the package',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({ path: './index.js', external: true })),
      },
    ],
  })
}

if (import.meta.main) {
  if (process.argv.includes('--pack')) console.log(relative('.', await packInto(folder)))
  else await buildInto(folder)
}
