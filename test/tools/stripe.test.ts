import t from 'tap'
import { webhooks } from '../../sdk/src/index.ts'
import { parseWebhookAllow } from '../../server/webhooks/address-guard.ts'
import { deliver } from '../../server/webhooks/deliver.ts'
import { newSigningSecret, signatureHeader } from '../../server/webhooks/signing.ts'
import { startReceiver } from '../support/receiver.ts'
import { install } from './install.ts'

// Stripe's library, which we did not write, verifies our signatures, and signs as we do.

/** The part of Stripe's library that these tests call. */
interface Theirs {
  constructEvent(
    ...of: [body: string, header: string, secret: string, tolerance?: number, cryptography?: undefined, now?: number]
  ): { readonly id: string }
  constructEventAsync: (...of: Parameters<Theirs['constructEvent']>) => Promise<{ readonly id: string }>
  generateTestHeaderString(of: { payload: string; secret: string; timestamp: number }): string
}

const at = new Date('2026-11-21T12:00:00.999Z')
const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'session.completed',
  data: { description: 'café ☕ 🧾' },
})
const secret = newSigningSecret()

let theirs: Theirs
t.before(async () => {
  const packages = await install(t, 'stripe')
  const { default: Stripe } = (await import(packages.path('stripe/esm/stripe.esm.node.js'))) as {
    default: new (key: string) => { readonly webhooks: Theirs }
  }
  theirs = new Stripe('sk_test_unused').webhooks
})

t.test("Stripe's library accepts the signature", async (t) => {
  const header = signatureHeader(secret, at, body)
  t.equal(theirs.constructEvent(body, header, secret, 300, undefined, at.getTime() + 299_000).id, 'evt_1')
  t.equal((await theirs.constructEventAsync(body, header, secret, 300, undefined, at.getTime())).id, 'evt_1')
})

t.test("Stripe's library refuses a changed body, secret or time, and an old delivery", (t) => {
  const header = signatureHeader(secret, at, body)
  const verify =
    (text: string, value: string, key: string, now = at.getTime()) =>
    () =>
      theirs.constructEvent(text, value, key, 300, undefined, now)
  t.throws(verify(body.replace('evt_1', 'evt_2'), header, secret))
  t.throws(verify(body, header, newSigningSecret()))
  t.throws(verify(body, header.replace(/^t=\d+/, `t=${Math.floor(at.getTime() / 1000) + 1}`), secret))
  t.throws(verify(body, header, secret.slice('whsec_'.length)), 'the prefix is part of the key')
  t.throws(verify(body, header, secret, at.getTime() + 302_000))
  t.end()
})

t.test("Stripe's library accepts a delivery as the receiver gets it", async (t) => {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  const parsed = parseWebhookAllow('127.0.0.1')
  if (parsed.kind !== 'ok') throw new Error('Bug: the exception of this test is valid')
  const { allow } = parsed
  await deliver({ url: receiver.url, body, eventId: 'evt_1', secret, at: new Date(), allow, timeoutMs: 60_000 })
  const { rawBody, headers } = await receiver.next()
  t.equal(theirs.constructEvent(rawBody, String(headers['service-signature']), secret).id, 'evt_1')
})

t.test("the package for merchants and Stripe's library sign alike", async (t) => {
  const timestamp = Math.floor(at.getTime() / 1000)
  const made = theirs.generateTestHeaderString({ payload: body, secret, timestamp })
  t.match(await webhooks.constructEvent(body, made, secret, { now: at }), { id: 'evt_1' })
  const header = await webhooks.generateTestHeader(body, secret, { now: at })
  t.equal(theirs.constructEvent(body, header, secret, 300, undefined, at.getTime()).id, 'evt_1')
})
