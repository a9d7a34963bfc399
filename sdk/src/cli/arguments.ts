import { parseArgs } from 'node:util'
import { usageError } from './command-errors.ts'
import { didYouMean } from './nearest.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** Every option of every command: one name means one thing. */
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
  'print-secret': flag,
  session: text,
  amount: text,
  currency: text,
  'no-browser': flag,
  email: text,
  'business-name': text,
} as const

type OptionName = keyof typeof allOptions

export type Options = {
  readonly [Name in OptionName]?: (typeof allOptions)[Name] extends { type: 'string' } ? string : boolean
}

/** What each command takes besides the options that all have. */
const ownOptions = {
  listen: ['forward-to', 'events', 'since', 'give-up-after', 'print-secret'],
  trigger: ['session'],
  open: ['session', 'amount', 'currency', 'no-browser'],
  signup: ['email', 'business-name'],
  status: [],
  help: [],
} as const satisfies Record<string, readonly OptionName[]>

const sharedOptions: readonly string[] = ['key', 'base-url', 'state-dir', 'json', 'help', 'version']

export type CommandName = keyof typeof ownOptions
export const commandNames = Object.keys(ownOptions) as CommandName[]

export interface Order {
  readonly command: CommandName
  /** What stands after the command. */
  readonly words: readonly string[]
  readonly options: Options
}

/** Understands what was typed. Throws a usage error that says what was probably meant. */
export function parseOrder(typed: readonly string[]): Order {
  const { values, positionals } = parsed(typed)
  const [command = 'help', ...words] = positionals
  if (!isCommand(command))
    throw usageError(
      `There is no command \`${command}\`.${didYouMean(command, commandNames)}`,
      '`servicepay help` shows the commands.',
    )
  const taken: readonly string[] = [...sharedOptions, ...ownOptions[command]]
  const stray = Object.keys(values).find((name) => !taken.includes(name))
  if (stray) throw usageError(`\`${command}\` takes no --${stray}.`, seeHelp(command))
  const mostWords = command === 'trigger' || command === 'help' ? 1 : 0
  if (words.length > mostWords) throw usageError(`\`${words[mostWords]}\` is one word too many.`, seeHelp(command))
  return { command, words, options: values }
}

export function isCommand(word: string): word is CommandName {
  return Object.hasOwn(ownOptions, word)
}

function seeHelp(command: string): string {
  return command === 'help'
    ? '`servicepay help` shows what there is.'
    : `\`servicepay ${command} --help\` shows what there is.`
}

function parsed(typed: readonly string[]): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args: [...typed], options: allOptions, strict: true, allowPositionals: true })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    const name = /'(?:-\w, )?(-{1,2}[^'=\s]*)/.exec(message)?.[1] ?? ''
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      throw usageError(
        `There is no option ${name}.${didYouMean(
          name,
          Object.keys(allOptions).map((option) => `--${option}`),
        )}`,
        '`--help` after a command shows its options.',
      )
    }
    throw usageError(`${message.split(/[.\n]/)[0]}.`, '`--help` after a command shows its options.')
  }
}
