import { createHmac } from 'node:crypto'
import type { Clock } from '../../../server/domain/time/clock.ts'
import type { StandInAccount } from './accounts.ts'
import { adyenTime, type NewItem } from './notification-items.ts'

/** An item as the merchant receives it. */
export type SignedItem = NewItem & {
  readonly eventDate: string
  readonly merchantAccountCode: string
  readonly additionalData: Readonly<Record<string, string>>
}

export interface QueuedItem {
  readonly account: StandInAccount
  readonly item: SignedItem
  /** `waiting`: not sent yet. `accepted`: the merchant answered with 2xx. `refused`: Adyen will send it again. */
  state: 'waiting' | 'accepted' | 'refused' | 'lost'
  attempts: number
  /** The status of the last answer, or why there was none. */
  answer: string | null
}

export interface NotificationOptions {
  readonly clock: Clock
  /** How long after the event Adyen sends its notification. Default 0. */
  readonly delayMs?: number
  /** After how long Adyen sends a refused notification again. Default: only with `resend`. */
  readonly resendAfterMs?: number
}

/** Adyen waits this long for an answer. */
const answerLimitMs = 10_000

/** Signs and sends the standard notifications of all accounts, one after the other. */
export class Notifications {
  /** Every item, in the order of the events. */
  readonly items: QueuedItem[] = []
  /** How many items of an account the stand-in puts into one message. */
  batchSize = 1
  readonly #options: NotificationOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #stopping = new AbortController()
  #isHeld = false
  #toLose = 0
  #toDouble = 0
  #sending: Promise<void> = Promise.resolve()

  constructor(options: NotificationOptions) {
    this.#options = options
  }

  /** Keeps all items until `release`. */
  hold(): void {
    this.#isHeld = true
  }

  /** Sends what was held: in the order of the events, or the last one first. */
  async release(order: 'in_order' | 'reversed' = 'in_order'): Promise<void> {
    this.#isHeld = false
    const waiting = this.#withState('waiting')
    await this.send(order === 'reversed' ? waiting.reverse() : waiting)
  }

  /** Never sends the next items. Adyen itself does not lose notifications; a broken receiver may. */
  lose(count: number): void {
    this.#toLose = count
  }

  /** Sends the next items twice. */
  double(count: number): void {
    this.#toDouble = count
  }

  /** Sends the refused items again, as Adyen does until the merchant accepts them. */
  async resend(): Promise<void> {
    await this.send(this.#withState('refused'))
  }

  /** Resolves when the stand-in has sent everything that is due, with the answers. */
  async idle(): Promise<void> {
    let last: Promise<void> | undefined
    while (last !== this.#sending || this.#timers.size > 0) {
      last = this.#sending
      await last
      if (this.#timers.size > 0) await new Promise((later) => setTimeout(later, 1))
    }
  }

  /** Signs an item and sends it when it is due. Also for items that Adyen would not send. */
  add(account: StandInAccount, item: NewItem, changes: Partial<SignedItem> = {}): QueuedItem {
    const signed = signedItem(account, item, this.#options.clock.now(), changes)
    const queued: QueuedItem = { account, item: signed, state: 'waiting', attempts: 0, answer: null }
    this.items.push(queued)
    if (this.#toLose > 0) {
      this.#toLose -= 1
      queued.state = 'lost'
      return queued
    }
    const copies = this.#toDouble > 0 ? [queued, queued] : [queued]
    if (this.#toDouble > 0) this.#toDouble -= 1
    if (!this.#isHeld) this.#after(this.#options.delayMs ?? 0, () => void this.send(copies, 1))
    return queued
  }

  /** Sends these items now, also those that were sent before. */
  send(queued: readonly QueuedItem[], batchSize = this.batchSize): Promise<void> {
    this.#sending = this.#sending.then(async () => {
      for (const batch of batches(queued, batchSize)) await this.#post(batch)
    })
    return this.#sending
  }

  /** Sends any bytes to the address of an account, as an attacker might. Returns the status of the answer. */
  async sendRaw(account: StandInAccount, body: string | Buffer, headers: Record<string, string> = {}): Promise<number> {
    if (!account.notifyAt?.url) throw new Error('The account has no address for notifications')
    const response = await fetch(account.notifyAt.url, {
      method: 'POST',
      headers: { ...headersFor(account), ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    await response.arrayBuffer()
    return response.status
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#stopping.abort()
    await this.#sending
  }

  #withState(state: QueuedItem['state']): QueuedItem[] {
    return this.items.filter((queued) => queued.state === state)
  }

  #after(delayMs: number, action: () => void): void {
    if (this.#stopping.signal.aborted) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      action()
    }, delayMs)
    timer.unref()
    this.#timers.add(timer)
  }

  async #post(batch: readonly QueuedItem[]): Promise<void> {
    const account = batch[0]?.account
    if (!account?.notifyAt?.url || this.#stopping.signal.aborted) return
    const answer = await this.#answerTo(account, account.notifyAt.url, messageOf(batch))
    for (const queued of batch) {
      queued.attempts += 1
      queued.answer = answer
      // A second copy that the merchant refuses does not undo the first one.
      if (queued.state !== 'accepted') queued.state = /^2\d\d$/.test(answer) ? 'accepted' : 'refused'
    }
    const refused = batch.filter(({ state }) => state === 'refused')
    if (refused.length > 0 && this.#options.resendAfterMs !== undefined) {
      this.#after(this.#options.resendAfterMs, () => void this.send(refused))
    }
  }

  async #answerTo(account: StandInAccount, url: string, message: string): Promise<string> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: headersFor(account),
        body: message,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(answerLimitMs)]),
      })
      await response.arrayBuffer()
      return String(response.status)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

/** The message that carries these items. */
export function messageOf(batch: readonly QueuedItem[]): string {
  return JSON.stringify({
    live: 'false',
    notificationItems: batch.map(({ item }) => ({ NotificationRequestItem: item })),
  })
}

function headersFor(account: StandInAccount): Record<string, string> {
  const { user, password } = account.notifyAt ?? {}
  const credentials = Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')
  return {
    'Content-Type': 'application/json; charset=utf-8',
    ...(user !== undefined && { Authorization: `Basic ${credentials}` }),
  }
}

/** Items of the same account, in groups. */
function batches(queued: readonly QueuedItem[], size: number): QueuedItem[][] {
  const groups: QueuedItem[][] = []
  for (const one of queued) {
    const last = groups.at(-1)
    if (last && last.length < size && last[0]?.account === one.account) last.push(one)
    else groups.push([one])
  }
  return groups
}

function signedItem(account: StandInAccount, item: NewItem, now: Date, changes: Partial<SignedItem>): SignedItem {
  const complete = {
    eventDate: adyenTime(now),
    merchantAccountCode: account.merchantAccount,
    ...item,
    ...changes,
  }
  const hmacSignature = signatureOf(complete, account.hmacKey)
  return { ...complete, additionalData: { hmacSignature, ...complete.additionalData } }
}

/** Adyen's signature of an item: these fields in this order, without any escape. */
export function signatureOf(item: NewItem & { readonly merchantAccountCode: string }, hmacKey: string): string {
  const signed = [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    String(item.amount.value),
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':')
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed, 'utf8').digest('base64')
}
