import t from 'tap'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { pingInTurn } from '../../../server/flows/webhooks/ping-endpoint.ts'
import { addReceiver } from '../../support/add-receiver.ts'
import { startReceiver } from '../../support/receiver.ts'
import { sharedService } from '../../support/shared-service.ts'

// spec/decisions/webhooks.md#test-ping

t.test('pings to 60 hanging receivers hold up no ping of another account', async (t) => {
  const service = await sharedService()
  const receiver = await startReceiver({ reply: ({ path }) => (path === '/hang' ? 'hang' : 200) })
  const { context } = service.app
  const { origin } = new URL(receiver.url)
  const hanging = await Promise.all(Array.from({ length: 60 }, () => addReceiver(service, `${origin}/hang`)))
  const healthy = await addReceiver(service, receiver.url)
  let ended = 0
  const pings = hanging.map((scope) => pingInTurn(context, scope, operator).finally(() => ended++))
  t.teardown(async () => {
    await receiver.stop()
    await Promise.all(pings)
    await service.stop()
  })
  await receiver.next()

  t.match(await pingInTurn(context, healthy, operator), { kind: 'delivered' }, 'of a new receiver')
  t.match(await pingInTurn(context, healthy, operator), { kind: 'delivered' }, 'of a receiver that has answered')
  t.equal(ended, 0, 'no ping to a hanging receiver has ended')
})
