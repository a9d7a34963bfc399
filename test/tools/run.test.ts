import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import t from 'tap'
import { endLeftovers } from '../support/run/leftover-processes.ts'
import { leadsTo, reachedTests } from '../support/run/reached-tests.ts'
import { createProgress } from '../support/run/run-output.ts'
import { readReport } from '../support/run/tap-report.ts'
import { root } from '../structure/source-files.ts'

/** Another project with our runner, for test files that fail on purpose. */
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

/**
 * Writes the files into the folder test/made of the project, unless their text is null, and runs them in this order.
 */
async function runFiles(
  files: Readonly<Record<string, string | null>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; lines: string[] }> {
  mkdirSync(join(project, 'test/made'), { recursive: true })
  for (const [name, text] of Object.entries(files))
    if (text !== null) writeFileSync(join(project, 'test/made', name), text)
  const paths = Object.keys(files)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/made/${name}`)
  const child = spawn(process.execPath, ['test/support/run/main.ts', ...paths], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...environment },
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, lines: said.trimEnd().split('\n') }
}

const good = `
  import t from 'tap'
  const one: number = 1
  t.equal(one, 1)
  t.test('x', async (t) => { t.ok(one) })
  t.test('y', { skip: 'later' }, async () => {})`

// Each run costs about as much as all tests of this file that need none, so there are only three.

t.test('a green run counts; files share a process, but neither their modules nor their hooks', async (t) => {
  const counting = `
    import t from 'tap'
    import { appendFileSync } from 'node:fs'
    import { counter } from './counter.ts'
    counter.value += 1
    t.afterEach(() => { counter.value += 1 })
    t.test('one', async (t) => { t.equal(counter.value, 1) })
    t.test('two', async (t) => { t.equal(counter.value, 2) })
    appendFileSync('test/made/processes', process.pid + '\\n')`
  const { code, lines } = await runFiles(
    {
      'good.test.ts': good,
      'counter.ts': 'export const counter = { value: 0 }',
      'first.test.ts': counting,
      'second.test.ts': counting,
      'third.test.ts': `// Own process: it counts\n${counting}`,
    },
    { TEST_JOBS: '1' },
  )
  t.same([code, lines.at(-1)], [0, '8 passed, 0 failed, 1 skipped'], lines.join('\n'))
  const [first, second, third] = readFileSync(join(project, 'test/made/processes'), 'utf8').split('\n')
  t.equal(first, second)
  t.not(first, third)
})

t.test('a red run ends with what failed, and nothing of what passed', async (t) => {
  const { code, lines } = await runFiles({
    'good.test.ts': good,
    'bad.test.ts': `
      import t from 'tap'
      t.test('inner', async (t) => { t.equal(1, 2, 'one is two') })
      console.error('a line of the bad file')
      t.ok(1)`,
    'crash.test.ts': "throw new Error('crash')",
    'unprepared.test.ts': `
      import { setImmediate as later } from 'node:timers/promises'
      import t from 'tap'
      t.before(async () => {
        await later()
        throw new Error('not prepared')
      })
      t.teardown(() => later())
      t.test('one', async (t) => { t.fail('ran') })
      t.test('two', async (t) => { t.fail('ran') })`,
    'uncaught.test.ts': `
      import t from 'tap'
      const never = new Promise(() => {})
      t.test('rejects', () => { void Promise.reject(new Error('lost')); return never })
      t.test('outer', async (t) => {
        t.test('throws', () => { setImmediate(() => { throw new Error('thrown') }); return never })
      })
      t.test('last', async (t) => { t.ok(1) })`,
    'nowhere.test.ts': null,
  })
  const all = lines.join('\n')
  t.same([code, lines.at(-1)], [1, '4 passed, 6 failed, 1 skipped'], all)
  const [soon = '', said = ''] = all.split('# all failures again:')
  t.match(
    soon,
    /✗ inner › one is two\n    test\/made\/bad\.test\.ts:3\n/,
    'each failure is printed when its file ends too',
  )
  t.match(
    said,
    /✗ test\/made\/bad\.test\.ts\n  ✗ inner › one is two\n    test\/made\/bad\.test\.ts:3\n[^✗]*-2\n[^✗]*\+1\n  npm test -- test\/made\/bad\.test\.ts\n/,
    'the name, the place, the difference and the command of each failure',
  )
  t.match(said, /✗ test\/made\/crash\.test\.ts\n  ✗ crash\n[^✗]*crash\.test\.ts:1/)
  t.match(said, /✗ test\/made\/unprepared\.test\.ts\n  ✗ not prepared\n[^✗]*/, 'a failed preparation ends the file')
  t.match(said, /✗ rejects › lost\n[^]*✗ outer › throws › thrown\n/, 'the test during which an error happens fails')
  t.match(said, /✗ test\/made\/nowhere\.test\.ts\n/)
  t.notMatch(all, /good\.test\.ts|Subtest|a line of the bad file/)
})

