import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { temporaryDirectory } from '../../start/operator.ts'
import { until } from '../../support/until.ts'
import { haproxy } from './guide-proxy.ts'
import { statusOf } from './processes.ts'

/** No retries and no redispatch: HAProxy must not hide a refused connection. */
const configOf = (port: number, servers: readonly string[]): string => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  retries 0
frontend pay
  bind 127.0.0.1:${port}
  http-request return status 200 if { path /all } { nbsrv(api) ge ${servers.length} }
  http-request return status 503 if { path /all }
  default_backend api
backend api
  option httpchk GET /readyz
  http-check expect status 200
${servers.map((url, index) => `  server api${index} ${new URL(url).host} check inter 300ms fall 2 rise 1`).join('\n')}
`

interface Teardown {
  teardown(work: () => unknown): void
}

/** Starts HAProxy before processes of one role, and waits until it sends requests to all of them. */
export async function startBalancer(t: Teardown, servers: readonly string[]): Promise<string> {
  const port = await freePort()
  const file = join(await temporaryDirectory(t), 'haproxy.cfg')
  await writeFile(file, configOf(port, servers))
  const child = spawn(haproxy, ['-db', '-f', file], { stdio: 'ignore' })
  t.teardown(async () => {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  })
  const url = `http://127.0.0.1:${port}`
  await allServe(url)
  return url
}

/** Waits until the balancer sends requests to all processes. */
export const allServe = (balancer: string): Promise<void> =>
  until(async () => (await statusOf(`${balancer}/all`)) === 200, 'all processes behind the balancer')
