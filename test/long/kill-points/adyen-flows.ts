import assert from 'node:assert/strict'
import { encryptCard } from '../../../form/frame/card/encrypt-card.ts'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { changeAccount } from '../../../server/flows/accounts/manage-account.ts'
import { linesOf } from '../../processors/rows/adyen-books.ts'
import { adyenEnvironment, sendNotificationsTo } from '../../support/adyen/connect-account.ts'
import type { BookedPayment } from '../../support/adyen/books.ts'
import type { AdyenStandIn } from '../../support/adyen/stand-in.ts'
import { browserData } from '../../support/browser/browser-data.ts'
import type { CreatedSession } from '../../support/pay.ts'
import { startService } from '../../support/service.ts'
import type { Flow } from './flow.ts'
import { leaseSeconds, sessionSeconds, type Shop } from './shop.ts'
import type { Victim } from './victim-process.ts'

// Live payments at Adyen's stand-in, which is not killed, by an account that captures by hand. The stand-in keeps its
// notifications until a flow asks for them, so that every run of a flow passes the same points.

/** Longer than Adyen's adapter waits for a notification before it gives a payment up. */
const deadlineSeconds = 901

const cards = { approved: '4111111111111111', redirect: '4212345678901237', native: '4917610000000000' }

/** Connects the account of the shop with the stand-in, and lets the shop use its live key. */
export async function connectShop(shop: Shop, victim: Victim, standIn: AdyenStandIn): Promise<void> {
  const { databaseUrl, masterKey } = victim.site
  const environment = { ...adyenEnvironment(standIn), ROLE: 'api' }
  const service = await startService({ databaseUrl, masterKey, environment })
  const [account] = await shop.sql<{ id: string }>('select merchant_id as id from webhook_endpoints where url = $1', [
    shop.webhookUrl,
  ])
  const { merchantAccount, apiKey, hmacKey } = standIn.account
  const changed = await changeAccount(service.app.context, operator, account?.id ?? '', {
    liveAccess: true,
    credentials: { adyen: { merchantAccount, apiKey, hmacKey, capture: 'manual' } },
  })
  await service.stop()
  if (changed.kind === 'refused' || !changed.liveKey) throw new Error('The account cannot be connected')
  shop.secretKey = changed.liveKey.secret
  sendNotificationsTo(standIn, victim.baseUrl, account?.id ?? '')
  standIn.notifications.hold()
  shop.tell = async () => {
    await standIn.notifications.release()
    await standIn.notifications.resend()
    standIn.notifications.hold()
  }
  shop.differences = async () => {
    const ours = await shop.sql<{ line: string }>(
      `select concat_ws(' ', processor_reference, kind, amount, currency) as line from money_movements where livemode`,
    )
    const adyens = linesOf(standIn.books.payments, []).map(({ reference, kind, amount, currency }) =>
      [reference, kind, amount, currency].join(' '),
    )
    const lines = ours.map(({ line }) => line)
    return [...lines.filter((line) => !adyens.includes(line)), ...adyens.filter((line) => !lines.includes(line))]
  }
}

async function submit(shop: Shop, session: CreatedSession, number: string): Promise<void> {
  const { body: key } = await shop.call('GET', '/v1/form/encryption_key')
  const encrypted = await encryptCard(
    { number, exp_month: 3, exp_year: 2030, cvc: '737', name: 'Ada Lovelace' },
    key as unknown as JsonWebKey & { kid: string },
    session.id,
    Math.floor(shop.clock.now().getTime() / 1000),
  )
  const headers = { Authorization: `Bearer ${session.client_secret}` }
  await shop.call('POST', '/v1/form/attempts', { encrypted_card: encrypted, browser: browserData }, headers)
}

async function referencesOf(shop: Shop, session: CreatedSession): Promise<string[]> {
  const rows = await shop.sql<{ reference: string }>(
    'select processor_reference as reference from card_attempts where session_id = $1 order by id',
    [session.id],
  )
  return rows.map(({ reference }) => reference)
}

