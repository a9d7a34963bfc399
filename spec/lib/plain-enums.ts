/**
 * The document with each open enum as a plain one, for generators that make an unusable type of the alternatives. What
 * they generate refuses a value that a later service adds.
 */
export function plainEnums<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((child: unknown) => plainEnums(child)) as Value
  if (value === null || typeof value !== 'object') return value
  const { anyOf, ...rest } = value as { readonly anyOf?: readonly Option[] }
  const known = anyOf?.find((option) => option.enum !== undefined)
  const isOpen = known && anyOf?.every((option) => option === known || isAnyText(option))
  const plain = isOpen ? { ...rest, ...known } : value
  return Object.fromEntries(Object.entries(plain).map(([key, child]) => [key, plainEnums(child)])) as Value
}

interface Option {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
}

function isAnyText(option: Option): boolean {
  return option.type === 'string' && option.enum === undefined
}
