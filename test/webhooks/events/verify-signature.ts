import { createHmac } from 'node:crypto'
import type { ReceivedDelivery } from '../../support/receiver.ts'

/** Whether a delivery is signed with a secret. Repeats the signature rule without using the service's own code. */
export function verifySignature(delivery: ReceivedDelivery, secret: string): boolean {
  const [, seconds = '', given = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(delivery.headers['service-signature'])) ?? []
  return createHmac('sha256', secret).update(`${seconds}.${delivery.rawBody}`).digest('hex') === given
}
