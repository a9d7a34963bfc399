import { webAddress } from '../../spec/lib/web-address.ts'
import { keyBytes } from './crypto/keyring.ts'

/** What the documentation says about an environment variable. Both texts are Markdown. */
export interface VariableDescription {
  readonly name: string
  readonly defaultText: string
  readonly description: string
  /** Whether the value is a secret, which `NAME_FILE` may read from a file. */
  readonly isSecret?: true
}

/** Receives one problem as a sentence for the operator. The sentence never quotes the value, which may be a secret. */
export type Report = (problem: string) => void

/** An environment variable: its documentation, and how its value is read. */
export interface Variable<Value> extends VariableDescription {
  /** After a report, the caller ignores the returned value. */
  read(raw: string | undefined, report: Report): Value
}

interface Described {
  readonly description: string
  /** Replaces the default text of this kind of value. */
  readonly defaultText?: string
}

interface Bounds {
  readonly min: number
  readonly max: number
}

/** Marks a variable whose value no log and no list of processes may show. */
export function secret<Value>(variable: Variable<Value>): Variable<Value> {
  return { ...variable, isSecret: true }
}

/** The trimmed text of a variable. An empty or blank variable counts as not set. */
export function textOf(raw: string | undefined): string | undefined {
  return raw?.trim() || undefined
}

/** A variable without a default: null when it is not set. */
export function optional<Value>(
  name: string,
  { description, defaultText = 'none' }: Described,
  parse: (text: string, report: Report) => Value | null,
): Variable<Value | null> {
  return {
    name,
    defaultText,
    description,
    read: (raw, report) => {
      const text = textOf(raw)
      return text === undefined ? null : parse(text, report)
    },
  }
}

/** A variable that takes its default when it is not set. */
function withDefault<Value>(
  name: string,
  fallback: Value,
  { description, defaultText }: Required<Described>,
  parse: (text: string, report: Report) => Value,
): Variable<Value> {
  const { read } = optional(name, { description, defaultText }, parse)
  return { name, defaultText, description, read: (raw, report) => read(raw, report) ?? fallback }
}

export function plainText(name: string, fallback: string, { description }: Described): Variable<string> {
  return withDefault(name, fallback, { description, defaultText: `\`${fallback}\`` }, (text) => text)
}

export function wholeNumber(
  name: string,
  fallback: number,
  { description, ...bounds }: Described & Bounds,
): Variable<number> {
  return withDefault(name, fallback, { description, defaultText: String(fallback) }, (text, report) =>
    parseWholeNumber(name, text, bounds, report),
  )
}

export function optionalWholeNumber(
  name: string,
  { min, max, ...described }: Described & Bounds,
): Variable<number | null> {
  return optional(name, described, (text, report) => parseWholeNumber(name, text, { min, max }, report))
}

function parseWholeNumber(name: string, text: string, { min, max }: Bounds, report: Report): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (!(value >= min && value <= max)) report(`${name} must be a whole number from ${min} to ${max}`)
  return value
}

export function oneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  fallback: Value,
  { description }: Described,
): Variable<Value> {
  return withDefault(
    name,
    fallback,
    { description, defaultText: `\`${fallback}\`` },
    (text, report) => choose(name, values, text, report) ?? fallback,
  )
}

export function optionalOneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  described: Described,
): Variable<Value | null> {
  return optional(name, described, (text, report) => choose(name, values, text, report))
}

function choose<Value extends string>(
  name: string,
  values: readonly Value[],
  text: string,
  report: Report,
): Value | null {
  const found = values.find((value) => value === text)
  if (found === undefined) report(`${name} must be one of: ${values.join(', ')}`)
  return found ?? null
}

/** The address of a web server: http or https. */
export function optionalUrl(name: string, described: Described): Variable<string | null> {
  return optional(name, described, (text, report) => {
    if (webAddress(text) === null)
      report(`${name} must be a complete address with a host, such as https://pay.example or http://localhost:3000`)
    return text
  })
}

/** A master key, in hex or in either alphabet of base64. */
export function masterKey(name: string, described: Described): Variable<Buffer | null> {
  const variable = optional(name, described, (text, report) => {
    const isHex = new RegExp(`^[0-9a-f]{${keyBytes * 2}}$`, 'i').test(text)
    const bytes = Buffer.from(text, isHex ? 'hex' : 'base64url')
    const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
    if (bytes.length !== keyBytes || !(isHex || isBase64))
      report(`${name} must be ${keyBytes} bytes, as ${keyBytes * 2} hex digits or base64`)
    return bytes
  })
  return secret(variable)
}
