import t from 'tap'
import { ownLimits } from '../../../server/domain/queues/rate-limit.ts'
import { LiveAccounts } from '../../../server/http/callers/live-accounts.ts'
import { NotificationLimits } from '../../../server/http/limits/notification-limits.ts'
import { StillClock } from '../../http/still-clock.ts'
import { countUses } from '../../support/count-uses.ts'
import { startService, type TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { letBankNotify, notify } from './sender.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox' }, clock: new StillClock() })
  letBankNotify(service)
  await sql(service, 'update merchants set live_access = true')
})
t.teardown(() => service.stop())

const account = 'mer_1'

function newLimits(): NotificationLimits {
  const clock = new StillClock()
  return new NotificationLimits(clock, ownLimits(clock))
}

t.test('forged notifications, even from many addresses, keep no genuine ones away', async (t) => {
  const limits = newLimits()
  const processor = { merchantId: account, address: '198.51.100.1' }
  limits.noteGenuine(processor)
  const wasLimited = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      limits.take({ merchantId: account, address: `203.0.113.${index % 250}` }),
    ),
  )
  t.ok(wasLimited.filter((wait) => wait === null).length <= 200)
  const genuine = await Promise.all(Array.from({ length: 1_000 }, () => limits.take(processor)))
  t.same([...new Set(genuine)], [null])
  t.ok(await limits.take(processor), 'the processor has a limit too')
  t.equal(await limits.take({ merchantId: 'mer_2', address: '198.51.100.2' }), null, 'another account has its own')
})

t.test('a stranger has a limit over all accounts that it names', async (t) => {
  const limits = newLimits()
  const waits = await Promise.all(
    Array.from({ length: 500 }, (_, index) => limits.take({ merchantId: `mer_${index}`, address: '203.0.113.1' })),
  )
  t.equal(waits.filter((wait) => wait === null).length, 100)
})

t.test('large bodies of strangers take only so much memory, and none from the processor', async (t) => {
  const limits = newLimits()
  const megabyte = 1_000_000
  const take = (address: string) => limits.takeRoom({ merchantId: account, address }, megabyte)
  const first = take('203.0.113.1')
  t.ok(first && take('203.0.113.1'))
  t.equal(take('203.0.113.1'), null, 'one address has two megabytes')
  for (let other = 2; other <= 15; other += 1) t.ok(take(`203.0.113.${other}`))
  t.equal(take('203.0.113.99'), null, 'all strangers together have sixteen')
  first?.()
  t.ok(take('203.0.113.99'), 'the end of a body makes room')
  limits.noteGenuine({ merchantId: account, address: '198.51.100.1' })
  t.ok(take('198.51.100.1'))
})

t.test('many unknown accounts share one read of the database, and a known one needs none', async (t) => {
  const { db, clock } = service.app.context
  const accounts = new LiveAccounts(clock, db)
  const uses = countUses(db)
  const before = uses()
  const unknown = Array.from({ length: 999 }, (_, index) => accounts.has(`mer_${index}`))
  const known = accounts.has(service.merchantId)
  t.equal(accounts.has('mer_x'), null, 'a thousand wait at most')
  t.same(new Set(await Promise.all(unknown.flatMap((found) => found ?? []))), new Set([false]))
  t.equal(await known, true)
  t.equal(uses() - before, 1)
  t.equal(await accounts.has(service.merchantId), true)
  t.equal(uses() - before, 1)
})

t.test('too many notifications get 429, and what they name is not looked up', async (t) => {
  const uses = countUses(service.app.context.db)
  const before = uses()
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, index) => notify(service, '[]', { merchantId: `mer_${index}` })),
  )
  const refused = answers.filter(({ status }) => status === 401).length
  const limited = answers.filter(({ status }) => status === 429)
  t.same([refused, limited.length], [100, 50])
  t.match(limited[0]?.headers.get('retry-after'), /^\d+$/)
  t.ok(uses() - before <= 20, `${uses() - before} reads`)
})
