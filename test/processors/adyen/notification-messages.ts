import { createHmac } from 'node:crypto'
import type { AdyenAccount } from '../../../server/processors/adyen/account.ts'
import { readNotification } from '../../../server/processors/adyen/notifications.ts'
import type { NotificationItem, NotificationReading, ProcessorFact } from '../../../server/processors/processor.ts'
import { HandClock } from '../sandbox/bank-fixture.ts'
import { account, reference } from './scripted-adyen.ts'

export const clock = new HandClock()
export const [key = ''] = account.hmacKeys

export const authorisation = {
  amount: { currency: 'GBP', value: 4200 },
  eventCode: 'AUTHORISATION',
  eventDate: '2026-11-20T13:00:00+01:00',
  merchantAccountCode: 'ServicePayCOM',
  merchantReference: reference,
  operations: ['CANCEL', 'CAPTURE', 'REFUND'],
  paymentMethod: 'visa',
  pspReference: '8616178952380553',
  reason: '065696:1111:03/2030',
  success: 'true',
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the items are as varied as Adyen's
export type Item = Record<string, any>

export function sign(item: Item, signingKey = key): string {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference, amount, eventCode } = item
  const parts = [pspReference, originalReference, merchantAccountCode, merchantReference]
  const text = [...parts, amount.value, amount.currency, eventCode, item['success']].join(':')
  return createHmac('sha256', Buffer.from(signingKey, 'hex')).update(text).digest('base64')
}

export function signed(changes: Item = {}, signingKey = key): Item {
  const item: Item = { ...authorisation, ...changes }
  return { ...item, additionalData: { ...item['additionalData'], hmacSignature: sign(item, signingKey) } }
}

export function read(
  body: unknown,
  options: { account?: AdyenAccount; authorization?: string } = {},
): NotificationReading {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { authorization: options.authorization }
  return readNotification({ account: options.account ?? account, clock }, { headers, body: Buffer.from(text) })
}

export function message(...items: Item[]): object {
  return { live: 'false', notificationItems: items.map((item) => ({ NotificationRequestItem: item })) }
}

export function itemOf(changes: Item): NotificationItem {
  const reading = read(message(signed(changes)))
  const [item] = reading.kind === 'accepted' ? reading.items : []
  if (!item) throw new Error(`Refused: ${JSON.stringify(reading)}`)
  return item
}

export function factOf(changes: Item): ProcessorFact | null {
  return itemOf(changes).fact
}
