import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startOptions } from './children.ts'
import { figure, serverSettings, type Figure } from './environment.ts'
import { median, runLoad } from './load.ts'
import { itemAt, Shop } from './shop.ts'

const program = fileURLToPath(new URL('../../server/start.js', import.meta.url))
const warmStarts = 3
/** Long enough for everything that V8 gives back by itself. */
const idleMs = 60_000
/** Each kind of request of `npm run bench requests` so often, and payments. */
const requestsOfLoad = 20_000
const paymentsOfLoad = 500

/**
 * Measures the time from the command to the reply of `readyz`, with an empty data directory and a full one, and the
 * memory of a server: idle, and after a load.
 */
export async function benchStart(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'servicepay-start-'))
  try {
    const cold = (await measure(dataDir)).seconds
    const warm: number[] = []
    for (let index = 0; index < warmStarts; index++) warm.push((await measure(dataDir)).seconds)
    const idle = await measure(dataDir, () => pause(idleMs))
    const loaded = await measure(dataDir, load)
    return [
      figure('npm start to ready, empty data directory', cold, 's', { atMost: 3 }),
      figure('npm start to ready, second time', median(warm), 's', { atMost: 1 }),
      figure('resident memory of the Node process, idle for a minute', idle.megabytes, 'MB', { atMost: 120 }),
      figure('the same after a load', loaded.megabytes, 'MB', { atMost: 200 }),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Starts the service. Its memory counts after `use`. */
async function measure(
  dataDir: string,
  use: (port: number) => Promise<void> = async () => {},
): Promise<{ seconds: number; megabytes: number }> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const started = performance.now()
  const { RATE_LIMIT_PER_SECOND = '' } = serverSettings('')
  const child = spawn(process.execPath, [...startOptions, program], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_PER_SECOND },
    stdio: 'ignore',
  })
  try {
    while (!(await isReady(port))) await pause(10)
    const seconds = (performance.now() - started) / 1000
    await use(port)
    return { seconds, megabytes: await residentMegabytes(child.pid ?? 0) }
  } finally {
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
}

async function load(port: number): Promise<void> {
  const visitor = new Shop(port, '')
  const { secret_key: key } = await visitor.call<{ secret_key: string }>('POST', '/v1/sandbox/signup', {
    email: 'bench@example.com',
  })
  const shop = new Shop(port, key)
  const sessions = await shop.sessions(1_000)
  const id = (n: number): string => itemAt(sessions, n % sessions.length).id
  const kinds: ((n: number) => string)[] = [
    (n) => shop.request('GET', `/v1/checkout/sessions/${id(n)}`),
    () => shop.request('GET', '/v1/checkout/sessions?limit=20'),
    () => shop.create(),
    () => shop.createWithKey(),
  ]
  for (const request of kinds) await runLoad({ port, connections: 32, requests: requestsOfLoad, request })
  const pay = (n: number): string => shop.payByHelper(itemAt(sessions, n))
  await runLoad({ port, connections: 128, requests: paymentsOfLoad, request: pay, retriesBusy: true })
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
  return response?.status === 200
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024
}
