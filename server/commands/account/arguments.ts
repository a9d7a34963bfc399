import { parseArgs } from 'node:util'
import {
  inSentence,
  optionOf,
  type CredentialField,
  type CredentialValues,
} from '../../domain/acquirers/credentials.ts'
import { invitationDays } from '../../flows/accounts/invite.ts'
import type { AccountChanges } from '../../flows/accounts/manage-account.ts'
import type { AcquirerDeclaration } from '../../processors/acquirer.ts'
import { acquirers } from '../../processors/acquirers.ts'

/** What the arguments ask the command to do. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'invite'; readonly email: string }
  | {
      readonly kind: 'account'
      readonly merchantId: string
      readonly changes: AccountChanges
      readonly pingLivemode: boolean | null
      readonly resetPassword: string | null
      /** The email address of the person whose second factors are removed. */
      readonly removeSecondFactor: string | null
      readonly firstLink: boolean
      /**
       * What the options for acquirers say, by acquirer and field. For a secret this is the name of its file, where `-`
       * is standard input.
       */
      readonly credentials: Readonly<Record<string, CredentialValues>>
    }
  | { readonly kind: 'usage_error'; readonly message: string }

export const helpText = `Shows an account, and changes settings that its owner cannot change through the API.

The command works on the database of the service, which notices a change within a second. It reads the same variables:
DATA_DIR or DATABASE_URL, MASTER_KEY, WEBHOOK_ALLOW, …

  npm run account -- <merchant_id> [options]
  npm run account -- --list
  npm run account -- --invite <email>

Without options it shows the account: its settings, webhook addresses and keys.

  --live                    enable live mode and print a new live key, which cannot be shown again
  --no-live                 disable live mode: live keys get live_mode_not_enabled
  --currencies GBP,EUR      replace the enabled currencies
  --thank-you-url <url>     send customers here after a payment when the session has no address; none: no redirect
  --mode test|live          the mode that --thank-you-url applies to
  --revoke-key <id>         revoke a key of this account permanently
  --reset-password <email>  print a link with which this member chooses a new password; it works once,
                            within an hour
  --remove-second-factor <email>
                            for a member who has lost the phone and the recovery codes: remove the authenticator
                            app, passkeys and recovery codes, and end every sign-in
  --first-link              print a link with which the first person of this account signs in; it works once,
                            within ${invitationDays} days, and ends an earlier one
  --ping test|live          send test.ping to the webhook address of a mode, and show the result
  --list                    list the newest hundred accounts
  --invite <email>          open an account for somebody, and print the link that leads into it; it works once,
                            within ${invitationDays} days. SIGNUP=closed refuses it
  --json                    print one JSON object, for scripts; with npm: npm run --silent account -- …
  --help                    show this text

${acquirers.map(helpAbout).join('\n')}
A file holds one secret and may end with a newline; - reads one secret from standard input.
You can combine options: the command makes all changes or none, and sends the ping last.
Exit codes: 0 when everything succeeded, 1 when something failed (a ping, too), 2 when the arguments are wrong.
`

/** The options that connect an acquirer. */
function helpAbout({ name: processor, label, fields }: AcquirerDeclaration): string {
  const entries = Object.entries(fields).map(([name, field]) => ({
    option: `--${optionOf(processor, name, field)} <${placeholderOf(field)}>`,
    field,
  }))
  const width = Math.max(...entries.map(({ option }) => option.length))
  const needed = entries.flatMap(({ field }) => (field.isRequired ? [inSentence(field.label)] : []))
  return [
    `${label} for live mode: to connect it, give the ${new Intl.ListFormat('en-GB').format(needed)}; later, what you`,
    'leave out stays as it is.',
    '',
    ...entries.map(({ option, field }) => `  ${option.padEnd(width)}  ${field.help}`),
    '',
  ].join('\n')
}

function placeholderOf({ isSecret, choices }: CredentialField): string {
  return isSecret ? 'file' : (choices?.map(([value]) => value).join('|') ?? 'text')
}

