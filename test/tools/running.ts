import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

interface Teardown {
  teardown(work: () => unknown): void
}

/** Long enough for a slow machine. */
const timeoutMs = 180_000

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment?: Record<string, string>
}

/** Starts a third-party server and waits until its address answers. The server ends with the test. */
export async function startServer(
  t: Teardown,
  address: string,
  { program, args, cwd, environment = {} }: Command,
): Promise<void> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  const deadline = Date.now() + timeoutMs
  while (!(await answers(address))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${program} ${args.join(' ')} does not answer: ${output}`)
    await sleep(100)
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
