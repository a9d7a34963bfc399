import t from 'tap'
import type { OperationId } from '../../generated/operations.ts'
import type { Failure } from '../../server/domain/failure.ts'
import { validate, type ValidRequest } from '../../server/http/requests/validate.ts'

const canary = '4012000000060085'

function create(body: unknown): ValidRequest | Failure {
  return validate('createCheckoutSession', { path: {}, query: {}, header: {}, body })
}

function failure(result: ValidRequest | Failure): Failure {
  if (!('kind' in result)) throw new Error('The request is valid, and should not be')
  return result
}

t.test('a valid request gets the defaults of the contract', async (t) => {
  t.match(create({ amount: 5, currency: 'gbp' }), {
    body: { amount: 5, currency: 'gbp', expires_in: 1800 },
    idempotencyKey: null,
  })
  t.match(validate('listCheckoutSessions', { path: {}, query: { limit: '7' }, header: {}, body: undefined }), {
    query: { limit: 7 },
  })
  t.match(validate('listCheckoutSessions', { path: {}, query: {}, header: {}, body: undefined }), {
    query: { limit: 20 },
  })
  const keyed = validate('refundCheckoutSession', {
    path: { id: 'x' },
    query: {},
    header: { 'Idempotency-Key': 'k' },
    body: undefined,
  })
  t.match(keyed, { idempotencyKey: 'k', body: {} })
})

t.test('no message repeats a value, in whichever field it was sent', async (t) => {
  const wrong = [canary, [canary], { a: canary }, { [canary]: 1 }.constructor.name + canary]
  const places: ((value: unknown) => object)[] = [
    (value) => ({ amount: value }),
    (value) => ({ currency: value }),
    (value) => ({ reference: { x: value } }),
    (value) => ({ description: [value] }),
    (value) => ({ customer: value }),
    (value) => ({ customer: { email: value } }),
    (value) => ({ customer: { name: [value] } }),
    (value) => ({ billing_address: { country: value } }),
    (value) => ({ shipping_address: { state: String(value) } }),
    (value) => ({ success_url: value }),
    (value) => ({ cancel_url: `http://${String(value)}` }),
    (value) => ({ expires_in: value }),
    (value) => ({ metadata: [value] }),
    (value) => ({ metadata: { a: { b: value } } }),
    (value) => ({ number: value }),
  ]
  for (const place of places) {
    for (const value of wrong) {
      const { code, detail } = failure(create({ amount: 1, currency: 'GBP', ...place(value) }))
      t.match(code, /^(parameter_invalid|amount_too_large)$/)
      t.notMatch(JSON.stringify(detail), canary, JSON.stringify(place(value)))
      t.ok(detail.param)
    }
  }
})

t.test('the first fault is reported: path before query before header before body', async (t) => {
  const faults = { path: { id: '\0' }, query: { x: '1' }, header: { 'Idempotency-Key': '' }, body: { x: 1 } }
  const params: (string | undefined)[] = []
  const good = { path: { id: 'x' }, query: {}, header: {}, body: {} }
  for (const part of ['path', 'query', 'header', 'body'] as const) {
    params.push(failure(validate('refundCheckoutSession', faults)).detail.param)
    Object.assign(faults, { [part]: good[part] })
  }
  t.same(params, ['id', 'x', 'Idempotency-Key', 'x'])
})

t.test('an empty list in place of an object, as PHP writes it, is refused with what to write', async (t) => {
  for (const param of ['metadata', 'customer', 'billing_address', 'shipping_address'])
    t.match(failure(create({ amount: 1, currency: 'GBP', [param]: [] })).detail, { param, fix: /\{\}.*PHP/ })
  t.notMatch(failure(create({ amount: 1, currency: 'GBP', metadata: [1] })).detail.fix, /PHP/)
})

t.test('null counts as absent, also for a field with a default and inside an object', async (t) => {
  const nulls = { expires_in: null, reference: null, customer: { email: null, name: 'Ada' }, metadata: null }
  t.same(
    create({ amount: 1, currency: 'GBP', ...nulls }),
    create({ amount: 1, currency: 'GBP', customer: { name: 'Ada' } }),
  )
  const refund = validate('refundCheckoutSession', { path: { id: 'x' }, query: {}, header: {}, body: { amount: null } })
  t.match(failure(refund), { code: 'parameter_invalid', detail: { param: 'amount' } }, 'NaN of JavaScript')
})

