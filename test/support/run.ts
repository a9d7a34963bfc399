import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCoverage } from './coverage.ts'
import { endLeftovers } from './leftover-processes.ts'
import { testPostgres, type TestPostgres } from './postgres.ts'
import { runFiles, sum } from './run-files.ts'
import type { TapTotals } from './tap-report.ts'

// npm test                          everything but test/long, with the type check and the contract's gate
// npm run test:long                 test/long, and what draws its cases, from another seed each time
// npm test -- test/http/*.test.ts  chosen files, without type check and gate

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Waiting for a database or a browser leaves room for two more than there are processors. */
const jobs = Math.min(availableParallelism() + 2, 4)

/** What one file may take, a browser's start included. */
const fileTimeoutSeconds = 300

/** What one slow file may take: chaos and a million rows need their time. */
const longFileTimeoutSeconds = 3_600

/** Tests which draw their cases (test/support/seed.ts). */
const drawing = [
  'test/contract/rules-against-ajv.test.ts',
  'test/domain/csv.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/model/session-model.test.ts',
]

/** Carried by every process of this run, so that none is left behind. */
const runMark = 'SERVICEPAY_TEST_RUN'

const noTotals: TapTotals = { passed: 0, failed: 0, skipped: 0 }

interface Run {
  readonly environment: NodeJS.ProcessEnv
  readonly children: Set<ChildProcess>
  readonly coverageFolder: string
  postgres: TestPostgres | undefined
}

/** Runs what the arguments ask for and returns the totals of everything that can fail. */
async function main(run: Run, words: readonly string[]): Promise<TapTotals> {
  const long = words.includes('--long')
  const chosen = words.filter((word) => !word.startsWith('-'))
  const whole = chosen.length === 0 && !long
  if (long) run.environment['TEST_SEED'] ??= String(randomInt(2 ** 31))
  const files = chosen.length > 0 ? chosen : testFiles(long)
  if (files.length === 0) print('There are no such test files.')
  const types = whole ? timed('types', () => checkTypes(run)) : Promise.resolve(noTotals)
  await timed('database', () => startDatabase(run, chosen.length > 0))
  const tests = files.length === 0 ? noTotals : await timed('tests', () => runTests(run, files, long))
  return sum([await types, tests, judgeCoverage(run, whole)])
}

function testFiles(long: boolean): string[] {
  const isLong = (file: string): boolean => file.startsWith('test/long/')
  const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) => isLong(file) === long)
  return long ? [...files, ...drawing] : files
}

async function startDatabase(run: Run, chosen: boolean): Promise<void> {
  run.postgres = await testPostgres()
  run.environment['TEST_DATABASE_ADMIN_URL'] = run.postgres.adminUrl
  // Chosen files make the template themselves, if they need one: a unit's test must run while the server does not compile.
  if (chosen) return
  const { prepareTemplate } = await import('./template.ts')
  await prepareTemplate(run.postgres.adminUrl)
}

async function checkTypes(run: Run): Promise<TapTotals> {
  const tsc = startNode(run, ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'])
  const said: Buffer[] = []
  tsc.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  const ok = (await ended(tsc)) === 0
  if (!ok) print(`not ok types\n${Buffer.concat(said).toString()}`)
  return { ...noTotals, passed: Number(ok), failed: Number(!ok) }
}

async function runTests(run: Run, files: readonly string[], long: boolean): Promise<TapTotals> {
  const timeoutSeconds = long ? longFileTimeoutSeconds : fileTimeoutSeconds
  run.environment['TAP_TIMEOUT'] = String(timeoutSeconds)
  const start = (words: readonly string[]): ChildProcess => startNode(run, words)
  return runFiles(files, {
    jobs: long ? 1 : jobs,
    timeoutSeconds,
    start,
    ended,
    kill: (child) => endGroup(child, 'SIGKILL'),
    print,
  })
}

function judgeCoverage(run: Run, whole: boolean): TapTotals {
  const { failures, neverSeen, table } = readCoverage(run.coverageFolder)
  for (const failure of failures) print(`not ok contract: ${failure}`)
  if (!whole) return { ...noTotals, failed: failures.length }
  print(table)
  for (const line of neverSeen) print(`not ok contract: never seen: ${line}`)
  const failed = failures.length + neverSeen.length
  return { ...noTotals, passed: Number(failed === 0), failed }
}

/** A child in a process group of its own, so that all that it starts can be ended with it. */
function startNode(run: Run, words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: run.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  run.children.add(child)
  // Its number may be given to another process.
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
  for (const command of leftovers) print(`# ended what a test left behind: ${command.slice(0, 200)}`)
  rmSync(run.coverageFolder, { recursive: true, force: true })
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The whole group has ended, as it should.
  }
}

async function timed<Result>(phase: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  print(`# ${phase}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return result
}

/** The runner's own fault, such as a database that does not start: still one line in the end. */
function failure(error: unknown): TapTotals {
  console.error(error)
  return { ...noTotals, failed: 1 }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function beginRun(): Run {
  const coverageFolder = mkdtempSync(join(tmpdir(), 'servicepay-contract-'))
  const environment = { ...process.env, [runMark]: randomUUID(), CONTRACT_COVERAGE_DIR: coverageFolder }
  // Started from within a test, tap would take itself for a test file.
  for (const name of Object.keys(environment)) if (/^(TAP|_TAPJS)/.test(name)) Reflect.deleteProperty(environment, name)
  return { environment, children: new Set(), coverageFolder, postgres: undefined }
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
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
print(`${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`)
