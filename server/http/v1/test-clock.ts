import { fail, type Failure } from '../../domain/failure.ts'
import { callOf } from '../../domain/refusals.ts'
import { mostAheadMs } from '../../domain/sandbox/most-ahead.ts'
import type { Scope } from '../../domain/scope.ts'
import type { FlowContext } from '../../flows/context.ts'
import { moveTime, type Way } from '../../flows/move-time.ts'
import { success, type Handlers, type ReplyBody, type Success } from '../requests/contract.ts'
import { testKeysOnly } from './test-helpers.ts'

type ClockHandlers = Pick<Handlers, 'testRetrieveClock' | 'testAdvanceClock' | 'testResetClock'>

/** How far a call wants to move the time. */
interface Wanted {
  readonly advance?: number
  readonly advance_to?: string
}

export function testClockHandlers(context: FlowContext): ClockHandlers {
  return {
    testRetrieveClock: async ({ caller: { scope } }) => (scope.livemode ? testKeysOnly : clockOf(context, scope)),
    testAdvanceClock: async ({ caller: { scope }, body }) => {
      if (scope.livemode) return testKeysOnly
      const wanted = wantedOf(body)
      if (wanted.kind === 'failure') return wanted
      const moved = await moveTime(context, scope, (now) => wayTo(wanted.to(now), now, context.realClock.now()))
      return moved.kind === 'moved' ? clockOf(context, scope) : moved
    },
    testResetClock: async ({ caller: { scope } }) => {
      if (scope.livemode) return testKeysOnly
      // What is due by now happens before the account returns.
      const moved = await moveTime(context, scope, (now) => ({ to: now, returns: true }))
      return moved.kind === 'moved' ? clockOf(context, scope) : moved
    },
  }
}

async function clockOf(
  { testClocks, realClock }: FlowContext,
  scope: Scope,
): Promise<Success<ReplyBody<'testRetrieveClock'>>> {
  const time = await testClocks.reread(scope.merchantId)
  const real = realClock.now()
  const now = time?.now() ?? real
  return success({
    object: 'test_clock',
    now: now.toISOString(),
    offset_seconds: Math.max(0, Math.round((now.getTime() - real.getTime()) / 1000)),
    status: time?.movesTo ? 'advancing' : 'ready',
    advancing_to: time?.movesTo?.toISOString() ?? null,
  })
}

interface To {
  readonly kind: 'to'
  to(now: Date): { readonly param: 'advance' | 'advance_to'; readonly at: Date }
}

function wantedOf({ advance, advance_to: advanceTo }: Wanted): To | Failure<'parameter_missing' | 'parameter_invalid'> {
  if (advance !== undefined && advanceTo !== undefined)
    return fail('parameter_invalid', {
      param: 'advance_to',
      message: 'advance and advance_to cannot be combined.',
      fix: 'Send one of the two: `advance` in seconds, or `advance_to` as a time.',
    })
  if (advance !== undefined)
    return { kind: 'to', to: (now) => ({ param: 'advance', at: new Date(now.getTime() + advance * 1000) }) }
  if (advanceTo !== undefined) return { kind: 'to', to: () => ({ param: 'advance_to', at: new Date(advanceTo) }) }
  return fail('parameter_missing', {
    param: 'advance',
    message: 'advance is missing.',
    fix: 'Send `advance` with a number of seconds, or `advance_to` with a time.',
  })
}

/** Time never runs backwards, and an account stays within a year of real time. */
function wayTo({ param, at }: ReturnType<To['to']>, now: Date, real: Date): Way | Failure<'parameter_invalid'> {
  if (at <= now)
    return fail('parameter_invalid', {
      param,
      message: `${param} must be later than the time of the account, which is ${now.toISOString()}.`,
      fix: `Time only moves forward. ${callOf('testResetClock')} returns the account to real time.`,
    })
  const latest = new Date(real.getTime() + mostAheadMs)
  if (at <= latest) return { to: at, returns: false }
  return fail('parameter_invalid', {
    param,
    message: 'An account can be a year ahead of real time at most.',
    fix: `Move to ${latest.toISOString()} or earlier, or return to real time with ${callOf('testResetClock')}.`,
  })
}
