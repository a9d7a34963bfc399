import fc from 'fast-check'
import t from 'tap'
import { testCards } from '../../server/processors/sandbox/scenarios.ts'
import { bodyOf, expiredSession, payBySession, readEvents, type Calls } from '../webhooks/events/read-events.ts'
import { anotherAccount, type TestAccount } from '../accounts/accounts.ts'
import { numberNewEvents } from '../../server/flows/webhooks/number-new-events.ts'
import { isFull } from '../support/combinations.ts'
import { sql } from '../support/sql.ts'
import { checkErrorEnvelope } from '../support/contract-hook.ts'
import type { ContractOperation } from '../support/contract-document.ts'
import { startReceiver } from '../support/receiver.ts'
import { seed } from '../support/seed.ts'
import { startService, type TestService } from '../support/service.ts'
import { rowsOf } from './rows-of.ts'
import { contractOperations, requestsFor, toBytes, type FuzzRequest, type Known } from './requests.ts'
import { send } from './send.ts'

// No input may cause a 5xx reply, a hang or a change of another account's data
// (spec/promises.md#no-input-breaks-the-service). For more and other requests:
// TEST_SEED=123 FUZZ_RUNS=2000 npm test -- test/fuzz/fuzz.test.ts

const runsEach = Number(process.env['FUZZ_RUNS'] ?? (isFull ? 60 : 10))

/** Operations that are tested at the same time. */
const operationsAtOnce = 6

/** The limit for the whole run. The test then sends no more requests, and does not fail. */
const timeLimitMs = Math.max(25_000, runsEach * 400)

/** Creates sessions, links, refunds and events, and returns their ids and secrets. */
async function createData({ call }: Calls): Promise<{ ids: string[]; codes: string[]; clientSecrets: string[] }> {
  const open = [1, 2, 3, 4, 5].map(async () =>
    bodyOf<{ id: string; client_secret: string }>(
      await call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP', reference: 'r' }),
    ),
  )
  const sessions = await Promise.all(open)
  const paid = await Promise.all([payBySession({ call }), payBySession({ call }), payBySession({ call })])
  const refund = bodyOf<{ id: string }>(await call('POST', `/v1/checkout/sessions/${paid[0]}/refunds`, { amount: 100 }))
  const links = await Promise.all(
    ['single', 'reusable'].map(async (kind) =>
      bodyOf<{ id: string; code: string }>(
        await call('POST', '/v1/payment_links', { amount: 500, currency: 'GBP', description: 'Tea', kind }),
      ),
    ),
  )
  const expired = await expiredSession({ call })
  const { data: events } = await readEvents({ call })
  const ids = [
    ...sessions.map(({ id }) => id),
    ...paid,
    expired,
    refund.id,
    ...links.map(({ id }) => id),
    ...events.slice(0, 2).map(({ id }) => id),
  ]
  return {
    ids,
    codes: links.map(({ code }) => code),
    clientSecrets: sessions.map(({ client_secret }) => client_secret),
  }
}

/** Another account. All its deliveries have ended, so that its data do not change during the test. */
async function createOtherAccount(
  service: TestService,
): Promise<{ account: TestAccount; ids: string[]; clientSecrets: string[]; stop(): Promise<void> }> {
  const account = await anotherAccount(service)
  const receiver = await startReceiver()
  bodyOf(await account.call('POST', '/v1/webhook_endpoints', { url: receiver.url }))
  const { ids, clientSecrets } = await createData(account)
  const settled = async (): Promise<boolean> =>
    (await sql(service, `select 1 from deliveries where merchant_id = ? and status = 'pending'`, [account.merchantId]))
      .length === 0
  while (!(await settled())) await new Promise((resolve) => setTimeout(resolve, 20))
  return { account, ids, clientSecrets, stop: () => receiver.stop() }
}

/** Whether the session was paid with the test card whose first refund gets no answer from the bank. */
async function isUnrefundable(service: TestService, target: string): Promise<boolean> {
  const [, id = ''] = /\/sessions\/([^/]+)\/refunds/.exec(target) ?? []
  const rows = await sql<{ card_last4: string | null }>(
    service,
    'select card_last4 from checkout_sessions where id = ?',
    [id],
  )
  return rows.some(({ card_last4 }) => card_last4 === testCards.refund_unavailable[0].slice(-4))
}

