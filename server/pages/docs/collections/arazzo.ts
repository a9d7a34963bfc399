import document from '../../../../generated/merchant-api.json' with { type: 'json' }
import type { OperationId } from '../../../../generated/operations.ts'
import type { DocsContext } from '../page.ts'
import { allOperations, type Json, type RoutedOperation } from '../reference/contract.ts'

/** Pay, verify and refund as a document of Arazzo 1.0, which a program can run step by step. */
export function arazzoDocument({ baseUrl }: DocsContext): object {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Card payment service',
      summary: 'Take a payment in test mode, check it, and refund a part.',
      version: document.info.version,
    },
    sourceDescriptions: [{ name: 'service', url: `${baseUrl}/openapi.json`, type: 'openapi' }],
    workflows: [
      {
        workflowId: 'payVerifyRefund',
        summary: 'Create a session, pay it, see that it is paid, refund a part, and see what was refunded.',
        inputs: {
          type: 'object',
          required: ['secretKey', 'sessionKey', 'refundKey'],
          properties: {
            secretKey: { type: 'string', description: 'A test key, such as the public demo key.' },
            sessionKey: { type: 'string', description: 'A random text: the Idempotency-Key of the session.' },
            refundKey: { type: 'string', description: 'Another random text: the Idempotency-Key of the refund.' },
          },
        },
        parameters: [{ name: 'Authorization', in: 'header', value: 'Bearer {$inputs.secretKey}' }],
        steps: [
          step('create', 'createCheckoutSession', {
            parameters: [key('sessionKey')],
            checks: [`$response.body#/status == 'open'`],
            outputs: { id: '$response.body#/id', amount: '$response.body#/amount' },
          }),
          step('pay', 'testPaySession', { parameters: [session], checks: [`$response.body#/status == 'paid'`] }),
          step('verify', 'retrieveCheckoutSession', {
            parameters: [session],
            checks: [
              `$response.body#/status == 'paid'`,
              '$response.body#/amount == $steps.create.outputs.amount',
              '$response.body#/amount_refunded == 0',
            ],
            outputs: { reference: '$response.body#/reference' },
          }),
          step('refund', 'refundCheckoutSession', {
            parameters: [session, key('refundKey')],
            checks: [`$response.body#/status == 'succeeded'`],
            outputs: { id: '$response.body#/id', amount: '$response.body#/amount' },
          }),
          step('verifyRefund', 'retrieveCheckoutSession', {
            parameters: [session],
            checks: ['$response.body#/amount_refunded == $steps.refund.outputs.amount'],
          }),
        ],
        outputs: { session: '$steps.create.outputs.id', refund: '$steps.refund.outputs.id' },
      },
    ],
  }
}

const session = { name: 'id', in: 'path', value: '$steps.create.outputs.id' }

function key(input: string): object {
  return { name: 'Idempotency-Key', in: 'header', value: `$inputs.${input}` }
}

interface StepParts {
  readonly parameters: readonly object[]
  readonly checks: readonly string[]
  readonly outputs?: Readonly<Record<string, string>>
}

/** A step sends the example of its call in the contract. */
function step(stepId: string, id: OperationId, { parameters, checks, outputs }: StepParts): object {
  const operation = operationWith(id)
  const payload: Json | undefined = operation.requestBody?.content['application/json'].example
  return {
    stepId,
    description: operation.summary,
    operationId: id,
    parameters,
    ...(payload !== undefined && { requestBody: { contentType: 'application/json', payload } }),
    successCriteria: ['$statusCode == 200', ...checks].map((condition) => ({ condition })),
    ...(outputs && { outputs }),
  }
}

function operationWith(id: OperationId): RoutedOperation {
  const found = allOperations.find((operation) => operation.id === id)
  if (!found) throw new Error(`Bug: the reference has no ${id}`)
  return found
}
