import t from 'tap'
import { inTransaction, poolUse } from '../../../server/store/sql/database.ts'
import { lockMerchant } from '../../../server/store/accounts/merchants.ts'
import { expectError } from '../../http/expect-error.ts'
import { countUses } from '../../support/count-uses.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openBrowser, signIn, signInElsewhere, type Member, type PageAnswer } from './support.ts'

// Searches, exports, statistics and pages must not slow down payments, nor the reads of other accounts.

let service: TestService
let owner: Member
let other: Member
t.before(async () => {
  service = await sharedService({ environment: { ROLE: 'api', RATE_LIMIT_PER_SECOND: '1000' } })
  owner = await signIn(service)
  other = await signInElsewhere(service)
  await create()
})
t.teardown(() => service.stop())

const create = () => service.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' })
const search = () => service.call('GET', '/v1/search/checkout/sessions')

t.test('reads of the API and the dashboard leave the connections of payments alone', async (t) => {
  const { db, readingDb } = service.app.context
  const [payments, reads] = [countUses(db), countUses(readingDb)]
  const paths = ['checkout/sessions', 'search/checkout/sessions', 'refunds', 'payment_links', 'events?wait=0']
  const pages = ['payments', 'numbers', 'export?what=payments', 'deliveries', 'events', 'audit']
  const readings: readonly (readonly [string, () => Promise<{ readonly status: number }>])[] = [
    ...paths.map((path) => [path, () => service.call('GET', `/v1/${path}`)] as const),
    ...pages.map((page) => [page, () => owner.get(`/dashboard/test/${page}`)] as const),
  ]
  for (const [name, read] of readings)
    // The service's own notice to the worker, once a second, may fall into a reading, but not into each.
    await until(async () => {
      const before = payments()
      t.equal((await read()).status, 200, name)
      return payments() === before
    }, `a reading of ${name} without a connection for payments`)
  t.ok(reads() > 0)
})

t.test('a payment begins while every connection for reads is in use', async (t) => {
  const { readingDb } = service.app.context
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = Array.from({ length: poolUse(readingDb).max }, () => inTransaction(readingDb, () => released))
  await until(() => poolUse(readingDb).used === poolUse(readingDb).max)
  t.equal((await create()).status, 200)
  release()
  await Promise.all(held)
})

t.test('an account with many reads waits for itself, and others do not', async (t) => {
  const { readQueues } = service.app.context
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = [1, 2].map(() => readQueues.quick.run(service.merchantId, () => released))
  const waiting = Array.from({ length: 50 }, search)
  const page = owner.get('/dashboard/test/payments')
  const refused = await Promise.race([page.then(() => search()), search().then((answer) => answer)])
  expectError(t, refused, 429, 'rate_limited')
  t.equal(refused.headers.get('retry-after'), '2')
  const key = { Authorization: `Bearer ${other.secretKey}` }
  t.equal((await service.call('GET', '/v1/search/checkout/sessions', undefined, key)).status, 200)
  t.equal((await other.get('/dashboard/test/payments')).status, 200)
  release()
  await Promise.all(held)
  const statuses = [...(await Promise.all(waiting)), await page].map(({ status }) => status)
  t.same(statuses.filter((status) => status === 429).length, 1, 'one more had to be refused than may wait')
})

t.test('a lock on the account does not hold up its payments', async (t) => {
  const created = await inTransaction(service.app.context.db, async (transaction) => {
    await lockMerchant(transaction, service.merchantId)
    // One that waits for the lock ends in 503, by the time limit of its statements.
    return (await create()).status
  })
  t.equal(created, 200)
})

t.test('the dashboard limits each person, and each address that is not signed in', async (t) => {
  // Without the time that a person takes between pages.
  const time = t.intercept(service.clock, 'move', { value: () => undefined })
  const missing = '/dashboard/nothing-here'
  const page = await firstRefused(() => owner.get(missing))
  t.ok(Number(page.headers.get('retry-after')) >= 1)
  t.match(page.text, 'Your browser requested too many pages in a short time. Wait a second, then reload this page.')
  const forProgram = await firstRefused(() => owner.get(missing, { Accept: 'application/json' }))
  t.match(JSON.parse(forProgram.html), { error: { code: 'rate_limited' } })
  t.equal((await other.get('/dashboard/test/payments')).status, 200, 'another person at the same address')
  t.equal((await openBrowser(service).get('/dashboard/sign-in')).status, 200, 'a visitor at the same address')

  await firstRefused(() => openBrowser(service).get(missing))
  t.equal((await other.get('/dashboard/test/payments')).status, 200, 'people at this address who are signed in')
  time.restore()
  service.clock.advance(2)
  t.equal((await owner.get('/dashboard/test/payments')).status, 200)
})

async function firstRefused(get: () => Promise<PageAnswer>): Promise<PageAnswer> {
  for (let count = 0; count < 10_000; count++) {
    const answer = await get()
    if (answer.status === 429) return answer
  }
  throw new Error('The dashboard has no limit')
}