t.test('a file that dies, hangs or leaves something open is ended and named, and the next one runs', async (t) => {
  const { code, lines } = await runFiles(
    {
      'cut.test.ts': `
        import t from 'tap'
        t.test('x', async (t) => {
          t.ok(1, 'one was fine')
          process.kill(process.pid, 'SIGKILL')
          await new Promise(() => {})
        })`,
      'hang.test.ts': `
        import t from 'tap'
        import { until } from '../support/until.ts'
        t.test('waits for ever', () => until(() => false, 'what never happens'))`,
      'open.test.ts': `
        import { createServer } from 'node:net'
        import t from 'tap'
        createServer().listen(0)
        t.ok(1)`,
    },
    { TEST_FILE_SECONDS: '3', TEST_JOBS: '1' },
  )
  const said = lines.join('\n')
  t.same([code, lines.at(-1)], [1, '1 passed, 3 failed'], said)
  t.match(said, /ok 1 - one was fine/)
  t.match(said, /✗ test\/made\/cut\.test\.ts\n[^]*the process ended with a signal before its last test/)
  t.match(said, /✗ waits for ever › timeout! It waits for: what never happens[^✗]*expired: test\/made\/hang\.test\.ts/)
  t.match(said, /✗ the file leaves this open.*TCPServerWrap/)
})

t.test('the output of a file that ends before its last test has no totals', async (t) => {
  const printed = Readable.from(['TAP version 14', '    # figure: 12 of them', '    ok 1 - one'])
  t.same(await readReport(printed[Symbol.asyncIterator]()), {
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

t.test('a change reaches the tests that import it, that name its file, or that read the whole project', async (t) => {
  const tests = [
    'test/domain/money.test.ts',
    'test/operations/deployment-files.test.ts',
    'test/domain/csv.test.ts',
    'test/structure/code.test.ts',
  ]
  const reached = (...changed: string[]): string[] | undefined =>
    reachedTests(root, tests, changed)?.map(({ path }) => path)
  t.same(reached('test/domain/money.test.ts'), ['test/domain/money.test.ts', 'test/structure/code.test.ts'])
  t.same(reached('server/domain/text/csv.ts'), ['test/domain/csv.test.ts', 'test/structure/code.test.ts'])
  t.same(reached('server/operations/caddy/Caddyfile'), [
    'test/operations/deployment-files.test.ts',
    'test/structure/code.test.ts',
  ])
  t.same(reached(), [])
  t.equal(reached('package-lock.json'), undefined, 'every test depends on the packages')
  t.equal(leadsTo(root, 'test/domain/money.test.ts', 'test/support/database/postgres.ts'), false)
  t.equal(leadsTo(root, 'test/sessions/list-sessions.test.ts', 'test/support/database/postgres.ts'), true)
})

t.test('a green run prints a line for each ten files at most, and one that changes on a terminal', async (t) => {
  const printed = (files: number, isTerminal: boolean): string => {
    let said = ''
    const progress = createProgress({
      files,
      isTerminal,
      isDetailed: false,
      write: (text) => (said += text),
      commandOf: (path) => path,
    })
    const passed = { seconds: 1, totals: { passed: 1, failed: 0, skipped: 0 }, figures: ['12'], failed: null }
    for (let file = 0; file < files; file += 1) progress.onResult({ path: 'test/x.test.ts', ...passed })
    progress.end()
    return said
  }
  t.equal(printed(9, false), '')
  t.match(printed(360, false), /^(# \d+ of 360 files, 0 failed \(\d+ s\)\n){10}$/)
  t.notMatch(printed(360, true), '\n')
})

t.test('a failure is printed in full when its file ends, in every kind of run', async (t) => {
  const path = 'test/x.test.ts'
  const failures = [{ name: 'outer › one is two', at: `${path}:3`, details: ['-2', '+1'] }]
  const failed = { path, failures, problem: null, lastLines: [] }
  const totals = { passed: 0, failed: 1, skipped: 0 }
  for (const isDetailed of [false, true]) {
    let said = ''
    const progress = createProgress({
      files: 360,
      isTerminal: false,
      isDetailed,
      write: (text) => (said += text),
      commandOf: (path) => `npm test -- ${path}`,
    })
    progress.onResult({ path, seconds: 1, totals, figures: [], failed })
    const described = ['✗ test/x.test.ts', '  ✗ outer › one is two', '    test/x.test.ts:3', '      -2', '      +1']
    t.ok(said.includes(`${described.join('\n')}\n  npm test -- test/x.test.ts\n`), said)
  }
})
