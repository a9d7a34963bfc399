import t from 'tap'
import { operator } from '../../server/domain/accounts/caller.ts'
import type { Credentials, CredentialValues } from '../../server/domain/acquirers/credentials.ts'
import { connectProcessor, removeEarlierValue } from '../../server/flows/acquirers/connect-processor.ts'
import { ProcessorRegistry } from '../../server/flows/acquirers/processor-registry.ts'
import type { Acquirer, ProcessorParts } from '../../server/processors/acquirer.ts'
import { configureAcquirers } from '../../server/processors/acquirers.ts'
import { checkoutUrlOf } from '../../server/processors/adyen/settings.ts'
import { findProcessorCredentials } from '../../server/store/acquirers/processor-credentials.ts'
import { processorWith } from '../support/processor-with.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const service = await startService()
const adyen = await startReceiver()
t.teardown(() => Promise.all([service.stop(), adyen.stop()]))

const { context } = service.app
const { merchantId } = service
const [test, live] = [false, true].map((livemode) => ({ merchantId, livemode })) as [Scope, Scope]
type Scope = { merchantId: string; livemode: boolean }

type Options = ConstructorParameters<typeof ProcessorRegistry>[0]

/** What a registry has made processors from. */
const made: (Credentials & Pick<ProcessorParts, 'statementDescriptor'>)[] = []

const stub = `http://127.0.0.1:${String(adyen.port)}/v72`

/** The acquirers with the sandbox bank in place of Adyen's adapter. */
function acquirersWith(
  createProcessor: Acquirer['createProcessor'],
  settings: object = { environment: 'test', checkoutUrl: stub },
): ReadonlyMap<string, Acquirer> {
  const acquirers = configureAcquirers({ adyen: settings })
  return new Map([...acquirers].map(([name, acquirer]) => [name, { ...acquirer, createProcessor }]))
}

/** A registry as a process has it, with the sandbox bank in place of Adyen's adapter. */
function registryWith(options: Partial<Options> = {}): ProcessorRegistry {
  return new ProcessorRegistry({
    db: context.db,
    keyring: context.keyring,
    clock: service.clock,
    log: context.log,
    track: (work) => context.track(work),
    sandbox: service.app.sandbox,
    liveProcessor: 'adyen',
    timed: (processor) => processor,
    acquirers: acquirersWith((credentials, { statementDescriptor }) => {
      made.push({ ...credentials, statementDescriptor })
      return processorWith(service.app.sandbox, { name: 'adyen' })
    }),
    ...options,
  })
}

const hmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
const acquirer = acquirersWith(() => null).get('adyen') as Acquirer
async function connect(given: CredentialValues): Promise<void> {
  const current = await findProcessorCredentials(context.db, { merchantId, processor: 'adyen' })
  const change = { merchantId, acquirer, given, seen: current?.revision ?? null }
  t.match(await connectProcessor(context, operator, change), { kind: 'connected' })
}
const nameOf = async (found: ReturnType<ProcessorRegistry['find']>) => (await found)?.name ?? null

t.test('test mode is the sandbox bank; live mode is as configured; a name finds an earlier processor', async (t) => {
  const registry = registryWith()
  t.equal(await nameOf(registry.find(test)), 'sandbox')
  t.equal(await nameOf(registry.find(live)), null, 'the account is not connected')
  await connect({ merchantAccount: 'TestShopECOM', apiKey: 'first-key-of-the-account', hmacKey })
  t.equal(await nameOf(registry.find(live)), null, 'remembered for a second')
  service.clock.advance(1)
  t.equal(await nameOf(registry.find(live)), 'adyen')
  t.equal(await nameOf(registry.find(live, 'sandbox')), 'sandbox')
  t.equal(await nameOf(registry.find(test, 'adyen')), null, 'credentials are for live mode only')
  t.equal(await nameOf(registry.find(live, 'another_bank')), null)
  for (const liveProcessor of ['sandbox', null]) {
    const switched = registryWith({ liveProcessor })
    t.equal(await nameOf(switched.find(live)), liveProcessor)
    t.equal(await nameOf(switched.find(live, 'adyen')), 'adyen', 'the account finishes what Adyen began')
  }
})

t.test('another process uses a new key within a second, and makes a processor only for a change', async (t) => {
  const registry = registryWith()
  made.length = 0
  const first = await registry.find(live)
  service.clock.advance(1)
  t.equal(await registry.find(live), first)
  t.equal(made.length, 1)
  await connect({ apiKey: 'second-key-of-the-account', hmacKey: 'AB'.repeat(32) })
  service.clock.advance(1)
  t.not(await registry.find(live), first)
  t.match(made.at(-1), {
    values: { apiKey: 'second-key-of-the-account', hmacKey: 'AB'.repeat(32) },
    earlier: { hmacKey },
  })
  await sql(service, `insert into live_details values (?, 'A', 'DE', 'B', 'C', 'a@b.example', 'TEST SHOP', now())`, [
    merchantId,
  ])
  service.clock.advance(1)
  await registry.find(live)
  t.match(made.at(-1), { statementDescriptor: 'TEST SHOP' })
})

