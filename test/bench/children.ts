import { readFileSync } from 'node:fs'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { CountsByPurpose } from './statement-counts.ts'

/** A server in a separate process, as in production. */
export interface ServerProcess {
  readonly port: number
  readonly pid: number
  /** The facts that it sent when it was ready. */
  readonly ready: Record<string, string>
  /** What it has used so far. */
  use(): Promise<ProcessUse>
  stop(): Promise<void>
}

export interface ProcessUse {
  readonly cpuSeconds: number
  readonly counts: CountsByPurpose
}

/** Node's options in `npm start`, so that the bench measures the product as people start it. */
export const startOptions = String(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).scripts.start,
)
  .split(' ')
  .filter((word) => word.startsWith('--'))

export async function startServer(file: string, settings: Record<string, string>): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...settings },
    execArgv: file === 'product-server.ts' ? startOptions : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await Promise.race([message(child), ended(child, file)])
  return {
    port: Number(ready.port),
    pid: child.pid ?? 0,
    ready,
    use: async () => {
      child.send('use')
      const [use] = (await once(child, 'message')) as [ProcessUse]
      return use
    },
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

async function ended(child: ChildProcess, file: string): Promise<never> {
  await once(child, 'exit')
  throw new Error(`${file} ended`)
}

async function message(child: ChildProcess): Promise<Record<string, string>> {
  const [facts] = (await once(child, 'message')) as [Record<string, string>]
  return facts
}

/** For the child: reports to the parent that it is ready, and what it has used whenever the parent asks. */
export function reportReady(ready: Record<string, string>, counts: () => CountsByPurpose = () => ({})): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuSeconds: (user + system) / 1e6, counts: counts() } satisfies ProcessUse)
  })
  process.on('disconnect', () => process.exit(1))
  process.send?.(ready)
}
