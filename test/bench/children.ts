import { readFileSync } from 'node:fs'
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own, as it would run. */
export interface ServerProcess {
  readonly port: number
  readonly pid: number
  /** What it told when it was ready. */
  readonly ready: Record<string, string>
  /** Processor seconds used so far. */
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

/** Node's options in `npm start`: the product is measured as it is started. */
export const startOptions = String(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).scripts.start,
)
  .split(' ')
  .slice(1, -1)

export async function startServer(file: string, settings: Record<string, string>): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...settings },
    execArgv: file === 'product-server.ts' ? startOptions : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await message(child)
  return {
    port: Number(ready.port),
    pid: child.pid ?? 0,
    ready,
    cpuSeconds: async () => {
      child.send('cpu')
      return Number((await message(child)).cpu)
    },
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

async function message(child: ChildProcess): Promise<Record<string, string>> {
  const [told] = (await once(child, 'message')) as [Record<string, string>]
  return told
}

/** In the child: tells the parent that it is ready, and answers its question for processor time. */
export function tellReady(ready: Record<string, string>): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: String((user + system) / 1e6) })
  })
  process.send?.(ready)
}
