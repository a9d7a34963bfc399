import Joi from 'joi'
import type { OperationId } from '../../generated/operations.ts'
import { longestSeconds, type SituationFile } from '../../server/flows/sandbox/situation-steps.ts'
import { duration, weekdays, type RepeatStep } from '../../spec/lib/steps.ts'

/** The calls that a situation may make: what a merchant, a customer or a bank does. */
const calls = [
  'createCheckoutSession',
  'expireCheckoutSession',
  'refundCheckoutSession',
  'listDisputes',
  'createPaymentLink',
  'deactivatePaymentLink',
  'setWebhookEndpoint',
  'createNextSigningSecret',
  'testPaySession',
  'testCompleteChallenge',
  'testExpireSession',
  'testDisputeSession',
  'testCloseDispute',
  'testSecondApproval',
  'testPayLink',
  'testExpirePaymentLink',
  'testDuplicateLinkPayment',
  'testSettleRefund',
  'testReverseRefund',
] as const satisfies readonly OperationId[]

const name = /^[a-z][a-zA-Z]*$/

const step = Joi.alternatives(
  Joi.object({
    call: Joi.valid(...calls).required(),
    id: Joi.string(),
    query: Joi.object(),
    body: Joi.object(),
    as: Joi.string().pattern(name),
  }),
  Joi.object({
    wait: Joi.alternatives(
      Joi.valid(...weekdays.map((day) => `until ${day}`)),
      Joi.string().pattern(duration),
    ).required(),
  }),
  Joi.object({
    repeat: Joi.number().integer().min(2).max(100).required(),
    together: Joi.boolean(),
    with: Joi.object().pattern(name, Joi.array().items(Joi.string(), Joi.number()).min(1)),
    steps: Joi.array().items(Joi.link('#step')).min(1).required(),
  }).custom(withoutWaitTogether),
).id('step')

/** An account has one time, so rounds that run at the same time cannot wait. */
function withoutWaitTogether(given: unknown): unknown {
  const { together, steps } = given as RepeatStep<OperationId>
  if (together && longestSeconds(steps) > 0) throw new Error('rounds that run together cannot wait')
  return given
}

const file = Joi.object({
  title: Joi.string().max(60).required(),
  description: Joi.string().max(200).required(),
  shows: Joi.object().pattern(name, Joi.string()).min(1).required(),
  currencies: Joi.array().items(Joi.string().length(3)),
  steps: Joi.array().items(Joi.link('#step')).min(1).required(),
}).shared(step)

/** Throws an error that says what is wrong with the file. */
export function checkSituation(content: unknown): SituationFile {
  return Joi.attempt(content, file, { convert: false }) as SituationFile
}
