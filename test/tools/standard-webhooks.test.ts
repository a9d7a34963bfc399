import { createRequire } from 'node:module'
import t, { type Test } from 'tap'
import { parseWebhookAllow } from '../../server/webhooks/address-guard.ts'
import { deliver, type DeliveryRequest } from '../../server/webhooks/deliver.ts'
import { newSigningSecret } from '../../server/webhooks/signing.ts'
import { startReceiver, type ReceivedDelivery } from '../support/receiver.ts'
import { install } from './install.ts'

// The libraries of Standard Webhooks and Svix, which we did not write, verify our deliveries as they arrive.

type Library = new (secret: string) => {
  verify(body: string | Buffer, headers: Record<string, string>): unknown
}

const event = {
  id: 'evt_1',
  object: 'event',
  type: 'session.completed',
  data: { description: 'café ☕ 🧾' },
}
const secret = newSigningSecret()
const nextSecret = newSigningSecret()

const libraries: Library[] = []
t.before(async () => {
  const packages = await install(t, 'standard-webhooks')
  const load = createRequire(packages.path('a.js'))
  for (const name of ['standardwebhooks', 'svix']) libraries.push((load(name) as { Webhook: Library }).Webhook)
})

const parsed = parseWebhookAllow('127.0.0.1')
if (parsed.kind !== 'ok') throw new Error('Bug: the exception of this test is valid')
const { allow } = parsed

async function delivered(t: Test, changes: Partial<DeliveryRequest> = {}): Promise<ReceivedDelivery> {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  const body = JSON.stringify(event)
  await deliver({ url: receiver.url, body, eventId: event.id, secret, at: new Date(), allow, ...changes })
  return receiver.next()
}

/** Whether each library accepts the delivery with a secret. */
function verdicts({ rawBody, headers }: ReceivedDelivery, key: string): string[] {
  return libraries.map((Library) => {
    try {
      // One of them returns the event, and the other one returns nothing.
      new Library(key).verify(rawBody, headers as Record<string, string>)
      return 'accepted'
    } catch (error) {
      return (error as Error).message
    }
  })
}

t.test('the libraries accept a delivery with the secret as the service shows it', async (t) => {
  const delivery = await delivered(t)
  t.same(verdicts(delivery, secret), ['accepted', 'accepted'])
  t.same(verdicts(delivery, secret.slice('whsec_'.length)), ['accepted', 'accepted'], 'with and without the prefix')
})

t.test('during a roll the libraries accept a delivery with either secret', async (t) => {
  const delivery = await delivered(t, { nextSecret })
  for (const key of [secret, nextSecret]) t.same(verdicts(delivery, key), ['accepted', 'accepted'])
})

t.test('the libraries refuse another secret, a changed body, another id and an old delivery', async (t) => {
  const delivery = await delivered(t)
  const { headers, rawBody } = delivery
  const refused = ['No matching signature found', 'No matching signature found']
  t.same(verdicts(delivery, newSigningSecret()), refused)
  t.same(verdicts({ ...delivery, rawBody: rawBody.replace('evt_1', 'evt_2') }, secret), refused)
  t.same(verdicts({ ...delivery, headers: { ...headers, 'webhook-id': 'evt_2' } }, secret), refused)
  const old = await delivered(t, { at: new Date(Date.now() - 400_000) })
  t.same(verdicts(old, secret), ['Message timestamp too old', 'Message timestamp too old'])
})
