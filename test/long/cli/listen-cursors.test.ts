import t, { type Test } from 'tap'
import { bodyOf, payBySession } from '../../webhooks/events/read-events.ts'
import { startService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { openInstalledShell, parsed, installedShell, type InstalledShell } from '../../sdk/cli/command.ts'
import { end, happen, openDesk, sessionsOf, take, type Desk } from '../../sdk/cli/listening.ts'

let installed: InstalledShell
t.before(async () => void (installed = await openInstalledShell(t)))

async function desk(t: Test): Promise<Desk> {
  const service = await startService()
  t.teardown(() => service.stop())
  return openDesk(t, service, installedShell(t, installed.project))
}

t.test('--events skips all other types of events for good', async (t) => {
  const { service, receiver, listen } = await desk(t)
  const chosen = await listen('--events', 'session.completed,session.refunded')
  await happen(service, 2)
  const paid = await payBySession(service)
  t.same(sessionsOf(await take(receiver, 1)), [paid])
  await happen(service, 1)
  const last = await payBySession(service)
  t.same(sessionsOf(await take(receiver, 1)), [last])
  await end(chosen)
  const all = await listen()
  const next = await happen(service, 1)
  t.same(sessionsOf(await take(receiver, 1)), next)
  await end(all)
})

t.test(
  'a new key of the account continues where the old one stopped; another account has its own cursor',
  async (t) => {
    const { service, receiver, shell, listen } = await desk(t)
    const first = await listen()
    await happen(service, 1)
    await take(receiver, 1)
    await end(first)
    const missed = await happen(service, 1)
    const { secret_key: otherKey } = bodyOf<{ secret_key: string }>(
      await service.call('POST', '/v1/sandbox/signup', { email: 'other@example.com' }),
    )
    const args = ['listen', '--forward-to', receiver.url, '--base-url', service.baseUrl, '--json']
    const other = shell.start([...args, '--key', otherKey])
    t.match(parsed(await other.line(/ready/)), { after: null })
    await end(other)
    const second = await listen()
    t.same(sessionsOf(await take(receiver, 1)), missed)
    await end(second)
  },
)

t.test('a listener continues when a restored database lacks the last event, and says so', async (t) => {
  const { service, receiver, listen } = await desk(t)
  const loseNewest = async (): Promise<void> => {
    const [event] = await sql<{ id: string }>(service, 'select id from events order by id desc limit 1')
    await sql(service, 'delete from deliveries where event_id = ?', [event?.id])
    await sql(service, 'delete from events where id = ?', [event?.id])
  }
  const first = await listen()
  const kept = await happen(service, 1)
  await happen(service, 1)
  await take(receiver, 2)
  await end(first)
  await loseNewest()
  const second = await listen()
  t.match(second.ready, { after: null })
  t.same(sessionsOf(await take(receiver, 1)), kept, 'an event of the last minute arrives again')
  await happen(service, 1)
  await take(receiver, 1)
  await loseNewest()
  // The waiting poll ends after 25 seconds, and the next one sends the lost position.
  t.match(parsed(await second.line(/"kind":"position_lost"/)), { after: null })
  const next = await happen(service, 1)
  t.same(sessionsOf(await take(receiver, 2)), [...kept, ...next])
  await end(second)
})

t.test('a cursor has one listener: a second one is refused, unless the first is dead', async (t) => {
  const { service, receiver, shell, listen } = await desk(t)
  const first = await listen()
  const refused = await shell.run(['listen', '--forward-to', receiver.url], {
    SERVICEPAY_SECRET_KEY: service.secretKey,
    SERVICEPAY_BASE_URL: service.baseUrl,
  })
  t.match(refused, { code: 1, stderr: new RegExp(`process ${first.pid}[^]*Stop that listener first`) })
  t.match(
    await shell.run(['status'], { SERVICEPAY_SECRET_KEY: service.secretKey, SERVICEPAY_BASE_URL: service.baseUrl }),
    { code: 0, stdout: new RegExp(`Listener .*${receiver.port}.*, running`) },
  )

  const beside = await openDesk(t, service, shell)
  const second = await beside.listen()
  const sessions = await happen(service, 1)
  t.same(sessionsOf(await take(receiver, 1)), sessions)
  t.same(sessionsOf(await take(beside.receiver, 1)), sessions, 'another address has its own cursor')
  await end(second)

  first.kill('SIGKILL')
  await first.ended
  const missed = await happen(service, 1)
  const third = await listen()
  t.same(sessionsOf(await take(receiver, 1)), missed)
  await end(third)
})
