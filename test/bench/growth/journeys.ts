import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { runDueWork } from '../../../server/flows/due-work.ts'
import { housekeeping, runHousekeeping } from '../../../server/flows/housekeeping.ts'
import { submitCard } from '../../support/pay.ts'
import type { MeasuredService } from './measured-service.ts'

const sessions = '/v1/checkout/sessions'

const key = (): Record<string, string> => ({ 'Idempotency-Key': randomUUID() })

interface Created {
  readonly id: string
  readonly client_secret: string
}

async function create(service: MeasuredService, reference: string): Promise<Created> {
  const body = {
    amount: 2500,
    currency: 'GBP',
    reference,
    description: 'Two tickets',
    customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    metadata: { order: reference },
  }
  return (await service.succeed('POST', sessions, body, key())) as unknown as Created
}

/** A payment as most are: a session and an approved card. It has one event. */
export async function plainPayment(service: MeasuredService, reference: string): Promise<string> {
  const session = await create(service, reference)
  const answer = await submitCard(service, session)
  if (answer.status !== 200) throw new Error(`Not paid: ${answer.text}`)
  return session.id
}

/** A payment with four events: completed, refunded in part, disputed, and the dispute won. */
export async function eventfulPayment(service: MeasuredService, reference: string): Promise<string> {
  const id = await plainPayment(service, reference)
  await service.succeed('POST', `${sessions}/${id}/refunds`, { amount: 700 }, key())
  const help = `/v1/test_helpers/checkout/sessions/${id}`
  await service.succeed('POST', `${help}/dispute`)
  await service.succeed('POST', `${help}/close_dispute`, { outcome: 'won' })
  return id
}

/** Everything that a merchant's server, its customers and the worker do all day. */
export async function everyJourney(service: MeasuredService, round: string): Promise<void> {
  const newest = await newestEvent(service)
  const id = await eventfulPayment(service, `journey ${round}`)
  await service.succeed('GET', `${sessions}/${id}`)
  await service.succeed('GET', `${sessions}?limit=20`)
  await service.succeed('GET', `/v1/search/checkout/sessions?reference=${encodeURIComponent(`journey ${round}`)}`)
  await service.succeed('GET', `/v1/events?limit=20`)
  await service.succeed('GET', `/v1/events?ending_before=${newest}&limit=20`)
  await service.succeed('POST', `/v1/events/${newest}/resend`)
  await service.succeed('GET', '/v1/event_resends')
  const declined = await create(service, `declined ${round}`)
  await submitCard(service, declined, 'declined')
  await service.succeed('POST', `${sessions}/${declined.id}/expire`)
  const link = await service.succeed(
    'POST',
    '/v1/payment_links',
    { amount: 900, currency: 'GBP', description: 'Tea' },
    key(),
  )
  const opened = await service.succeed('POST', `/v1/form/payment_links/${String(link['code'])}/checkout`, undefined, {
    Authorization: '',
  })
  await submitCard(service, opened as unknown as Created)
  await service.call('GET', `${sessions}/cs_test_unknown`)
  await service.succeed('GET', '/v1/api_requests?outcome=failed')
}

async function newestEvent(service: MeasuredService): Promise<string> {
  const page = (await service.succeed('GET', '/v1/events?limit=1')) as unknown as { data: { id: string }[] }
  return page.data[0]?.id ?? ''
}

/**
 * Tasks of test mode, which TEST_STORAGE_GB bounds, and the search index of sessions from before release 0.2. Their
 * statements read in batches, however many rows there are.
 */
const leftOut = ['count_test_storage']

/** Due work and housekeeping, once. */
export async function worker(service: MeasuredService): Promise<void> {
  await runDueWork(service.app.workContext)
  for (const task of housekeeping)
    if (!leftOut.includes(task.task)) await runHousekeeping(service.app.workContext, task)
}

/** Waits until nothing is left to deliver. `admin` reads, because its statements are not measured. */
export async function untilDelivered(admin: Client, { merchantId }: MeasuredService): Promise<void> {
  for (;;) {
    const { rows } = await admin.query(`select from deliveries where merchant_id = $1 and status = 'pending' limit 1`, [
      merchantId,
    ])
    if (rows.length === 0) return
    await pause(200)
  }
}
