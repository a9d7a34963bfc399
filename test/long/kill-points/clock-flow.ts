import assert from 'node:assert/strict'
import type { Flow } from './flow.ts'
import { leaseSeconds, type Shop } from './shop.ts'

const clock = '/v1/test_helpers/clock'
const day = 86_400

interface Clock {
  readonly status: string
  readonly offset_seconds: number
}

/** An account of its own, so that its time does not change what other flows see. */
const moveTime: Flow = {
  name: 'move the time of an account',
  // The work on the way has its own flows, apart from the end of a dispute.
  places: /test_clocks|disputes/,
  begin: async (shop) => {
    const secretKey = await shop.signUp()
    const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
      const answer = await shop.call(method, path, body, { Authorization: `Bearer ${secretKey}` })
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`)
      return answer.body
    }
    const read = async (): Promise<Clock> => (await call('GET', clock)) as unknown as Clock
    const sessionOf = (terms: object): Promise<Record<string, unknown>> =>
      call('POST', '/v1/checkout/sessions', { amount: 900, currency: 'GBP', ...terms })
    const helper = (session: Record<string, unknown>, name: string, body?: object) =>
      call('POST', `/v1/test_helpers/checkout/sessions/${String(session['id'])}/${name}`, body)
    const early = await sessionOf({ expires_in: 3_600 })
    const late = await sessionOf({ expires_in: 7_200 })
    const disputed = await sessionOf({})
    await helper(disputed, 'pay')
    await helper(disputed, 'dispute')
    return {
      run: async () => {
        const { status, offset_seconds: offset } = await read()
        if (status === 'ready' && offset === 0) await call('POST', clock, { advance: 40 * day })
        // The process that takes over waits until the lease of the killed one has ended.
        await shop.until(
          async () => (await read()).status === 'ready',
          () => shop.wait(leaseSeconds),
        )
      },
      check: async () => {
        // Real time has gone on while the account waited for another process.
        const { offset_seconds: offset } = await read()
        assert.ok(offset > 39.9 * day && offset <= 40 * day + 1, 'the account has arrived, once')
        await expectOnce(shop, early, ['session.expired'])
        await expectOnce(shop, late, ['session.expired'])
        await expectOnce(shop, disputed, ['session.completed', 'session.disputed', 'session.dispute_lost'])
        const ends = await shop.sql<{ id: string; at: Date; due: Date }>(
          `select s.id, e.created_at as at, s.expires_at as due from checkout_sessions s
           join events e on e.session_id = s.id and e.type = 'session.expired' where s.id in ($1, $2)`,
          [early['id'], late['id']],
        )
        for (const { at, due } of ends) assert.equal(at.getTime(), due.getTime(), 'it expired at its time')
        await call('DELETE', clock)
      },
    }
  },
}

async function expectOnce(shop: Shop, session: Record<string, unknown>, events: readonly string[]): Promise<void> {
  const id = String(session['id'])
  const sent = await shop.sql<{ type: string }>('select type from events where session_id = $1 order by id', [id])
  assert.deepEqual(
    sent.map(({ type }) => type),
    events,
  )
}

export const clockFlows: readonly Flow[] = [moveTime]
