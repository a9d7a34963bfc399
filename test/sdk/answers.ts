import type { Test } from 'tap'
import { ServicePay, ServicePayError, type ServicePayOptions } from '../../sdk/src/index.ts'
import { startReceiver, type Receiver, type ReceiverReply, type ReceiverScript } from '../support/receiver.ts'

/** A server with scripted replies, and a client of it that by default does not retry. */
export interface Scene {
  readonly server: Receiver
  readonly client: ServicePay
}

export const key = 'sk_test_4n0b2v7q4x8z3b6n5c1d0f7gh'

export async function scene(t: Test, reply: ReceiverScript, options: ServicePayOptions = {}): Promise<Scene> {
  const server = await startReceiver({ reply })
  t.teardown(() => server.stop())
  return { server, client: new ServicePay(key, { baseUrl: new URL('/', server.url).href, maxRetries: 0, ...options }) }
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): ReceiverReply {
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Request-Id': 'req_1', ...headers },
    body: JSON.stringify(value),
  }
}

export const session = json(200, { id: 'cs_test_1', object: 'checkout.session', status: 'open', amount: 2500 })

export function failure(
  status: number,
  code: string,
  more: Record<string, string> = {},
  headers: Record<string, string> = {},
): ReceiverReply {
  const error = {
    code,
    message: `About ${code}.`,
    fix: 'Do this.',
    doc_url: `https://pay.example/docs/errors#${code}`,
    request_id: 'req_2',
    ...more,
  }
  return json(status, { error }, headers)
}

/** The error of a call that must fail with a ServicePayError. */
export async function errorFrom(call: Promise<unknown>): Promise<ServicePayError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ServicePayError) return error
    throw error
  }
  throw new Error('The call succeeded')
}

export const creation = { amount: 2500, currency: 'GBP' }
