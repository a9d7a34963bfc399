import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { installPackage } from '../support/packed-sdk.ts'
import { install } from './install.ts'

// Merchants compile the package's types with their own compiler, some of them without `skipLibCheck`.

/** The resolutions of each release. TypeScript 7 has no node10 any more. */
const releases = {
  '5.0': ['nodenext', 'bundler', 'node10'],
  '5.4': ['nodenext', 'bundler', 'node10'],
  '5.7': ['nodenext', 'bundler', 'node10'],
  '5.9': ['nodenext', 'bundler', 'node10'],
  '7.0': ['nodenext', 'bundler'],
} as const

const [compilers, project] = await Promise.all([install(t, 'compilers'), installPackage()])
t.teardown(() => project.remove())

const source = readFileSync(fileURLToPath(new URL('../sdk/types.ts', import.meta.url)), 'utf8')
const text = source
  .replaceAll('../../sdk/src/index.ts', 'servicepay')
  .replaceAll('../../sdk/src/browser.ts', 'servicepay/browser')
for (const name of ['use.mts', 'use.cts', 'use.ts']) project.write(name, text)
const mistake = "import type { Checkout } from 'servicepay/browser'\nexport const wrong: Checkout = 5\n"
project.write('wrong.ts', mistake)

/** The compiler's errors, as text. */
async function complaintsOf(release: string, resolution: string, files: readonly string[]): Promise<string> {
  const name = `tsconfig.${release}.${resolution}.json`
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [], strict: true, noEmit: true },
    ...{ skipLibCheck: false, module: resolution === 'nodenext' ? 'nodenext' : 'esnext', moduleResolution: resolution },
    exactOptionalPropertyTypes: true,
  }
  writeFileSync(join(project.folder, name), JSON.stringify({ compilerOptions, files }))
  const compiler = compilers.path(`typescript-${release}/bin/tsc`)
  const ended = await promisify(execFile)(process.execPath, [compiler, '-p', name], { cwd: project.folder }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return ended.stdout + ended.stderr
}

for (const [release, resolutions] of Object.entries(releases))
  t.test(`the types compile with TypeScript ${release}, without skipLibCheck`, async (t) => {
    for (const resolution of resolutions) {
      const files = resolution === 'nodenext' ? ['use.mts', 'use.cts', 'use.ts'] : ['use.ts']
      t.equal(await complaintsOf(release, resolution, files), '', resolution)
    }
    t.match(await complaintsOf(release, 'bundler', ['wrong.ts']), /wrong\.ts.*TS2322/, 'the compiler finds a mistake')
  })
