import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { openSite, ServiceProcess } from './processes.ts'
import {
  freePorts,
  needs,
  startCaddy,
  startHaproxy,
  startNginx,
  throughBalancer,
  type Balancer,
} from './shipped-balancers.ts'

// Balancers keep connections to the service and use them again, whatever the service says about its idle time. A POST
// that arrives while the service closes a connection would fail with 502, because a balancer may not repeat it.

const balancers = {
  nginx: { start: startNginx, ...needs('apt-get install nginx curl', 'nginx', 'curl') },
  HAProxy: { start: startHaproxy, ...needs('apt-get install haproxy curl', 'haproxy', 'curl') },
  Caddy: { start: startCaddy, ...needs('apt-get install caddy curl', 'caddy', 'curl') },
}

/** Around the idle time of five seconds, which is the usual one of Node. */
const pausesMs = [4_900, 4_980, 5_000, 5_020, 5_100, 6_500]
const atOnce = 10

for (const [name, { start, ...skip }] of Object.entries(balancers)) {
  t.test(`behind ${name}, no POST fails on a kept connection, nor while a process stops`, skip, async (t) => {
    const [site, ports] = await Promise.all([openSite(t), freePorts()])
    const environment = {
      BASE_URL: `https://localhost:${ports.httpsPort}`,
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '4',
    }
    const services = [
      await ServiceProcess.start(t, site, environment),
      await ServiceProcess.start(t, site, environment),
    ]
    const balancer = await start(
      t,
      ports,
      services.map(({ baseUrl }) => new URL(baseUrl).host),
    )
    const signup = await throughBalancer(balancer, '/v1/sandbox/signup', post({ email: 'merchant@example.com' }))
    const { secret_key: key } = JSON.parse(signup.body) as { secret_key: string }
    const burst = (): Promise<number[]> => Promise.all(Array.from({ length: atOnce }, () => create(balancer, key)))
    const statuses = await burst()
    for (const pause of pausesMs) {
      await sleep(pause)
      statuses.push(...(await burst()))
    }
    t.same([...new Set(statuses)], [200], `${statuses.length} calls after pauses`)

    let isStopped = false
    const whileStopping: number[] = []
    const lanes = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isStopped) whileStopping.push(await create(balancer, key))
      }),
    )
    t.equal(await services[0]?.stop(), 0)
    // Connections from before the end of the drain would show themselves now.
    await sleep(1_000)
    isStopped = true
    await lanes
    t.same([...new Set(whileStopping)], [200], `${whileStopping.length} calls while a process stops`)
  })
}

async function create(balancer: Balancer, key: string): Promise<number> {
  const words = [...post({ amount: 100, currency: 'GBP' }), '-H', `Authorization: Bearer ${key}`]
  return (await throughBalancer(balancer, '/v1/checkout/sessions', words)).status
}

function post(body: object): string[] {
  return ['-H', 'Content-Type: application/json', '--data', JSON.stringify(body)]
}
