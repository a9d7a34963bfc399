import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { CardDetails } from '../../../server/domain/sessions/card-details.ts'
import type { AdyenAccount } from '../../../server/processors/adyen/account.ts'
import type { CallTime } from '../../../server/processors/adyen/client.ts'
import { createAdyenProcessor } from '../../../server/processors/adyen/processor.ts'
import type { Processor, Purchase, RefundOrder } from '../../../server/processors/processor.ts'
import { HandClock } from '../sandbox/bank-fixture.ts'

export interface SeenCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows the fields that it looks at
  readonly body: any
}

/**
 * An answer of the server: a status with a body, `cut` for a connection that breaks, or `silent` for none until the
 * adapter gives up, which it does as soon as the server has the request.
 */
export type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>] | 'cut' | 'silent'

export interface ScriptedAdyen {
  readonly processor: Processor
  /** The same adapter for an account that takes only these brands. */
  readonly withAccount: (changes: Partial<AdyenAccount>) => Processor
  readonly clock: HandClock
  /** Every call so far. */
  readonly calls: SeenCall[]
  /** Every line of the log so far, as JSON. */
  readonly logged: string[]
  /** The next calls get these answers; the last one repeats. */
  answer(...answers: readonly Answer[]): void
}

export const account: AdyenAccount = {
  merchantAccount: 'ServicePayCOM',
  apiKey: 'AQE-secret-api-key',
  hmacKeys: ['44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'],
  notifications: null,
  statementDescriptor: 'Müller & Söhne *Shop* with a long name',
}

/** The adapter, connected to a server on this machine whose answers the test writes. */
export async function scriptedAdyen(t: Test): Promise<ScriptedAdyen> {
  const calls: SeenCall[] = []
  const logged: string[] = []
  const time = new PauseTime()
  const waiting = new Set<(reason: Error) => void>()
  let script: readonly Answer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
      calls.push({ path: request.url ?? '', headers: request.headers, body })
      const [next = 'cut', ...rest] = script
      if (rest.length > 0) script = rest
      if (next === 'silent') for (const giveUp of waiting) giveUp(new DOMException('No answer', 'TimeoutError'))
      else send(response, next)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const clock = new HandClock()
  const log = (level: string) => (fields: object, message: string) =>
    void logged.push(JSON.stringify({ level, message, ...fields }))
  const checkoutUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v72`
  // Real time never ends a try: its request could arrive late, and take the answer that is meant for the next call.
  const impatientFetch: typeof fetch = async (input, init) => {
    const gaveUp = Promise.withResolvers<never>()
    waiting.add(gaveUp.reject)
    try {
      return await Promise.race([fetch(input, init), gaveUp.promise])
    } finally {
      waiting.delete(gaveUp.reject)
    }
  }
  const options = {
    account,
    checkoutUrl,
    clock,
    time,
    fetch: impatientFetch,
    limits: { callMs: 600_000, tryMs: 600_000, pauseMs: 1_000 },
    log: { warn: log('warn'), error: log('error') },
  }
  const processor = createAdyenProcessor(options)
  const withAccount = (changes: Partial<AdyenAccount>): Processor =>
    createAdyenProcessor({ ...options, account: { ...account, ...changes } })
  const answer = (...answers: readonly Answer[]): void => {
    script = answers
    calls.length = 0
    logged.length = 0
  }
  return { processor, withAccount, clock, calls, logged, answer }
}

/** Pauses between tries take no real time. */
class PauseTime implements CallTime {
  #ms = 0

  now(): number {
    return this.#ms
  }

  async sleep(ms: number): Promise<void> {
    this.#ms += ms
  }
}

function send(response: ServerResponse, answer: Exclude<Answer, 'silent'>): void {
  if (answer === 'cut') {
    response.destroy()
    return
  }
  const [status, body, headers = {}] = answer
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

export const reference = 'att_01k9m2v7q4x8z3b6n5c1d0f7gh'

export const pan = '4111111111111111'
export const cvc = '737'

export function purchaseOf(changes: Partial<Purchase> = {}): Purchase {
  return {
    reference,
    amount: 4200,
    currency: 'GBP',
    card: new CardDetails({ pan, cvc, expMonth: 3, expYear: 2030, name: 'Ada Lovelace' }),
    network: null,
    description: 'Order 7',
    customer: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      phone: '+442071234567',
      billingAddress: { line1: '12 High Street', city: 'London', postal_code: 'SW1A 1AA', country: 'GB' },
      country: 'GB',
      browser: {
        ipAddress: '192.0.2.7',
        acceptHeader: 'text/html',
        userAgent: 'Mozilla/5.0',
        language: 'en-GB',
        colorDepth: 30,
        screenHeight: 900,
        screenWidth: 1440,
        timeZoneOffset: 0,
        javaEnabled: false,
        origin: 'https://shop.example',
      },
    },
    merchantReference: 'order-7',
    returnUrl: `https://pay.example/v1/form/challenge_returns/${reference}`,
    ...changes,
  }
}

export function refundOf(changes: Partial<RefundOrder> = {}): RefundOrder {
  return {
    reference: 're_01k9m2v7q4x8z3b6n5c1d0f7gh',
    purchaseReference: reference,
    purchaseProcessorId: '993617895204576J',
    amount: 1500,
    currency: 'GBP',
    orderedAt: new Date('2026-11-20T12:00:00Z'),
    ...changes,
  }
}

export const approval = {
  pspReference: '993617895204576J',
  resultCode: 'Authorised',
  merchantReference: reference,
  amount: { value: 4200, currency: 'GBP' },
  additionalData: { authCode: '065696', avsResult: '7 Both match', cvcResult: '1 Matches', liabilityShift: 'true' },
}
