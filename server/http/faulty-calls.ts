import type { ResponseObject } from '@hapi/hapi'
import type { OperationId } from '../../generated/operations.ts'
import { fail } from '../domain/failure.ts'
import { callOf } from '../domain/refusals.ts'
import type { CallFault } from '../domain/sandbox/test-faults.ts'
import { waitWithoutSlot } from './limits/share-request-slots.ts'
import { sendFailure, type Exchange } from './operation-reply.ts'
import type { ApiCaller } from './requests/contract.ts'

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** What goes wrong with the request because its account wants it in test mode. */
    fault?: CallFault
  }
}

/** The calls with which an account sees and ends its faults. */
const spared: ReadonlySet<OperationId> = new Set(['testRetrieveFaults', 'testBeginFaults', 'testEndFaults'])

const asked = {
  message: `Your account causes this error on purpose, with ${callOf('testBeginFaults')}. Nothing was carried out.`,
  fix: `Repeat the call, as after such an error in live mode. ${callOf('testEndFaults')} ends the faults.`,
}

const refusals = { rate_limited: fail('rate_limited', asked), internal_error: fail('internal_error', asked) }

/**
 * Carries out a call, with a fault if the account wants one (spec/decisions/sandbox.md#bad-days-on-demand). The request
 * has arrived and is valid.
 */
export async function withFault(
  exchange: Exchange,
  id: OperationId,
  caller: ApiCaller,
  carryOut: () => Promise<ResponseObject>,
): Promise<ResponseObject> {
  const { testFaults } = exchange.context
  const causer = 'merchant' in caller && !caller.scope.livemode && !spared.has(id) ? caller.merchant : null
  const fault = causer && testFaults.nextOfCall(causer)
  if (!fault) return carryOut()
  exchange.request.app.fault = fault
  const reply = await answerWith(exchange, { fault, carryOut, latency: () => testFaults.wait(causer) })
  return reply.header('Servicepay-Fault', fault)
}

interface FaultyCall {
  readonly fault: CallFault
  carryOut(): Promise<ResponseObject>
  latency(): Promise<void>
}

async function answerWith(exchange: Exchange, { fault, carryOut, latency }: FaultyCall): Promise<ResponseObject> {
  switch (fault) {
    case 'rate_limited':
    case 'internal_error':
      return sendFailure(exchange, refusals[fault])
    case 'latency':
      await waitWithoutSlot(exchange.request, latency)
      return carryOut()
    case 'dropped_reply': {
      const reply = await carryOut()
      exchange.request.raw.req.socket.destroy()
      return reply
    }
  }
}
