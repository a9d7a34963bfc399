/** One of the values with which an account connects an acquirer. The account command and the dashboard ask for it. */
export interface CredentialField {
  /** What the acquirer calls it, such as `API key`. */
  readonly label: string
  /** The service seals a secret and never shows it again. The account command reads it from a file. */
  readonly isSecret: boolean
  /** The first connection needs it. */
  readonly isRequired: boolean
  readonly pattern: RegExp
  /** Longest value, in characters. */
  readonly max: number
  /** What the value must be, as the end of a sentence. */
  readonly rule: string
  /** Replaces the input with a list: pairs of value and text. */
  readonly choices?: readonly (readonly [string, string])[]
  /** What the help of the account command says about its option. */
  readonly help: string
  /** What the dashboard says below the label. Default for a change: that an empty secret keeps its value. */
  readonly hint?: string
  /** The acquirer knows payments only under this name, so it cannot change while any are unfinished. */
  readonly isAccountName?: boolean
  /** The value that another one replaces stays valid for some time, because the acquirer may still use it. */
  readonly earlier?: {
    readonly validDays: number
    /** What happens when the account removes it before. */
    readonly afterRemoval: string
    /** Whether two texts are the same value. */
    isSame(one: string, other: string): boolean
  }
}

export type CredentialFields = Readonly<Record<string, CredentialField>>

/** The values by the names of their fields. Null: the account has none, or keeps what it has. */
export type CredentialValues = Readonly<Record<string, string | null>>

/** Credentials that the service has opened. */
export interface Credentials {
  readonly values: CredentialValues
  /** The earlier values that are still valid, by the names of their fields. */
  readonly earlier: Readonly<Record<string, string>>
}

/** One sentence for each value that is wrong. `max` comes first, so that a pattern never sees a huge text. */
export function problemsOfValues(fields: CredentialFields, values: CredentialValues): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [name, { pattern, max, rule }] of Object.entries(fields)) {
    const value = values[name] ?? null
    if (value === null) continue
    if (value.length > max) problems[name] = `This is too long: it can have at most ${max} characters.`
    else if (!pattern.test(value)) problems[name] = `This must be ${rule}.`
  }
  return problems
}

/** The name of a field's option of the account command, without dashes: `somepay-api-key-file`. */
export function optionOf(processor: string, name: string, { isSecret }: CredentialField): string {
  return `${processor}-${words(name).join('-')}${isSecret ? '-file' : ''}`
}

/** The name of a field in JSON for scripts: `api_key`. */
export function jsonNameOf(name: string): string {
  return words(name).join('_')
}

function words(name: string): string[] {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
}

/** Under which name an earlier value is kept: `previousHmacKey`. */
export function earlierNameOf(name: string): string {
  return `previous${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** A label within a sentence: `merchant account`, but `API key`. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
