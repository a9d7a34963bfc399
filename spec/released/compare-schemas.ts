import { refName, resolve, type Document, type Schema } from '../generate/document.ts'

/** Who writes a value: the integrator in requests, the service in replies and events. */
export type Side = 'request' | 'reply'

interface Kind {
  readonly type: string
  readonly schema: Schema
  /** What tells an object from others in the same union: the constant of its `type`, or the name of its schema. */
  readonly name: string
}

/**
 * Compares two versions of a schema, and says what breaks an integration that was built with the first one. A request
 * may accept more and never less; a reply may say more, but must keep what it says.
 */
export class SchemaComparison {
  readonly #before: Document
  readonly #after: Document
  readonly #side: Side
  readonly #breaking: string[] = []
  readonly #seen = new Set<string>()

  constructor(before: Document, after: Document, side: Side) {
    this.#before = before
    this.#after = after
    this.#side = side
  }

  /** The breaking changes, each with its place. */
  between(before: Schema, after: Schema, place: string): readonly string[] {
    this.#compare(before, after, place)
    return this.#breaking
  }

  #compare(before: Schema, after: Schema, place: string): void {
    const pair = `${before.$ref ?? ''} ${after.$ref ?? ''}`
    if (before.$ref && after.$ref) {
      if (this.#seen.has(pair)) return
      this.#seen.add(pair)
    }
    const [old, now] = [kindsOf(this.#before, before), kindsOf(this.#after, after)]
    if (this.#side === 'request' && before.default !== undefined && !isEqual(before.default, after.default))
      this.#say(place, `the default is ${show(after.default)} instead of ${show(before.default)}`)
    const isOpen = old.some(({ name }) => name.startsWith('Other'))
    const [must, among] = this.#side === 'request' ? [old, now] : [now, old]
    for (const kind of must) {
      const other = among.find((candidate) => candidate.type === kind.type && candidate.name === kind.name)
      if (other) {
        const [first, second] = this.#side === 'request' ? [kind, other] : [other, kind]
        this.#compareKind(first, second, place)
      } else if (this.#side === 'request') this.#say(place, `no longer accepts ${describe(kind)}`)
      else if (!isOpen) this.#say(place, `can now be ${describe(kind)}`)
    }
  }

  #compareKind({ schema: before }: Kind, { type, schema: after }: Kind, place: string): void {
    this.#compareValues(before, after, place)
    this.#compareLimits(before, after, place)
    if (before.items && after.items) this.#compare(before.items, after.items, `${place}[]`)
    if (type === 'object') this.#compareFields(before, after, place)
  }

  #compareValues(before: Schema, after: Schema, place: string): void {
    const [old, now] = [valuesOf(before), valuesOf(after)]
    if (this.#side === 'request') {
      if (!now) return
      if (!old) this.#say(place, `accepts only ${now.map(show).join(', ')}`)
      const missing = old?.filter((value) => !now.some((other) => isEqual(other, value))) ?? []
      for (const value of missing) this.#say(place, `no longer accepts ${show(value)}`)
    } else if (old) {
      const added = now?.filter((value) => !old.some((other) => isEqual(other, value))) ?? ['any value']
      for (const value of added) this.#say(place, `can now be ${show(value)}`)
    }
  }

  #compareLimits(before: Schema, after: Schema, place: string): void {
    // A reply breaks a validator by a wider limit, and a request by a narrower one.
    const [wider, narrower] = this.#side === 'request' ? [after, before] : [before, after]
    for (const name of ['minimum', 'minLength'] as const)
      if ((wider[name] ?? -Infinity) > (narrower[name] ?? -Infinity)) this.#limit(name, before, after, place)
    for (const name of ['maximum', 'maxLength', 'maxProperties'] as const)
      if ((wider[name] ?? Infinity) < (narrower[name] ?? Infinity)) this.#limit(name, before, after, place)
    for (const name of ['pattern', 'format'] as const)
      if (wider[name] !== undefined && wider[name] !== narrower[name]) this.#limit(name, before, after, place)
  }

  #limit(name: keyof Schema, before: Schema, after: Schema, place: string): void {
    this.#say(place, `\`${name}\` is ${show(after[name])} instead of ${show(before[name])}`)
  }

  #compareFields(before: Schema, after: Schema, place: string): void {
    const [old, now] = [before.properties ?? {}, after.properties ?? {}]
    const [wasRequired, isRequired] = [before.required ?? [], after.required ?? []]
    for (const [name, schema] of Object.entries(old)) {
      const at = `${place}.${name}`
      const other = now[name]
      if (!other) this.#say(at, 'is gone')
      else this.#compare(schema, other, at)
      if (this.#side === 'reply' && other && wasRequired.includes(name) && !isRequired.includes(name))
        this.#say(at, 'can now be absent')
    }
    if (this.#side === 'reply') return
    for (const name of isRequired) if (!wasRequired.includes(name)) this.#say(`${place}.${name}`, 'is now required')
    if (after.additionalProperties === false && before.additionalProperties !== false)
      this.#say(place, 'refuses fields that the document does not name')
    const [values, newValues] = [before.additionalProperties, after.additionalProperties]
    if (typeof values === 'object' && typeof newValues === 'object') this.#compare(values, newValues, `${place}.*`)
    if (before.propertyNames && after.propertyNames)
      this.#compare(
        { type: 'string', ...before.propertyNames },
        { type: 'string', ...after.propertyNames },
        `${place}.*`,
      )
  }

  #say(place: string, what: string): void {
    this.#breaking.push(`${place} ${what}`)
  }
}

/** The alternatives of a schema: one for each type, and for each object of a union. */
function kindsOf(document: Document, schema: Schema, name = ''): Kind[] {
  if (schema.$ref) {
    const { $ref, ...own } = schema
    return kindsOf(document, { ...resolve(document, { $ref }), ...own }, refName($ref))
  }
  if (schema.oneOf || schema.allOf) throw new Error('Bug: the comparison knows neither oneOf nor allOf')
  if (schema.anyOf) {
    const kinds = schema.anyOf.flatMap((option) => kindsOf(document, option))
    // With an alternative without a list of values, the values of the other are only the known ones.
    return kinds.filter((kind) => !valuesOf(kind.schema) || !kinds.some((other) => isOpenForm(other, kind)))
  }
  const types = [schema.type ?? typeOfValue(schema)].flat()
  return types.map((type) => ({ type, schema, name: type === 'object' ? nameOf(schema, name) : '' }))
}

function isOpenForm(other: Kind, { type }: Kind): boolean {
  return other.type === type && !valuesOf(other.schema)
}

/** A schema with another name and the same `type` is the same object. One that is no union needs no name. */
function nameOf({ properties = {} }: Schema, name: string): string {
  const type = properties['type']?.const
  return typeof type === 'string' ? type : name.startsWith('Other') ? name : ''
}

function typeOfValue({ const: value, properties }: Schema): string {
  if (properties) return 'object'
  return value === null ? 'null' : value === undefined ? 'string' : typeof value
}

function valuesOf({ enum: values, const: value }: Schema): readonly unknown[] | undefined {
  return values ?? (value === undefined ? undefined : [value])
}

function describe({ type, name }: Kind): string {
  return name === '' ? `the type ${type}` : `${type} ${name}`
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : `\`${JSON.stringify(value)}\``
}
