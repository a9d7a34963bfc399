import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { DatabaseProxy } from '../../support/database/database-proxy.ts'
import { until } from '../../support/until.ts'
import { openSite, ServiceProcess, statusOf } from './processes.ts'
import {
  freePorts,
  needs,
  startCaddy,
  startHaproxy,
  throughBalancer,
  type Balancer,
  type Reply,
} from './shipped-balancers.ts'

// While the database is away, no process is ready, and each still answers in words. The balancers with our files must
// let it.

const balancers = {
  HAProxy: { start: startHaproxy, ...needs('apt-get install haproxy curl', 'haproxy', 'curl') },
  Caddy: { start: startCaddy, ...needs('apt-get install caddy curl', 'caddy', 'curl') },
}

/** Longer than the balancers need to notice that a process is not ready. */
const outageRounds = 20

for (const [name, { start, ...skip }] of Object.entries(balancers)) {
  t.test(`behind ${name}, an outage of the database gives no bare page`, skip, async (t) => {
    const [site, ports] = await Promise.all([openSite(t), freePorts()])
    const { proxy, url } = await DatabaseProxy.start(site.databaseUrl)
    t.teardown(() => proxy.close())
    const environment = { BASE_URL: `https://localhost:${ports.httpsPort}`, TRUST_PROXY: '1', LOG_LEVEL: 'fatal' }
    const behind = { ...site, databaseUrl: url }
    const services = [
      await ServiceProcess.start(t, behind, environment),
      await ServiceProcess.start(t, behind, environment),
    ]
    const balancer = await start(
      t,
      ports,
      services.map(({ baseUrl }) => new URL(baseUrl).host),
    )
    const key = JSON.parse((await signUp(balancer)).body) as { secret_key: string }

    proxy.become('reset')
    for (const { baseUrl } of services)
      await until(async () => (await statusOf(`${baseUrl}/readyz`)) === 503, 'not ready')
    for (let round = 0; round < outageRounds; round++) {
      const script = await throughBalancer(balancer, '/v1/servicepay.js')
      t.equal(script.status, 200, `the script needs no database: ${script.body.slice(0, 200)}`)
      const created = await create(balancer, key.secret_key)
      t.equal(created.status, 503, `round ${round}: ${created.headers}`)
      t.match(created.headers, /^retry-after: \d/im)
      t.match(created.headers, /^request-id: req_/im, 'the reply is from the service')
      t.match(JSON.parse(created.body), { error: { code: 'internal_error' } })
      const page = await throughBalancer(balancer, '/checkout/cs_test_unknown')
      t.match(page.headers, /^content-type: text\/html/im)
      t.match(page.headers, /^request-id: req_/im, 'the page is ours')
      await sleep(100)
    }

    proxy.become('open')
    await until(async () => (await create(balancer, key.secret_key)).status === 200, 'the service takes requests again')
    for (const { baseUrl } of services) await until(async () => (await statusOf(`${baseUrl}/readyz`)) === 200, 'ready')
    await services[0]?.kill()
    // Caddy 2.6 cannot send the body of a POST again after an address that it could not reach. One reply may come from
    // the other process by chance, so several in a row show that Caddy has left the dead one out.
    let inARow = 0
    const isLeftOut = async (): Promise<boolean> => {
      inARow = (await create(balancer, key.secret_key)).status === 200 ? inARow + 1 : 0
      return inARow === 10
    }
    if (name === 'Caddy') await until(isLeftOut, 'left out')
    for (let round = 0; round < 20; round++) {
      const { status, headers, body } = await create(balancer, key.secret_key)
      t.equal(status, 200, `a process that is gone is left out: ${headers} ${body}`)
    }
    await services[1]?.kill()
    const unanswered = await create(balancer, key.secret_key)
    t.match(unanswered.status, /^50[23]$/)
    if (name === 'HAProxy') {
      t.match(unanswered.headers, /^retry-after: \d/im)
      t.match(JSON.parse(unanswered.body), { error: { code: 'internal_error', request_id: /^req_/ } })
    }
  })
}

function signUp(balancer: Balancer): Promise<Reply> {
  return throughBalancer(balancer, '/v1/sandbox/signup', post({ email: 'merchant@example.com' }))
}

function create(balancer: Balancer, key: string): Promise<Reply> {
  const words = [...post({ amount: 100, currency: 'GBP' }), '-H', `Authorization: Bearer ${key}`]
  return throughBalancer(balancer, '/v1/checkout/sessions', words)
}

function post(body: object): string[] {
  return ['-H', 'Content-Type: application/json', '--data', JSON.stringify(body)]
}
