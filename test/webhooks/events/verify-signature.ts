import { createHmac } from 'node:crypto'
import type { ReceivedDelivery } from '../../support/receiver.ts'

/**
 * The secrets that made the signatures of Standard Webhooks, in the order of the header. Repeats the rule of its
 * specification without using the service's own code.
 */
export function standardSigners(delivery: ReceivedDelivery | undefined, secrets: readonly string[]): unknown[] {
  if (!delivery) return []
  const { headers, rawBody } = delivery
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${rawBody}`
  const bySecret = (secret: string): string =>
    `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(signed)
      .digest('base64')}`
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => secrets.find((secret) => bySecret(secret) === signature))
}

/** Whether a delivery is signed with a secret. Repeats the signature rule without using the service's own code. */
export function verifySignature(delivery: ReceivedDelivery, secret: string): boolean {
  const [, seconds = '', given = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(delivery.headers['service-signature'])) ?? []
  return createHmac('sha256', secret).update(`${seconds}.${delivery.rawBody}`).digest('hex') === given
}
