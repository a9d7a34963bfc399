import type { Clock } from '../../../server/domain/time/clock.ts'
import { fromAdyen } from '../../../server/processors/adyen/amounts.ts'
import type { NotificationMessage } from '../../../server/processors/processor.ts'
import type { Line } from '../../sessions/ledgers.ts'
import type { Amount, BookedPayment } from '../../support/adyen/books.ts'
import { authorisation, idOfStage } from '../../support/adyen/notification-items.ts'
import type { QueuedItem } from '../../support/adyen/notifications.ts'
import { approved } from '../../support/adyen/results.ts'
import type { AdyenStandIn } from '../../support/adyen/stand-in.ts'
import type { Notifications } from '../processor-under-test.ts'

/** Movements of money at the stand-in, in the words of our ledger. */
export function linesOf(
  payments: readonly BookedPayment[],
  failedCaptures: readonly string[],
  wonBack: readonly string[] = [],
): Line[] {
  return payments
    .filter(({ result }) => result?.resultCode === 'Authorised')
    .filter((payment) => !isCancelled(payment) || failedCaptures.includes(payment.reference))
    .flatMap((payment) => {
      const { reference, amount, modifications, disputes } = payment
      const lines = [line(reference, 'capture', amount)]
      if (wonBack.includes(reference)) {
        lines.push(line(reference, 'capture_reversal', amount))
        lines.push(line(`${reference}:captured`, 'chargeback_reversal', amount))
      }
      if (failedCaptures.includes(reference)) lines.push(line(reference, 'capture_reversal', amount))
      for (const { kind, status, pspReference, reference: given, amount } of modifications) {
        if ((kind !== 'refund' && kind !== 'reversal') || status === 'refused') continue
        // Somebody made it at Adyen, under the reference of the payment.
        const refund = given === reference ? pspReference : (given ?? '')
        lines.push(line(refund.replace(/\.release$/, ''), 'refund', amount))
        if (status !== 'done') lines.push(line(refund, 'refund_reversal', amount))
      }
      for (const dispute of disputes)
        for (const stage of dispute.stages) {
          const kind = chargebacks[stage]
          if (kind) lines.push(line(`${idOfStage(payment, dispute, stage)}:${stage}`, kind, dispute.amount))
        }
      return lines
    })
}

/** Cancelled before we heard of its approval, so it is in no ledger. */
function isCancelled({ modifications }: BookedPayment): boolean {
  return modifications.some(({ kind, status }) => kind === 'technical_cancel' && status === 'done')
}

const chargebacks: Readonly<Record<string, string>> = {
  CHARGEBACK: 'chargeback',
  SECOND_CHARGEBACK: 'chargeback',
  CHARGEBACK_REVERSED: 'chargeback_reversal',
}

function line(reference: string, kind: string, amount: Amount): Line {
  const money = fromAdyen(amount)
  if (!money) throw new Error(`Bug: ${amount.value} is no amount in ${amount.currency}`)
  return { reference, kind, ...money }
}

/** How long an issuer takes that first answers `PENDING`. */
const decisionMs = 1_500

interface Message {
  readonly notificationItems: readonly unknown[]
}

/** The stand-in signs the items, and the suite delivers them. */
export function adyenNotifications(
  standIn: AdyenStandIn,
  clock: Clock,
  deliver: Notifications['deliver'],
): Notifications {
  const { books, notifications, account } = standIn
  const decide = (): void => {
    const before = clock.now().getTime() - decisionMs
    for (const payment of books.payments)
      if (payment.status === 'received' && payment.startedAt.getTime() <= before) books.decide(payment, approved)
  }
  return {
    take: async () => {
      decide()
      return notifications.items.filter(({ state }) => state === 'waiting').map(messageOf)
    },
    batch: (messages) => {
      const parts = messages.map(({ body }) => JSON.parse(body.toString()) as Message)
      return asMessage({
        live: 'false',
        notificationItems: parts.flatMap(({ notificationItems }) => notificationItems),
      })
    },
    withBrokenPart: ({ body }) => {
      const { notificationItems } = JSON.parse(body.toString()) as Message
      const broken = { NotificationRequestItem: { eventCode: 'CHARGEBACK', pspReference: 'NC6HT9CRT65ZGN82' } }
      return asMessage({ live: 'false', notificationItems: [broken, ...notificationItems] })
    },
    unknown: () => messageOf(standIn.announceUnknown()),
    foreign: () =>
      messageOf(
        notifications.add(account, {
          eventCode: 'AUTHORISATION',
          pspReference: 'NC6HT9CRT65ZGN82',
          merchantReference: 'att_of_somebody_else',
          amount: { currency: 'GBP', value: 2500 },
          reason: '012345:1111:03/2030',
          success: 'true',
        }),
      ),
    wrongAmount: async (reference) => {
      const payment = books.only(reference)
      const item = authorisation({ ...payment, status: 'authorised', amount: { ...payment.amount, value: 1 } })
      return messageOf(notifications.add(account, item))
    },
    deliver,
  }
}

/** The message with an item, which then counts as sent. */
function messageOf(queued: QueuedItem): NotificationMessage {
  queued.state = 'accepted'
  return asMessage({ live: 'false', notificationItems: [{ NotificationRequestItem: queued.item }] })
}

function asMessage(message: Message & { readonly live: string }): NotificationMessage {
  return { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(message)) }
}
