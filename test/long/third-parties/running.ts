import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

interface Teardown {
  teardown(work: () => unknown): void
}

/** Slow machines are given their time. */
const patienceMs = 180_000

export interface Command {
  readonly program: string
  readonly words: readonly string[]
  readonly cwd: string
  readonly environment?: Record<string, string>
}

/** Starts somebody else's server and waits until its address answers anything. It ends with the test. */
export async function startServer(
  t: Teardown,
  address: string,
  { program, words, cwd, environment = {} }: Command,
): Promise<void> {
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  const deadline = Date.now() + patienceMs
  while (!(await answers(address))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${program} ${words.join(' ')} does not answer: ${said}`)
    await pause(100)
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    await (await fetch(address)).arrayBuffer()
    return true
  } catch {
    return false
  }
}
