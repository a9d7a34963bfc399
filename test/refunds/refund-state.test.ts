import t from 'tap'
import { amountLeft, canSettleRefund, refundStatuses } from '../../server/domain/refunds/refund-state.ts'

t.test('only a pending refund can settle', async (t) => {
  t.same([...refundStatuses].sort(), ['failed', 'pending', 'succeeded'])
  t.equal(canSettleRefund('pending'), true)
  t.equal(canSettleRefund('succeeded'), false)
  t.equal(canSettleRefund('failed'), false)
})

t.test('a pending refund reserves its amount', async (t) => {
  t.equal(amountLeft({ amount: 2500, amount_refunded: 0, amount_refund_pending: 0 }), 2500)
  t.equal(amountLeft({ amount: 2500, amount_refunded: 500, amount_refund_pending: 700 }), 1300)
  t.equal(amountLeft({ amount: 2500, amount_refunded: 2000, amount_refund_pending: 500 }), 0)
})
