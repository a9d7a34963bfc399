import t, { type Test } from 'tap'
import { startReceiver, type ReceiverReply } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import { json } from '../../sdk/answers.ts'
import { openInstalledShell, parsed, installedShell, type InstalledShell } from '../../sdk/cli/command.ts'
import { end, happen, openDesk, sessionsOf, take, type Desk } from '../../sdk/cli/listening.ts'

let installed: InstalledShell
t.before(async () => void (installed = await openInstalledShell(t)))

async function desk(t: Test, reply?: ReceiverReply): Promise<Desk> {
  const service = await startService()
  t.teardown(() => service.stop())
  return openDesk(t, service, installedShell(t, installed.project), reply)
}

t.test('listen retries a refused event before it delivers the next one', async (t) => {
  const { service, receiver, listen } = await desk(t)
  receiver.respondWith([500, 'cut', { redirect: 'http://127.0.0.1:1/' }, 200])
  const listening = await listen()
  const [first, second] = await happen(service, 2)
  t.same(sessionsOf(await take(receiver, 5)), [first, first, first, first, second])
  await listening.line(/"delivered":true.*"attempt":1/)
  const attempts = listening.lines().slice(1).map(parsed)
  t.match(attempts, [
    { status: 500, delivered: false, attempt: 1, again_in: 1000 },
    { status: null, delivered: false, attempt: 2, again_in: 2000 },
    { status: 302, delivered: false, attempt: 3, again_in: 4000 },
    { status: 200, delivered: true, attempt: 4, again_in: null },
    { status: 200, delivered: true, attempt: 1, again_in: null },
  ])
  await end(listening)
})

t.test('a failed event is retried after a restart, until --give-up-after', async (t) => {
  const { service, receiver, listen } = await desk(t, 500)
  const first = await listen()
  const [one, two] = await happen(service, 2)
  await first.line(/"delivered":false/)
  t.equal(await end(first), 0, 'Ctrl-C ends a pause')
  const before = receiver.deliveries.length
  t.same(new Set(sessionsOf(receiver.deliveries)), new Set([one]))
  receiver.respondWith(({ rawBody }) => (rawBody.includes(one ?? '') ? 500 : 200))
  const second = await listen('--give-up-after', '2')
  await second.line(/"delivered":true/)
  t.same(sessionsOf(receiver.deliveries.slice(before)), [one, one, two])
  t.match(parsed(second.lines()[2] ?? ''), { delivered: false, attempt: 2, again_in: null })
  await end(second)
})

t.test('listen waits for a receiver that is down', async (t) => {
  const { service, receiver, listen } = await desk(t)
  const listening = await listen()
  await receiver.stop()
  const sessions = await happen(service, 2)
  t.match(parsed(await listening.line(/"delivered":false/)), { status: null, error: 'nothing listens there' })
  const again = await startReceiver({ port: receiver.port })
  t.teardown(() => again.stop())
  t.same(sessionsOf(await take(again, 2)), sessions)
  await end(listening)
})

t.test('listen survives connection errors, and ends with exit code 1 when its key is revoked', async (t) => {
  const shop = await startReceiver()
  t.teardown(() => shop.stop())
  const event = {
    id: 'evt_1',
    type: 'something.new',
    created: '2026-11-21T10:00:00.000Z',
    livemode: false,
    data: { id: 'x' },
    more: 'a field of a later version',
  }
  const page = (data: object[]): ReceiverReply => json(200, { object: 'list', has_more: false, data })
  const html = { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Gateway</h1>' }
  const revoked = json(401, {
    error: { code: 'invalid_api_key', message: 'The key is revoked.', fix: 'Take another.', request_id: 'req_1' },
  })
  const replies = [page([]), 'cut', html, page([event]), page([])] as const
  let asked = 0
  const service = await startReceiver({
    reply: ({ path }) => (path.startsWith('/v1/event_resends') ? page([]) : (replies[asked++] ?? revoked)),
  })
  t.teardown(() => service.stop())
  const { run } = installedShell(t, installed.project)
  const ended = await run(['listen', '--forward-to', shop.url], {
    SERVICEPAY_SECRET_KEY: 'sk_test_1',
    SERVICEPAY_BASE_URL: new URL('/', service.url).href,
  })
  t.match(ended, {
    code: 1,
    stderr:
      /connection to[^]*not from the payment service[^]*Connected again[^]*The key is revoked\. \(invalid_api_key\)\nfix {4}Take another/,
  })
  t.same(
    shop.deliveries.map(({ rawBody }) => JSON.parse(rawBody) as object),
    [event],
    'an event of a later version is forwarded unchanged',
  )
})
