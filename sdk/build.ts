import { build, transform } from 'esbuild'
import { execSync } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const entries = ['index', 'browser']

/** Builds `dist` in a folder: each entry as ESM and as CommonJS, the declarations of both, and the command. */
export async function buildInto(target: string): Promise<void> {
  const dist = await buildScriptsInto(target)
  // Loaded only here, because the compiler takes longer to load than everything else takes.
  const { declarations } = await import('./declarations.ts')
  for (const [name, text] of declarations(folder, entries)) await writeFile(`${dist}/${name}`, text)
}

/** Builds what runs, without the declarations. Returns the folder `dist`. */
async function buildScriptsInto(target: string): Promise<string> {
  const dist = `${target}/dist`
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  await Promise.all([...entries.map((entry) => bundle(entry, dist)), bundleCommand(dist)])
  return dist
}

/** Builds and packs in a folder. Returns the path of `servicepay-<version>.tgz`. */
export async function packInto(target: string): Promise<string> {
  await buildInto(target)
  for (const name of ['package.json', 'README.md', 'browser'])
    if (resolve(target) !== resolve(folder)) await cp(`${folder}${name}`, `${target}/${name}`, { recursive: true })
  // On Windows npm is a batch file, which needs a shell. The command line contains no input, so a shell is safe.
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
    // webpack 4 parses no later syntax. The main entry is for servers, which bundle it with newer tools or not at all.
    target: entry === 'browser' ? 'es2019' : 'es2022',
    entryPoints: [`${folder}src/${entry}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    // The package uses only fetch and WebCrypto, so it needs the modules of neither Node nor browsers.
    platform: 'neutral',
    external: ['openapi-fetch'],
    charset: 'utf8',
    logLevel: 'warning',
  })
  const text = outputFiles[0]?.text ?? ''
  // A second step without a file name. With one, esbuild would see the package's `"type": "module"` and import a whole
  // CommonJS dependency as its default export, as Node does in such packages.
  const { code } = await transform(text, { format: 'cjs', platform: 'neutral', charset: 'utf8' })
  await Promise.all([writeFile(`${dist}/${entry}.js`, text), writeFile(`${dist}/${entry}.cjs`, code)])
}

/** Builds the command for Node. It imports the built package, and the package does not contain it. */
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
  else if (process.argv.includes('--scripts-only')) await buildScriptsInto(folder)
  else await buildInto(folder)
}
