import t from 'tap'
import { webhooks } from '../../../sdk/src/index.ts'
import { sql } from '../../support/sql.ts'
import { expiredSession } from '../../webhooks/events/read-events.ts'
import { checkDelivery } from '../../support/contract-hook.ts'
import { startReceiver, type ReceivedDelivery, type Receiver } from '../../support/receiver.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { formIn, password, signIn, signInElsewhere, type Member } from '../shell/support.ts'

// The webhook address and its secret as a merchant's developer manages them. The receiver checks deliveries with the
// SDK.

let service: TestService
let owner: Member
let receiver: Receiver
t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  owner = await signIn(service)
  receiver = await startReceiver()
})
t.teardown(async () => {
  await service.stop()
  await receiver.stop()
})

const page = '/dashboard/test/webhooks'
const secretOf = (html: string): string => /<code id="secret">([^<]+)</.exec(html)?.[1] ?? ''

/** Whether a shop that knows these secrets accepts the delivery. */
async function accepts(delivery: ReceivedDelivery, ...secrets: string[]): Promise<boolean> {
  checkDelivery(delivery)
  const header = String(delivery.headers['service-signature'])
  if ((header.match(/v1=/g) ?? []).length !== 1) throw new Error(`Not one signature: ${header}`)
  const tolerance = { toleranceSeconds: 365 * 24 * 3600 }
  return webhooks.constructEvent(delivery.rawBody, header, secrets, tolerance).then(
    () => true,
    () => false,
  )
}

async function nextDelivery(): Promise<ReceivedDelivery> {
  const id = await expiredSession(service)
  return receiver.next(({ rawBody }) => rawBody.includes(id))
}

t.test('unusable addresses are refused with a reason, and nothing is set', async (t) => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['', /Fill in this field/],
    ['shop.example/webhooks', /complete web address/],
    ['http://shop.example/webhooks', /must be https/],
    ['https://10.0.0.1/webhooks', /not have a public IP address/],
    ['https://printer.local/webhooks', /not a public name/],
    ['https://ada:secret@shop.example/webhooks', /user name/],
    ['https://169.254.169.254/latest', /public/],
    ['javascript:alert(1)', /complete web address/],
    [`https://shop.example/${'x'.repeat(2048)}`, /at most 2048 characters/],
  ]
  for (const [url, reason] of wrong) {
    const sent = await owner.submit(page, 'set', { url })
    t.match([sent.status, sent.text], [422, reason], url.slice(0, 60))
  }
  t.same(await sql(service, 'select id from webhook_endpoints'), [])
})

let first = ''

t.test('the secret of a new address is shown once and stored encrypted', async (t) => {
  const set = await owner.done(page, 'set', { url: receiver.url })
  first = secretOf(set.html)
  t.match(first, /^whsec_[0-9a-f]{64}$/)
  t.ok(await accepts(await nextDelivery(), first))
  const later = await owner.get(page)
  t.match(later.text, receiver.url)
  t.notMatch(later.html, first)
  const kept = await sql(
    service,
    `select audit_log::text as row from audit_log
     union all select webhook_endpoints::text from webhook_endpoints
     union all select form_submissions::text from form_submissions`,
  )
  t.match(JSON.stringify(kept), /webhook_address\.set/)
  t.notMatch(JSON.stringify(kept) + service.logLines.join(''), first)
})

t.test('a roll in two steps never signs a delivery with a secret that the receiver does not know', async (t) => {
  const tab = formIn((await owner.get(page)).html, 'roll')
  const shown = await owner.done(page, 'roll')
  const next = secretOf(shown.html)
  t.match(next, /^whsec_[0-9a-f]{64}$/)
  t.not(next, first)
  const between = await nextDelivery()
  t.ok(await accepts(between, first, next), 'a receiver that knows both')
  t.ok((await accepts(between, first)) && !(await accepts(between, next)), 'the current secret still signs')
  t.equal(
    (await owner.post(tab?.action ?? '', tab?.fields ?? {})).status,
    409,
    'a second tab does not make another next secret',
  )

  const stale = {
    use: formIn((await owner.get(page)).html, 'use'),
    cancel: formIn((await owner.get(page)).html, 'cancel'),
  }
  t.match((await owner.done(page, 'use')).text, 'From now on, we sign every delivery with the next secret.')
  const after = await nextDelivery()
  t.ok(await accepts(after, first, next), 'a receiver that knows both')
  t.ok((await accepts(after, next)) && !(await accepts(after, first)), 'the next secret signs now')
  for (const form of [stale.use, stale.cancel]) {
    const late = await owner.post(form?.action ?? '', form?.fields ?? {})
    t.match([late.status, late.text], [409, 'changed in another place'])
  }
  first = next
})

