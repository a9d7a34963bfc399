import { ServicePay } from '../index.ts'
import type { Options } from './arguments.ts'
import { usageError } from './command-errors.ts'
import { StateFolder, stateFolderPath } from './state-folder.ts'
import type { Terminal } from './terminal.ts'

/** What a command works with. */
export interface Stage {
  readonly options: Options
  readonly words: readonly string[]
  readonly terminal: Terminal
  readonly folder: StateFolder
  /** Ctrl-C ends a listener in order; other commands it ends as it ends any program. */
  readonly signal: AbortSignal
  readonly environment: NodeJS.ProcessEnv
}

/** The account that `signup` made: what a shell, Docker and `node --env-file` read. */
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

/** The key and the service to work with. Throws when there is no key, or when it cannot be right. */
export function credentials(stage: Stage): Credentials {
  const { key, keyFrom, baseUrl } = chooseKey(stage)
  return { key, keyFrom, client: new ServicePay(key, { baseUrl }) }
}

function chooseKey(stage: Stage): { key: string; keyFrom: string; baseUrl: string | undefined } {
  const { options, environment, folder } = stage
  const baseUrl = chosenBaseUrl(stage)
  const { SERVICEPAY_SECRET_KEY } = environment
  if (options.key !== undefined) return { key: options.key.trim(), keyFrom: '--key', baseUrl }
  if (SERVICEPAY_SECRET_KEY) return { key: SERVICEPAY_SECRET_KEY.trim(), keyFrom: 'SERVICEPAY_SECRET_KEY', baseUrl }
  const saved = savedAccount(folder)
  // A key goes only to the service that gave it.
  if (saved && (baseUrl === undefined || sameService(baseUrl, saved.baseUrl)))
    return { ...saved, keyFrom: folder.pathOf(accountFile) }
  throw usageError(
    'There is no secret key.',
    'Set SERVICEPAY_SECRET_KEY, or get a test key: `servicepay signup --email you@example.com`.',
  )
}

export function chosenBaseUrl({ options, environment }: Stage): string | undefined {
  return options['base-url'] ?? (environment.SERVICEPAY_BASE_URL || undefined)
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
  const plain = (address: string): string => address.replace(/\/(v1\/?)?$/, '').toLowerCase()
  return plain(one) === plain(other)
}
