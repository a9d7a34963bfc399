import { ServicePay } from '../index.ts'
import { typedAddress } from './addresses.ts'
import type { Options } from './arguments.ts'
import { usageError } from './command-errors.ts'
import type { Host } from './host.ts'
import { StateFolder, stateFolderPath } from './state-folder.ts'
import type { Terminal } from './terminal.ts'

/** The arguments and the environment of a command. */
export interface CommandContext {
  readonly options: Options
  readonly words: readonly string[]
  readonly terminal: Terminal
  readonly host: Host
  readonly folder: StateFolder
  /** Aborts when Ctrl-C stops `listen` or `logs tail`. Ctrl-C ends the other commands directly. */
  readonly signal: AbortSignal
  readonly environment: NodeJS.ProcessEnv
}

/** The file of the account that `signup` made, in a format that shells, Docker and `node --env-file` read. */
export const accountFile = 'account.env'

interface Account {
  readonly key: string
  readonly baseUrl: string
}

export interface Credentials {
  readonly key: string
  readonly keyFrom: string
  readonly client: ServicePay
}

export function stateFolder(options: Options, environment: NodeJS.ProcessEnv): StateFolder {
  return new StateFolder(stateFolderPath(options['state-dir'], environment))
}

/** The key and a client with it. Throws when the key is missing or not valid. */
export function credentials(context: CommandContext): Credentials {
  const { key, keyFrom, baseUrl } = chooseKey(context)
  return { key, keyFrom, client: new ServicePay(key, { baseUrl }) }
}

function chooseKey(context: CommandContext): { key: string; keyFrom: string; baseUrl: string | undefined } {
  const { options, environment, folder } = context
  const baseUrl = chosenBaseUrl(context)
  const { SERVICEPAY_SECRET_KEY } = environment
  if (options.key !== undefined) return { key: options.key.trim(), keyFrom: '--key', baseUrl }
  if (SERVICEPAY_SECRET_KEY) return { key: SERVICEPAY_SECRET_KEY.trim(), keyFrom: 'SERVICEPAY_SECRET_KEY', baseUrl }
  const saved = savedAccount(folder)
  // The saved key must reach only the service that issued it.
  if (saved && (baseUrl === undefined || sameService(baseUrl, saved.baseUrl)))
    return { ...saved, keyFrom: folder.pathOf(accountFile) }
  throw usageError(
    'There is no secret key.',
    'Set SERVICEPAY_SECRET_KEY, or get a test key with `servicepay signup --email you@example.com`.',
  )
}

export function chosenBaseUrl({ options, environment }: CommandContext): string | undefined {
  if (options['base-url'] !== undefined) return typedAddress('--base-url', options['base-url'])
  const { SERVICEPAY_BASE_URL } = environment
  return SERVICEPAY_BASE_URL ? typedAddress('SERVICEPAY_BASE_URL', SERVICEPAY_BASE_URL.trim()) : undefined
}

export function accountText({ key, baseUrl }: Account): string {
  return `SERVICEPAY_SECRET_KEY=${key}\nSERVICEPAY_BASE_URL=${baseUrl}\n`
}

export function savedAccount(folder: StateFolder): Account | undefined {
  const text = folder.read(accountFile) ?? ''
  const key = /^SERVICEPAY_SECRET_KEY=(.+)$/m.exec(text)?.[1]?.trim()
  const baseUrl = /^SERVICEPAY_BASE_URL=(.+)$/m.exec(text)?.[1]?.trim()
  return key && baseUrl ? { key, baseUrl } : undefined
}

function sameService(one: string, other: string): boolean {
  const normalised = (address: string): string => address.replace(/\/(v1\/?)?$/, '').toLowerCase()
  return normalised(one) === normalised(other)
}
