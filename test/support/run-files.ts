import type { ChildProcess } from 'node:child_process'
import { readReport } from './tap-report.ts'
import type { TapTotals } from './tap-report.ts'

export interface RunFilesOptions {
  /** Files at the same time. */
  readonly jobs: number
  /** How long one may take; then it is ended, and has failed. */
  readonly timeoutSeconds: number
  /** Starts Node with these words, its output piped. */
  start(words: readonly string[]): ChildProcess
  /** Resolves to the exit code when a child has ended and its output is read. */
  ended(child: ChildProcess): Promise<number | null>
  kill(child: ChildProcess): void
  print(line: string): void
}

/** More than tap itself needs to end a file that has taken too long: it says which test that was. */
const graceSeconds = 30

/**
 * Runs each test file in a process of its own. One line a file with the figures that it commented; all that it said when it failed.
 * Not by tap's own runner: its loader goes into every process that a test starts, and costs a fifth of the whole run.
 */
export async function runFiles(files: readonly string[], options: RunFilesOptions): Promise<TapTotals> {
  const waiting = [...files]
  const totals: TapTotals[] = []
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      totals.push(await runFile(file, options))
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  return sum(totals)
}

async function runFile(
  file: string,
  { timeoutSeconds, start, ended, kill, print }: RunFilesOptions,
): Promise<TapTotals> {
  const began = performance.now()
  const child = start([file])
  const timer = setTimeout(() => kill(child), (timeoutSeconds + graceSeconds) * 1000)
  const [report, code] = await Promise.all([child.stdout ? readReport(child.stdout) : null, ended(child)])
  clearTimeout(timer)
  const seconds = `(${((performance.now() - began) / 1000).toFixed(1)} s)`
  const said = report?.totals ?? { passed: 0, failed: 0, skipped: 0 }
  const isOk = report?.totals !== null && code === 0 && said.failed === 0
  for (const figure of report?.figures ?? []) print(`       ${figure}`)
  if (!isOk) for (const line of report?.lines ?? []) print(line)
  print(
    `${isOk ? 'ok    ' : 'not ok'} ${file} ${seconds}${isOk || said.failed > 0 ? '' : ` # it ended with ${code ?? 'a signal'}, before its last test`}`,
  )
  // A crash, or a file that never came to its end: no assertion has failed, the file has.
  return isOk || said.failed > 0 ? said : { ...said, failed: 1 }
}

export function sum(parts: readonly TapTotals[]): TapTotals {
  const add = (name: keyof TapTotals): number => parts.reduce((total, part) => total + part[name], 0)
  return { passed: add('passed'), failed: add('failed'), skipped: add('skipped') }
}
