import assert from 'node:assert/strict'
import { submitCard, type CreatedSession } from '../../support/pay.ts'
import type { Flow, Run } from './flow.ts'
import { leaseSeconds, sessionSeconds, type Shop } from './shop.ts'

/** Submits cards as a customer does, until the session is as `goal` says. `patience`: how long the bank may take. */
async function pay(
  shop: Shop,
  session: CreatedSession,
  card: string,
  goal: (session: Record<string, unknown>) => boolean,
  patience = 46,
): Promise<void> {
  let last: Record<string, unknown> = {}
  await shop.until(
    async () => {
      last = await shop.read(session)
      return goal(last)
    },
    () => (last['status'] === 'processing' ? shop.wait(patience) : submitCard(shop, session, card)),
  )
}

const hasStatus = (status: string) => (session: Record<string, unknown>) => session['status'] === status

/** A payment that ends with this status and these events. */
function payment(card: string, status: string, events: readonly string[], patience?: number): Flow {
  return {
    name: `submit a card: ${card}`,
    begin: async (shop) => {
      const session = await shop.session()
      return {
        run: () => pay(shop, session, card, hasStatus(status), patience),
        check: async () => {
          await shop.expectSession(session, status, events)
          // The service would ask about a failed attempt for three days, also during other flows.
          await shop.sql('update card_attempts set next_check_at = null where session_id = $1', [session.id])
        },
      }
    },
  }
}

const createSession: Flow = {
  name: 'create a session',
  begin: async (shop) => {
    const key = shop.newKey()
    const ids = new Set<unknown>()
    return {
      run: async () => {
        const params = { amount: 900, currency: 'GBP', expires_in: sessionSeconds, metadata: { key } }
        ids.add((await shop.insist('/v1/checkout/sessions', params, key)).body['id'])
      },
      check: async () => {
        const made = await shop.sql<{ id: string }>(`select id from checkout_sessions where metadata->>'key' = $1`, [
          key,
        ])
        assert.deepEqual(
          [...ids],
          made.map(({ id }) => id),
          'the key has one session',
        )
      },
    }
  },
}

/** The first card of a day needs a new key. */
const firstCard: Flow = {
  name: 'make an encryption key',
  places: /encryption_keys/,
  begin: async (shop) => {
    const session = await shop.session()
    await shop.sql('delete from encryption_keys')
    // A fresh process knows no keys.
    await shop.victim.end()
    await shop.victim.restart()
    return {
      run: () => pay(shop, session, 'approved', hasStatus('paid')),
      check: async () => {
        assert.equal((await shop.sql('select 1 from encryption_keys')).length, 1)
        await shop.expectSession(session, 'paid', ['session.completed'])
      },
    }
  },
}

const declined: Flow = {
  name: 'submit a card: declined',
  begin: async (shop) => {
    const session = await shop.session()
    return {
      run: () => pay(shop, session, 'declined', ({ failure_code }) => failure_code === 'card_declined'),
      check: () => shop.expectSession(session, 'open', []),
    }
  },
}

const lastDecline: Flow = {
  name: 'submit the last card that the session may try',
  begin: async (shop) => {
    const session = await shop.session()
    for (let cards = 0; cards < 4; cards += 1) await shop.help(session, 'pay', { card: 'declined' })
    return {
      run: () => pay(shop, session, 'declined', hasStatus('failed')),
      check: () => shop.expectSession(session, 'failed', ['session.failed']),
    }
  },
}

async function challengeUrl(shop: Shop, session: CreatedSession): Promise<string | null> {
  const [attempt] = await shop.sql<{ challenge_url: string }>(
    `select challenge_url from card_attempts where session_id = $1 and status = 'challenge'`,
    [session.id],
  )
  return attempt?.challenge_url ?? null
}

/** Answers the bank's confirmation window until the session is as expected, with a new card where necessary. */
function confirm(shop: Shop, session: CreatedSession, outcome: string, goal: string): Promise<void> {
  const isOver =
    goal === 'paid' ? hasStatus('paid') : ({ failure_code: code }: Record<string, unknown>) => code === goal
  return shop.until(
    async () => isOver(await shop.read(session)),
    async () => {
      const url = await challengeUrl(shop, session)
      if (url === null) return pay(shop, session, 'challenge', hasStatus('processing'))
      await shop.call('POST', url, `outcome=${outcome}`, { 'Content-Type': 'application/x-www-form-urlencoded' })
      // The bank may have had the answer already, before the service could record it.
      if (!isOver(await shop.read(session))) await shop.wait(leaseSeconds)
    },
  )
}

