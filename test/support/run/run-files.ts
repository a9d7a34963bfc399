import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { failuresIn, readReport, type FileReport, type TapTotals, type TestFailure } from './tap-report.ts'

export interface TestFile {
  /** Relative to the project, with slashes. */
  readonly path: string
  /** The file gets a process to itself. */
  readonly isAlone: boolean
}

export interface RunFilesOptions {
  /** How many files run at the same time. */
  readonly jobs: number
  /** A file that takes longer is ended and has failed. */
  readonly timeoutSeconds: number
  /** Starts test-worker.ts with its output and errors piped and a channel for messages. */
  startWorker(): ChildProcess
  /** Resolves to the exit code when a child has ended and its output is read. */
  ended(child: ChildProcess): Promise<number | null>
  kill(child: ChildProcess): void
  /** Hears of each file that has ended. */
  onResult(result: FileResult): void
}

export interface FileResult {
  readonly path: string
  readonly seconds: number
  readonly totals: TapTotals
  /** The figures that the file commented. */
  readonly figures: readonly string[]
  /** Null: the file passed. */
  readonly failed: FailedFile | null
}

export interface FailedFile {
  readonly path: string
  readonly failures: readonly TestFailure[]
  /** How the process ended, if not by itself. */
  readonly problem: string | null
  /** The last lines that the file printed, where they are all that there is to see. */
  readonly lastLines: readonly string[]
}

export interface FilesResult {
  readonly totals: TapTotals
  readonly failed: readonly FailedFile[]
  /** Wall time by the file's path. */
  readonly seconds: ReadonlyMap<string, number>
}

/** More than tap needs to end a file that takes too long: tap can name the test that hangs. */
const graceSeconds = 30

/** How many lines of a file are kept for a crash, which leaves no other trace. */
const keptLines = 40

/** Runs the files, begun in the given order, in as many worker processes as there are jobs. */
export async function runFiles(files: readonly TestFile[], options: RunFilesOptions): Promise<FilesResult> {
  const waiting = [...files]
  const results: FileResult[] = []
  const add = (result: FileResult): void => {
    results.push(result)
    options.onResult(result)
  }
  const work = async (): Promise<void> => {
    let shared = new TestWorker(options)
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const worker = file.isAlone ? new TestWorker(options) : shared
      const result = await runFile(file, worker)
      add(result)
      // A file that has failed may have left anything behind, so the next one needs a new process.
      if (worker === shared && result.failed !== null) shared = new TestWorker(options)
    }
    const problem = await shared.end()
    if (problem === null) return
    const path = 'the last worker of a job'
    const failed = { path, failures: [], problem, lastLines: shared.errors() }
    add({ path, seconds: 0, totals: { ...noTotals, failed: 1 }, figures: [], failed })
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs, files.length) }, work))
  return {
    totals: sum(results.map(({ totals }) => totals)),
    failed: results.flatMap(({ failed }) => failed ?? []),
    seconds: new Map(results.map(({ path, seconds }) => [path, seconds])),
  }
}

const noTotals: TapTotals = { passed: 0, failed: 0, skipped: 0 }

async function runFile({ path, isAlone }: TestFile, worker: TestWorker): Promise<FileResult> {
  const began = performance.now()
  const { totals, figures, lines } = await worker.run(path)
  const said = totals ?? noTotals
  const isUnfinished = totals === null
  if (said.failed > 0) worker.kill()
  const ended = said.failed === 0 && (isUnfinished || isAlone) ? await worker.end() : null
  const problem = isUnfinished ? `${ended ?? 'the process ended'} before its last test` : ended
  const isOk = said.failed === 0 && problem === null
  const seconds = (performance.now() - began) / 1000
  if (isOk) return { path, seconds, totals: said, figures, failed: null }
  const failures = failuresIn(lines)
  const lastLines = failures.length > 0 && !isUnfinished ? [] : [...lines, ...worker.errors()].slice(-keptLines)
  // After a crash no assertion has failed, but the file has.
  const counted = { ...said, failed: Math.max(said.failed, 1) }
  return { path, seconds, totals: counted, figures, failed: { path, failures, problem, lastLines } }
}

/** A process that runs one test file after the other (test-worker.ts). It starts with its first file. */
class TestWorker {
  readonly #options: RunFilesOptions
  #started: {
    readonly child: ChildProcess
    readonly lines: AsyncIterator<string>
    readonly code: Promise<number | null>
  } | null = null
  /** What the process wrote to standard error during the current file. */
  #errors: string[] = []

  constructor(options: RunFilesOptions) {
    this.#options = options
  }

  async run(path: string): Promise<FileReport> {
    const { child, lines } = (this.#started ??= this.#start())
    this.#errors = []
    const timer = setTimeout(() => this.kill(), (this.#options.timeoutSeconds + graceSeconds) * 1000)
    send(child, path)
    const report = await readReport(lines)
    clearTimeout(timer)
    return report
  }

  /** Lets the process end. Null when it did so by itself and without an error, else how it ended. */
  async end(): Promise<string | null> {
    if (this.#started === null) return null
    const { child, code } = this.#started
    // Not `child.disconnect()`, after which Node never emits `close`.
    if (child.connected) send(child, null)
    // The process counts as ended when its output is read.
    child.stdout?.resume()
    const timer = setTimeout(() => this.kill(), this.#options.timeoutSeconds * 1000)
    const exitCode = await code
    clearTimeout(timer)
    return exitCode === 0 ? null : `the process ended with ${exitCode === null ? 'a signal' : `code ${exitCode}`}`
  }

  errors(): readonly string[] {
    return this.#errors
  }

  kill(): void {
    if (this.#started !== null) this.#options.kill(this.#started.child)
  }

  #start() {
    const child = this.#options.startWorker()
    if (child.stdout === null || child.stderr === null) throw new Error('Bug: the output of a worker is piped')
    const lines = createInterface({ input: child.stdout, crlfDelay: Infinity })
    createInterface({ input: child.stderr, crlfDelay: Infinity }).on('line', (line) => {
      this.#errors.push(line)
      if (this.#errors.length > keptLines) this.#errors.shift()
    })
    return { child, lines: lines[Symbol.asyncIterator](), code: this.#options.ended(child) }
  }
}

/**
 * Names the next file, or none, to a worker. The worker may have just died, and then the message cannot be written; the
 * end of its output already reports that, so the error of the write is not needed.
 */
function send(child: ChildProcess, file: string | null): void {
  child.send({ file }, () => undefined)
}

export function sum(parts: readonly TapTotals[]): TapTotals {
  const add = (name: keyof TapTotals): number => parts.reduce((total, part) => total + part[name], 0)
  return { passed: add('passed'), failed: add('failed'), skipped: add('skipped') }
}
