import t from 'tap'
import { asVisitor, paidSession } from '../support/pay.ts'
import { sharedService } from '../support/shared-service.ts'

t.test('after a second approval was returned, the customer still sees the payment as paid', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const session = await paidSession(service)
  const read = () => service.call('GET', '/v1/form/session', undefined, asVisitor(session))
  const before = await read()
  const again = await service.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/second_approval`)
  t.equal(again.status, 200)
  const { body } = await read()
  t.match(body, { status: 'paid', last_attempt: { status: 'approved' } })
  t.same(body['last_attempt'], before.body['last_attempt'], 'the form still gets the attempt that paid')
})
