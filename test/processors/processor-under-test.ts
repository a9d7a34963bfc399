import type { Test } from 'tap'
import type { PlainCard } from '../../form/frame/card/encrypt-card.ts'
import type { Scope } from '../../server/domain/scope.ts'
import type { FailureCode } from '../../server/domain/sessions/failure-codes.ts'
import type { NotificationMessage, Processor } from '../../server/processors/processor.ts'
import type { Line } from '../sessions/ledgers.ts'
import type { TestService } from '../support/service.ts'
import type { WireFault } from './wire-faults.ts'

/** A row of the conformance suite: a processor, and how the suite gets it to do what it wants to see. */
export interface ProcessorUnderTest {
  readonly name: string
  /** Starts a service whose payments go to the processor, and the other side. Both stop when the test ends. */
  open(t: Test): Promise<Bench>
}

/** A running service, and what the suite does at the other side: the acquirer's stand-in, or the simulated bank. */
export interface Bench {
  readonly service: TestService
  /** The account and mode whose payments go to the processor. */
  readonly scope: Scope
  readonly secretKey: string
  /** The processor as the service uses it. */
  readonly processor: Processor
  readonly cards: TestCards
  /** The faults that the other side, or the way to it, can have. The others do not apply to this processor. */
  readonly faults: readonly WireFault[]
  /** The next calls of the adapter have these faults, one after the other. */
  failNext(faults: readonly WireFault[]): void
  /** The orders that were held back reach the other side now. */
  releaseLateOrders(): Promise<void>
  /** What the other side has done with money, in the words of our own ledger. */
  ledger(): Promise<readonly Line[]>
  /** Makes the other side refuse the next payment with a code that the adapter does not know. Returns its card. */
  readonly refuseForUnknownReason: (() => PlainCard) | null
  /** Null: the other side never asks for a confirmation. */
  readonly challenges: Challenges | null
  /** Null: the processor answers every question itself, and sends no notifications. */
  readonly notifications: Notifications | null
  /** Null: money that has moved stays where it is. */
  readonly reversals: Reversals | null
  readonly disputes: Disputes | null
  /** Puts wrong credentials in place of the account's, while `work` runs. Null: the processor needs none. */
  readonly withWrongCredentials: ((work: () => Promise<void>) => Promise<void>) | null
}

/** A card for each way in which the other side answers. Null or absent: it has no such answer. */
export interface TestCards {
  readonly approved: PlainCard
  readonly refused: Partial<Record<FailureCode, PlainCard>>
  /** The bank approves it after a while. */
  readonly pending: PlainCard | null
  /** The bank recognises the customer without a question. */
  readonly frictionless: PlainCard | null
  /** The bank asks the customer, in each way that it has. By the name of the way. */
  readonly challenges: Readonly<Record<string, PlainCard>>
  /** Its refunds fail. */
  readonly refundRefused: PlainCard | null
}

export type CustomerAnswer = 'approved' | 'refused' | 'abandoned'

export interface Challenges {
  /** The customer answers the bank's page. Null: the page does not send the browser back. */
  answer(reference: string, answer: CustomerAnswer): Promise<BrowserReturn | null>
  /** Null: the bank recognises no device in a hidden frame. */
  readonly fingerprints: Fingerprints | null
  /** Null: the bank's page sends no result back through the browser. */
  readonly returns: Returns | null
}

/** The bank's page sends its result back through the browser, so anybody can bring it, to any payment. */
export interface Returns {
  /** What somebody else could send to the return address of a payment. */
  forge(reference: string): BrowserReturn
  /**
   * The ways in which the other side replies when it gets such a result: from a reply that repeats our reference and
   * the amount to the shortest one that its documents allow. Each is called before a case, and `whole` after it.
   */
  readonly replies: Readonly<Record<'whole' | (string & {}), () => void>>
}

/** The bank first recognises the device of the customer, in a hidden frame. */
export interface Fingerprints {
  readonly cards: Readonly<Record<'approved' | 'challenge', PlainCard>>
  /** What the hidden frame sends when the bank has recognised the device. */
  ended(reference: string): BrowserReturn
}

/** How the browser comes back from the bank's page: a form that it posts. */
export interface BrowserReturn {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** A notification that the other side has not sent yet. */
export interface Notifications {
  /** Takes every notification that the other side has to send by now, oldest first. */
  take(): Promise<NotificationMessage[]>
  /** One message with the content of several. Null: the processor sends one statement in each message. */
  readonly batch: ((messages: readonly NotificationMessage[]) => NotificationMessage) | null
  /** The message with a further part, which is genuine but broken. Null: a message has one part. */
  readonly withBrokenPart: ((message: NotificationMessage) => NotificationMessage) | null
  /** A message with a true signature and content that the adapter does not know. */
  unknown(): NotificationMessage
  /** A message with a true signature about a payment that the service has never made. */
  foreign(): NotificationMessage
  /** A message about a payment, with a true signature and another amount. */
  wrongAmount(reference: string): Promise<NotificationMessage>
  /** Sends the message to the service. Returns the status of the reply. */
  deliver(message: NotificationMessage): Promise<number>
}

/** What can happen to money after the processor has said that it moved. The service hears of it by notification. */
export interface Reversals {
  refundFails(reference: string): void
  /** Null: the processor does not tell it apart from a refund that fails. */
  readonly refundIsReversed: ((reference: string) => void) | null
  readonly captureFails: ((reference: string) => void) | null
  /** Somebody refunds a payment at the processor. Null: nobody can. */
  readonly refundByHand: ((reference: string, amount: number) => void) | null
}

export type DisputeStage = 'notice' | 'charged' | 'reversed' | 'charged_again' | 'won' | 'lost'

export interface Disputes {
  readonly stages: readonly DisputeStage[]
  /** The dispute of a payment goes on to this stage. `amount`: what the bank moves, as the first stage names it. */
  move(payment: DisputedPayment, stage: DisputeStage): Promise<void>
}

export interface DisputedPayment {
  readonly session: string
  readonly reference: string
  /** Default: the whole payment. */
  readonly amount?: number
}
