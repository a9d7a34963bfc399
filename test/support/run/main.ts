import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCoverage } from './coverage.ts'
import { cacheFolder } from './cache-folder.ts'
import { keepSeconds, longestFirst } from './file-order.ts'
import { endLeftovers } from './leftover-processes.ts'
import { startTestPostgres, testPostgres, type TestPostgres } from '../database/postgres.ts'
import { changedFiles, leadsTo, reachedTests } from './reached-tests.ts'
import { runFiles, sum, type TestFile } from './run-files.ts'
import { makeRunFolder } from './run-folder.ts'
import { createProgress, describeFailure } from './run-output.ts'
import type { TapTotals } from './tap-report.ts'

// Beside tap's own runner it gives three things: many files share a process, which loads the server once (tap starts a
// process for each file, under a loader that also slows down every process that a test starts); one database server and
// one folder in memory for the whole run, which end with it; and the contract's gate over what all files have seen.
//
// npm test                          all files outside test/long and test/tools, and the contract's gate
// npm run test:tools                test/tools: this runner, the compiler, and tools of other people
// npm run test:long                 test/long, and the tests that draw their cases, with a new seed each time
// npm test -- test/http/*.test.ts   chosen files, without the gate
// npm test -- --changed[=COMMIT]    the files that a change can reach, by default the one that is not committed
//
// TEST_JOBS and TEST_FILE_SECONDS change how many files run at once and how long each may take.

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Twice as many as there are processors and two more, because tests often wait for a database or a browser. */
const jobs = Math.min(2 * availableParallelism() + 2, 8)

/**
 * What a run is about. The tests of a suite are in the folder of its name, except those of `main`. A file's limit only
 * ends what hangs: it is many times what the longest file needs, so that a slow machine fails nothing.
 */
const suites = {
  main: { fileSeconds: 900, jobs },
  tools: { fileSeconds: 900, jobs },
  // These crash the service many times and write a million rows. Each needs the machine for itself.
  long: { fileSeconds: 3_600, jobs: 1 },
} as const

type Suite = keyof typeof suites

/** Tests that draw their cases from a seed (test/support/seed.ts). */
const drawing = [
  'test/contract/rules-against-ajv.test.ts',
  'test/domain/csv.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/model/session-model.test.ts',
]

/**
 * Every process of this run carries this variable, so that the runner can find and end those that tests left behind.
 */
const runMark = 'SERVICEPAY_TEST_RUN'

const noTotals: TapTotals = { passed: 0, failed: 0, skipped: 0 }

interface Run {
  readonly environment: NodeJS.ProcessEnv
  readonly children: Set<ChildProcess>
  /** Everything that the run writes is in here. */
  readonly folder: string
  readonly coverageFolder: string
  postgres: TestPostgres | undefined
}

/** Who imports it tries all combinations in the long suite. */
const combining = 'test/support/combinations.ts'

/** Who imports it needs a database. */
const databaseModule = 'test/support/database/postgres.ts'

/** Runs what the arguments ask for and returns the totals of everything that can fail. */
async function main(run: Run, words: readonly string[]): Promise<TapTotals> {
  const suite = words.includes('--long') ? 'long' : words.includes('--tools') ? 'tools' : 'main'
  if (suite === 'long') {
    run.environment['TEST_SEED'] ??= String(randomInt(2 ** 31))
    run.environment['TEST_FULL'] = '1'
    print(`# seed: ${run.environment['TEST_SEED']}`)
  }
  const chosen = chosenFiles(words, suite)
  const isWhole = chosen === null
  const files = chosen ?? filesOf(suite)
  if (files.length === 0) {
    print('# no test file to run')
    return words.some((word) => word.startsWith('--changed')) ? { ...noTotals, skipped: 1 } : noTotals
  }
  if (isWhole) await timed('preparation', () => prepare(run))
  else if (files.some((path) => leadsTo(root, path, databaseModule))) await timed('database', () => startDatabase(run))
  const tests = await timed('tests', () => runTests(run, files, suite, isWhole))
  return sum([tests, judgeCoverage(run, isWhole && suite === 'main')])
}

