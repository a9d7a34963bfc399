import type { ObjectSchema, ValidationErrorItem } from 'joi'

/** The rules' own words would be for programs. */
const messages = {
  'any.only': 'must be one of the list',
  'any.required': 'is missing',
  'number.max': 'must be at most {{#limit}}',
  'number.min': 'must be at least {{#limit}}',
  'object.max': 'must have at most {{#limit}} entries',
}

/**
 * Holds what was typed against the contract's rules for a body, as the API would: a sentence for each top-level field that is
 * wrong, by its name (`customer.email` for a field inside of one). Null: nothing is wrong.
 */
export function mistakesIn(rules: ObjectSchema, body: unknown): Readonly<Record<string, string>> | null {
  const { error } = rules.validate(body, {
    convert: false,
    abortEarly: false,
    errors: { label: false, wrap: { label: false } },
    messages,
  })
  return error ? Object.fromEntries(error.details.map((item) => [item.path.join('.'), sentence(item)]).reverse()) : null
}

function sentence({ message }: ValidationErrorItem): string {
  return `This ${message}.`
}
