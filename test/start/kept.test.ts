import { chmod, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { buildProgram } from '../../server/engines/build/build-program.ts'
import { loadEsbuild } from '../../server/engines/build/esbuild.ts'
import { keep, keptFile, readKept } from '../../server/engines/build/kept.js'
import { temporaryDirectory } from './operator.ts'

const content = 'export const answer = 42\n'

t.test('what a start has built runs as it is, and later starts read it', async (t) => {
  const file = join(await temporaryDirectory(t), 'new/folder/program.mjs')
  t.equal(readKept(file), null, 'there is none yet')
  t.ok(keep(file, content))
  t.equal(readKept(file)?.toString(), content)
  t.match(await import(file), { answer: 42 })
})

t.test('a damaged file, a shortened one and a foreign one count as missing', async (t) => {
  const file = join(await temporaryDirectory(t), 'program.mjs')
  keep(file, content)
  const whole = await readFile(file, 'utf8')
  for (const wrong of [whole.replace('42', '43'), whole.slice(0, -1), content, ''])
    t.equal((await writeFile(file, wrong), readKept(file)), null, JSON.stringify(wrong))
})

t.test('what another process has not finished writing does no harm', async (t) => {
  const folder = await temporaryDirectory(t)
  await writeFile(join(folder, 'program.mjs.1.new'), 'unfinished')
  t.ok(keep(join(folder, 'program.mjs'), content))
  t.equal(readKept(join(folder, 'program.mjs'))?.toString(), content)
})

t.test('keeping a file removes those that no start has used for a day', async (t) => {
  const folder = await temporaryDirectory(t)
  const yesterday = new Date(new Date().getTime() - 25 * 3_600_000)
  for (const name of ['old', 'used']) {
    keep(join(folder, name), content)
    await utimes(join(folder, name), yesterday, yesterday)
  }
  t.ok(readKept(join(folder, 'used')))
  keep(join(folder, 'new'), content)
  t.same(await readdir(folder), ['new', 'used'])
})

t.test('a folder that the service may not write to is no error', async (t) => {
  const folder = await temporaryDirectory(t)
  await writeFile(join(folder, 'file'), '')
  // Not even root can make a folder in a file.
  t.notOk(keep(join(folder, 'file/program.mjs'), content))
  await chmod(folder, 0o500)
  t.teardown(() => chmod(folder, 0o700))
  t.doesNotThrow(() => keep(join(folder, 'program.mjs'), content))
})

t.test('the name of a kept file changes with each source', async (t) => {
  const file = keptFile('form.json', ['form'])
  t.equal(keptFile('form.json', ['form']), file)
  t.not(keptFile('form.json', ['form', 'package.json']), file)
  t.match(file, /node_modules\/\.cache\/servicepay\/form\.[0-9a-f]{32}\.json$/)
})

t.test(
  'the built program is ASCII, names its sources for stack traces, and leaves the contract in its file',
  inFullRuns,
  async (t) => {
    const program = await buildProgram()
    t.notMatch(program, /[^\0-\x7f]/)
    t.match(program, '// server/flows/sessions/submit-card.ts')
    t.notMatch(program, 'import.meta.url)), "utf8")')
    t.notMatch(program, '"openapi": "3.1.0"')
  },
)

t.test(
  'without its program for this machine, the bundler runs as WebAssembly and builds the same',
  inFullRuns,
  async (t) => {
    const text = 'export const answer: number = 40 + 2'
    const options = { loader: 'ts', minify: true } as const
    const [native, other] = await Promise.all([
      loadEsbuild(() => import('esbuild')),
      loadEsbuild(() => Promise.resolve({ transform: () => Promise.reject(new Error('no program')) })),
    ])
    t.not(native, other)
    t.equal((await other.transform(text, options)).code, (await native.transform(text, options)).code)
    await Promise.all([native.stop(), other.stop()])
  },
)