/** Sends the request and checks its reply. Returns the status. */
async function check(service: TestService, { id, method }: ContractOperation, request: FuzzRequest): Promise<number> {
  const reply = await send(service.baseUrl, toBytes(request), { headOnly: request.method === 'HEAD' })
  if (request.method === 'HEAD') return reply.status
  if (reply.status >= 400)
    checkErrorEnvelope({
      method: request.method,
      path: request.target,
      status: reply.status,
      headers: reply.headers,
      body: reply.text,
    })
  if (reply.status < 500) return reply.status
  const isBank =
    reply.status === 502 &&
    id === 'refundCheckoutSession' &&
    method === request.method.toLowerCase() &&
    (await isUnrefundable(service, request.target))
  if (!isBank) throw new Error(`${reply.status}: ${reply.text}`)
  return reply.status
}

/** Describes a failure in one line, because a body may be a megabyte. */
function describe(id: string, { counterexample, errorInstance, numRuns }: fc.RunDetails<[FuzzRequest]>): string {
  const [request] = counterexample ?? []
  const body = request?.body
    ? `${request.body.length} bytes: ${request.body.subarray(0, 200).toString('latin1')}`
    : 'none'
  const error = errorInstance instanceof Error ? errorInstance.message : 'unknown'
  const headers = request?.headers.map((header) => header.join(': ').slice(0, 80))
  const shortened = { ...request, headers, target: request?.target.slice(0, 200), body }
  return `${id} after ${numRuns}: ${error.slice(0, 300)}; ${JSON.stringify(shortened)}`
}

t.test('no request makes the service fail, hang or change data of another account', async (t) => {
  t.comment(`TEST_SEED=${seed} FUZZ_RUNS=${runsEach}`)
  const service = await startService({
    environment: { RATE_LIMIT_PER_SECOND: '1000000', SIGNUP_LIMIT_PER_HOUR: '1000000' },
  })
  const other = await createOtherAccount(service)
  t.teardown(async () => {
    await other.stop()
    await service.stop()
  })
  const own = await createData(service)
  const foreignSecrets = other.clientSecrets.map(
    (secret) => `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
  )
  const known: Known = {
    ids: [...own.ids, ...other.ids],
    codes: own.codes,
    secretKeys: [service.secretKey],
    clientSecrets: [...own.clientSecrets, ...own.clientSecrets, ...foreignSecrets],
  }
  // A worker numbers events within a minute of their commit.
  await numberNewEvents(service.app.context)
  const before = await rowsOf(service, other.account.merchantId)
  t.ok(Object.keys(before).length > 8, 'the other account has data')

  const began = performance.now()
  const waiting = contractOperations()
  const statuses = new Map<number, number>()
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const operation = next
      const property = fc.asyncProperty(requestsFor(operation, known), async (request) => {
        const status = await check(service, operation, request)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      })
      const left = timeLimitMs - (performance.now() - began)
      const result = await fc.check(property, {
        seed,
        numRuns: runsEach,
        interruptAfterTimeLimit: Math.max(1, left),
        markInterruptAsFailure: false,
        endOnFailure: true,
      })
      // fast-check counts a property as failed when the time limit comes before its first request.
      const failed = result.failed && result.counterexample !== null
      t.notOk(failed, failed ? describe(operation.id, result) : `${operation.id}: ${result.numRuns} requests`)
    }
  }
  await Promise.all(Array.from({ length: operationsAtOnce }, work))
  const took = Math.round(performance.now() - began)
  t.comment(`Replies by status: ${JSON.stringify(Object.fromEntries(statuses))}, in ${took} ms`)
  t.ok((statuses.get(200) ?? 0) > 0 && (statuses.get(400) ?? 0) > 0, 'some requests succeeded and some were refused')

  t.same(await rowsOf(service, other.account.merchantId), before, 'no row of the other account has changed')
  t.same(
    service.logLines.filter((line) => line.includes('a request failed')),
    [],
    'the log has no failed request',
  )
  t.equal((await service.call('GET', '/readyz')).status, 200)
  t.equal((await service.call('POST', '/v1/checkout/sessions', { amount: 1, currency: 'GBP' })).status, 200)
  t.equal(({} as Record<string, unknown>)['livemode'], undefined, 'Object.prototype is unchanged')
})