t.test('a cancelled roll keeps the current secret, and an old page does not end a later roll', async (t) => {
  const lost = secretOf((await owner.done(page, 'roll')).html)
  const old = formIn((await owner.get(page)).html, 'use')
  t.match((await owner.done(page, 'cancel')).text, 'The roll is cancelled.')
  await owner.done(page, 'roll')
  t.equal((await owner.post(old?.action ?? '', old?.fields ?? {})).status, 409, 'that roll is over')
  t.match((await owner.get(page)).text, 'The next secret has been ready', 'the later roll goes on')
  const delivery = await nextDelivery()
  t.ok((await accepts(delivery, first)) && !(await accepts(delivery, lost)))
  await owner.done(page, 'cancel')
  const forged = formIn((await owner.get(page)).html, 'roll')
  for (const fields of [{ seen: 'we_other' }, { seen: '' }])
    t.equal((await owner.post(forged?.action ?? '', { ...forged?.fields, ...fields })).status, 409)
  t.equal((await owner.post(`${page}/use`, { ...forged?.fields, roll: 'yesterday' })).status, 409)
  const lines = await sql<{ action: string; row: string }>(
    service,
    `select action, audit_log::text as row from audit_log where action like 'signing_secret.%' order by id`,
  )
  t.same(
    lines.map(({ action }) => action.replace('signing_secret.', '')),
    ['prepared', 'rolled', 'prepared', 'roll_cancelled', 'prepared', 'roll_cancelled'],
  )
  t.notMatch(JSON.stringify(lines) + service.logLines.join(''), /whsec_/)
})

t.test('a test.ping shows its result at once, with the request and the reply', async (t) => {
  receiver.respondWith({ status: 201, body: 'Thank you <b>kindly</b>' })
  const taken = await owner.done(page, 'ping')
  t.match(taken.text, /Your receiver accepted the test\.ping: it answered 201 in \d+ ms\./)
  t.match(
    taken.text,
    /Delivered .* Answered 201 .* Service-Signature: t=\d+,v1=[0-9a-f]{64} .* Thank you <b>kindly<\/b>/,
  )
  t.match(taken.html, 'Thank you &#60;b&#62;kindly', 'the reply is escaped')
  t.ok(await accepts(await receiver.next(({ rawBody }) => rawBody.includes('test.ping')), first))
  receiver.respondWith(503)
  const refused = await owner.done(page, 'ping')
  t.match(refused.text, /The test\.ping failed after \d+ ms: The receiver answered 503\./)
  t.match(refused.text, 'Given up')
  receiver.respondWith(200)
})

t.test('a new address has its own secret, and a page that showed the old address changes nothing', async (t) => {
  const [before] = [formIn((await owner.get(page)).html, 'set')]
  await owner.done(page, 'roll')
  const other = `${receiver.url}?shop=2`
  const secret = secretOf((await owner.done(page, 'set', { url: other })).html)
  const delivery = await nextDelivery()
  t.equal(delivery.path, '/webhooks?shop=2')
  t.ok((await accepts(delivery, secret)) && !(await accepts(delivery, first)))
  t.notMatch((await owner.get(page)).text, 'The next secret has been ready', 'a roll of the old address is over')
  const late = await owner.post(before?.action ?? '', { ...before?.fields, url: `${receiver.url}?shop=3` })
  t.equal(late.status, 409)
  t.same(await sql(service, 'select url from webhook_endpoints'), [{ url: other }])
})

t.test('each mode and each account has its own address', async (t) => {
  t.match((await owner.get('/dashboard/live/webhooks')).text, 'There is no address yet')
  const other = await signInElsewhere(service)
  t.match((await other.get(page)).text, 'There is no address yet')
  await owner.done('/dashboard/live/webhooks', 'set', { url: `${receiver.url}?live` })
  t.match((await owner.done('/dashboard/live/webhooks', 'ping')).text, 'accepted the test.ping')
  const ping = await receiver.next(({ path }) => path === '/webhooks?live')
  t.match(JSON.parse(ping.rawBody), { livemode: true })
  const token = formIn((await other.get(page)).html, 'set')?.fields['form_token'] ?? ''
  for (const form of ['ping', 'roll', 'use', 'cancel'])
    t.equal((await other.post(`${page}/${form}`, { form_token: token, current: password })).status, 409, form)
})