async function statusOf(shop: Shop, session: CreatedSession): Promise<unknown> {
  return (await shop.read(session))['status']
}

/** What Adyen knows of the attempts of a session. A killed process may not have reached it. */
async function bookedOf(shop: Shop, standIn: AdyenStandIn, session: CreatedSession): Promise<BookedPayment[]> {
  const references = await referencesOf(shop, session)
  return standIn.books.payments.filter(({ reference }) => references.includes(reference))
}

/** Waits for the end of a payment, or for its capture. Adyen's notification ends what the process did not record. */
async function settle(shop: Shop, session: CreatedSession): Promise<void> {
  await shop.until(
    async () => ['paid', 'failed'].includes(String(await statusOf(shop, session))),
    async () => {
      await shop.tell()
      await shop.wait(deadlineSeconds)
    },
  )
}

/** The money is taken once if Adyen has approved the payment, and not at all if Adyen never heard of it. */
async function expectMoneyOnce(shop: Shop, standIn: AdyenStandIn, session: CreatedSession): Promise<void> {
  const booked = await bookedOf(shop, standIn, session)
  const captures = booked.flatMap(({ modifications }) => modifications.filter(({ kind }) => kind === 'capture'))
  if (booked.length === 0) return shop.expectSession(session, 'failed', ['session.failed'])
  assert.deepEqual(
    captures.map(({ status }) => status),
    ['done'],
  )
  const ours = await shop.sql<{ status: string }>('select status from captures where session_id = $1', [session.id])
  assert.deepEqual(
    ours.map(({ status }) => status),
    ['captured'],
  )
  await shop.expectSession(session, 'paid', ['session.completed'])
}

/** The flows of an account that captures by hand. */
export function adyenFlows(standIn: AdyenStandIn): readonly Flow[] {
  const payment: Flow = {
    name: 'pay at Adyen, and order the capture',
    begin: async (shop) => {
      const session = await shop.session()
      return {
        run: async () => {
          if ((await statusOf(shop, session)) === 'open') await submit(shop, session, cards.approved)
          await settle(shop, session)
          await shop.until(
            async () => (await shop.sql(dueCaptures, [session.id])).length === 0,
            () => shop.wait(leaseSeconds),
          )
        },
        check: () => expectMoneyOnce(shop, standIn, session),
      }
    },
  }

  const challenge = (way: 'redirect' | 'native'): Flow => ({
    name: `come back from the bank at Adyen: ${way}`,
    begin: async (shop) => {
      const session = await shop.session()
      await submit(shop, session, cards[way])
      const [reference = ''] = await referencesOf(shop, session)
      const { redirectResult, cres } = standIn.customerAnswers(reference, 'confirm')
      const fields = new URLSearchParams(way === 'native' ? { cres } : { redirectResult })
      const { pathname } = new URL(standIn.authenticationOf(reference).returnUrl)
      return {
        run: async () => {
          const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
          await shop.call('POST', pathname, String(fields), type)
          await settle(shop, session)
        },
        check: () => expectMoneyOnce(shop, standIn, session),
      }
    },
  })

  const refund: Flow = {
    name: 'refund at Adyen',
    begin: async (shop) => {
      const session = await shop.session({ expires_in: sessionSeconds })
      await submit(shop, session, cards.approved)
      await shop.finishWork()
      const key = shop.newKey()
      return {
        run: async () => {
          await shop.insist(`/v1/checkout/sessions/${session.id}/refunds`, { amount: 700 }, key)
        },
        check: async () => {
          const booked = await bookedOf(shop, standIn, session)
          const refunds = booked.flatMap(({ modifications }) => modifications.filter(({ kind }) => kind === 'refund'))
          assert.deepEqual(
            refunds.map(({ status }) => status),
            ['done'],
          )
          await shop.expectSession(session, 'paid', ['session.completed', 'session.refunded'])
        },
      }
    },
  }

  return [payment, challenge('redirect'), challenge('native'), refund]
}

const dueCaptures = `select from captures where session_id = $1 and status = 'due'`
