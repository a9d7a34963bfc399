import * as esbuild from 'esbuild'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from './package.json' with { type: 'json' }
import { packageFiles } from './package-files.ts'
import { tarball } from './tarball.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Builds `dist` in this folder, for programs that import the package from here. */
async function build(): Promise<void> {
  await rm(`${folder}dist`, { recursive: true, force: true })
  for (const [name, text] of Object.entries(await packageFiles(esbuild))) {
    if (!name.startsWith('dist/')) continue
    await mkdir(dirname(`${folder}${name}`), { recursive: true })
    await writeFile(`${folder}${name}`, text)
  }
  await chmod(`${folder}dist/cli.js`, 0o755)
}

/** Packs into a folder. Returns the path of `servicepay-<version>.tgz`. */
export async function packInto(target: string): Promise<string> {
  const path = `${target}/servicepay-${manifest.version}.tgz`
  await writeFile(path, tarball(await packageFiles(esbuild)))
  return path
}

if (import.meta.main) {
  if (process.argv.includes('--pack')) console.log(relative('.', await packInto(folder.replace(/\/$/, ''))))
  else await build()
}
