/** What every schema of the contract has in common, for every reader: null beside a type, references and limits. */
interface Common<Schema> {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxProperties?: number
  readonly default?: unknown
}

/** Whether the schema itself accepts null. It does not follow references. */
export function isNullable<Schema extends Common<Schema>>({ type, anyOf }: Schema): boolean {
  return [type].flat().includes('null') || anyOf?.some((option) => option.type === 'null') === true
}

/** The schema without null. A union with one option left is that option. */
export function withoutNull<Schema extends Common<Schema>>(schema: Schema): Schema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  if (only) return others.length === 0 ? only : { ...schema, anyOf: [only, ...others] }
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  return Array.isArray(schema.type) ? { ...schema, type: types.length === 1 ? types[0] : types } : schema
}

/** The schema that has the limits: behind references, and without null. */
export function innermost<Schema extends Common<Schema>>(schema: Schema, resolve: (ref: string) => Schema): Schema {
  if (schema.$ref !== undefined) return innermost(resolve(schema.$ref), resolve)
  const inner = withoutNull(schema)
  return inner.$ref === undefined ? inner : innermost(inner, resolve)
}

/** The limits of a schema in words, and its default. */
export function limitsOf(schema: Common<unknown>): string[] {
  const { minimum, maximum, minLength, maxLength, maxProperties } = schema
  return [
    range(minimum, maximum, ''),
    minLength !== undefined && minLength === maxLength
      ? `exactly ${minLength} characters`
      : range(minLength, maxLength, ' characters'),
    range(undefined, maxProperties, ' entries'),
    schema.default === undefined ? '' : `default ${code(schema.default)}`,
  ].filter((limit) => limit !== '')
}

/** A value as code in Markdown. */
export function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  const text = (value: number): string => value.toLocaleString('en-GB')
  if (low !== undefined && high !== undefined) return `${text(low)} to ${text(high)}${unit}`
  if (high !== undefined) return `at most ${text(high)}${unit}`
  return low === undefined ? '' : `at least ${text(low)}${unit}`
}
