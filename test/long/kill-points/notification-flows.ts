import assert from 'node:assert/strict'
import { newSecretKey } from '../../../server/domain/accounts/secret-key.ts'
import { newId } from '../../../server/domain/ids.ts'
import { approvalOf, notificationOf } from '../../acquirers/notifications/sender.ts'
import { submitCard, type CreatedSession } from '../../support/pay.ts'
import type { Flow } from './flow.ts'
import { leaseSeconds, type Shop } from './shop.ts'

/** A live payment that the bank has approved, and of which only a notification or a question can tell the service. */
async function approvedPayment(
  shop: Shop,
): Promise<{ session: CreatedSession; merchantId: string; reference: string }> {
  const [account] = await shop.sql<{ id: string }>('select merchant_id as id from webhook_endpoints where url = $1', [
    shop.webhookUrl,
  ])
  const merchantId = account?.id ?? ''
  await shop.sql('update merchants set live_access = true where merchant_id = $1', [merchantId])
  const key = newSecretKey(true)
  await shop.sql(
    `insert into secret_keys (hash, id, merchant_id, livemode, last4, created_at) values ($1, $2, $3, true, $4, now())`,
    [key.hash, newId('key', shop.clock.now()), merchantId, key.last4],
  )
  const call: Shop['call'] = (method, path, body, headers) =>
    shop.call(method, path, body, { Authorization: `Bearer ${key.secret}`, ...headers })
  const { body } = await call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP' })
  const session = body as unknown as CreatedSession
  await submitCard({ call, clock: shop.clock }, session, 'challenge')
  const [attempt] = await shop.sql<{ url: string; reference: string }>(
    'select challenge_url as url, processor_reference as reference from card_attempts where session_id = $1',
    [session.id],
  )
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  await shop.call('POST', attempt?.url ?? '', 'outcome=approved', form)
  return { session, merchantId, reference: attempt?.reference ?? '' }
}

/** The bank repeats its notification until the service has acknowledged it, as Adyen does. */
const approval: Flow = {
  name: 'a notification of an approval',
  begin: async (shop) => {
    const { session, merchantId, reference } = await approvedPayment(shop)
    const item = approvalOf(reference)
    const { body, headers } = notificationOf([item])
    let isAcknowledged = false
    const isApplied = async (): Promise<boolean> =>
      (
        await shop.sql(`select 1 from processor_notifications where item_id = $1 and state in ('applied', 'known')`, [
          item.id,
        ])
      ).length === 1
    return {
      run: async () => {
        await shop.until(
          () => Promise.resolve(isAcknowledged),
          async () => {
            const path = `/v1/processor_notifications/sandbox/${merchantId}`
            const { status } = await shop.call('POST', path, body, headers)
            isAcknowledged = status === 200
          },
        )
        await shop.until(isApplied, () => shop.wait(leaseSeconds))
      },
      check: async () => {
        assert.ok(await isApplied())
        await shop.expectSession(session, 'paid', ['session.completed'])
      },
    }
  },
}

export const notificationFlows: readonly Flow[] = [approval]
