import fc from 'fast-check'
import assert from 'node:assert/strict'
import {
  createLink,
  deactivate,
  help,
  helpLink,
  openLink as openAddress,
  readLink,
  type LinkCheckout,
} from '../links/link-calls.ts'
import type { Answer, TestService } from '../support/service.ts'
import { command, pick, type Command } from './commands.ts'
import { approveTwice, close, closeDispute, closeLink, dispute, openLink, totalsOf } from './link-model.ts'
import { newSession, type Model, type ModelLink, type ModelSession } from './session-model.ts'

/** Compares the reply of a helper with the model: the code of its refusal, or the session afterwards. */
function helper(
  name: string,
  nth: number,
  expected: (model: Model, session: ModelSession) => string | null,
  call: (service: TestService, session: ModelSession) => Promise<Answer>,
): Command {
  return command(`${name}(${nth})`, async (model, service) => {
    const session = pick(model, nth)
    const refusal = expected(model, session)
    const { body } = await call(service, session)
    assert.equal(body.error?.code ?? null, refusal)
    if (refusal === null)
      assert.deepEqual([body['status'], body['amount_refunded']], [session.status, session.refunded])
  })
}

function linkCommand(
  name: string,
  nth: number,
  run: (model: Model, service: TestService, link: ModelLink) => Promise<void>,
): Command {
  const ofLinks = command(
    `${name}(${nth})`,
    async (model, service) => {
      const link = model.links[nth % model.links.length]
      assert(link)
      await run(model, service, link)
      await expectLink(service, link)
    },
    false,
  )
  return Object.assign(ofLinks, { check: (model: Readonly<Model>) => model.links.length > 0 })
}

/** Compares the link that the merchant reads with the model. */
export async function expectLink(service: TestService, link: ModelLink): Promise<void> {
  const { status, payments_count, amount_collected, paid_session } = await readLink(service, link)
  assert.deepEqual({ status, payments_count, amount_collected, paid_session }, totalsOf(link))
}

/** Creates a payment link. */
export function newLink(amount: number, kind: 'single' | 'reusable'): Command {
  return command(
    `link(${amount}, ${kind})`,
    async (model, service) => {
      const { id, code } = await createLink(service, { amount, kind })
      model.links.push({ id, code, kind, amount, status: 'active', sessions: [] })
    },
    false,
  )
}

/** A customer opens a link. */
export function open(nth: number): Command {
  return linkCommand('open', nth, async (model, service, link) => {
    const expected = openLink(model, link)
    const answer = await openAddress(service, link)
    const checkout = answer.body as unknown as LinkCheckout
    if (expected === 'new')
      newSession(model, {
        id: checkout.id,
        clientSecret: checkout.client_secret,
        amount: link.amount,
        expiresIn: 1800,
        link,
      })
    else if ('shared' in expected)
      assert.deepEqual([checkout.id, checkout.status], [expected.shared.id, expected.shared.status])
    else assert.equal(answer.body.error?.code, expected.refusal)
  })
}

function deactivateLink(nth: number): Command {
  return linkCommand('deactivate', nth, async (_model, service, link) => {
    closeLink(link, 'deactivated')
    assert.equal((await deactivate(service, link)).body['status'], link.status)
  })
}

function expireLink(nth: number): Command {
  return linkCommand('expireLink', nth, async (_model, service, link) => {
    const refusal = closeLink(link, 'expired') ? null : 'session_not_payable'
    assert.equal((await helpLink(service, link, 'expire')).body.error?.code ?? null, refusal)
  })
}

function payTwice(nth: number): Command {
  return linkCommand('duplicatePayment', nth, async (_model, service, link) => {
    const refusal = link.kind === 'single' && link.status === 'paid' ? null : 'session_not_payable'
    assert.equal((await helpLink(service, link, 'duplicate_payment')).body.error?.code ?? null, refusal)
  })
}

const nth = fc.nat({ max: 3 })
const outcome = fc.constantFrom<'won' | 'lost'>('won', 'won', 'lost')

/** All commands beyond a plain payment. */
export const linkCommands = [
  nth.map((at) => helper('dispute', at, dispute, (service, session) => help(service, session, 'dispute'))),
  fc.tuple(nth, outcome).map(([at, how]) =>
    helper(
      `closeDispute ${how}`,
      at,
      (model, session) => closeDispute(model, session, how),
      (service, session) => help(service, session, 'close_dispute', { outcome: how }),
    ),
  ),
  nth.map((at) =>
    helper('secondApproval', at, approveTwice, (service, session) => help(service, session, 'second_approval')),
  ),
  nth.map((at) =>
    helper('expire', at, close, (service, session) =>
      service.call('POST', `/v1/checkout/sessions/${session.id}/expire`),
    ),
  ),
  fc
    .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom<'single' | 'reusable'>('single', 'reusable'))
    .map(([amount, kind]) => newLink(amount, kind)),
  nth.map(open),
  nth.map(open),
  nth.map(deactivateLink),
  nth.map(expireLink),
  nth.map(payTwice),
]
