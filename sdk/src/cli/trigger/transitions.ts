import { type CheckoutSession, type EventType, type PaymentLink, type Refund, type ServicePay } from '../../index.ts'
import { CommandError, usageError } from '../command-errors.ts'
import { money } from '../money.ts'

/** The reference and metadata that the user chose. */
export interface SessionDetails {
  readonly reference?: string
  readonly metadata?: Record<string, string>
}

/** The arguments of a transition. */
export interface TransitionContext {
  readonly client: ServicePay
  /** A session that the user chose. The transition then performs only the last step, on this session. */
  readonly sessionId: string | undefined
  /** The reference and metadata of the session or link that the transition creates. */
  readonly details: SessionDetails
  /** Prints a step that is complete. */
  readonly reportStep: (step: string) => void
}

/** Triggers an event. Returns the id of the session or link that the event is about. */
type Transition = (context: TransitionContext) => Promise<string>

/** More declined cards than any session allows before it fails. */
const maxDeclines = 20

const sample = { amount: 2500, currency: 'GBP' } as const

/** One transition for each event except `test.ping`. The compiler checks that none is missing. */
export const transitions: Readonly<Record<Exclude<EventType, 'test.ping'>, Transition>> = {
  'session.completed': async (context) => pay(context, context.sessionId ?? (await newSession(context))),
  'session.failed': async (context) => declineAll(context, context.sessionId ?? (await newSession(context))),
  'session.expired': async (context) => {
    const id = context.sessionId ?? (await newSession(context))
    await context.client.testHelpers.checkout.sessions.expire(id)
    context.reportStep(`expired ${id}`)
    return id
  },
  'session.refunded': async (context) =>
    refund(context, context.sessionId ?? (await paidSession(context)), 'succeeded'),
  'session.refund_failed': async (context) =>
    refund(context, context.sessionId ?? (await paidSession(context, 'refund_pending')), 'failed'),
  'session.disputed': async (context) => dispute(context, context.sessionId ?? (await paidSession(context))),
  'session.dispute_closed': async (context) => closeDispute(context, 'won', 'in your favour'),
  'session.dispute_lost': async (context) => closeDispute(context, 'lost', "in the cardholder's favour"),
  'session.duplicate_refunded': async (context) => {
    const id = context.sessionId ?? (await paidSession(context))
    await context.client.testHelpers.checkout.sessions.secondApproval(id)
    context.reportStep(`had the bank approve ${id} a second time`)
    return id
  },
  'payment_link.paid': async (context) =>
    payLink(context, context.sessionId ? await linkOf(context, context.sessionId) : await newLink(context)),
  'payment_link.duplicate_payment': async (context) => {
    const id = context.sessionId
      ? (await linkOf(context, context.sessionId)).id
      : await payLink(context, await newLink(context))
    await context.client.testHelpers.paymentLinks.duplicatePayment(id)
    context.reportStep(`had a second customer pay ${id}`)
    return id
  },
}

async function newSession({ client, details, reportStep }: TransitionContext): Promise<string> {
  const { id } = await client.checkout.sessions.create({
    ...sample,
    ...details,
    description: 'Made by servicepay trigger',
  })
  reportStep(`created the session ${id} (${money(sample.amount, sample.currency)})`)
  return id
}

type PayingCard = 'approved' | 'refund_pending'

async function paidSession(context: TransitionContext, card: PayingCard = 'approved'): Promise<string> {
  return pay(context, await newSession(context), card)
}

async function pay(context: TransitionContext, id: string, card: PayingCard = 'approved'): Promise<string> {
  const { status } = await context.client.testHelpers.checkout.sessions.pay(id, { card })
  const name = card === 'approved' ? 'an approved card' : `the test card ${card}`
  context.reportStep(`paid ${id} with ${name}: ${status}`)
  return id
}

async function declineAll({ client, reportStep }: TransitionContext, id: string): Promise<string> {
  for (let cards = 1; cards <= maxDeclines; cards++) {
    const { status } = await client.testHelpers.checkout.sessions.pay(id, { card: 'declined' })
    reportStep(`tried a card that the bank declines (${cards}): ${status}`)
    if (status === 'failed') return id
  }
  throw new CommandError(
    1,
    'not_triggered',
    `${id} did not fail after ${maxDeclines} declined cards.`,
    `Look at its page: \`servicepay open --session ${id}\`.`,
  )
}

async function refund(context: TransitionContext, id: string, outcome: 'succeeded' | 'failed'): Promise<string> {
  const { client, reportStep } = context
  const refund = await client.checkout.sessions.refund(id)
  reportStep(`refunded ${id} (${refund.id}): ${refund.status}`)
  if (refund.status === 'pending') {
    const settled = await client.testHelpers.refunds.settle(refund.id, { status: outcome })
    reportStep(`had the bank settle ${refund.id}: ${settled.status}`)
  } else if (refund.status === 'succeeded' && outcome === 'failed') {
    const reversed = await client.testHelpers.refunds.reverse(refund.id)
    reportStep(`had the money of ${refund.id} come back: ${reversed.status}`)
  } else if (refund.status !== outcome) throw refusedRefund(id, refund)
  return id
}

/** The card that paid the session decides that its refunds fail. */
function refusedRefund(id: string, { failure_message }: Refund): CommandError {
  return new CommandError(
    1,
    'not_triggered',
    `The refund of ${id} failed: ${failure_message ?? 'the bank gave no reason'}`,
    'Choose a session that another test card paid, or leave out --session.',
  )
}

async function dispute({ client, reportStep }: TransitionContext, id: string): Promise<string> {
  await client.testHelpers.checkout.sessions.dispute(id)
  reportStep(`had the cardholder's bank open a dispute of ${id}`)
  return id
}

async function closeDispute(context: TransitionContext, outcome: 'won' | 'lost', how: string): Promise<string> {
  const id = context.sessionId ?? (await dispute(context, await paidSession(context)))
  await context.client.testHelpers.checkout.sessions.closeDispute(id, { outcome })
  context.reportStep(`closed the dispute of ${id} ${how}`)
  return id
}

async function newLink({ client, details, reportStep }: TransitionContext): Promise<PaymentLink> {
  const link = await client.paymentLinks.create({ ...sample, ...details, description: 'Made by servicepay trigger' })
  reportStep(`created the one-off link ${link.id} (${link.url})`)
  return link
}

async function payLink(context: TransitionContext, link: PaymentLink): Promise<string> {
  if (context.sessionId) await pay(context, context.sessionId)
  else {
    const { id, status } = await context.client.testHelpers.paymentLinks.pay(link.id)
    context.reportStep(`opened the link and paid ${id} with an approved card: ${status}`)
  }
  return link.id
}

async function linkOf({ client }: TransitionContext, sessionId: string): Promise<PaymentLink> {
  const session: CheckoutSession = await client.checkout.sessions.retrieve(sessionId)
  if (session.payment_link) return client.paymentLinks.retrieve(session.payment_link)
  throw usageError(
    `${sessionId} is not the checkout of a payment link.`,
    'Leave out --session, so that the command makes a link.',
  )
}
