import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from '../../support/until.ts'
import { inheritedEnvironment } from '../../support/inherited-environment.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Demo {
  /** The output so far. */
  readonly said: { text: string }
  /** Waits until the shop prints its address. */
  url(): Promise<string>
  /** Waits until the output matches. */
  says(pattern: RegExp): Promise<void>
  /** Stops the shop as Ctrl-C does. Returns the exit code. */
  stop(): Promise<number | null>
  /** Waits for the shop to end without a signal. Returns the exit code. */
  ended(): Promise<number | null>
}

interface Teardown {
  teardown(work: () => unknown): void
}

interface Command {
  readonly folder: string
  readonly words: readonly [string, ...string[]]
}

const npmRunDemo: Command = { folder: root, words: ['npm', 'run', 'demo'] }

/** Starts the shop with `npm run demo` or another command. Its environment has only these variables. */
export function runDemo(
  t: Teardown,
  variables: Readonly<Record<string, string>>,
  { folder, words: [program, ...words] } = npmRunDemo,
): Demo {
  // A separate process group, as in a terminal, so that Ctrl-C reaches both npm and the shop.
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...inheritedEnvironment('PATH', 'HOME', 'npm_config_cache'), DEMO_PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said.text += text))
  let closed = false
  child.once('close', () => (closed = true))
  const end = once(child, 'close') as Promise<[number | null]>
  const says = (pattern: RegExp): Promise<void> =>
    until(() => {
      if (pattern.test(said.text)) return true
      // `exitCode` would be too early, because the last output may still be in the pipe.
      if (closed) throw new Error(`The shop ended before it printed ${String(pattern)}: ${said.text}`)
      return false
    }, String(pattern))
  const stop = async (): Promise<number | null> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGINT')
    return (await end)[0]
  }
  t.teardown(stop)
  return {
    said,
    says,
    stop,
    ended: async () => (await end)[0],
    async url() {
      const line = /The demo shop is open at (http:\/\/localhost:\d+)\n/
      await says(line)
      return line.exec(said.text)?.[1] ?? ''
    },
  }
}
