import { readFileSync } from 'node:fs'
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a separate process, as in production. */
export interface ServerProcess {
  readonly port: number
  readonly pid: number
  /** The facts that it sent when it was ready. */
  readonly ready: Record<string, string>
  /** Processor seconds used so far. */
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

/** Node's options in `npm start`, so that the bench measures the product as people start it. */
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
  const [facts] = (await once(child, 'message')) as [Record<string, string>]
  return facts
}

/** For the child: reports to the parent that it is ready, and sends the processor time whenever the parent asks. */
export function reportReady(ready: Record<string, string>): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: String((user + system) / 1e6) })
  })
  process.send?.(ready)
}
