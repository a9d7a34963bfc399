import t, { type Test } from 'tap'
import type { ReceiverReply } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { cloneDatabase, testPostgres } from '../../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../../support/database/template.ts'
import { openInstalledShell, installedShell, type InstalledShell } from '../../sdk/cli/command.ts'
import { end, happen, openDesk, sessionsOf, take, type Desk } from '../../sdk/cli/listening.ts'

let installed: InstalledShell
t.before(async () => void (installed = await openInstalledShell(t)))

async function desk(t: Test): Promise<Desk> {
  const service = await startService()
  t.teardown(() => service.stop())
  return openDesk(t, service, installedShell(t, installed.project))
}

t.test('when listen is killed during a delivery, the next start repeats that delivery and loses none', async (t) => {
  const { service, receiver, listen } = await desk(t)
  const first = await listen()
  const [done] = await happen(service, 1)
  await first.line(/"delivered":true/)
  receiver.respondWith('hang')
  const [inFlight, later] = await happen(service, 2)
  t.same(sessionsOf(await take(receiver, 2)), [done, inFlight])
  first.kill('SIGKILL')
  await first.ended
  receiver.respondWith(200)
  const second = await listen()
  t.same(sessionsOf(await take(receiver, 2)), [inFlight, later])
  await end(second)
})

t.test('on Ctrl-C, listen finishes the current delivery, and the next start does not repeat it', async (t) => {
  const { service, receiver, listen } = await desk(t)
  const answers: (() => void)[] = []
  receiver.respondWith(() => new Promise<ReceiverReply>((reply) => answers.push(() => reply(200))))
  const first = await listen()
  const [one, two] = await happen(service, 2)
  await take(receiver, 1)
  first.kill('SIGINT')
  answers[0]?.()
  t.match(await first.ended, { code: 0, stderr: '' })
  t.equal(first.lines().length, 2)
  receiver.respondWith(200)
  const second = await listen()
  t.same(sessionsOf(await take(receiver, 1)), [two])
  t.same(sessionsOf(receiver.deliveries), [one, two])
  await end(second)
})

t.test('listen waits for a service that restarts, and loses no event', async (t) => {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const database = await cloneDatabase(adminUrl, templateName)
  t.teardown(() => database.drop())
  const before = await startService({ databaseUrl: database.url })
  const { receiver, listen } = await openDesk(t, before, installedShell(t, installed.project))
  const listening = await listen()
  const first = await happen(before, 1)
  t.same(sessionsOf(await take(receiver, 1)), first)
  await before.stop()
  await listening.line(/"kind":"disconnected"/)
  const { port } = new URL(before.baseUrl)
  const after = await startService({
    databaseUrl: database.url,
    masterKey: before.masterKey,
    environment: { PORT: port },
  })
  t.teardown(() => after.stop())
  const call: TestService['call'] = (method, path, body) =>
    after.call(method, path, body, { Authorization: `Bearer ${before.secretKey}` })
  const second = await happen({ ...after, call }, 2)
  t.same(sessionsOf(await take(receiver, 2)), second)
  await listening.line(/"kind":"connected"/)
  await end(listening)
})
