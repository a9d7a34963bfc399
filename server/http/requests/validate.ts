import type { ObjectSchema, ValidationErrorItem } from 'joi'
import { errorCatalogue, type ErrorCode } from '../../../generated/errors.ts'
import type { OperationId } from '../../../generated/operations.ts'
import { codesAboveMaximum, requestRules } from '../../../generated/rules.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { countryCode, stateCode } from '../../domain/sessions/country-formats.ts'
import { missingFieldFix, unknownFieldFix } from './field-names.ts'
import { emptyObject, isEmptyList } from './read-body.ts'

export interface RawRequest {
  readonly path: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly header: Record<string, unknown>
  readonly body: unknown
}

export interface ValidRequest {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
  readonly idempotencyKey: string | null
}

/** Checks path, query, header and body against the contract, and returns the first fault. */
export function validate(operation: OperationId, raw: RawRequest): ValidRequest | Failure {
  const rules = compiledRules[operation]
  const path = check(operation, rules.path, raw.path)
  if ('failure' in path) return path.failure
  const query = check(operation, rules.query, raw.query)
  if ('failure' in query) return query.failure
  const header = check(operation, rules.header, raw.header)
  if ('failure' in header) return header.failure
  const body = check(operation, rules.body, raw.body ?? {})
  if ('failure' in body) return body.failure
  const key = raw.header['Idempotency-Key']
  return {
    path: path.value,
    query: query.value,
    body: body.value,
    idempotencyKey: typeof key === 'string' ? key : null,
  }
}

const options = {
  convert: false,
  abortEarly: true,
  errors: { wrap: { label: false as const, array: false as const } },
  messages: {
    'any.required': '{{#label}} is missing',
    'array.base': '{{#label}} must be a list',
    'array.max': '{{#label}} must have at most {{#limit}} entries',
    'any.only': '{{#label}} must be one of {{#valids}}',
    'number.base': '{{#label}} must be a whole number',
    'number.infinity': '{{#label}} is too large',
    'number.integer': '{{#label}} must be a whole number',
    'number.min': '{{#label}} must be at least {{#limit}}',
    'number.max': '{{#label}} must be at most {{#limit}}',
    'object.base': '{{#label}} must be an object',
    'object.max': '{{#label}} must have at most {{#limit}} entries',
    'object.unknown': '{{#label}} is not a field of this request',
    'string.base': '{{#label}} must be text',
  },
}

interface Rule {
  readonly schema: ObjectSchema
  /** What an empty object becomes, because most parts of most requests are empty. Null: it is refused. */
  readonly empty: { readonly value: unknown } | null
}

interface RequestRules {
  readonly path: Rule
  readonly query: Rule
  readonly header: Rule
  readonly body: Rule
}

/** The rules with our options built in. If they were passed to each call, Joi would compile the messages every time. */
const compiledRules = Object.fromEntries(
  Object.entries(requestRules).map(([operation, { path, query, header, body }]): [string, RequestRules] => [
    operation,
    { path: ruleOf(path), query: ruleOf(query), header: ruleOf(header), body: ruleOf(body) },
  ]),
) as Record<OperationId, RequestRules>

function ruleOf(given: ObjectSchema): Rule {
  const schema = given.prefs(options)
  const result = schema.validate({})
  // Many requests share the value.
  return { schema, empty: result.error ? null : { value: Object.freeze(result.value as object) } }
}

function check(
  operation: OperationId,
  { schema, empty }: Rule,
  value: unknown,
): { value: unknown } | { failure: Failure } {
  if (empty && isEmptyObject(value)) return empty
  const result = schema.validate(value)
  const item = result.error?.details[0]
  return item ? { failure: failureOf(operation, schema, item, value) } : { value: result.value as unknown }
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}

/** The most characters of a field's path in a reply. The sender chooses the names of unknown fields. */
const maxParamLength = 200

/** The failure never contains the value, which may be a card number. */
function failureOf(operation: OperationId, schema: ObjectSchema, item: ValidationErrorItem, sent: unknown): Failure {
  const path = item.path.join('.')
  const param = path.slice(0, maxParamLength).toWellFormed()
  if (item.type === 'any.required')
    return fail('parameter_missing', { param, message: `${param} is missing.`, fix: missingFieldFix(param, sent) })
  const code = codeAboveMaximum(operation, param, item)
  if (code) return fail(code, { param })
  const message = `${path === param ? item.message : item.message.replaceAll(path, () => param)}.`
  return fail('parameter_invalid', {
    ...(param === '' ? {} : { param }),
    message,
    fix: fixOf(schema, item, param, sent),
  })
}

/** What to do where only https is accepted, and a developer tries an address of their own machine. */
const localAddressFixes: Readonly<Record<string, string>> = {
  success_url:
    'Send an https address, or leave success_url out. For tests on your own machine, set the thank-you address of ' +
    'test mode in the dashboard (Settings, Checkout): that one may be http://localhost.',
  cancel_url:
    'Send an https address, or leave cancel_url out. For tests on your own machine, set the cancel address of test ' +
    'mode in the dashboard (Settings, Checkout): that one may be http://localhost.',
}

/** Whether a text is an http address of the developer's own machine. */
function isLocal(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^http:\/\/(?:[a-z0-9-]+\.)*(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/?#]|$)/i.test(value)
  )
}

function fixOf(schema: ObjectSchema, item: ValidationErrorItem, param: string, sent: unknown): string {
  if (item.type === 'object.unknown') return unknownFieldFix(schema, item.path, param)
  const value: unknown = item.context?.value
  if (item.type === 'object.base' && isEmptyList(value)) return emptyObject
  const localFix = isLocal(value) ? localAddressFixes[param] : undefined
  if (localFix !== undefined) return localFix
  const regionFix = typeof value === 'string' ? regionCodeFix(item, value, sent) : null
  if (regionFix !== null) return regionFix
  return param === '' ? errorCatalogue.parameter_invalid.fix : `Correct ${param} and send the request again.`
}

/** Customers and their browsers write countries and states in full. Null: the field is neither. */
function regionCodeFix({ path }: ValidationErrorItem, value: string, sent: unknown): string | null {
  const name = path.at(-1)
  if (name !== 'state' && name !== 'country') return null
  const address = path.slice(0, -1).reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], sent)
  const country = (address as Record<string, unknown>)['country']
  const inCountry = typeof country === 'string' ? (countryCode(country) ?? country.toUpperCase()) : ''
  const code = value.length > maxRegionName ? null : name === 'state' ? stateCode(value, inCountry) : countryCode(value)
  if (code !== null) return `Send ${code}.`
  return name === 'state'
    ? 'Send the code of the state without that of its country (ISO 3166-2), such as CA, or leave state out.'
    : 'Send the code of two letters, such as US.'
}

/** Longer than the name of every country and state. */
const maxRegionName = 100

function codeAboveMaximum(operation: OperationId, param: string, item: ValidationErrorItem): ErrorCode | null {
  const code = codesAboveMaximum[operation]?.[param]
  const value: unknown = item.context?.value
  const above = item.type === 'number.max' || (item.type === 'number.infinity' && value === Infinity)
  return above && code !== undefined && code in errorCatalogue ? (code as ErrorCode) : null
}