t.test('a missing required field is parameter_missing, and null is parameter_invalid', async (t) => {
  const required: [OperationId, string][] = [
    ['createCheckoutSession', 'amount'],
    ['setWebhookEndpoint', 'url'],
    ['signUpForSandbox', 'email'],
    ['submitCardAttempt', 'encrypted_card'],
  ]
  for (const [id, param] of required) {
    const check = (body: unknown) => failure(validate(id, { path: {}, query: {}, header: {}, body }))
    t.match(check({}), { code: 'parameter_missing', detail: { param, fix: /Send/ } })
    t.match(check(undefined), { code: 'parameter_missing', detail: { param } })
    t.match(check({ [param]: null }), { code: 'parameter_invalid', detail: { param } })
  }
})

t.test('a country or a state that is written in full is answered with its code', async (t) => {
  const fixes: readonly (readonly [object, string])[] = [
    [{ state: 'California', country: 'US' }, 'Send CA.'],
    [{ state: 'california', country: 'us' }, 'Send CA.'],
    [{ state: 'US-CA', country: 'US' }, 'Send CA.'],
    [{ state: 'Québec', country: 'CA' }, 'Send QC.'],
    [{ state: 'California', country: 'GB' }, 'Send the code of the state without'],
    [{ state: 'California' }, 'Send the code of the state without'],
    [{ country: 'United States' }, 'Send US.'],
    [{ country: 'Deutschland' }, 'Send DE.'],
    [{ country: 'USA' }, 'Send US.'],
    [{ country: '日本' }, 'Send JP.'],
    [{ country: 'Narnia' }, 'Send the code of two letters'],
    [{ country: 'x'.repeat(10_000) }, 'Send the code of two letters'],
  ]
  for (const [address, fix] of fixes) {
    const { detail } = failure(create({ amount: 1, currency: 'GBP', billing_address: address }))
    t.ok(detail.fix?.startsWith(fix), `${JSON.stringify(address).slice(0, 80)}: ${detail.fix}`)
  }
})

t.test('an unknown field is answered with the field that was meant', async (t) => {
  const body = { amount: 5, currency: 'GBP' }
  const fixes: [object, RegExp][] = [
    [{ successUrl: 'https://a.example' }, /^Send `success_url` instead\.$/],
    [{ customer_email: 'a@b.example' }, /^Send `customer\.email` instead\.$/],
    [{ client_reference_id: '7' }, /^Send `reference` instead\.$/],
    [{ orderId: '7' }, /^Send `reference` instead\.$/],
    [{ return_url: 'https://a.example' }, /^Send `success_url` instead\.$/],
    [{ idempotencyKey: 'k' }, /header `Idempotency-Key`.*argument after the parameters/],
    [{ line_items: [] }, /total as `amount`/],
    [{ refrence: '7' }, /Did you mean `reference`\?$/],
    [{ customer: { mail: 'a@b.example' } }, /Leave customer\.mail out, or correct its name\. Did you mean `email`\?$/],
    [{ billing_address: { postalCode: '1' } }, /^Send `billing_address\.postal_code` instead\.$/],
    [{ zzzzzz: 1 }, /^Leave zzzzzz out, or correct its name\.$/],
    [{ constructor: 1 }, /^Leave constructor out, or correct its name\.$/],
    [{ ['x'.repeat(100_000)]: 1 }, /^Leave x{200} out, or correct its name\.$/],
  ]
  for (const [unknown, fix] of fixes)
    t.match(failure(create({ ...body, ...unknown })), { code: 'parameter_invalid', detail: { fix } })
  const query = (given: Record<string, unknown>): Failure =>
    failure(validate('listCheckoutSessions', { path: {}, query: given, header: {}, body: undefined }))
  t.match(query({ startingAfter: 'x' }), { detail: { fix: 'Send `starting_after` instead.' } })
  t.match(query({ per_page: '5' }), { detail: { fix: 'Send `limit` instead.' } })
  t.notMatch(query({ customer_email: 'x' }).detail, /customer\.email/, 'a field that this request has not')
})

t.test('a missing field is answered with the other name under which it was sent', async (t) => {
  t.match(failure(create({ line_items: [], currency: 'GBP' })).detail, { fix: /total as `amount`/ })
  t.match(failure(create({ total: 5, currency: 'GBP' })).detail, { fix: 'Send `amount` instead of `total`.' })
  t.match(failure(create({ Amount: 5, currency: 'GBP' })).detail, { fix: 'Send `amount` instead of `Amount`.' })
  t.match(failure(create({ currency: 'GBP' })).detail, { fix: 'Send amount.' })
})
