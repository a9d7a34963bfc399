import t from 'tap'
import {
  deleteOldKeys,
  endLease,
  extendLease,
  findKey,
  insertingClaim,
  insertRefusal,
  isKeyTaken,
  keepingReply,
} from '../../server/store/idempotency-keys.ts'
import { execute } from '../../server/store/sql/writes.ts'
import { sql } from '../support/sql.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
})
t.teardown(() => service.stop())

const start = Date.parse('2027-01-01T00:00:00Z')
const at = (seconds: number): Date => new Date(start + seconds * 1000)
const yesterday = (now: Date): Date => new Date(now.getTime() - 24 * 3600_000)
const fingerprint = Buffer.alloc(32, 1)
const other = Buffer.alloc(32, 2)
const reply = { status: 200, body: '{"a":1}', requestId: 'req_1' }

function parts() {
  return { scope: { merchantId: service.merchantId, livemode: false }, db: service.app.context.db }
}

function claim(key: string, now: Date, print = fingerprint): Promise<boolean> {
  const { scope, db } = parts()
  const write = insertingClaim(scope, {
    key,
    fingerprint: print,
    objectId: 're_1',
    leasedUntil: new Date(now.getTime() + 60_000),
    now,
    retainedSince: yesterday(now),
  })
  return execute(db, write).then(
    () => true,
    (error: unknown) => {
      if (isKeyTaken(error)) return false
      throw error
    },
  )
}

t.test('a key is claimed once, and its reply kept once', async (t) => {
  const { scope, db } = parts()
  t.same(
    await Promise.all([claim('a', at(0)), claim('a', at(0)), claim('a', at(0))]).then(
      (claims) => claims.filter(Boolean).length,
    ),
    1,
  )
  await execute(db, keepingReply(scope, { key: 'a', fingerprint: other }, reply))
  t.match(
    await findKey(scope, db, 'a', yesterday(at(0))),
    { reply_status: null },
    'another request cannot store a reply',
  )
  await execute(db, keepingReply(scope, { key: 'a', fingerprint }, reply))
  await execute(db, keepingReply(scope, { key: 'a', fingerprint }, { ...reply, body: '{"a":2}' }))
  t.match(await findKey(scope, db, 'a', yesterday(at(0))), {
    reply_status: 200,
    reply_body: '{"a":1}',
    reply_request_id: 'req_1',
    leased_until: null,
    object_id: 're_1',
  })
})

t.test('a key of one mode is unused in the other mode', async (t) => {
  const { scope, db } = parts()
  await claim('b', at(0))
  t.equal(await findKey({ ...scope, livemode: true }, db, 'b', yesterday(at(0))), null)
})

t.test('exactly one request takes over an unanswered key, after its lease has ended or been released', async (t) => {
  const { scope, db } = parts()
  const takeOver = (key: string, now: Date) =>
    extendLease(scope, db, key, { now, until: new Date(now.getTime() + 60_000) })
  await claim('c', at(0))
  t.equal(await takeOver('c', at(59.999)), false)
  t.same((await Promise.all([1, 2, 3, 4].map(() => takeOver('c', at(60))))).filter(Boolean).length, 1)
  t.equal(await takeOver('c', at(119)), false, 'the takeover has a new lease')
  await endLease(scope, db, 'c')
  t.equal(await takeOver('c', at(61)), true)
  await execute(db, keepingReply(scope, { key: 'c', fingerprint }, reply))
  await endLease(scope, db, 'c')
  t.equal(await takeOver('c', at(1000)), false, 'an answered request cannot be taken over')
})

t.test('a refusal is kept for an unused key only, and never replaces what another request has done', async (t) => {
  const { scope, db } = parts()
  const refuse = (key: string, now: Date, body = 'no') =>
    insertRefusal(
      scope,
      db,
      { key, fingerprint },
      { status: 409, body, requestId: 'req_2' },
      { now, retainedSince: yesterday(now) },
    )
  t.equal(await refuse('d', at(0)), true)
  t.equal(await refuse('d', at(1), 'another'), false)
  t.match(await findKey(scope, db, 'd', yesterday(at(1))), { reply_status: 409, reply_body: 'no', object_id: null })
  t.equal(await claim('d', at(2)), false)
  await claim('e', at(0))
  t.equal(await refuse('e', at(1)), false)
  t.match(
    await findKey(scope, db, 'e', yesterday(at(1))),
    { reply_status: null, object_id: 're_1' },
    'a running request continues',
  )
})

t.test('after 24 hours a key counts as unused', async (t) => {
  const { scope, db } = parts()
  const day = 24 * 3600
  for (const key of ['f', 'g', 'h']) {
    await claim(key, at(0))
    await execute(db, keepingReply(scope, { key, fingerprint }, reply))
  }
  t.ok(await findKey(scope, db, 'f', yesterday(at(day))))
  t.equal(await claim('f', at(day)), false)
  t.equal(await findKey(scope, db, 'f', yesterday(at(day + 0.001))), null)
  t.equal(await claim('f', at(day + 0.001), other), true)
  t.match(await findKey(scope, db, 'f', yesterday(at(day + 1))), {
    fingerprint: other,
    reply_status: null,
    reply_body: null,
    reply_request_id: null,
    created_at: at(day + 0.001),
  })
  await insertRefusal(
    scope,
    db,
    { key: 'g', fingerprint: other },
    { ...reply, status: 409 },
    { now: at(day + 5), retainedSince: yesterday(at(day + 5)) },
  )
  t.match(await findKey(scope, db, 'g', at(day)), { fingerprint: other, reply_status: 409, object_id: null })
  await deleteOldKeys(db, at(day), 100)
  t.same(
    (await sql<{ key: string }>(service, 'select key from idempotency_keys order by key')).map(({ key }) => key),
    ['f', 'g'],
    'only old keys are deleted',
  )
})
