/** The parts of a process that a command uses. Tests pass their own, and run a command without starting a process. */
export interface Host {
  readonly environment: NodeJS.ProcessEnv
  readonly input: NodeJS.ReadableStream & MaybeTerminal
  readonly output: NodeJS.WritableStream & MaybeTerminal
  readonly errors: NodeJS.WritableStream & MaybeTerminal
  /** Calls the listener for each Ctrl-C and each other signal that asks the process to end. */
  onSignal(listener: () => void): void
  exit(code: number): void
}

interface MaybeTerminal {
  readonly isTTY?: boolean
}

export const host: Host = {
  environment: process.env,
  get input() {
    return process.stdin
  },
  output: process.stdout,
  errors: process.stderr,
  onSignal(listener) {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, listener)
  },
  exit: (code) => process.exit(code),
}
