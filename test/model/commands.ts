import fc, { type AsyncCommand } from 'fast-check'
import assert from 'node:assert/strict'
import { createSession, submitCard } from '../support/pay.ts'
import type { TestService } from '../support/service.ts'
import { isPaid } from './link-model.ts'
import {
  advance,
  answerChallenge,
  refresh,
  modelCards,
  newSession,
  refund,
  submit,
  type Model,
  type ModelCard,
  type ModelSession,
} from './session-model.ts'

export type Command = AsyncCommand<Model, TestService>

/** One command, with its name for the report of a failure. `nth` picks one of the sessions. */
export function command(
  name: string,
  run: (model: Model, service: TestService) => Promise<void>,
  needsSession = true,
): Command {
  return { check: (model) => !needsSession || model.sessions.length > 0, run, toString: () => name }
}

export function pick(model: Model, nth: number): ModelSession {
  const session = model.sessions[nth % model.sessions.length]
  assert(session)
  return session
}

/** Creates a checkout session. */
export function create(amount: number, expiresIn: number): Command {
  return command(
    `create(${amount}, ${expiresIn} s)`,
    async (model, service) => {
      const made = await createSession(service, { amount, expires_in: expiresIn })
      newSession(model, { id: made.id, clientSecret: made.client_secret, amount, expiresIn })
    },
    false,
  )
}

function submitWith(nth: number, card: ModelCard): Command {
  return command(`submit(${nth}, ${card})`, async (model, service) => {
    const session = pick(model, nth)
    const refusal = submit(model, session, card)
    const answer = await submitCard(service, { id: session.id, client_secret: session.clientSecret }, card)
    assert.equal(answer.body.error?.code ?? null, refusal)
    if (refusal === null)
      assert.equal((answer.body as { session?: { status: string } }).session?.status, session.status)
  })
}

/** `tenths` of the amount. 0: without an amount; 11: more than the amount. */
function refundTenths(nth: number, tenths: number): Command {
  return command(`refund(${nth}, ${tenths}/10)`, async (model, service) => {
    const session = pick(model, nth)
    refresh(model, session)
    const asked =
      tenths === 0 ? null : tenths === 11 ? session.amount + 1 : Math.max(1, Math.floor((session.amount * tenths) / 10))
    await service.call('GET', `/v1/checkout/sessions/${session.id}`)
    const expected = refund(session, asked)
    const answer = await service.call(
      'POST',
      `/v1/checkout/sessions/${session.id}/refunds`,
      asked === null ? undefined : { amount: asked },
    )
    const { error, status, amount } = answer.body as { error?: { code: string }; status?: string; amount?: number }
    assert.deepEqual(error ? { error: error.code } : { status, amount }, expected)
  })
}

function retrieve(nth: number): Command {
  return command(`retrieve(${nth})`, async (model, service) => {
    const session = pick(model, nth)
    refresh(model, session)
    await expectRead(service, session)
  })
}

/** Compares the session that the merchant reads with the model. */
export async function expectRead(service: TestService, session: ModelSession): Promise<void> {
  const { body } = await service.call('GET', `/v1/checkout/sessions/${session.id}`)
  const read = body as Record<string, unknown>
  const paid = isPaid(session)
  assert.deepEqual(
    {
      status: read['status'],
      attempts: read['attempts'],
      failure_code: read['failure_code'],
      amount_refunded: read['amount_refunded'],
      paid: read['payment'] !== null,
    },
    {
      status: session.status,
      attempts: session.attempts,
      failure_code: session.failureCode,
      amount_refunded: session.refunded,
      paid,
    },
  )
  assert.equal(read['paid_at'] !== null, paid)
  assert.equal(read['failure_message'] === null, session.failureCode === null)
}

function confirm(nth: number, approved: boolean): Command {
  return command(`confirm(${nth}, ${approved ? 'approve' : 'decline'})`, async (model, service) => {
    const session = pick(model, nth)
    const { rows } = await service.app.context.db.raw<{ rows: { id: string }[] }>(
      'select id from card_attempts where session_id = ? order by id desc limit 1',
      [session.id],
    )
    const reference = rows[0]?.id ?? 'att_none'
    const answered = await service.app.sandbox.completeChallenge(reference, approved ? 'approved' : 'declined')
    assert.equal(answered, answerChallenge(model, session, approved))
    await expectRead(service, session)
  })
}

function passTime(seconds: number): Command {
  return command(
    `advance(${seconds} s)`,
    async (model, service) => {
      service.clock.advance(seconds)
      await service.sweep()
      advance(model, seconds)
    },
    false,
  )
}

const nth = fc.nat({ max: 3 })
const card = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<ModelCard>('approved', 'approved', 'declined', 'refund_pending') },
  { weight: 5, arbitrary: fc.constantFrom(...modelCards) },
)

/** All commands, with failures more frequent than in a real shop. */
export const commands = [
  fc
    .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(300, 1800, 86_400))
    .map(([amount, expiresIn]) => create(amount, expiresIn)),
  fc.tuple(nth, card).map(([at, scenario]) => submitWith(at, scenario)),
  fc.tuple(nth, card).map(([at, scenario]) => submitWith(at, scenario)),
  fc.tuple(nth, card).map(([at, scenario]) => submitWith(at, scenario)),
  fc.tuple(nth, fc.integer({ min: 0, max: 11 })).map(([at, tenths]) => refundTenths(at, tenths)),
  fc.tuple(nth, fc.integer({ min: 0, max: 11 })).map(([at, tenths]) => refundTenths(at, tenths)),
  nth.map(retrieve),
  fc.tuple(nth, fc.boolean()).map(([at, approved]) => confirm(at, approved)),
  fc.constantFrom(20, 400, 1000).map(passTime),
]
