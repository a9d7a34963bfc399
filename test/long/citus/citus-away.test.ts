import t from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { anotherAccount, type TestAccount } from '../../accounts/accounts.ts'
import { createLink, openLink, postLink, type Link } from '../../links/link-calls.ts'
import { createSession, encryptedCard, paidSession, type CreatedSession } from '../../support/pay.ts'
import { startService, type Answer, type TestService } from '../../support/service.ts'
import { CitusCluster, skipWithoutCitus, type CitusNode } from './citus-cluster.ts'

// What the accounts of a worker node that is away can do, and what the others can.

interface Shop {
  readonly account: TestAccount
  readonly paid: CreatedSession
  readonly open: CreatedSession
  readonly link: Link
}

t.test('while a worker node is away', skipWithoutCitus, async (t) => {
  const cluster = await CitusCluster.start(t, 2)
  const { databaseUrl, coordinator } = cluster
  await migrateAll({ databaseUrl, clock: systemClock, log: silentLog })
  const service = await startService({ databaseUrl })
  t.teardown(() => service.stop())
  const shops = new Map<number, Shop>()
  while (shops.size < 2) {
    const account = await anotherAccount(service)
    const port = await portOf(coordinator, account)
    if (!shops.has(port)) shops.set(port, await openShop(service, account))
  }
  const [away, other] = cluster.workers.map(({ port }) => shops.get(port))
  const [node] = cluster.workers
  if (!away || !other || !node) throw new Error('Bug: each worker node has a shop')
  const cards = new Map<Shop, string>()
  for (const shop of [away, other]) cards.set(shop, await encryptedCard(service, shop.open.id))
  await node.kill()

  await t.test('the accounts of the other nodes do everything', async (t) => {
    for (const [name, call] of Object.entries(callsOf(service, other, cards.get(other) ?? '')))
      t.match(await call(), { status: 200 }, name)
  })

  await t.test('its own accounts read 503 with Retry-After', async (t) => {
    for (const [name, call] of Object.entries(callsOf(service, away, cards.get(away) ?? ''))) {
      const answer = await call()
      t.match(answer, { status: 503, body: { error: { code: 'internal_error' } } }, `${name}: ${answer.text}`)
      t.ok(Number(answer.headers.get('retry-after')) > 0, name)
    }
    t.ok(
      service.logLines.some((line) => line.includes('worker node of its Citus cluster')),
      'the log names the reason',
    )
  })

  await t.test('no account can be opened, because every node has a copy of its key', async (t) => {
    const answer = await service.call('POST', '/v1/sandbox/signup', { email: 'new@example.com' }, { Authorization: '' })
    t.match(answer, { status: 503, body: { error: { code: 'internal_error' } } }, answer.text)
  })

  await t.test('when it is back, its accounts do everything', async (t) => {
    await node.start()
    for (const [name, call] of Object.entries(callsOf(service, away, cards.get(away) ?? '')))
      t.match(await call(), { status: 200 }, name)
  })
})

async function portOf(coordinator: CitusNode, { merchantId }: TestAccount): Promise<number> {
  const [row] = await coordinator.query<{ port: number }>(
    `select nodeport as port from citus_shards
     where shardid = get_shard_id_for_distribution_column('merchants', $1::text)`,
    [merchantId],
  )
  return row?.port ?? 0
}

async function openShop(service: TestService, account: TestAccount): Promise<Shop> {
  const calls = { ...service, call: account.call }
  return {
    account,
    paid: await paidSession(calls),
    open: await createSession(calls),
    link: await createLink(calls, { kind: 'reusable' }),
  }
}

function callsOf(
  service: TestService,
  { account, paid, open, link }: Shop,
  encryptedCard: string,
): Record<string, () => Promise<Answer>> {
  const { call } = account
  const sessions = '/v1/checkout/sessions'
  const create = { amount: 100, currency: 'GBP' }
  return {
    'retrieve a session': () => call('GET', `${sessions}/${paid.id}`),
    'list sessions': () => call('GET', `${sessions}?limit=3`),
    'list events': () => call('GET', '/v1/events?limit=3'),
    'create a session': () => call('POST', sessions, create),
    'create a session with a key': () => call('POST', sessions, create, { 'Idempotency-Key': 'session' }),
    'pay with a card': () =>
      call(
        'POST',
        '/v1/form/attempts',
        { encrypted_card: encryptedCard },
        { Authorization: `Bearer ${open.client_secret}` },
      ),
    refund: () => call('POST', `${sessions}/${paid.id}/refunds`, { amount: 10 }, { 'Idempotency-Key': 'refund' }),
    'create a link': () => postLink({ call }),
    'open a link': () => openLink(service, link),
    'set the webhook address': () => call('POST', '/v1/webhook_endpoints', { url: 'https://shop.example/hook' }),
  }
}