const options = {
  live: { type: 'boolean' },
  'no-live': { type: 'boolean' },
  currencies: { type: 'string' },
  'thank-you-url': { type: 'string' },
  mode: { type: 'string' },
  'revoke-key': { type: 'string' },
  'reset-password': { type: 'string' },
  'remove-second-factor': { type: 'string' },
  'first-link': { type: 'boolean' },
  ping: { type: 'string' },
  list: { type: 'boolean' },
  invite: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** The options for acquirers. They depend on the list of acquirers, so their names are not part of a type. */
const credentialOptions = Object.fromEntries(
  acquirers.flatMap(({ name: processor, fields }) =>
    Object.entries(fields).map(([name, field]) => [optionOf(processor, name, field), { type: 'string' }]),
  ),
)

/** Checks only the form of the arguments. The flows check whether an account or a currency exists. */
export function parseCommand(args: readonly string[]): Command {
  const parsed = parseOptions(args)
  if (typeof parsed === 'string') return usageError(parsed)
  const { values, positionals, tokens } = parsed
  if (values.help) return { kind: 'help' }
  const named = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const twice = named.find((name, index) => named.indexOf(name) !== index)
  if (twice !== undefined) return usageError(`Give --${twice} only once`)
  const [merchantId, ...rest] = positionals
  if (values.list)
    return merchantId === undefined && named.every((name) => ['list', 'json'].includes(name))
      ? { kind: 'list' }
      : usageError('--list takes no account and no option other than --json')
  if (values.invite !== undefined)
    return merchantId === undefined && named.every((name) => ['invite', 'json'].includes(name))
      ? { kind: 'invite', email: values.invite.trim() }
      : usageError('--invite takes no account and no option other than --json')
  if (merchantId === undefined) return usageError('Give the id of an account (mer_…); --list shows the ids')
  if (rest.length > 0) return usageError(`Give only one account: ${JSON.stringify(rest[0])} is an extra argument`)
  return accountCommand(merchantId, values)
}

type Values = Exclude<ReturnType<typeof parseOptions>, string>['values']

function accountCommand(merchantId: string, values: Values): Command {
  const { mode, ping, 'thank-you-url': url } = values
  if (values.live && values['no-live']) return usageError('Give either --live or --no-live')
  if ((url === undefined) !== (mode === undefined)) return usageError('Give --thank-you-url and --mode together')
  for (const [name, value] of Object.entries({ mode, ping }))
    if (value !== undefined && !isMode(value)) return usageError(`--${name} must be test or live`)
  const texts = Object.entries(values).filter(([name]) => name !== 'currencies')
  const empty = texts.find(([, value]) => typeof value === 'string' && value.trim() === '')
  if (empty) return usageError(`--${empty[0]} needs a value`)
  const credentials = credentialsIn(values)
  if (countOfStandardInput(credentials) > 1)
    return usageError('Standard input (-) holds one secret only: give the others as files')
  const changes: AccountChanges = {
    ...(values.live && { liveAccess: true }),
    ...(values['no-live'] && { liveAccess: false }),
    ...(values.currencies !== undefined && { currencies: commaSeparated(values.currencies) }),
    ...(url !== undefined && { thankYouUrl: { livemode: mode === 'live', url: url === 'none' ? null : url } }),
    ...(values['revoke-key'] !== undefined && { revokeKey: values['revoke-key'] }),
  }
  return {
    kind: 'account',
    merchantId,
    changes,
    pingLivemode: ping === undefined ? null : ping === 'live',
    resetPassword: values['reset-password'] ?? null,
    removeSecondFactor: values['remove-second-factor'] ?? null,
    firstLink: values['first-link'] ?? false,
    credentials,
  }
}

/** The given options for acquirers. An acquirer without any is left out. */
function credentialsIn(values: Values): Readonly<Record<string, CredentialValues>> {
  const texts: Readonly<Record<string, string | boolean | undefined>> = values
  const given = acquirers.map(({ name: processor, fields }): readonly [string, CredentialValues] => {
    const entries = Object.entries(fields).flatMap(([name, field]) => {
      const text = texts[optionOf(processor, name, field)]
      return typeof text === 'string' ? [[name, text] as const] : []
    })
    return [processor, Object.fromEntries(entries)]
  })
  return Object.fromEntries(given.filter(([, texts]) => Object.keys(texts).length > 0))
}

function countOfStandardInput(credentials: Readonly<Record<string, CredentialValues>>): number {
  const files = acquirers.flatMap(({ name: processor, fields }) =>
    Object.entries(fields).map(([name, { isSecret }]) => (isSecret ? credentials[processor]?.[name] : null)),
  )
  return files.filter((file) => file === '-').length
}

function isMode(value: string): boolean {
  return value === 'test' || value === 'live'
}

function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function parseOptions(args: readonly string[]) {
  try {
    const known: typeof options = { ...credentialOptions, ...options }
    return parseArgs({ args: [...args], options: known, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    // Node's message continues with advice that does not fit here.
    return error.message.split(/[.\n]/)[0] ?? error.message
  }
}

function usageError(message: string): Command {
  return { kind: 'usage_error', message }
}
