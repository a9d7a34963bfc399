import { randomUUID } from 'node:crypto'
import t from 'tap'
import { until } from '../../support/until.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance, size } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { allServe, startBalancer } from './balancer.ts'
import { skipWithoutHaproxy } from './guide-proxy.ts'
import { openSite, ServiceProcess, statusOf } from './processes.ts'

// Two processes behind HAProxy restart one after the other under load: spec/decisions/operation.md#drain-before-a-stop.

const rounds = size(3, 1)
const lanes = 16

t.test('a rolling restart of two processes under load fails no request', skipWithoutHaproxy, async (t) => {
  const site = await openSite(t)
  const processes = await Promise.all([1, 2].map(() => ServiceProcess.start(t, site, { DRAIN_SECONDS: '4' })))
  const balancer = await startBalancer(
    t,
    processes.map(({ baseUrl }) => baseUrl),
  )
  const anonymous = new Client([balancer], new Chance(), '')
  const signup = { path: '/v1/sandbox/signup', body: { email: 'merchant@example.com' } }
  const key = String((await anonymous.succeed(signup))['secret_key'])
  const failed: string[] = []
  const paid: string[] = []
  let answered = 0
  const load = new AbortController()
  /** Returns the id in the reply, or null after a failure. */
  const call = async (method: string, path: string, body?: object): Promise<string | null> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    try {
      const response = await fetch(balancer + path, { method, headers, ...sent })
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${response.status} ${text}`)
      answered += 1
      return (JSON.parse(text) as { id: string }).id
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      failed.push(`${new Date().toISOString()} ${method} ${path}: ${String(cause)}`)
      return null
    }
  }
  const lane = async (): Promise<void> => {
    while (!load.signal.aborted) {
      const id = await call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP', reference: randomUUID() })
      if (id === null) continue
      if ((await call('POST', `/v1/test_helpers/checkout/sessions/${id}/pay`)) !== null) paid.push(id)
      await call('GET', `/v1/checkout/sessions/${id}`)
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
      await allServe(balancer)
    }
  load.abort()
  await lanesDone
  t.same(failed.slice(0, 20), [], 'no request failed')
  const settled = await settleAll(t, site)
  await expectSettled(t, settled)
  t.comment(
    `figure: ${rounds * 2} restarts under load: ${answered} requests answered, ${paid.length} payments, 0 failed`,
  )
})
