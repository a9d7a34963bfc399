import { call, clockLead, type Reply } from './call.ts'
import type { AttemptRequest, CardNetworks, EncryptionKey, FormAttempt, FormSession } from './form-session.ts'
import { newVisitor, storedVisitor } from './visitor.ts'

export interface FormApi {
  /** The server's time, taken from its last reply, because customers' clocks are often wrong. */
  now(): Date
  readSession(): Promise<Reply<FormSession>>
  readEncryptionKey(): Promise<Reply<EncryptionKey>>
  /** The networks of a co-badged card, by its first eight digits. */
  readNetworks(firstDigits: string): Promise<Reply<CardNetworks>>
  submitAttempt(request: AttemptRequest): Promise<Reply<FormAttempt>>
  readAttempt(id: string): Promise<Reply<FormAttempt>>
  /** Tells the bank that the customer has cancelled. The form must then read the outcome of the payment. */
  abandonAttempt(id: string): Promise<Reply<FormAttempt>>
}

/** The request waits for the bank, which may be slow. After this time the form reads the outcome instead. */
const submitTimeoutMilliseconds = 45_000

/** The form's calls. `aheadMilliseconds`: how far the server's clock is ahead of the browser's. */
export function formApi(clientSecret: string, aheadMilliseconds: number): FormApi {
  let ahead = aheadMilliseconds
  let visitor = storedVisitor(clientSecret)
  const ask = <Body>(path: string, body?: object, timeout?: number): Promise<Reply<Body>> =>
    call(clientSecret, path, body, timeout, (request) => visitor && request.setRequestHeader('Visitor-Token', visitor))
  return {
    now: () => new Date(Date.now() + ahead),
    async readSession() {
      const reply = await ask<FormSession>('session')
      if (reply.kind === 'ok') ahead = clockLead(reply.body)
      return reply
    },
    readEncryptionKey: () => ask('encryption_key'),
    readAttempt: (id) => ask(`attempts/${encodeURIComponent(id)}`),
    readNetworks: (first_digits) => ask('card_networks', { first_digits }),
    submitAttempt(request) {
      // Before the card leaves, so that even a lost reply leads back to the attempt.
      visitor ??= newVisitor(clientSecret)
      return ask('attempts', request, submitTimeoutMilliseconds)
    },
    abandonAttempt: (id) => ask(`attempts/${encodeURIComponent(id)}/abandon`, {}),
  }
}
