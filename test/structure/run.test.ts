import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import t from 'tap'
import { endLeftovers } from '../support/leftover-processes.ts'
import { readReport } from '../support/tap-report.ts'
import { root } from './source-files.ts'

/** A separate project for the test runner, because two runs in one project would delete each other's files. */
function createProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'servicepay-runner-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['package.json', 'tsconfig.json', 'test/support'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', 'server', 'spec', 'generated', 'form', 'sdk'])
    symlinkSync(join(root, name), join(folder, name))
  return folder
}

const project = createProject()

async function runFiles(files: string[]): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, ['test/support/run.ts', ...files], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, lines: said.trimEnd().split('\n') }
}

t.test('a run ends with its counts, and fails when a test failed', async (t) => {
  const folder = 'test/own'
  const files = {
    'good.test.ts':
      "import t from 'tap'\nconst one: number = 1\nt.equal(one, 1)\n" +
      "t.test('x', async (t) => { t.ok(one) })\nt.test('y', { skip: 'later' }, async () => {})\n",
    'bad.test.ts': "import t from 'tap'\nt.equal(1, 2, 'one is two')\nt.ok(1)\n",
    'crash.test.ts': "throw new Error('crash')\n",
  }
  mkdirSync(join(project, folder))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, folder, name), text)
  const good = await runFiles([join(folder, 'good.test.ts')])
  t.same([good.code, good.lines.at(-1)], [0, '2 passed, 0 failed, 1 skipped'], good.lines.join('\n'))
  const mixed = await runFiles(['good', 'bad', 'crash'].map((name) => join(folder, `${name}.test.ts`)))
  t.same([mixed.code, mixed.lines.at(-1)], [1, '3 passed, 2 failed, 1 skipped'])
  t.match(mixed.lines.join('\n'), /not ok \d - one is two/, 'the output names the failed test')
  const none = await runFiles([join(folder, 'nowhere.test.ts')])
  t.same([none.code, none.lines.at(-1)], [1, '0 passed, 1 failed'])
})

t.test('a file that ends before its last test counts as failed, and its output is shown', async (t) => {
  writeFileSync(
    join(project, 'test/cut.test.ts'),
    "import t from 'tap'\nt.test('x', async (t) => { t.ok(1, 'one was fine'); " +
      "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}) })\n",
  )
  const { code, lines } = await runFiles(['test/cut.test.ts'])
  t.same([code, lines.at(-1)], [1, '0 passed, 1 failed'], lines.join('\n'))
  t.match(lines.join('\n'), /not ok test\/cut\.test\.ts .*before its last test/)
  t.same(await readReport(Readable.from(['TAP version 14\n    # figure: 12 of them\n    ok 1 - one\n'])), {
    totals: null,
    figures: ['12 of them'],
    lines: ['TAP version 14', '    # figure: 12 of them', '    ok 1 - one'],
  })
})

t.test(
  'processes that a test leaves running are ended, in any process group',
  { skip: process.platform !== 'linux' && 'reads /proc' },
  async (t) => {
    const mark = randomUUID()
    const child = spawn('sleep', ['300'], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, LEFTOVER_MARK: mark },
    })
    const exit = once(child, 'exit')
    t.same(await endLeftovers('LEFTOVER_MARK', mark), ['sleep 300'])
    await exit
    t.same(await endLeftovers('LEFTOVER_MARK', mark), [])
  },
)
