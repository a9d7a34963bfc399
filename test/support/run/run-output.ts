import type { FailedFile, FileResult } from './run-files.ts'

/** What a run prints while it runs. */
export interface Progress {
  onResult(result: FileResult): void
  /** Removes the line of a terminal. */
  end(): void
}

interface ProgressOptions {
  readonly files: number
  /** A line for each file, with its figures: for suites whose files take minutes. */
  readonly isDetailed: boolean
  readonly isTerminal: boolean
  readonly write: (text: string) => void
  /** The command that runs one file alone. */
  readonly commandOf: (path: string) => string
}

/** How many lines a run without a terminal prints about its progress. */
const lines = 10

/**
 * Prints one line that changes on a terminal, and a line for each tenth of the files elsewhere. A failure is printed in
 * full when its file ends, because a developer starts to mend it while the other files run.
 */
export function createProgress(options: ProgressOptions): Progress {
  const { files, isDetailed, isTerminal, write, commandOf } = options
  const began = performance.now()
  // A line for each file would hide the one failure among hundreds of files.
  const step = Math.max(Math.ceil(files / lines), lines)
  let done = 0
  let failed = 0
  const line = (): string => {
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    return `# ${String(done)} of ${String(files)} files, ${String(failed)} failed (${seconds} s)`
  }
  const clear = isTerminal ? '\r\u001b[2K' : ''
  return {
    onResult({ path, seconds, figures, failed: failure }) {
      done += 1
      if (failure !== null) failed += 1
      if (isDetailed) {
        for (const figure of figures) write(`${clear}       ${figure}\n`)
        write(`${clear}${failure === null ? 'ok    ' : 'not ok'} ${path} (${seconds.toFixed(1)} s)\n`)
      } else if (failure !== null) write(`${clear}not ok ${path} (${seconds.toFixed(1)} s)\n`)
      if (failure !== null) write(`${clear}${describeFailure(failure, commandOf(path)).join('\n')}\n`)
      if (isTerminal) write(clear + line())
      else if (!isDetailed && done % step === 0) write(`${line()}\n`)
    },
    end: () => write(clear),
  }
}

/** Everything that a developer needs to know about a failed file, and the command that runs it alone. */
export function describeFailure({ path, failures, problem, lastLines }: FailedFile, command: string): string[] {
  const named = failures.flatMap(({ name, at, details }) => [
    `  ✗ ${name}`,
    ...(at === null ? [] : [`    ${at}`]),
    ...details.map((detail) => `      ${detail}`),
  ])
  const printed =
    lastLines.length === 0 ? [] : ['    the last that it printed:', ...lastLines.map((line) => `      ${line}`)]
  return [`✗ ${path}`, ...named, ...(problem === null ? [] : [`  ${problem}`]), ...printed, `  ${command}`, '']
}
