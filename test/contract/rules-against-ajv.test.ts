import fc from 'fast-check'
import t from 'tap'
import { requestRules } from '../../generated/rules.ts'
import { operationsOf, resolve, type Schema } from '../../spec/generate/document.ts'
import { isPlainText } from '../../spec/lib/formats.ts'
import { innermost } from '../../spec/lib/schemas.ts'
import { isFull } from '../support/combinations.ts'
import { contractDocument, publishedValidator } from '../support/contract-document.ts'
import { seed } from '../support/seed.ts'
import { bodiesFor } from './hostile-bodies.ts'

// The server validates with Joi, and the document promises JSON Schema: both must judge every body alike.

const bodiesPerOperation = isFull ? 3_000 : 300

const withBody = operationsOf(contractDocument).filter(({ operation }) => operation.requestBody)

t.comment(`TEST_SEED=${seed}`)

t.test('there are operations with a body', async (t) => {
  t.ok(withBody.length >= 5)
})

for (const { method, path, operation } of withBody) {
  const id = operation.operationId as keyof typeof requestRules
  const schema = operation.requestBody?.content['application/json'].schema ?? {}
  const pointer = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']

  t.test(`Joi and the document accept and refuse the same bodies for ${id}`, async (t) => {
    const counts = { accepted: 0, refused: 0, unstorable: 0 }
    fc.assert(
      fc.property(bodiesFor(schema), (body) => {
        const joi = requestRules[id].body.validate(body, { convert: false, abortEarly: false })
        const problem = publishedValidator.problemAt(pointer, body)
        // JSON Schema cannot forbid NUL and unpaired surrogates, which PostgreSQL and UTF-8 cannot hold, nor the key
        // `__proto__` in a map of free keys.
        if (!problem && cannotBeStored(body)) {
          counts.unstorable++
          if (!joi.error) throw new Error('Joi accepts a body that cannot be stored')
          return
        }
        if (!problem !== !joi.error)
          throw new Error(`Joi: ${joi.error?.message ?? 'accepts'}\nAjv: ${problem ?? 'accepts'}`)
        counts[problem ? 'refused' : 'accepted']++
      }),
      { seed, numRuns: bodiesPerOperation },
    )
    t.comment(JSON.stringify(counts))
    t.ok(counts.accepted > bodiesPerOperation / 20, 'Joi and the document accepted many bodies')
    t.ok(counts.refused > bodiesPerOperation / 20, 'Joi and the document refused many bodies')
  })
}

t.test('Joi and the document accept and refuse the same parameters', async (t) => {
  const texts = [
    '',
    ' ',
    'a',
    'é'.repeat(255),
    '👍'.repeat(255),
    '👍'.repeat(256),
    'a'.repeat(256),
    '0',
    '1',
    '20',
    '100',
    '101',
    '-1',
    '1.5',
    'true',
  ]
  for (const { method, path, operation } of operationsOf(contractDocument)) {
    for (const [index, parameter] of operation.parameters.entries()) {
      const rule = requestRules[operation.operationId as keyof typeof requestRules][parameter.in].extract(
        parameter.name,
      )
      for (const sent of texts) {
        const value = parameter.schema.type === 'integer' && /^-?\d+(\.\d+)?$/.test(sent) ? Number(sent) : sent
        const problem = publishedValidator.problemAt(
          ['paths', path, method, 'parameters', String(index), 'schema'],
          value,
        )
        t.equal(
          rule.validate(sent).error === undefined,
          problem === null,
          `${operation.operationId} ${parameter.name}=${sent.slice(0, 4)} (${sent.length})`,
        )
      }
    }
  }
})

t.test('null counts as absent in each optional field of each body, except where it could move money', async (t) => {
  const refusing: string[] = []
  let fields = 0
  for (const { operation } of withBody) {
    const { operationId: id, requestBody } = operation
    for (const path of optionalFields(requestBody?.content['application/json'].schema ?? {})) {
      fields++
      const rule = requestRules[id as keyof typeof requestRules].body.extract(path)
      const [ofNull, ofNothing] = [rule.validate(null), rule.validate(undefined)]
      if (ofNull.error) refusing.push(`${id} ${path.join('.')}`)
      else t.same(ofNull, ofNothing, `${id} ${path.join('.')}`)
    }
  }
  t.ok(fields > 40)
  t.same(refusing, ['refundCheckoutSession amount'], 'JavaScript writes NaN as null')
})

function optionalFields(schema: Schema, place: readonly string[] = []): string[][] {
  const { properties = {}, required = [] } = innermost(schema, (ref) => resolve(contractDocument, { $ref: ref }))
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = [...place, name]
    return [...(required.includes(name) ? [] : [path]), ...optionalFields(field, path)]
  })
}

t.test('the example of each body passes the rules', async (t) => {
  for (const { operation } of withBody) {
    const example = operation.requestBody?.content['application/json'].example
    t.equal(
      requestRules[operation.operationId as keyof typeof requestRules].body.validate(example).error,
      undefined,
      operation.operationId,
    )
  }
})

function cannotBeStored(value: unknown): boolean {
  if (typeof value === 'string') return !isPlainText(value)
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([key, child]) => key === '__proto__' || !isPlainText(key) || cannotBeStored(child))
}
