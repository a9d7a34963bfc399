import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { freePort } from '../../server/embedded-postgres/postmaster.ts'
import { temporaryDirectory } from '../start/operator.ts'
import { until } from '../support/until.ts'
import { expectSettled, settleAll } from './books.ts'
import { Chance, size } from './chance.ts'
import { Client } from './client.ts'
import { openSite, ServiceProcess, statusOf } from './processes.ts'

// Two processes behind HAProxy restart one after the other under load: spec/decisions.md#drain-before-a-stop.

t.setTimeout(300_000)

const haproxy = process.env['HAPROXY_PATH'] ?? '/usr/sbin/haproxy'
const skip = existsSync(haproxy)
  ? {}
  : { skip: 'HAProxy is missing: install the Debian package haproxy, or set HAPROXY_PATH' }

const rounds = size(3, 1)
const lanes = 16

/** No retries and no redispatch: HAProxy must not hide a refused connection. */
const configOf = (port: number, servers: readonly string[]): string => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  retries 0
frontend pay
  bind 127.0.0.1:${port}
  default_backend api
backend api
  option httpchk GET /readyz
  http-check expect status 200
${servers.map((url, index) => `  server api${index} ${new URL(url).host} check inter 200ms fall 1 rise 1`).join('\n')}
`

async function startBalancer(t: Test, servers: readonly string[]): Promise<string> {
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
  await until(async () => (await statusOf(`${url}/readyz`)) === 200, 'the balancer')
  return url
}

t.test('a rolling restart of two processes under load fails no request', skip, async (t) => {
  const site = await openSite(t)
  const processes = await Promise.all([1, 2].map(() => ServiceProcess.start(t, site, { DRAIN_SECONDS: '2' })))
  const balancer = await startBalancer(
    t,
    processes.map(({ baseUrl }) => baseUrl),
  )
  const client = await Client.signUp([balancer], new Chance())
  const failed: string[] = []
  const paid: string[] = []
  let answered = 0
  const load = new AbortController()
  const count = (what: string, reply: Awaited<ReturnType<Client['once']>>): boolean => {
    if (reply?.status === 200) answered += 1
    else failed.push(`${what}: ${reply ? `${reply.status} ${reply.text}` : 'no reply'}`)
    return reply?.status === 200
  }
  const lane = async (): Promise<void> => {
    while (!load.signal.aborted) {
      const body = { amount: 100, currency: 'GBP', reference: randomUUID() }
      const created = await client.once({ path: '/v1/checkout/sessions', body })
      if (!count('create', created)) continue
      const id = String(created?.body['id'])
      const pay = await client.once({ path: `/v1/test_helpers/checkout/sessions/${id}/pay` })
      if (count('pay', pay)) paid.push(id)
      count('read', await client.once({ method: 'GET', path: `/v1/checkout/sessions/${id}` }))
    }
  }
  const lanesDone = Promise.all(Array.from({ length: lanes }, lane))
  for (let round = 0; round < rounds; round += 1)
    for (const process of processes) {
      const stopped = process.stop()
      await until(async () => (await statusOf(`${process.baseUrl}/readyz`)) === 503, 'the announcement')
      t.equal(await statusOf(`${process.baseUrl}/docs`), 200, 'a request during the drain is served')
      t.equal(await stopped, 0)
      await process.restart()
      // The balancer must see the process as ready before the next one stops.
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  load.abort()
  await lanesDone
  t.same(failed, [], 'no request failed')
  const settled = await settleAll(t, site)
  await expectSettled(t, settled)
  t.comment(
    `figure: ${rounds * 2} restarts under load: ${answered} requests answered, ${paid.length} payments, 0 failed`,
  )
})
