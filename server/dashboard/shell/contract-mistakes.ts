import type { ObjectSchema, ValidationErrorItem } from 'joi'

/** Joi's own messages are for developers. */
const messages = {
  'any.only': 'must be one from the list',
  'any.required': 'is missing',
  'number.max': 'must be at most {{#limit}}',
  'number.min': 'must be at least {{#limit}}',
  'object.max': 'must have at most {{#limit}} entries',
}

/**
 * Checks typed values against the contract's rules for a request body, as the API does. Gives a sentence for each wrong
 * field by its name, like `customer.email`. Null: nothing is wrong.
 */
export function mistakesIn(rules: ObjectSchema, body: unknown): Readonly<Record<string, string>> | null {
  const { error } = rules.validate(body, {
    convert: false,
    abortEarly: false,
    errors: { label: false, wrap: { label: false } },
    messages,
  })
  if (!error) return null
  // Reversed, so that the first error of a field wins.
  const entries = error.details.map((item): [string, string] => [item.path.join('.'), sentence(item)]).reverse()
  return Object.fromEntries(entries)
}

function sentence({ message }: ValidationErrorItem): string {
  return `This ${message}.`
}