function challenge(outcome: 'approved' | 'declined', goal: string, status: string, events: string[]): Flow {
  return {
    name: `continue a 3-D Secure challenge: ${outcome}`,
    begin: async (shop) => {
      const session = await shop.session()
      await shop.help(session, 'pay', { card: 'challenge' })
      return {
        run: () => confirm(shop, session, outcome, goal),
        check: () => shop.expectSession(session, status, events),
      }
    },
  }
}

const startChallenge: Flow = {
  name: 'submit a card: challenge',
  begin: async (shop) => {
    const session = await shop.session()
    return {
      run: () =>
        shop.until(
          async () => (await challengeUrl(shop, session)) !== null,
          () => pay(shop, session, 'challenge', hasStatus('processing')).then(() => waitForChallenge(shop, session)),
        ),
      check: async () => {
        await confirm(shop, session, 'approved', 'paid')
        await shop.expectSession(session, 'paid', ['session.completed'])
      },
    }
  },
}

/** An attempt without a challenge is one whose process died. */
async function waitForChallenge(shop: Shop, session: CreatedSession): Promise<void> {
  if ((await challengeUrl(shop, session)) === null) await shop.wait(46)
}

/** A session that ends on its own or on request. */
function ending(name: string, prepare: (shop: Shop) => Promise<CreatedSession>, act: Act): Flow {
  return {
    name,
    begin: async (shop) => {
      const session = await prepare(shop)
      return {
        run: () =>
          shop.until(
            () => isEnded(shop, session),
            () => act(shop, session),
          ),
        check: () => shop.expectSession(session, 'expired', ['session.expired']),
      }
    },
  }
}

type Act = (shop: Shop, session: CreatedSession) => Promise<unknown>

/** Reads the table, because the API would end an overdue session itself. */
async function isEnded(shop: Shop, session: CreatedSession): Promise<boolean> {
  return (
    (await shop.sql(`select id from checkout_sessions where id = $1 and status = 'expired'`, [session.id])).length > 0
  )
}

async function overdue(shop: Shop): Promise<CreatedSession> {
  const session = await shop.session({ expires_in: 300 })
  await shop.advance(301)
  return session
}

const endings: readonly Flow[] = [
  ending(
    'cancel a session',
    (shop) => shop.session(),
    (shop, session) => shop.call('POST', `/v1/checkout/sessions/${session.id}/expire`),
  ),
  ending('expire an overdue session', overdue, (shop) => shop.wait(leaseSeconds)),
  ending('expire an overdue session on a read', overdue, (shop, session) => shop.read(session)),
]

async function statusesOfReturns(shop: Shop, session: { id: string }): Promise<string[]> {
  const rows = await shop.sql<{ status: string }>('select status from automatic_returns where session_id = $1', [
    session.id,
  ])
  return rows.map(({ status }) => status)
}

/** Money that goes back on its own. */
function returned(session: CreatedSession, shop: Shop, act: () => Promise<unknown>): Run['run'] {
  const isDone = async (): Promise<boolean> => (await statusesOfReturns(shop, session)).includes('succeeded')
  return () => shop.until(isDone, act)
}

const lateApproval: Flow = {
  name: 'return the money of a late approval',
  begin: async (shop) => {
    const session = await shop.session()
    await shop.help(session, 'pay', { card: 'late_approval' })
    await shop.wait(901)
    return {
      run: returned(session, shop, () => shop.wait(901)),
      check: () => shop.expectSession(session, 'failed', ['session.failed']),
    }
  },
}

const secondApproval: Flow = {
  name: 'return the money of a second approval',
  begin: async (shop) => {
    const session = await shop.paidSession()
    return {
      run: returned(session, shop, async () => {
        const { status } = await shop.help(session, 'second_approval')
        if (status !== 200 || !(await statusesOfReturns(shop, session)).includes('succeeded'))
          await shop.wait(leaseSeconds)
      }),
      check: async () => {
        const returns = await statusesOfReturns(shop, session)
        const events = returns.map(() => 'session.duplicate_refunded')
        await shop.expectSession(session, 'paid', ['session.completed', ...events])
      },
    }
  },
}

export const paymentFlows: readonly Flow[] = [
  createSession,
  payment('approved', 'paid', ['session.completed']),
  firstCard,
  payment('background_check', 'paid', ['session.completed']),
  payment('no_answer', 'failed', ['session.failed'], 901),
  declined,
  lastDecline,
  startChallenge,
  challenge('approved', 'paid', 'paid', ['session.completed']),
  challenge('declined', 'authentication_failed', 'open', []),
  ...endings,
  lateApproval,
  secondApproval,
]
