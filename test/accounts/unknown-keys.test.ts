import { randomBytes } from 'node:crypto'
import t from 'tap'
import { newSecretKey } from '../../server/domain/accounts/secret-key.ts'
import { expectError } from '../http/expect-error.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { addKey } from './accounts.ts'

const service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '1000000', TRUST_PROXY: '1' } })
t.teardown(() => service.stop())

interface Connection {
  query(statement: { readonly text: string }): Promise<unknown>
}

/** Counts the statements that look for secret keys. */
let reads = 0
const client = service.app.context.db.client as { acquireConnection(): Promise<Connection> }
const acquire = client.acquireConnection.bind(client)
const watched = new WeakSet<Connection>()
client.acquireConnection = async () => {
  const connection = await acquire()
  if (watched.has(connection)) return connection
  watched.add(connection)
  const query = connection.query.bind(connection)
  connection.query = (statement) => {
    if (/from secret_keys\s+where [a-z_.]*hash/.test(statement.text)) reads++
    return query(statement)
  }
  return connection
}

function callWith(secret: string, address: string, { call }: Pick<TestService, 'call'> = service): Promise<Answer> {
  return call('GET', '/v1/checkout/sessions', undefined, {
    Authorization: `Bearer ${secret}`,
    'X-Forwarded-For': address,
  })
}

const unknownKey = (): string => newSecretKey(false).secret

t.test('a text without the form of a key is refused without a read', async (t) => {
  reads = 0
  for (const text of [
    'x',
    'sk_test_',
    'sk_prod_abcdefgh',
    `sk_test_${'a'.repeat(200)}`,
    randomBytes(20).toString('hex'),
  ])
    expectError(t, await callWith(text, '192.0.2.1'), 401, 'invalid_api_key', null, text.slice(0, 20))
  t.equal(reads, 0)
})

t.test('one unknown key costs one read a minute, and its answer stays 401', async (t) => {
  reads = 0
  const key = unknownKey()
  for (let count = 0; count < 50; count++) expectError(t, await callWith(key, '192.0.2.2'), 401, 'invalid_api_key')
  t.equal(reads, 1)
})

t.test('after 20 unknown keys an address gets 429, and many at once share a read', async (t) => {
  reads = 0
  const first = await Promise.all(Array.from({ length: 20 }, () => callWith(unknownKey(), '192.0.2.3')))
  t.ok(first.every(({ status }) => status === 401))
  t.ok(reads <= 20, `${reads} reads for 20 keys`)
  const more = await Promise.all(Array.from({ length: 150 }, () => callWith(unknownKey(), '192.0.2.3')))
  for (const answer of more) {
    if (answer.status !== 429) t.fail(String(answer.status))
  }
  expectError(t, more[0] as Answer, 429, 'rate_limited')
  t.match(more[0]?.headers.get('retry-after'), /^[1-9]\d*$/)
  t.ok(reads <= 20 + 40, `${reads} reads for 170 keys`)
  t.equal((await callWith(unknownKey(), '192.0.2.33')).status, 401, 'another address has its own limit')
})

t.test('good keys go on from an address that sends unknown keys, known to the process or not', async (t) => {
  const known = await addKey(service, { livemode: false })
  t.equal((await callWith(known, '192.0.2.4')).status, 200)
  await Promise.all(Array.from({ length: 100 }, () => callWith(unknownKey(), '192.0.2.4')))
  const fresh = await Promise.all([1, 2, 3].map(() => addKey(service, { livemode: false })))
  const flood = Promise.all(Array.from({ length: 100 }, () => callWith(unknownKey(), '192.0.2.4')))
  for (const key of [known, ...fresh]) {
    t.equal((await callWith(key, '192.0.2.4')).status, 200)
    service.clock.advance(2)
    t.equal((await callWith(key, '192.0.2.4')).status, 200, 'also when its account is read again')
  }
  await flood
})
