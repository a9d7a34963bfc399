import fc from 'fast-check'
import t, { type Test } from 'tap'
import { anotherAccount, type TestAccount } from '../accounts/accounts.ts'
import { createLink } from '../links/link-calls.ts'
import { isFull } from '../support/combinations.ts'
import { inBatches } from '../support/in-batches.ts'
import { createSession } from '../support/pay.ts'
import { seed } from '../support/seed.ts'
import type { TestService } from '../support/service.ts'
import { sharedService } from '../support/shared-service.ts'
import { sql } from '../support/sql.ts'

// Accounts go through random steps at the same time, each in its own time. A model says what each of them must have.

const accountsAtOnce = isFull ? 100 : 6
const clockPath = '/v1/test_helpers/clock'

/** The simulated bank settles a pending refund long before. */
const settledWithinMs = 600_000

type Step =
  | { readonly kind: 'session'; readonly minutes: number }
  | { readonly kind: 'link'; readonly hours: number }
  | { readonly kind: 'refund' }
  | { readonly kind: 'advance'; readonly minutes: number }
  | { readonly kind: 'return' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('session' as const), minutes: fc.integer({ min: 5, max: 1440 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('link' as const), hours: fc.integer({ min: 1, max: 2_000 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'refund' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), minutes: fc.integer({ min: 1, max: 30_000 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'return' as const }) },
)
const advance: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('advance' as const),
  minutes: fc.integer({ min: 1, max: 3_000 }),
})
const scripts = fc
  .tuple(fc.array(step, { minLength: 6, maxLength: 12 }), advance)
  .map(([steps, last]) => [...steps, last])

interface Thing {
  readonly id: string
  readonly expiresAt: string
  isExpired: boolean
}

/** What one account must have. Times are texts of the API, which sort. */
class Model {
  readonly sessions: Thing[] = []
  readonly links: Thing[] = []
  readonly refunds: { readonly id: string; readonly settledAt: string; isSettled: boolean }[] = []

  /** The time of the account has gone forward to `now`. */
  reach(now: string): void {
    for (const thing of [...this.sessions, ...this.links]) thing.isExpired ||= thing.expiresAt <= now
    for (const refund of this.refunds) refund.isSettled ||= refund.settledAt <= now
  }
}

let service: TestService
t.before(async () => {
  service = await sharedService()
})
t.teardown(() => service.stop())

async function bodyOf(
  account: TestAccount,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await account.call(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer.body
}

const secondsAhead = async (account: TestAccount): Promise<number> =>
  Number((await bodyOf(account, 'GET', clockPath))['offset_seconds'])

/** Takes a step, and tells the model. Returns by how many seconds the account is ahead then. */
async function take(account: TestAccount, model: Model, step: Step, ahead: number): Promise<number> {
  switch (step.kind) {
    case 'session': {
      const session = await createSession({ ...account, clock: service.clock }, { expires_in: step.minutes * 60 })
      const { expires_at: expiresAt } = await bodyOf(account, 'GET', `/v1/checkout/sessions/${session.id}`)
      model.sessions.push({ id: session.id, expiresAt: String(expiresAt), isExpired: false })
      return ahead
    }
    case 'link': {
      const { now } = await bodyOf(account, 'GET', clockPath)
      const expiresAt = new Date(Date.parse(String(now)) + step.hours * 3_600_000).toISOString()
      model.links.push({ id: (await createLink(account, { expires_at: expiresAt })).id, expiresAt, isExpired: false })
      return ahead
    }
    case 'refund': {
      const { id } = await createSession({ ...account, clock: service.clock })
      await bodyOf(account, 'POST', `/v1/test_helpers/checkout/sessions/${id}/pay`, { card: 'refund_pending' })
      const refund = await bodyOf(account, 'POST', `/v1/checkout/sessions/${id}/refunds`, {})
      const settledAt = new Date(Date.parse(String(refund['created_at'])) + settledWithinMs).toISOString()
      model.refunds.push({ id: String(refund['id']), settledAt, isSettled: false })
      return ahead
    }
    case 'advance': {
      const moved = await bodyOf(account, 'POST', clockPath, { advance: step.minutes * 60 })
      model.reach(String(moved['now']))
      return ahead + step.minutes * 60
    }
    case 'return':
      await bodyOf(account, 'DELETE', clockPath)
      return 0
  }
}

async function live(t: Test, account: TestAccount, steps: readonly Step[]): Promise<void> {
  const model = new Model()
  let ahead = 0
  for (const step of steps) ahead = await take(account, model, step, ahead)
  const name = JSON.stringify(steps)
  t.ok(Math.abs((await secondsAhead(account)) - ahead) <= 1, name)
  const states = async (things: readonly Thing[], path: string): Promise<unknown[]> =>
    Promise.all(things.map(async ({ id }) => (await bodyOf(account, 'GET', `${path}/${id}`))['status']))
  const expected = (things: readonly Thing[], other: string): string[] =>
    things.map(({ isExpired }) => (isExpired ? 'expired' : other))
  t.same(await states(model.sessions, '/v1/checkout/sessions'), expected(model.sessions, 'open'), name)
  t.same(await states(model.links, '/v1/payment_links'), expected(model.links, 'active'), name)
  for (const { id, isSettled } of model.refunds)
    if (isSettled) t.equal((await bodyOf(account, 'GET', `/v1/refunds/${id}`))['status'], 'succeeded', name)
  const ends = await sql<{ session_id: string; created_at: Date }>(
    service,
    `select session_id, created_at from events where merchant_id = ? and type = 'session.expired'`,
    [account.merchantId],
  )
  t.same(
    Object.fromEntries(ends.map(({ session_id: id, created_at: at }) => [id, at.toISOString()])),
    Object.fromEntries(model.sessions.filter((each) => each.isExpired).map(({ id, expiresAt }) => [id, expiresAt])),
    `each session expires once, at its time: ${name}`,
  )
}

t.test('accounts at different times have no effect on each other', async (t) => {
  const chosen = fc.sample(scripts, { seed, numRuns: accountsAtOnce })
  const lives = await Promise.all(chosen.map(async (steps) => ({ steps, account: await anotherAccount(service) })))
  const still = await anotherAccount(service)
  const open = await createSession({ ...still, clock: service.clock }, { expires_in: 86_400 })
  await inBatches(lives, ({ account, steps }) => live(t, account, steps), 25)
  t.equal(await secondsAhead(still), 0)
  t.equal((await bodyOf(still, 'GET', `/v1/checkout/sessions/${open.id}`))['status'], 'open', 'an account in real time')
})
