import { parseArgs } from 'node:util'
import { adyenFieldNames } from '../domain/adyen-access.ts'
import type { AdyenFields } from '../domain/adyen-access.ts'
import type { AccountChanges } from '../flows/manage-account.ts'

/** What to connect, with the files that hold the secrets. `-` is standard input. Null: the option was not given. */
export type AdyenOptions = Readonly<Record<keyof AdyenFields, string | null>>

/** The option of each field, and whether it names a file. */
export const adyenOptions = {
  merchantAccount: { option: 'adyen-merchant-account', isFile: false },
  apiKey: { option: 'adyen-api-key-file', isFile: true },
  hmacKey: { option: 'adyen-hmac-key-file', isFile: true },
  notificationUser: { option: 'adyen-notification-user', isFile: false },
  notificationPassword: { option: 'adyen-notification-password-file', isFile: true },
  livePrefix: { option: 'adyen-live-prefix', isFile: false },
} as const satisfies Record<keyof AdyenFields, { option: string; isFile: boolean }>

/** What the arguments ask the command to do. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | {
      readonly kind: 'account'
      readonly merchantId: string
      readonly changes: AccountChanges
      readonly pingLivemode: boolean | null
      readonly resetPassword: string | null
      /** Null: no option is about Adyen. */
      readonly adyen: AdyenOptions | null
    }
  | { readonly kind: 'usage_error'; readonly message: string }

export const helpText = `Shows an account and changes what its owner cannot change with the API.

The command works on the database of the service, which notices a change within a second. It reads the same variables:
DATA_DIR or DATABASE_URL, MASTER_KEY, WEBHOOK_ALLOW, …

  npm run account -- <merchant_id> [options]
  npm run account -- --list

Without options it shows the account: its settings, webhook addresses and keys.

  --live                    enable live mode and print a new live key, which cannot be shown again
  --no-live                 disable live mode: live keys get live_mode_not_enabled
  --currencies GBP,EUR      replace the enabled currencies
  --thank-you-url <url>     send customers here after a payment when the session has no address; none: no redirect
  --mode test|live          the mode that --thank-you-url applies to
  --revoke-key <id>         revoke a key of this account for ever
  --reset-password <email>  print a link that lets this person of the account choose a new password; it works once,
                            within an hour
  --adyen-merchant-account <name>             connect Adyen for live mode; the first time needs these three options,
  --adyen-api-key-file <file>                 and later what you leave out stays as it is
  --adyen-hmac-key-file <file>
  --adyen-notification-user <name>            basic authentication of Adyen's notifications, if you use it there
  --adyen-notification-password-file <file>
  --adyen-live-prefix <prefix>                the company's prefix of live addresses, with ADYEN_ENVIRONMENT=live
  --ping test|live          send test.ping to the webhook address of a mode, and show the result
  --list                    list the newest hundred accounts
  --json                    print one JSON object, for scripts; with npm: npm run --silent account -- …
  --help                    show this text

A file holds one secret and may end with a newline; - reads one secret from standard input.
You can combine options: the command makes all changes or none, and sends the ping last.
Exit codes: 0 when everything is done, 1 when something failed (also a ping), 2 when the arguments are wrong.
`

const options = {
  live: { type: 'boolean' },
  'no-live': { type: 'boolean' },
  currencies: { type: 'string' },
  'thank-you-url': { type: 'string' },
  mode: { type: 'string' },
  'revoke-key': { type: 'string' },
  'reset-password': { type: 'string' },
  'adyen-merchant-account': { type: 'string' },
  'adyen-api-key-file': { type: 'string' },
  'adyen-hmac-key-file': { type: 'string' },
  'adyen-notification-user': { type: 'string' },
  'adyen-notification-password-file': { type: 'string' },
  'adyen-live-prefix': { type: 'string' },
  ping: { type: 'string' },
  list: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

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
      : usageError('--list takes no account and no other option than --json')
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
  const adyenNames = adyenFieldNames.map((name) => adyenOptions[name].option)
  const empty = (['thank-you-url', 'revoke-key', 'reset-password', ...adyenNames] as const).find(
    (name) => values[name]?.trim() === '',
  )
  if (empty) return usageError(`--${empty} needs a value`)
  const adyen = adyenOptionsIn(values)
  if (adyen && Object.values(adyen).filter((value) => value === '-').length > 1)
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
    adyen,
  }
}

function adyenOptionsIn(values: Values): AdyenOptions | null {
  const given = (name: keyof AdyenFields): string | null => values[adyenOptions[name].option] ?? null
  if (adyenFieldNames.every((name) => given(name) === null)) return null
  return {
    merchantAccount: given('merchantAccount'),
    apiKey: given('apiKey'),
    hmacKey: given('hmacKey'),
    notificationUser: given('notificationUser'),
    notificationPassword: given('notificationPassword'),
    livePrefix: given('livePrefix'),
  }
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
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    // Node's message continues with advice that does not fit here.
    return error.message.split(/[.\n]/)[0] ?? error.message
  }
}

function usageError(message: string): Command {
  return { kind: 'usage_error', message }
}
