import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { packInto } from '../../sdk/build.ts'

// What others check a package with has nothing to say about ours.

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))

let folder: string
let tarball: string
t.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-published-'))
  tarball = await packInto(folder)
})
t.teardown(() => rmSync(folder, { recursive: true }))

/** What a program prints, however it ends. */
async function said(path: string, ...words: string[]): Promise<string> {
  const ended = await promisify(execFile)(process.execPath, [join(modules, path), ...words], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) => error)
  return ended.stdout + ended.stderr
}

t.test('publint finds nothing, not even to suggest', async (t) => {
  t.match(await said('publint/src/cli.js', 'run', tarball, '--strict'), /All good!/)
})

t.test('are the types wrong? In no mode, and no entry is left out', async (t) => {
  const { problems, analysis } = JSON.parse(
    await said('@arethetypeswrong/cli/dist/index.js', tarball, '--format', 'json'),
  ) as Answer
  t.same(problems, {})
  t.same(analysis.problems, [])
  t.same(Object.keys(analysis.entrypoints), ['.', './browser', './package.json'])
  for (const [name, { resolutions }] of Object.entries(analysis.entrypoints)) {
    const found = Object.entries(resolutions).map(([mode, { resolution }]) => [mode, resolution !== undefined])
    t.same(
      found,
      ['node10', 'node16-cjs', 'node16-esm', 'bundler'].map((mode) => [mode, true]),
      name,
    )
  }
})

interface Answer {
  readonly problems: object
  readonly analysis: {
    readonly problems: unknown[]
    readonly entrypoints: Record<string, { readonly resolutions: Record<string, { readonly resolution?: object }> }>
  }
}
