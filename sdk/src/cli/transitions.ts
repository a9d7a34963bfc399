import { operations } from '../../../generated/operations.ts'
import { ServicePayError, type CheckoutSession, type EventType, type PaymentLink, type ServicePay } from '../index.ts'
import { CommandError, usageError } from './command-errors.ts'

/** What a transition is driven with. */
export interface Drive {
  readonly client: ServicePay
  /** A session of the user's own: then only the last step is made on it. */
  readonly sessionId: string | undefined
  /** Tells what has been done. */
  readonly done: (step: string) => void
}

/** Makes an event happen. Gives the id of the session or link that it is about. */
type Transition = (drive: Drive) => Promise<string>

/** The most cards that a session takes before it fails, and some more. */
const mostDeclines = 20

const sample = { amount: 2500, currency: 'GBP' } as const

/** One for each event but `test.ping`; the compiler holds them against the contract. */
export const transitions: Readonly<Record<Exclude<EventType, 'test.ping'>, Transition>> = {
  'session.completed': async (drive) => pay(drive, drive.sessionId ?? (await newSession(drive))),
  'session.failed': async (drive) => declineAll(drive, drive.sessionId ?? (await newSession(drive))),
  'session.expired': async (drive) => {
    const id = drive.sessionId ?? (await newSession(drive))
    await drive.client.testHelpers.checkout.sessions.expire(id)
    drive.done(`let the time of ${id} pass`)
    return id
  },
  'session.refunded': async (drive) => refund(drive, drive.sessionId ?? (await paidSession(drive))),
  'session.disputed': async (drive) => dispute(drive, drive.sessionId ?? (await paidSession(drive))),
  'session.dispute_closed': async (drive) => {
    const id = drive.sessionId ?? (await dispute(drive, await paidSession(drive)))
    await drive.client.testHelpers.checkout.sessions.closeDispute(id, { outcome: 'won' })
    drive.done(`closed the dispute of ${id} in your favour`)
    return id
  },
  'session.duplicate_refunded': async (drive) => {
    const id = drive.sessionId ?? (await paidSession(drive))
    await drive.client.testHelpers.checkout.sessions.secondApproval(id)
    drive.done(`had the bank approve ${id} a second time`)
    return id
  },
  'payment_link.paid': async (drive) =>
    payLink(drive, drive.sessionId ? await linkOf(drive, drive.sessionId) : await newLink(drive)),
  'payment_link.duplicate_payment': async (drive) => {
    const id = drive.sessionId ? (await linkOf(drive, drive.sessionId)).id : await payLink(drive, await newLink(drive))
    await drive.client.testHelpers.paymentLinks.duplicatePayment(id)
    drive.done(`had a second customer pay ${id}`)
    return id
  },
}

async function newSession({ client, done }: Drive): Promise<string> {
  const { id } = await client.checkout.sessions.create({ ...sample, description: 'Made by servicepay trigger' })
  done(`created the session ${id} (${sample.amount} ${sample.currency})`)
  return id
}

async function paidSession(drive: Drive): Promise<string> {
  return pay(drive, await newSession(drive))
}

async function pay({ client, done }: Drive, id: string): Promise<string> {
  const { status } = await client.testHelpers.checkout.sessions.pay(id, { card: 'approved' })
  done(`paid ${id} with an approved card: ${status}`)
  return id
}

async function declineAll({ client, done }: Drive, id: string): Promise<string> {
  for (let cards = 1; cards <= mostDeclines; cards++) {
    const { status } = await client.testHelpers.checkout.sessions.pay(id, { card: 'declined' })
    done(`tried a card that the bank declines (${cards}): ${status}`)
    if (status === 'failed') return id
  }
  throw new CommandError(
    1,
    'not_triggered',
    `${id} did not fail after ${mostDeclines} declined cards.`,
    'Look at it with `servicepay open --session`.',
  )
}

async function refund({ client, done }: Drive, id: string): Promise<string> {
  const refund = await client.checkout.sessions.refund(id)
  done(`refunded ${id} (${refund.id}): ${refund.status}`)
  if (refund.status === 'pending') {
    const settled = await client.testHelpers.refunds.settle(refund.id, { status: 'succeeded' })
    done(`had the bank settle ${refund.id}: ${settled.status}`)
  }
  return id
}

async function dispute({ client, done }: Drive, id: string): Promise<string> {
  await client.testHelpers.checkout.sessions.dispute(id)
  done(`had the cardholder's bank open a dispute of ${id}`)
  return id
}

async function newLink({ client, done }: Drive): Promise<PaymentLink> {
  const link = await client.paymentLinks.create({ ...sample, description: 'Made by servicepay trigger' })
  done(`created the one-off link ${link.id} (${link.url})`)
  return link
}

async function payLink(drive: Drive, link: PaymentLink): Promise<string> {
  const session = drive.sessionId ?? (await openLink(drive, link))
  await pay(drive, session)
  return link.id
}

async function linkOf({ client }: Drive, sessionId: string): Promise<PaymentLink> {
  const session: CheckoutSession = await client.checkout.sessions.retrieve(sessionId)
  if (session.payment_link) return client.paymentLinks.retrieve(session.payment_link)
  throw usageError(`${sessionId} is no checkout of a payment link.`, 'Leave --session out: a link is made then.')
}

/** What the script of the link's page does in a customer's browser; the package has no call of it, since servers need none. */
async function openLink({ client, done }: Drive, link: PaymentLink): Promise<string> {
  const { method, path } = operations.openLinkCheckout
  const response = await fetch(`${client.baseUrl}${path.replace('{code}', encodeURIComponent(link.code))}`, { method })
  const body = (await response.json().catch(() => null)) as {
    id?: string
    error?: { code: string; message: string; fix: string; request_id: string }
  } | null
  if (body?.error)
    throw new ServicePayError({ ...body.error, requestId: body.error.request_id, status: response.status })
  if (!body?.id)
    throw new ServicePayError({
      code: 'unexpected_answer',
      message: 'The link did not open.',
      fix: 'Try again.',
      status: response.status,
    })
  done(`opened the link: its checkout is ${body.id}`)
  return body.id
}
