import { operations, type OperationId } from '../../generated/operations.ts'

/** A valid call of one operation. */
export interface Call {
  readonly id: OperationId
  readonly method: string
  readonly path: string
  readonly body: object | undefined
}

const bodies: Partial<Record<OperationId, object>> = {
  createCheckoutSession: { amount: 100, currency: 'GBP' },
  setWebhookEndpoint: { url: 'https://shop.example/webhooks' },
  useNextSigningSecret: { secret: 'whsec_unknown' },
  signUpForSandbox: { email: 'new@example.com' },
  submitCardAttempt: { encrypted_card: 'a.b.c.d.e' },
  retrieveCardNetworks: { first_digits: '40120000' },
  createPaymentLink: { amount: 100, currency: 'GBP', description: 'Tea' },
  testCompleteChallenge: { outcome: 'approved' },
  testCloseDispute: { outcome: 'won' },
  testAdvanceClock: { advance: 60 },
  testBeginFaults: { webhooks: ['duplicated'], every: 1000 },
  testSettleRefund: { status: 'succeeded' },
}

/** One valid call of every operation. Paths contain the given ids, or unknown ones. */
export function everyCall(ids: { session?: string; attempt?: string } = {}): Call[] {
  return (Object.keys(operations) as OperationId[]).map((id) => {
    const { method, path } = operations[id]
    const objectId = path.includes('/attempts/') ? (ids.attempt ?? 'att_unknown') : (ids.session ?? 'cs_test_unknown')
    return { id, method, path: path.replace('{id}', objectId).replace(/\{(code|name)\}/, 'unknown'), body: bodies[id] }
  })
}

export function callsWith(
  auth: (typeof operations)[OperationId]['auth'],
  ids: { session?: string; attempt?: string } = {},
): Call[] {
  return everyCall(ids).filter(({ id }) => operations[id].auth === auth)
}
