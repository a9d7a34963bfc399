import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import { startService, type TestService } from '../support/service.ts'

// Only a machine that sends faster than the service works makes callers wait, so `npm test` cannot hold this. The tests
// of the turns themselves are in test/http/request-slots.test.ts.

t.test('accounts with many requests at once do not delay the request of another', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const keys: string[] = []
  for (const name of ['one', 'two', 'three'])
    keys.push(
      (await createAccount(service.app.context, { email: `${name}@example.com`, businessName: name })).secretKey,
    )
  // The service knows a key after its first use.
  for (const key of [service.secretKey, ...keys])
    await service.call('GET', '/v1/checkout/sessions', undefined, { Authorization: `Bearer ${key}` })
  const sockets = await Promise.all(Array.from({ length: 270 }, () => open(service)))
  const healthy = await open(service)
  const answered: string[] = []
  service.app.server.events.on('response', ({ headers }) => answered.push(String(headers['authorization'])))
  for (const [index, socket] of sockets.entries()) write(socket, keys[index % keys.length] ?? '')
  write(healthy, service.secretKey)
  await once(healthy, 'data')
  while (answered.length < sockets.length + 1) await pause(5)
  for (const socket of [...sockets, healthy]) socket.destroy()
  const before = answered.indexOf(`Bearer ${service.secretKey}`)
  t.comment(`figure: ${String(before)} of ${String(sockets.length)} requests of others were answered before`)
  t.ok(before < sockets.length / 2)
})

async function open({ baseUrl }: TestService): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  // A connection may be open although the service has not accepted it yet.
  await once(socket, 'data')
  return socket
}

function write(socket: Socket, key: string): void {
  socket.write(`GET /v1/checkout/sessions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`)
}
