import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/engines/embedded-postgres/postmaster.ts'
import { skipWithoutValkey, ValkeyServer } from '../long/processes/valkey.ts'
import { startServer } from './children.ts'
import { figure, serverSettings, type Figure } from './environment.ts'
import { runLoad } from './load.ts'
import { cpuSecondsOf } from './postgres-use.ts'
import { itemAt, Shop } from './shop.ts'

const haproxy = process.env['HAPROXY_PATH'] ?? '/usr/sbin/haproxy'
const connections = 32
const reads = 5_000
const payments = 300

/** Measures what a request costs in HAProxy and in Valkey, which one of each serves for many processes. */
export async function benchEdge(databaseUrl: string): Promise<Figure[]> {
  const missing = skipWithoutValkey.skip ?? (existsSync(haproxy) ? null : 'HAProxy is missing: install it')
  if (missing !== null) {
    process.stdout.write(`Not measured. ${missing}\n`)
    return []
  }
  const stops: (() => unknown)[] = []
  try {
    const valkey = await ValkeyServer.start({ teardown: (stop) => void stops.push(stop) })
    const api = await startServer('product-server.ts', {
      ...serverSettings(databaseUrl),
      ROLE: 'api',
      REDIS_URL: valkey.url,
    })
    stops.push(() => api.stop())
    const balancer = await startHaproxy(api.port)
    stops.push(() => balancer.stop())
    const shop = new Shop(api.port, api.ready.secretKey ?? '')
    const sessions = await shop.sessions(payments)
    const run = async (requests: number, request: (index: number) => string) => {
      const before = { balancer: await cpuSecondsOf(balancer.pid), valkey: await usedBy(valkey) }
      await runLoad({ port: balancer.port, connections, requests, request })
      const after = { balancer: await cpuSecondsOf(balancer.pid), valkey: await usedBy(valkey) }
      return {
        balancerMicroseconds: ((after.balancer - before.balancer) / requests) * 1e6,
        commands: (after.valkey.commands - before.valkey.commands) / requests,
        valkeyMicroseconds: ((after.valkey.cpuSeconds - before.valkey.cpuSeconds) / requests) * 1e6,
      }
    }
    const read = await run(reads, (index) =>
      shop.request('GET', `/v1/checkout/sessions/${itemAt(sessions, index % sessions.length).id}`),
    )
    const paid = await run(payments, (index) => shop.payByHelper(itemAt(sessions, index)))
    return [
      figure('HAProxy: processor time of a request', read.balancerMicroseconds, 'µs'),
      figure('Valkey: commands of a request with a secret key', read.commands, ''),
      figure('Valkey: processor time of such a request', read.valkeyMicroseconds, 'µs'),
      figure('Valkey: commands of a payment by test helper', paid.commands, ''),
    ]
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

async function startHaproxy(apiPort: number): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'servicepay-bench-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend pay
  bind 127.0.0.1:${port}
  default_backend api
backend api
  server api 127.0.0.1:${apiPort}
`,
  )
  const child = spawn(haproxy, ['-db', '-f', file], { stdio: 'ignore' })
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)))
    await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
      await rm(folder, { recursive: true })
    },
  }
}

async function usedBy(valkey: ValkeyServer): Promise<{ commands: number; cpuSeconds: number }> {
  const text = `${String(await valkey.command('INFO', 'commandstats'))}\n${String(await valkey.command('INFO', 'cpu'))}`
  const value = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)
  return {
    commands: value(/cmdstat_evalsha:calls=(\d+)/),
    cpuSeconds: value(/used_cpu_user:([\d.]+)/) + value(/used_cpu_sys:([\d.]+)/),
  }
}
