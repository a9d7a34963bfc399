import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startReceiver } from '../../support/receiver.ts'
import { withNewAccount } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { payBySession } from '../../webhooks/events/read-events.ts'
import { standardSigners } from '../../webhooks/events/verify-signature.ts'
import { openShell, parsed } from './command.ts'
import { allEvents, end, happen, openDesk, sessionsOf, take, verifiedEvent, type Desk } from './listening.ts'

const shared = await sharedService()
t.teardown(() => shared.stop())

/** A merchant with an account of their own. */
async function desk(t: Test): Promise<Desk> {
  return openDesk(t, await withNewAccount(shared), openShell(t))
}

t.test('listen forwards new events in order, exactly as the service delivers them', async (t) => {
  const { service, receiver, listen } = await desk(t)
  await happen(service, 1)
  const listening = await listen()
  t.match(listening.ready, {
    mode: 'test',
    service: service.baseUrl,
    forward_to: receiver.url,
    signing_secret: /^whsec_[0-9a-f]{64}$/,
  })

  const own = await startReceiver()
  t.teardown(() => own.stop())
  await service.call('POST', '/v1/webhook_endpoints', { url: own.url })
  const metadata = { b: '2', 1: 'é "quoted" \\ ✓', a: '' }
  const paid = await payBySession(service, { metadata, description: 'Zwei Karten <script>' })
  const sessions = [paid, ...(await happen(service, 4))]
  const deliveries = await take(receiver, 5)
  t.same(sessionsOf(deliveries), sessions)
  const [ours] = deliveries
  const theirs = await own.next(({ headers }) => headers['service-event-id'] === ours?.headers['service-event-id'])
  t.equal(ours?.rawBody, theirs.rawBody, 'byte for byte')
  for (const name of ['content-type', 'content-length']) t.equal(ours?.headers[name], theirs.headers[name], name)
  t.same(Object.keys(ours?.headers ?? {}).toSorted(), Object.keys(theirs.headers).toSorted())
  t.same(standardSigners(ours, [listening.secret]), [listening.secret])
  for (const delivery of deliveries)
    t.equal((await verifiedEvent(delivery, listening.secret)).id, delivery.headers['service-event-id'])

  const line = parsed(await listening.line(/session\.completed/))
  t.match(line, {
    kind: 'delivery',
    id: ours?.headers['service-event-id'],
    delivered: true,
    status: 200,
    milliseconds: Number,
    attempt: 1,
  })
  t.equal(await end(listening), 0)
  t.notMatch((await listening.ended).stdout, service.secretKey.slice(8))
})

t.test('without --json, listen prints a line for each event and the secret once', async (t) => {
  const { service, shell, receiver } = await desk(t)
  const words = ['listen', '--forward-to', receiver.url, '--key', service.secretKey, '--base-url', service.baseUrl]
  const listening = shell.start(words)
  await listening.line(/^Signing secret/)
  await happen(service, 1)
  t.match(await listening.line(/→/), /^\d\d:\d\d:\d\d  session\.expired +evt_\w+  → 200  \d+ ms$/)
  receiver.respondWith(500)
  await happen(service, 1)
  await listening.noted(/evt_\w+ keeps the later events waiting.*--give-up-after/)
  await end(listening)
  const { stdout, stderr } = await listening.ended
  t.equal(stdout.match(/whsec_/g)?.length, 1)
  t.notMatch(stdout + stderr, service.secretKey.slice(8))
  t.notMatch(stdout + stderr, '\u001b', 'no colours outside of a terminal')
  const secret = /whsec_\w+/.exec(stdout)?.[0]
  t.match(await shell.run(['listen', '--print-secret']), { code: 0, stdout: `${secret}\n` }, 'the same each time')
  for (const name of readdirSync(shell.state)) t.equal(statSync(join(shell.state, name)).mode & 0o777, 0o600, name)
})

t.test('listen forwards what is resent from then on, once and without a webhook address', async (t) => {
  const { service, shell, receiver, listen } = await desk(t)
  await happen(service, 2)
  const [first, second] = await allEvents(service)
  await service.call('POST', `/v1/events/${first?.id}/resend`)
  const listening = await listen('--events', 'session.expired')
  const key = { SERVICEPAY_SECRET_KEY: service.secretKey, SERVICEPAY_BASE_URL: service.baseUrl }
  t.match(await shell.run(['events', 'resend', second?.id ?? ''], key), { code: 0 })
  const [resent] = await take(receiver, 1)
  t.same(await verifiedEvent(resent, listening.secret), second)
  t.match(parsed(await listening.line(/"resent":true/)), { kind: 'delivery', id: second?.id, status: 200 })
  const [later] = await happen(service, 1)
  t.same(sessionsOf(await take(receiver, 1)), [later], 'a resend does not change the position')
  t.equal(await end(listening), 0)
})

t.test('for an account without events, listen starts with the first event', async (t) => {
  const { service, receiver, listen } = await desk(t)
  const listening = await listen()
  const sessions = await happen(service, 3)
  t.same(sessionsOf(await take(receiver, 3)), sessions)
  await end(listening)
})

t.test('after a restart listen continues where it stopped, and --since chooses another start', async (t) => {
  const { service, shell, receiver, listen } = await desk(t)
  const first = await listen()
  const before = await happen(service, 2)
  await take(receiver, 2)
  t.equal(await end(first), 0)
  const between = await happen(service, 3)
  const second = await listen()
  t.equal(second.secret, first.secret)
  const after = await happen(service, 1)
  t.same(sessionsOf(await take(receiver, 4)), [...between, ...after], 'every event exactly once')
  await end(second)

  const events = await allEvents(service)
  const sinceEvent = await listen('--since', events[3]?.id ?? '')
  t.same(sessionsOf(await take(receiver, 3)), [between[1], between[2], ...after], 'that event and the later ones')
  await end(sinceEvent)
  const sinceTime = await listen('--since', events[1]?.created ?? '')
  t.same(sessionsOf(await take(receiver, 5)), [before[1], ...between, ...after], 'the events created then or later')
  await end(sinceTime)
  const everything = await listen('--since', '2020-01-01')
  t.same(sessionsOf(await take(receiver, 6)), [...before, ...between, ...after])
  await end(everything)
  await happen(service, 1)
  const now = await listen('--since', 'now')
  const latest = await happen(service, 1)
  t.same(sessionsOf(await take(receiver, 1)), latest)
  await end(now)
  const unknown = await shell.run(['listen', '--forward-to', receiver.url, '--since', 'evt_none'], {
    SERVICEPAY_SECRET_KEY: service.secretKey,
    SERVICEPAY_BASE_URL: service.baseUrl,
  })
  t.match(unknown, { code: 1, stderr: /no event with this id/ })
})
