import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startService } from '../../support/service.ts'
import { installedShell, nodeFolders, openInstalledShell, parsed } from './command.ts'
import { end, happen, openDesk, sessionsOf, take, verifiedEvent } from './listening.ts'

// Every command once as a merchant runs it: the packed program, in its own process.

const [service, { project }] = await Promise.all([startService(), openInstalledShell(t)])
t.teardown(() => service.stop())

t.test('every command of the packed program works', async (t) => {
  const { run, start, state } = installedShell(t, project)
  const signedUp = await run(['signup', '--email', 'ada@example.com', '--base-url', service.baseUrl])
  t.match(signedUp, { code: 0, stdout: /mer_\w+/ })
  const [, key = ''] = /^SERVICEPAY_SECRET_KEY=(.+)$/m.exec(readFileSync(join(state, 'account.env'), 'utf8')) ?? []
  const call = (method: string, path: string): Promise<unknown> =>
    service.call(method, path, undefined, { Authorization: `Bearer ${key}` })

  const [status, opened, triggered, wrong] = await Promise.all([
    run(['status']),
    run(['open', '--json']),
    run(['trigger', 'session.completed', '--json']),
    run(['status', '--key', 'whsec_x']),
  ])
  t.match(status, { code: 0, stdout: /account\.env/, stderr: '' })
  t.match(parsed(opened.stdout), { id: /^cs_test_/, url: /^http/ })
  t.match(wrong, { code: 2, stdout: '', stderr: /signing secret/ })
  const { id } = parsed(triggered.stdout) as unknown as { id: string }
  t.match(await run(['events', 'resend', id]), { code: 0, stdout: /test mode has no webhook address/ })

  await call('GET', '/v1/checkout/sessions/cs_test_none')
  const tail = start(['logs', 'tail'])
  await tail.line(/404 {2}GET .*session_not_found/)
  t.equal(await end(tail), 0, 'Ctrl-C ends it')
})

for (const folder of nodeFolders) {
  t.test(`listen and trigger run with the Node in ${folder}`, async (t) => {
    const shell = installedShell(t, project, folder)
    const { receiver, listen } = await openDesk(t, service, shell)
    const listening = await listen()
    t.match(listening.ready, { mode: 'test', service: service.baseUrl, forward_to: receiver.url })
    const sessions = await happen(service, 1)
    const deliveries = await take(receiver, 1)
    t.same(sessionsOf(deliveries), sessions)
    t.match(await verifiedEvent(deliveries[0], listening.secret), { type: 'session.expired' })
    t.equal(await end(listening), 0)
    t.match(
      await shell.run(['trigger', 'session.refunded'], {
        SERVICEPAY_SECRET_KEY: service.secretKey,
        SERVICEPAY_BASE_URL: service.baseUrl,
      }),
      { code: 0, stdout: /the service sent session\.refunded/ },
    )
  })
}
