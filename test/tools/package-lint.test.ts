import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { installPackage, type Project } from '../support/packed-sdk.ts'
import { install, type Installed } from './install.ts'

let linters: Installed
let project: Project
t.before(async () => {
  ;[linters, project] = await Promise.all([install(t, 'linters'), installPackage()])
})
t.teardown(() => project.remove())

/** The output of a program, whatever its exit code. */
async function outputOf(path: string, ...words: string[]): Promise<string> {
  const ended = await promisify(execFile)(process.execPath, [linters.path(path), ...words], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) => error)
  return ended.stdout + ended.stderr
}

t.test('publint has no errors, warnings or suggestions', async (t) => {
  t.match(await outputOf('publint/src/cli.js', 'run', project.tarball, '--strict'), /All good!/)
})

t.test('attw finds no problem in any module mode, and checks every entry', async (t) => {
  const { problems, analysis } = JSON.parse(
    await outputOf('@arethetypeswrong/cli/dist/index.js', project.tarball, '--format', 'json'),
  ) as Analysis
  t.same(problems, {})
  t.same(analysis.problems, [])
  const entries = ['.', './browser', './webhooks', './testing', './react', './vue', './element', './package.json']
  t.same(Object.keys(analysis.entrypoints), entries)
  for (const [name, { resolutions }] of Object.entries(analysis.entrypoints)) {
    const found = Object.entries(resolutions).map(([mode, { resolution }]) => [mode, resolution !== undefined])
    t.same(
      found,
      ['node10', 'node16-cjs', 'node16-esm', 'bundler'].map((mode) => [mode, true]),
      name,
    )
  }
})

interface Analysis {
  readonly problems: object
  readonly analysis: {
    readonly problems: unknown[]
    readonly entrypoints: Record<string, { readonly resolutions: Record<string, { readonly resolution?: object }> }>
  }
}
