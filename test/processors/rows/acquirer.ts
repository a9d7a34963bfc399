import { useLiveMode } from './use-processor.ts'
import type { NotificationMessage } from '../../../server/processors/processor.ts'
import { startService } from '../../support/service.ts'
import { acquirerAdapter } from '../acquirer/adapter.ts'
import { Books, holderWithUnknownReason } from '../acquirer/books.ts'
import { signed, type NewStatement, type Statement } from '../acquirer/messages.ts'
import type { Notifications, ProcessorUnderTest } from '../processor-under-test.ts'
import { Wire, wireFaults } from '../wire-faults.ts'
import { sandboxCard, sandboxCards } from './sandbox.ts'

const apiKey = 'key_of_the_acquirer'
const notificationSecret = 'secret_of_the_acquirer'

/**
 * An acquirer that most resembles those of the market: ids of its own, no answers about earlier orders, notifications.
 * It shows what the service does without lookups, and how short an adapter can be.
 */
export const acquirer: ProcessorUnderTest = {
  name: 'an acquirer without lookups',
  async open(t) {
    // Without a worker: the suite itself does what is due.
    const service = await startService({ environment: { ROLE: 'api', RATE_LIMIT_PER_SECOND: '100000' } })
    t.teardown(() => service.stop())
    const books = new Books(service.clock)
    const wire = new Wire()
    const credentials = { apiKey, notificationSecret }
    const processor = acquirerAdapter({ books, wire, apiKey, credentials })
    const live = await useLiveMode(service, processor)
    const sender = new Sender(books)
    return {
      service,
      ...live,
      processor,
      cards: sandboxCards,
      faults: wireFaults,
      failNext: (faults) => wire.failNext(faults),
      releaseLateOrders: () => wire.releaseLateOrders(),
      ledger: () => Promise.resolve(books.lines),
      refuseForUnknownReason: () => ({ ...sandboxCard('declined'), name: holderWithUnknownReason }),
      challenges: {
        answer: (reference, answer) => Promise.resolve(books.answerChallenge(reference, answer)),
        fingerprints: null,
        returns: {
          forge: (reference) => ({ ...books.wayBack(reference), fields: { result: 'approved' } }),
          replies: { whole: () => (books.isBrief = false), brief: () => (books.isBrief = true) },
        },
      },
      notifications: notificationsOf(sender, (message) => live.notify(message)),
      reversals: {
        refundFails: (reference) => books.failRefund(reference, 'refund'),
        refundIsReversed: (reference) => books.failRefund(reference, 'refund_reversed'),
        captureFails: (reference) => books.failCapture(reference),
        refundByHand: (reference, amount) => books.refundByHand(reference, amount),
      },
      disputes: {
        stages: ['notice', 'charged', 'reversed', 'charged_again', 'won', 'lost'],
        move: ({ reference, amount }, stage) => Promise.resolve(books.dispute(reference, stage, amount)),
      },
      withWrongCredentials: async (work) => {
        credentials.apiKey = 'wrong'
        await work()
        credentials.apiKey = apiKey
      },
    }
  },
}

/** Numbers and signs what the acquirer reports. */
class Sender {
  readonly #books: Books
  #last = 0

  constructor(books: Books) {
    this.#books = books
  }

  take(): NotificationMessage[] {
    return this.#books.takeStatements().map((statement) => this.sign(statement))
  }

  sign(statement: NewStatement): NotificationMessage {
    this.#last += 1
    return signed([{ ...statement, number: this.#last }], notificationSecret)
  }

  paymentOf(reference: string): NewStatement {
    const payment = this.#books.payment(reference)
    if (!payment) throw new Error(`Bug: no payment ${reference}`)
    return { type: 'payment', ...payment }
  }
}

function notificationsOf(sender: Sender, deliver: Notifications['deliver']): Notifications {
  const statementsOf = ({ body }: NotificationMessage): Statement[] =>
    (JSON.parse(body.toString()) as { statements: Statement[] }).statements
  return {
    take: () => Promise.resolve(sender.take()),
    batch: (messages) => signed(messages.flatMap(statementsOf), notificationSecret),
    withBrokenPart: (message) => signed([null, ...statementsOf(message)] as unknown as Statement[], notificationSecret),
    unknown: () => sender.sign({ type: 'newsletter' }),
    foreign: () =>
      sender.sign({
        type: 'payment',
        id: 'pay_of_somebody_else',
        reference: 'att_of_somebody_else',
        amount: 2500,
        currency: 'GBP',
        result: 'approved',
        refusal: null,
        authentication: null,
      }),
    wrongAmount: (reference) => {
      const payment = sender.paymentOf(reference)
      return Promise.resolve(sender.sign({ ...payment, result: 'approved', amount: 1 } as NewStatement))
    },
    deliver,
  }
}
