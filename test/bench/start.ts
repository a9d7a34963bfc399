import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOptions } from './children.ts'
import { figure } from './environment.ts'
import type { Figure } from './environment.ts'
import { median } from './load.ts'

const program = fileURLToPath(new URL('../../server/start.js', import.meta.url))
const warmStarts = 3
/** Long enough to collect the garbage of start-up. */
const idleMs = 5_000

/**
 * Measures the time from the command to the reply of `readyz`, with an empty data directory and a full one, and the
 * memory of an idle server.
 */
export async function benchStart(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'servicepay-start-'))
  try {
    const cold = await measure(dataDir, false)
    const warm: number[] = []
    for (let index = 0; index < warmStarts; index++) warm.push((await measure(dataDir, false)).seconds)
    const idle = await measure(dataDir, true)
    return [
      figure('npm start to ready, empty data directory', cold.seconds, 's', { atMost: 3 }),
      figure('npm start to ready, second time', median(warm), 's', { atMost: 1 }),
      figure('resident memory of the Node process, idle', idle.megabytes, 'MB', { atMost: 120 }),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(dataDir: string, stayIdle: boolean): Promise<{ seconds: number; megabytes: number }> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const started = performance.now()
  const child = spawn(process.execPath, [...startOptions, program], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: 'ignore',
  })
  try {
    while (!(await isReady(port))) await new Promise((resolve) => setTimeout(resolve, 10))
    const seconds = (performance.now() - started) / 1000
    if (stayIdle) await new Promise((resolve) => setTimeout(resolve, idleMs))
    return { seconds, megabytes: stayIdle ? await residentMegabytes(child.pid ?? 0) : 0 }
  } finally {
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
  return response?.status === 200
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024
}
