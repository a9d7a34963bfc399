import { randomInt, randomUUID } from 'node:crypto'
import { fail, isFailure, type Failure } from '../../domain/failure.ts'
import type { TestFaults } from '../../domain/sandbox/test-faults.ts'
import type { FlowContext } from '../../flows/context.ts'
import { changeTestFaults } from '../../flows/sandbox/change-test-faults.ts'
import { success, type Handlers, type OperationRequest, type ReplyBody, type Success } from '../requests/contract.ts'
import { testKeysOnly } from './test-helpers.ts'

type FaultHandlers = Pick<Handlers, 'testRetrieveFaults' | 'testBeginFaults' | 'testEndFaults'>
type Wanted = OperationRequest<'testBeginFaults'>['body']

const usualLatencyMs = 1_000
const usualSeconds = 600

export function testFaultHandlers(context: FlowContext): FaultHandlers {
  return {
    testRetrieveFaults: ({ caller: { scope, merchant } }) =>
      Promise.resolve(scope.livemode ? testKeysOnly : wireFaults(context.testFaults.of(merchant))),
    testBeginFaults: async ({ caller: { scope }, body }) => {
      if (scope.livemode) return testKeysOnly
      const faults = faultsFrom(body, context.realClock.now())
      if (isFailure(faults)) return faults
      await changeTestFaults(context, scope.merchantId, faults)
      return wireFaults(faults)
    },
    testEndFaults: async ({ caller: { scope } }) => {
      if (scope.livemode) return testKeysOnly
      await changeTestFaults(context, scope.merchantId, null)
      return wireFaults(null)
    },
  }
}

function wireFaults(faults: TestFaults | null): Success<ReplyBody<'testRetrieveFaults'>> {
  return success({
    object: 'test_faults',
    calls: [...(faults?.calls ?? [])],
    webhooks: [...(faults?.webhooks ?? [])],
    percent: faults && 'percent' in faults.often ? faults.often.percent : null,
    every: faults && 'every' in faults.often ? faults.often.every : null,
    seed: faults?.seed ?? null,
    latency_ms: faults?.latency_ms ?? null,
    ends_at: faults?.ends_at ?? null,
  })
}

function faultsFrom(wanted: Wanted, now: Date): TestFaults | Failure<'parameter_missing' | 'parameter_invalid'> {
  const { calls = [], webhooks = [], seed = randomInt(2 ** 32) } = wanted
  if (calls.length + webhooks.length === 0)
    return fail('parameter_missing', {
      param: 'calls',
      message: 'No fault is named.',
      fix: 'Send `calls` or `webhooks` with the names of faults.',
    })
  const often = oftenFrom(wanted)
  if (isFailure(often)) return often
  return {
    id: randomUUID(),
    calls,
    webhooks,
    often,
    seed,
    latency_ms: wanted.latency_ms ?? usualLatencyMs,
    ends_at: new Date(now.getTime() + (wanted.ends_after ?? usualSeconds) * 1000).toISOString(),
  }
}

function oftenFrom({
  percent,
  every,
}: Wanted): TestFaults['often'] | Failure<'parameter_missing' | 'parameter_invalid'> {
  if (percent !== undefined && every !== undefined)
    return fail('parameter_invalid', {
      param: 'every',
      message: 'percent and every cannot be combined.',
      fix: 'Send one of the two: `percent` for a share, or `every` for each third, for example.',
    })
  if (percent !== undefined) return { percent }
  if (every !== undefined) return { every }
  return fail('parameter_missing', {
    param: 'percent',
    message: 'percent is missing.',
    fix: 'Send `percent` with the share of calls and events, or `every` with a number.',
  })
}
