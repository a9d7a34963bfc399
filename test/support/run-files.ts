import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { failedLines, readReport, type FileReport, type TapTotals } from './tap-report.ts'

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
  /** Starts test-worker.ts with its output piped and a channel for messages. */
  startWorker(): ChildProcess
  /** Resolves to the exit code when a child has ended and its output is read. */
  ended(child: ChildProcess): Promise<number | null>
  kill(child: ChildProcess): void
  print(line: string): void
}

export interface FilesResult {
  readonly totals: TapTotals
  /** The failed files, each with its failed assertions. */
  readonly failures: readonly string[]
  /** Wall time by the file's path. */
  readonly seconds: ReadonlyMap<string, number>
}

/** More than tap needs to end a file that takes too long: tap can name the test that hangs. */
const graceSeconds = 30

/**
 * Runs the files, begun in the given order, in as many worker processes as there are jobs. Prints one line a file with
 * the figures that the file commented, and everything that a failed file printed. It does not use tap's own runner,
 * whose loader slows down every process that a test starts.
 */
export async function runFiles(files: readonly TestFile[], options: RunFilesOptions): Promise<FilesResult> {
  const waiting = [...files]
  const seconds = new Map<string, number>()
  const totals: TapTotals[] = []
  const failures: string[] = []
  const work = async (): Promise<void> => {
    let shared = new TestWorker(options)
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const began = performance.now()
      const worker = file.isAlone ? new TestWorker(options) : shared
      const result = await runFile(file, worker, options.print)
      totals.push(result)
      if (result.failed > 0) failures.push(...failuresOf(file.path, result.lines))
      seconds.set(file.path, (performance.now() - began) / 1000)
      // A file that has failed may have left anything behind, so the next one needs a new process.
      if (worker === shared && result.failed > 0) shared = new TestWorker(options)
    }
    const problem = await shared.end()
    if (problem !== null) options.print(`not ok the last worker of a job: ${problem}`)
    totals.push({ ...noTotals, failed: problem === null ? 0 : 1 })
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs, files.length) }, work))
  return { totals: sum(totals), failures, seconds }
}

function failuresOf(path: string, lines: readonly string[]): string[] {
  const named = failedLines(lines)
  return named.length === 0 ? [path] : named.map((line) => `${path}: ${line}`)
}

const noTotals: TapTotals = { passed: 0, failed: 0, skipped: 0 }

async function runFile(
  file: TestFile,
  worker: TestWorker,
  print: (line: string) => void,
): Promise<TapTotals & { readonly lines: readonly string[] }> {
  const began = performance.now()
  const { totals, figures, lines } = await worker.run(file.path)
  const said = totals ?? noTotals
  const isUnfinished = totals === null
  if (said.failed > 0) worker.kill()
  const problem = said.failed === 0 && (isUnfinished || file.isAlone) ? await worker.end() : null
  const isOk = !isUnfinished && said.failed === 0 && problem === null
  for (const figure of figures) print(`       ${figure}`)
  if (!isOk) for (const line of lines) print(line)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const remark = problem === null ? '' : ` # ${problem}${isUnfinished ? ' before its last test' : ''}`
  print(`${isOk ? 'ok    ' : 'not ok'} ${file.path} (${seconds} s)${remark}`)
  // After a crash no assertion has failed, but the file has.
  return { ...said, lines, failed: isOk || said.failed > 0 ? said.failed : 1 }
}

/** A process that runs one test file after the other (test-worker.ts). It starts with its first file. */
class TestWorker {
  readonly #options: RunFilesOptions
  #started: {
    readonly child: ChildProcess
    readonly lines: AsyncIterator<string>
    readonly code: Promise<number | null>
  } | null = null

  constructor(options: RunFilesOptions) {
    this.#options = options
  }

  async run(path: string): Promise<FileReport> {
    const { child, lines } = (this.#started ??= this.#start())
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

  kill(): void {
    if (this.#started !== null) this.#options.kill(this.#started.child)
  }

  #start() {
    const child = this.#options.startWorker()
    if (child.stdout === null) throw new Error('Bug: the output of a worker is piped')
    const lines = createInterface({ input: child.stdout, crlfDelay: Infinity })
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