/** A worker makes much garbage, and collects it less often where it has more room for new objects. */
const workerOptions = ['--max-semi-space-size=32', '--min-semi-space-size=32']

/** How many of the tests that a change reaches a run names. */
const shownTests = 20

/** The files that arguments name, by themselves or by their folder, or that a change reaches. Null: the whole suite. */
function chosenFiles(words: readonly string[], suite: Suite): string[] | null {
  const unknown = words.find((word) => word.startsWith('-') && !/^--(?:long|tools|changed(?:=.+)?)$/.test(word))
  if (unknown !== undefined) throw new Error(`There is no option ${unknown}. The options are --changed[=COMMIT]`)
  const named = words.filter((word) => !word.startsWith('-')).map((word) => relative(root, resolve(word)))
  if (named.length > 0) {
    const inFolder = (name: string) => filesOf(suite).filter((path) => path.startsWith(`${name}/`))
    return named.flatMap((name) => (name.endsWith('.ts') ? [name] : inFolder(name)))
  }
  const since = /^--changed(?:=(.+))?$/.exec(words.find((word) => word.startsWith('--changed')) ?? '')
  if (since === null) return null
  const changed = changedFiles(root, since[1] ?? 'HEAD')
  print(`# changed: ${changed.length} files${changed.length > 0 ? `: ${changed.slice(0, 8).join(', ')}` : ''}`)
  const reached = reachedTests(root, filesOf(suite), changed)
  if (reached === null) print('# the change concerns every test')
  for (const { path, because } of reached?.slice(0, shownTests) ?? []) print(`#   ${path} (${because})`)
  if ((reached?.length ?? 0) > shownTests) print(`#   and ${(reached?.length ?? 0) - shownTests} more`)
  return reached?.map(({ path }) => path) ?? null
}

