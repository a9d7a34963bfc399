import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from '../../support/until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Demo {
  /** All that it has printed so far. */
  readonly said: { text: string }
  /** Where the shop is, once it says so. */
  url(): Promise<string>
  /** Waits until it has printed this. */
  says(pattern: RegExp): Promise<void>
  /** What Ctrl-C does. Gives the exit code. */
  stop(): Promise<number | null>
  /** The exit code, when it ends by itself. */
  ended(): Promise<number | null>
}

interface Teardown {
  teardown(work: () => unknown): void
}

interface Command {
  readonly folder: string
  readonly words: readonly [string, ...string[]]
}

const asInTheReadme: Command = { folder: root, words: ['npm', 'run', 'demo'] }

/** `npm run demo`, or another way to start it, with these variables over an environment that has none of its own. */
export function runDemo(
  t: Teardown,
  variables: Readonly<Record<string, string>>,
  { folder, words: [program, ...words] } = asInTheReadme,
): Demo {
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'SERVICEPAY_TEST_RUN', 'npm_config_cache'].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  )
  // A group of its own, as a terminal makes one: Ctrl-C is for npm and the shop alike.
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...inherited, DEMO_PORT: '0', ...variables },
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
      // Not as soon as it has exited: what it said last may still be in the pipe.
      if (closed) throw new Error(`It ended before it said ${String(pattern)}: ${said.text}`)
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
