import Joi from 'joi'
import { formats, isPlainText, lengthOf } from './formats.ts'

// The functions that generated/rules.ts calls. Joi's own limits and formats differ from those of JSON Schema: Joi
// counts UTF-16 units, accepts 30 February and refuses upper-case schemes. So lengths and formats come from
// spec/lib/formats.ts, which Ajv shares.

export interface TextLimits {
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

export interface NumberLimits {
  minimum?: number
  maximum?: number
}

export function text(limits: TextLimits = {}): Joi.StringSchema {
  const pattern = limits.pattern === undefined ? null : new RegExp(limits.pattern, 'u')
  const rule = Joi.string().custom((value: string, helpers) => {
    const problem = problemOfText(value, limits, pattern)
    return problem ? helpers.message({ custom: `{{#label}} ${problem}` }) : value
  })
  // Joi refuses empty strings by default, and accepts an allowed value without running any rule.
  return problemOfText('', limits, pattern) ? rule : rule.allow('')
}

function problemOfText(value: string, limits: TextLimits, pattern: RegExp | null): string | null {
  if (!isPlainText(value)) return 'must not contain a NUL character or an unpaired surrogate'
  const length = lengthOf(value)
  if (limits.minLength !== undefined && length < limits.minLength)
    return `must have at least ${count(limits.minLength)}`
  if (limits.maxLength !== undefined && length > limits.maxLength) return `must have at most ${count(limits.maxLength)}`
  const format = limits.format === undefined ? undefined : formats[limits.format]
  if (limits.format !== undefined && !format) throw new Error(`Bug: there is no format ${limits.format}`)
  if (format && !format.test(value)) return `must be ${format.described}`
  if (pattern && !pattern.test(value))
    return limits.format === 'uri' ? 'must be an https address' : 'has an invalid format'
  return null
}

function count(characters: number): string {
  return `${characters} character${characters === 1 ? '' : 's'}`
}

export function integer(limits: NumberLimits = {}): Joi.NumberSchema {
  const base = Joi.number().strict().unsafe().integer()
  const above = limits.minimum === undefined ? base : base.min(limits.minimum)
  return limits.maximum === undefined ? above : above.max(limits.maximum)
}

/** A whole number in a query string, where every value is text. */
export function integerInText(limits: NumberLimits = {}): Joi.AnySchema {
  return Joi.any().custom((value: unknown, helpers) => {
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : NaN
    if (Number.isNaN(number)) return helpers.message({ custom: '{{#label}} must be one whole number' })
    if (number < (limits.minimum ?? -Infinity))
      return helpers.message({ custom: `{{#label}} must be at least ${limits.minimum}` })
    if (number > (limits.maximum ?? Infinity))
      return helpers.message({ custom: `{{#label}} must be at most ${limits.maximum}` })
    return number
  })
}

/** @public The generator writes calls to it once a request in the contract has a boolean. */
export function boolean(): Joi.BooleanSchema {
  return Joi.boolean().strict()
}

export function oneOf(values: readonly unknown[]): Joi.AnySchema {
  return Joi.valid(...values)
}

export function list(item: Joi.Schema, limits: { maxItems?: number } = {}): Joi.ArraySchema {
  const base = Joi.array().strict().items(item)
  return limits.maxItems === undefined ? base : base.max(limits.maxItems)
}

export function object(fields: Record<string, Joi.Schema>): Joi.ObjectSchema {
  return Joi.object(fields).strict().custom(refuseProto)
}

/** Joi's copy of an object loses a `__proto__` key before Joi checks the keys, so this looks at the original object. */
function refuseProto(value: unknown, helpers: Joi.CustomHelpers): unknown {
  const original: unknown = helpers.original
  if (typeof original !== 'object' || original === null || !Object.hasOwn(original, '__proto__')) return value
  const state = helpers.state.localize?.([...(helpers.state.path ?? []), '__proto__'], [])
  return helpers.error('object.unknown', { child: '__proto__' }, state)
}

/** An object whose keys the sender chooses. */
export function map(rules: {
  value: Joi.Schema
  keys: { minLength?: number; maxLength?: number }
  maxProperties?: number
}): Joi.ObjectSchema {
  const base = Joi.object().strict().pattern(text(rules.keys), rules.value).custom(refuseProto)
  return rules.maxProperties === undefined ? base : base.max(rules.maxProperties)
}