function filesOf(suite: Suite): string[] {
  const suiteOf = (path: string): Suite => (/^test\/(long|tools)\//.exec(path)?.[1] ?? 'main') as Suite
  const all = globSync('test/**/*.test.ts', { cwd: root })
  const files = all.filter((path) => suiteOf(path) === suite)
  if (suite !== 'long') return files
  return [...new Set([...files, ...drawing, ...all.filter((path) => leadsTo(root, path, combining))])]
}

async function startDatabase(run: Run): Promise<void> {
  // A run that a test starts uses the server of the outer run.
  const hasServer = Boolean(run.environment['TEST_DATABASE_ADMIN_URL'])
  run.postgres = await (hasServer ? testPostgres() : startTestPostgres(run.folder))
  run.environment['TEST_DATABASE_ADMIN_URL'] = run.postgres.adminUrl
}

/**
 * Makes what many files need: the migrated database and the packed SDK. A run of chosen files leaves it to the files
 * that need it, so that the test of a function runs even while the server does not compile.
 */
async function prepare(run: Run): Promise<void> {
  const [{ prepareTemplate }, { preparePackage }] = await Promise.all([
    import('../database/template.ts'),
    import('../packed-sdk.ts'),
  ])
  const sdkFolder = join(run.folder, 'sdk')
  mkdirSync(sdkFolder)
  await Promise.all([
    startDatabase(run).then(() => prepareTemplate(run.postgres?.adminUrl ?? '')),
    preparePackage(sdkFolder),
  ])
  run.environment['TEST_SDK_FOLDER'] = sdkFolder
}

async function runTests(run: Run, paths: readonly string[], suite: Suite, isWhole: boolean): Promise<TapTotals> {
  const { fileSeconds, jobs } = suites[suite]
  const timeoutSeconds = Number(process.env['TEST_FILE_SECONDS'] ?? fileSeconds)
  run.environment['TAP_TIMEOUT'] = String(timeoutSeconds)
  const command = (path: string): string => commandOf(run, path, suite)
  const progress = createProgress({
    files: paths.length,
    isDetailed: suite !== 'main',
    isTerminal: process.stdout.isTTY,
    write: (text) => process.stdout.write(text),
    commandOf: command,
  })
  const { totals, failed, seconds } = await runFiles(longestFirst(paths).map(testFile), {
    jobs: Number(process.env['TEST_JOBS'] ?? jobs),
    timeoutSeconds,
    startWorker: () => startNode(run, [...workerOptions, 'test/support/run/test-worker.ts']),
    ended,
    kill: (child) => endGroup(child, 'SIGKILL'),
    onResult: (result) => progress.onResult(result),
  })
  progress.end()
  if (isWhole) keepSeconds(seconds)
  if (failed.length > 0) print('\n# all failures again:\n')
  for (const file of failed) for (const line of describeFailure(file, command(file.path))) print(line)
  return totals
}

/** Runs one file as this run did. */
function commandOf(run: Run, path: string, suite: Suite): string {
  const seed = suite === 'long' ? `TEST_SEED=${run.environment['TEST_SEED'] ?? ''} ` : ''
  return `${seed}npm ${suite === 'main' ? 'test' : `run test:${suite}`} -- ${path}`
}

/** A file that must not share its process has a comment that says why: `// Own process: …`. */
function testFile(path: string): TestFile {
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
  return { path, isAlone: /^\/\/ Own process: ./m.test(text) }
}

function judgeCoverage(run: Run, whole: boolean): TapTotals {
  const { failures, neverSeen, expected, table } = readCoverage(run.coverageFolder)
  for (const failure of failures) print(`not ok contract: ${failure}`)
  if (!whole) return { ...noTotals, failed: failures.length }
  print(neverSeen.length === 0 ? `# contract: all ${expected} replies and events of the contract were seen` : table)
  for (const line of neverSeen) print(`not ok contract: never seen: ${line}`)
  const failed = failures.length + neverSeen.length
  return { ...noTotals, passed: Number(failed === 0), failed }
}

/** The child leads a process group, so that everything it starts can be ended with it. */
function startNode(run: Run, words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: run.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  run.children.add(child)
  // The system may give its id to another process.
  child.once('close', () => run.children.delete(child))
  return child
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code))
  })
}

async function cleanUp(run: Run): Promise<void> {
  for (const child of run.children) endGroup(child)
  await run.postgres?.stop()
  const leftovers = await endLeftovers(runMark, run.environment[runMark] ?? '')
  for (const command of leftovers) print(`# ended a process that a test left behind: ${command.slice(0, 200)}`)
  rmSync(run.folder, { recursive: true, force: true })
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The whole group has ended already.
  }
}

async function timed<Result>(phase: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  print(`# ${phase}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return result
}

/** An error of the runner itself, such as a database that does not start, still ends in a line of totals. */
function failure(error: unknown): TapTotals {
  console.error(error)
  return { ...noTotals, failed: 1 }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function beginRun(): Run {
  const folder = makeRunFolder()
  const coverageFolder = join(folder, 'contract')
  mkdirSync(coverageFolder)
  const environment: NodeJS.ProcessEnv = {
    // Node keeps the compiled modules here, for all processes of this run and of the next ones.
    NODE_COMPILE_CACHE: join(cacheFolder, 'compiled'),
    ...process.env,
    [runMark]: randomUUID(),
    TMPDIR: folder,
    CONTRACT_COVERAGE_DIR: coverageFolder,
  }
  // A run that a test starts must not take itself for one of tap's own child processes.
  for (const name of Object.keys(environment)) if (/^(TAP|_TAPJS)/.test(name)) Reflect.deleteProperty(environment, name)
  return { environment, children: new Set(), folder, coverageFolder, postgres: undefined }
}

const run = beginRun()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => void cleanUp(run).then(() => process.exit(130)))
}
const totals = await timed('all', () =>
  main(run, process.argv.slice(2))
    .catch(failure)
    .finally(() => cleanUp(run)),
)
process.exitCode = totals.failed > 0 || totals.passed + totals.skipped === 0 ? 1 : 0
print(`${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`)
