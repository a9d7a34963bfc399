import { parseArgs } from 'node:util'
import { usageError } from './command-errors.ts'
import { didYouMean } from '../../../spec/lib/nearest.ts'

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const

/** The options of all commands. An option means the same in every command that takes it. */
const allOptions = {
  key: text,
  'base-url': text,
  'state-dir': text,
  json: flag,
  help: { ...flag, short: 'h' },
  version: { ...flag, short: 'v' },
  'forward-to': text,
  events: text,
  since: text,
  'give-up-after': text,
  insecure: flag,
  'print-secret': flag,
  session: text,
  reference: text,
  metadata: texts,
  amount: text,
  currency: text,
  'no-browser': flag,
  failed: flag,
  email: text,
  'business-name': text,
} as const

type OptionName = keyof typeof allOptions

export type Options = {
  readonly [Name in OptionName]?: ValueOf<(typeof allOptions)[Name]>
}

type ValueOf<Option> = Option extends { multiple: true }
  ? string[]
  : Option extends { type: 'string' }
    ? string
    : boolean

/** The options of each command besides the shared ones. */
const ownOptions = {
  listen: ['forward-to', 'events', 'since', 'give-up-after', 'insecure', 'print-secret'],
  trigger: ['session', 'reference', 'metadata'],
  open: ['session', 'amount', 'currency', 'no-browser'],
  signup: ['email', 'business-name'],
  events: [],
  situation: [],
  logs: ['failed'],
  status: [],
  doctor: [],
  fixtures: [],
  completion: [],
  help: [],
} as const satisfies Record<string, readonly OptionName[]>

/** How many arguments a command takes after its name. A command that is not listed takes none. */
const maxWords: Readonly<Partial<Record<CommandName, number>>> = {
  trigger: 1,
  events: 2,
  situation: 1,
  logs: 1,
  fixtures: 1,
  completion: 1,
  help: 1,
}

const sharedOptions: readonly string[] = ['key', 'base-url', 'state-dir', 'json', 'help', 'version']

export type CommandName = keyof typeof ownOptions
export const commandNames = Object.keys(ownOptions) as CommandName[]

/** The names of all options that a command takes. */
export function optionsOf(command: CommandName): readonly string[] {
  return [...ownOptions[command], ...sharedOptions]
}

export interface ParsedCommandLine {
  readonly command: CommandName
  /** The arguments after the command's name. */
  readonly words: readonly string[]
  readonly options: Options
}

/** Throws a usage error, with the nearest known name where a name is misspelt. */
export function parseCommandLine(typed: readonly string[]): ParsedCommandLine {
  const { values, positionals } = parsed(typed)
  const [command = 'help', ...words] = positionals
  if (!isCommand(command))
    throw usageError(
      `There is no command \`${command}\`.${didYouMean(command, commandNames)}`,
      'Run `servicepay help` to see the commands.',
    )
  const unsupported = Object.keys(values).find((name) => !optionsOf(command).includes(name))
  if (unsupported) throw usageError(`\`${command}\` has no option --${unsupported}.`, seeHelp(command))
  const excess = words[maxWords[command] ?? 0]
  if (excess !== undefined) throw usageError(`The argument \`${excess}\` is one too many.`, seeHelp(command))
  return { command, words, options: values }
}

export function isCommand(word: string): word is CommandName {
  return Object.hasOwn(ownOptions, word)
}

function seeHelp(command: string): string {
  return command === 'help'
    ? 'Run `servicepay help` to see the commands.'
    : `Run \`servicepay ${command} --help\` to see its options.`
}

function parsed(typed: readonly string[]): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args: [...typed], options: allOptions, strict: true, allowPositionals: true })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    const fix = 'Add `--help` to a command to see its options.'
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      const name = /'(?:-\w, )?(-{1,2}[^'=\s]*)/.exec(message)?.[1] ?? ''
      const names = Object.keys(allOptions).map((option) => `--${option}`)
      throw usageError(`There is no option ${name}.${didYouMean(name, names)}`, fix)
    }
    throw usageError(`${message.split(/[.\n]/)[0]}.`, fix)
  }
}