t.test('the earlier HMAC key ends after 30 days, or when somebody removes it', async (t) => {
  const registry = registryWith()
  await connect({ hmacKey: 'CD'.repeat(32) })
  const revision = Number((await sql(service, 'select revision from processor_credentials'))[0]?.['revision'])
  await registry.find(live)
  t.match(made.at(-1), { values: { hmacKey: 'CD'.repeat(32) }, earlier: { hmacKey: 'AB'.repeat(32) } })
  const remove = (seen: number) =>
    removeEarlierValue(context, operator, { merchantId, processor: 'adyen', field: 'hmacKey', seen })
  t.notOk(await remove(revision - 1))
  t.ok(await remove(revision))
  service.clock.advance(1)
  await registry.find(live)
  t.same([made.at(-1)?.values['hmacKey'], made.at(-1)?.earlier], ['CD'.repeat(32), {}])
  await connect({ hmacKey: 'EF'.repeat(32) })
  service.clock.advance(30 * 24 * 3600 + 1)
  await registry.find(live)
  t.same([made.at(-1)?.values['hmacKey'], made.at(-1)?.earlier], ['EF'.repeat(32), {}])
})

t.test('a refused payment starts a check, which stops new checkouts but not what has begun', async (t) => {
  const tracked: Promise<unknown>[] = []
  service.clock.advance(1)
  adyen.respondWith(401)
  const declined = { kind: 'declined', failureCode: 'account_configuration' } as const
  const registry = registryWith({
    track: (work) => void tracked.push(work),
    acquirers: acquirersWith(() =>
      processorWith(service.app.sandbox, { name: 'adyen', purchase: async () => declined }),
    ),
  })
  const processor = await registry.find(live)
  const purchase = {} as Parameters<NonNullable<typeof processor>['purchase']>[0]
  for (let tries = 0; tries < 3; tries++) t.same(await processor?.purchase(purchase), declined)
  t.equal(tracked.length, 1, 'one check a minute')
  await Promise.all(tracked)
  t.equal(await nameOf(registry.find(live)), null)
  t.equal(await nameOf(registry.find(live, 'adyen')), 'adyen')
})

t.test('the first checkout after a change waits for a check of the credentials', async (t) => {
  await connect({ apiKey: 'a-wrong-key-of-the-account' })
  const registry = registryWith()
  t.equal(await nameOf(registry.find(live, 'adyen')), 'adyen', 'what has begun does not wait')
  t.match(await sql(service, 'select check_result from processor_credentials'), [{ check_result: null }])
  const [one, other] = await Promise.all([registry.find(live), registry.find(live)])
  t.same([one, await registry.find(live)], [null, null])
  t.match(await sql(service, 'select check_result from processor_credentials'), [{ check_result: 'wrong_key' }])
  t.ok(other === null || other.name === 'adyen', 'only one of two at once waits')
})

t.test('live addresses need the prefix of the account', async (t) => {
  const registry = registryWith({
    acquirers: configureAcquirers({ adyen: { environment: 'live', checkoutUrl: null } }),
  })
  t.equal(await nameOf(registry.find(live, 'adyen')), null)
  await connect({ livePrefix: '1797a841fbb37ca7-AdyenDemo' })
  service.clock.advance(1)
  t.equal(await nameOf(registry.find(live, 'adyen')), 'adyen')
  t.equal(
    checkoutUrlOf({ environment: 'live', checkoutUrl: null }, '1797a841fbb37ca7-AdyenDemo'),
    'https://1797a841fbb37ca7-AdyenDemo-checkout-live.adyenpayments.com/checkout/v72',
  )
})

/** Replaces a character in the middle. The last one of base64 may hold bits that mean nothing. */
function changed(sealed: string): string {
  const middle = Math.floor(sealed.length / 2)
  return `${sealed.slice(0, middle)}${sealed[middle] === 'A' ? 'B' : 'A'}${sealed.slice(middle + 1)}`
}

t.test('secrets that somebody has changed cannot be opened', async (t) => {
  const found = await findProcessorCredentials(context.db, { merchantId, processor: 'adyen' })
  await sql(service, `update processor_credentials set sealed_secrets = ? where merchant_id = ?`, [
    changed(String(found?.sealed_secrets)),
    merchantId,
  ])
  t.equal(await nameOf(registryWith().find(live, 'adyen')), null)
  t.ok(service.logLines.some((line) => line.includes('the credentials for a processor cannot be decrypted')))
})
