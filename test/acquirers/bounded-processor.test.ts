import { randomBytes } from 'node:crypto'
import t from 'tap'
import { operator } from '../../server/domain/accounts/caller.ts'
import { boundedProcessor } from '../../server/flows/acquirers/bounded-processor.ts'
import { changeAccount } from '../../server/flows/accounts/manage-account.ts'
import type { ChallengeAnswer, Purchase, PurchaseOutcome } from '../../server/processors/processor.ts'
import { anotherAccount, caller, type TestAccount } from '../accounts/accounts.ts'
import { processorWith } from '../support/processor-with.ts'
import { submitCard } from '../support/pay.ts'
import { startReceiver, type ReceivedDelivery, type ReceiverReply } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

let release: () => void = () => {}
const released = new Promise<void>((resolve) => {
  release = resolve
})

/** Answers `SlowECOM` only when the test releases it, and others at once. */
async function answer({ path, rawBody }: ReceivedDelivery): Promise<ReceiverReply> {
  if (path !== '/v72/payments') return { status: 200, body: '{}' }
  const { merchantAccount, reference, amount } = JSON.parse(rawBody) as Record<string, unknown>
  if (merchantAccount === 'SlowECOM') await released
  const pspReference = randomBytes(8).toString('hex').toUpperCase()
  const result = { pspReference, resultCode: 'Authorised', merchantReference: reference, amount }
  return { status: 200, body: JSON.stringify(result), headers: { 'Content-Type': 'application/json' } }
}

const adyen = await startReceiver({ reply: answer })
const service = await startService({
  environment: { LIVE_PROCESSOR: 'adyen', ADYEN_CHECKOUT_URL: `http://127.0.0.1:${String(adyen.port)}/v72` },
})
t.teardown(async () => {
  release()
  await service.stop()
  await adyen.stop()
})

async function connected(merchantId: string, merchantAccount: string): Promise<TestAccount> {
  const credentials = { adyen: { merchantAccount, apiKey: `key-of-${merchantAccount}`, hmacKey: 'AB'.repeat(32) } }
  const changed = await changeAccount(service.app.context, operator, merchantId, { liveAccess: true, credentials })
  if (changed.kind !== 'changed' || !changed.liveKey) throw new Error(JSON.stringify(changed))
  return caller(service, merchantId, changed.liveKey.secret)
}

async function newSession(account: TestAccount): Promise<{ id: string; client_secret: string }> {
  const { body } = await account.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP' })
  return { id: String(body['id']), client_secret: String(body['client_secret']) }
}

t.test('payments of an account whose acquirer hangs do not delay those of another account', async (t) => {
  const slow = await connected(service.merchantId, 'SlowECOM')
  const good = await connected((await anotherAccount(service)).merchantId, 'GoodECOM')
  const sessions = await Promise.all(Array.from({ length: 12 }, () => newSession(slow)))
  const hanging = sessions.map((session) => submitCard(service, session))
  await until(() => adyen.deliveries.filter(({ path }) => path === '/v72/payments').length === sessions.length)
  t.match((await submitCard(service, await newSession(good))).body, { status: 'approved' })
  t.same(
    await sql(service, 'select status, count(*)::integer from card_attempts group by status order by status'),
    [
      { status: 'approved', count: 1 },
      { status: 'processing', count: sessions.length },
    ],
    'the good payment ended while all others still waited',
  )
  release()
  await Promise.all(hanging)
  await until(async () => {
    const [open] = await sql<{ count: number }>(
      service,
      `select count(*)::integer as count from card_attempts where status <> 'approved'`,
    )
    return open?.count === 0
  })
})

t.test('a process makes a bounded number of calls for one account, and sends nothing beyond', async (t) => {
  const ends: ((outcome: PurchaseOutcome) => void)[] = []
  const purchase = () => new Promise<PurchaseOutcome>((resolve) => ends.push(resolve))
  const processor = boundedProcessor(processorWith(service.app.sandbox, { purchase }), 2)
  const order = {} as Purchase
  const [first, second] = [processor.purchase(order), processor.purchase(order)]
  t.same(await processor.purchase(order), { kind: 'declined', failureCode: 'processor_unavailable' })
  t.same(await processor.continueChallenge({} as ChallengeAnswer), { kind: 'unreachable' })
  t.equal(await processor.cardNetworks('41111111'), null)
  t.equal(ends.length, 2)
  ends[0]?.({ kind: 'unreachable' })
  t.same(await first, { kind: 'unreachable' })
  const third = processor.purchase(order)
  t.equal(ends.length, 3, 'a slot is free again')
  for (const end of ends) end({ kind: 'unreachable' })
  await Promise.all([second, third])
})
