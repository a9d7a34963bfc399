import { parseArgs } from 'node:util'
import type { AccountChanges } from '../flows/manage-account.ts'

/** What the operator asks for. */
export type Order =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | {
      readonly kind: 'account'
      readonly merchantId: string
      readonly changes: AccountChanges
      readonly pingLivemode: boolean | null
      readonly resetPassword: string | null
    }
  | { readonly kind: 'mistake'; readonly message: string }

export const helpText = `Shows an account and changes what its owner cannot change by the API. It works on the database of a running service,
which notices within a second, and reads the same variables (DATA_DIR or DATABASE_URL, MASTER_KEY, WEBHOOK_ALLOW, …).

  npm run account -- <merchant_id> [options]
  npm run account -- --list

With no option it shows the account: settings, webhook addresses, and keys with their ids.

  --live                  give live access, and print a new live key (once: it cannot be shown again)
  --no-live               take live access away: live keys answer live_mode_not_enabled
  --currencies GBP,EUR    the currencies that are enabled, in place of the present ones
  --thank-you-url <url>   where customers go after paying when the session names no address; none: nowhere
  --mode test|live        the mode that --thank-you-url is for
  --revoke-key <id>       end a key of this account for good
  --reset-password <email>  print a link (once, for an hour) by which this person of the account chooses a new password
  --ping test|live        send a test.ping to the webhook address of a mode, and show what came of it
  --list                  the newest hundred accounts
  --json                  print one JSON object, for scripts; with npm: npm run --silent account -- …
  --help                  this text

Options may be combined: all changes are made or none, and the ping comes last.
It ends with 0 when all is done, 1 when something could not be done or the ping failed, and 2 when it was not understood.
`

const options = {
  live: { type: 'boolean' },
  'no-live': { type: 'boolean' },
  currencies: { type: 'string' },
  'thank-you-url': { type: 'string' },
  mode: { type: 'string' },
  'revoke-key': { type: 'string' },
  'reset-password': { type: 'string' },
  ping: { type: 'string' },
  list: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads the words after the command's name. Only their form: whether an account or a currency exists is for the flows. */
export function parseOrder(words: readonly string[]): Order {
  const parsed = parseWords(words)
  if (typeof parsed === 'string') return mistake(parsed)
  const { values, positionals, tokens } = parsed
  if (values.help) return { kind: 'help' }
  const named = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const twice = named.find((name, index) => named.indexOf(name) !== index)
  if (twice !== undefined) return mistake(`--${twice} is given twice`)
  const [merchantId, ...rest] = positionals
  if (values.list)
    return merchantId === undefined && named.every((name) => ['list', 'json'].includes(name))
      ? { kind: 'list' }
      : mistake('--list stands alone')
  if (merchantId === undefined) return mistake('Which account? Give its id (mer_…); --list shows them')
  if (rest.length > 0) return mistake(`One account at a time: ${JSON.stringify(rest[0])} is one word too many`)
  return accountOrder(merchantId, values)
}

type Values = Exclude<ReturnType<typeof parseWords>, string>['values']

function accountOrder(merchantId: string, values: Values): Order {
  const { mode, ping, 'thank-you-url': url } = values
  if (values.live && values['no-live']) return mistake('Either --live or --no-live')
  if ((url === undefined) !== (mode === undefined)) return mistake('--thank-you-url and --mode go together')
  for (const [name, value] of Object.entries({ mode, ping }))
    if (value !== undefined && !isMode(value)) return mistake(`--${name} must be test or live`)
  const empty = (['thank-you-url', 'revoke-key', 'reset-password'] as const).find((name) => values[name]?.trim() === '')
  if (empty) return mistake(`--${empty} needs a value`)
  const changes: AccountChanges = {
    ...(values.live && { liveAccess: true }),
    ...(values['no-live'] && { liveAccess: false }),
    ...(values.currencies !== undefined && { currencies: listed(values.currencies) }),
    ...(url !== undefined && { thankYouUrl: { livemode: mode === 'live', url: url === 'none' ? null : url } }),
    ...(values['revoke-key'] !== undefined && { revokeKey: values['revoke-key'] }),
  }
  return {
    kind: 'account',
    merchantId,
    changes,
    pingLivemode: ping === undefined ? null : ping === 'live',
    resetPassword: values['reset-password'] ?? null,
  }
}

function isMode(value: string): boolean {
  return value === 'test' || value === 'live'
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    // Node goes on with advice that does not fit here.
    return error.message.split(/[.\n]/)[0] ?? error.message
  }
}

function mistake(message: string): Order {
  return { kind: 'mistake', message }
}
