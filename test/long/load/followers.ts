import { Client as Sql } from 'pg'
import type { Test } from 'tap'
import type { Receiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import type { Client } from './client.ts'
import { repeat, type Site } from '../processes/processes.ts'

// Who gets the events of a service: receivers of webhooks, and followers of GET /v1/events.

/** The ids of the events that arrived, once for each delivery. */
export function arrivedEvents(receiver: Receiver): string[] {
  return receiver.deliveries.map(({ rawBody }) => (JSON.parse(rawBody) as { id: string }).id)
}

/** The ids of all events in their order. Events without a number come last. */
export async function eventsOf(site: Pick<Site, 'databaseUrl'>): Promise<string[]> {
  const database = new Sql({ connectionString: site.databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ id: string }>(
    `select id from events where type <> 'test.ping' order by sequence`,
  )
  await database.end()
  return rows.map(({ id }) => id)
}

/** Reads the events of an account page by page, again and again, and continues after the last event that it has. */
export class Follower {
  readonly seen: string[]
  readonly #client: Client
  /** Stops reading. */
  readonly stop: () => Promise<void>

  private constructor(client: Client, first: string) {
    this.#client = client
    this.seen = [first]
    this.stop = repeat(100, () => this.#read())
  }

  /** Pays a session, and begins with its event. */
  static async start(client: Client): Promise<Follower> {
    const created = await client.succeed({ path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP' } })
    await client.succeed({ path: `/v1/test_helpers/checkout/sessions/${String(created['id'])}/pay` })
    const list = await client.succeed({ method: 'GET', path: '/v1/events?limit=1' })
    const [first] = list['data'] as { id: string }[]
    if (!first) throw new Error('The account has no event')
    return new Follower(client, first.id)
  }

  async #read(): Promise<void> {
    const reply = await this.#client.once({
      method: 'GET',
      path: `/v1/events?limit=50&ending_before=${this.seen.at(-1)}`,
    })
    if (reply?.status !== 200)
      throw new Error(`The follower got ${reply ? `${reply.status} ${reply.text}` : 'no reply'}`)
    this.seen.push(...(reply.body['data'] as { id: string }[]).map(({ id }) => id))
  }
}

/** The follower and the receiver have every event of the only account, the follower once and in order. */
export async function expectFollowed(
  t: Test,
  site: Site,
  { follower, receiver }: { follower: Follower; receiver: Receiver },
): Promise<void> {
  const events = await eventsOf(site)
  await until(() => events.every((id) => follower.seen.includes(id)), 'the follower has every event')
  await follower.stop()
  t.same(follower.seen.slice(0, events.length), await orderOf(site, events.length), 'each event once, in order')
  await until(() => {
    const arrived = new Set(arrivedEvents(receiver))
    return events.every((id) => arrived.has(id))
  }, 'the receiver has every event')
}

async function orderOf(site: Site, count: number): Promise<string[]> {
  return (await eventsOf(site)).slice(0, count)
}
