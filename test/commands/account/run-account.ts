import { account } from '../../../server/commands/account/main.ts'
import type { TestService } from '../../support/service.ts'
import { runCommand } from '../../support/run-command.ts'
import type { Ended } from '../../support/run-program.ts'

/** Runs the operator's command in the process of the test. */
export function runAccount(environment: Record<string, string>, ...args: string[]): Promise<Ended> {
  return runCommand(account, environment, ...args)
}

/** The variables of the operator of this service. */
export function environmentOf(service: TestService): Record<string, string> {
  return {
    DATABASE_URL: service.databaseUrl,
    MASTER_KEY: service.masterKey.toString('hex'),
    WEBHOOK_ALLOW: '127.0.0.1',
    LIVE_PROCESSOR: 'sandbox',
  }
}

interface KeyJson {
  readonly id: string
  readonly livemode: boolean
  readonly last4: string
  readonly created_at: string
  readonly revoked_at: string | null
}

/** The output of `--json`. */
export interface ReportJson {
  readonly account: {
    readonly id: string
    readonly live_access: boolean
    readonly live_processor: string | null
    readonly currencies: readonly string[]
    readonly thank_you_url: { readonly test: string | null; readonly live: string | null }
    readonly webhook_endpoints: readonly { readonly id: string; readonly url: string; readonly livemode: boolean }[]
    readonly keys: readonly KeyJson[]
  }
  readonly live_key?: { readonly id: string; readonly secret: string }
  readonly revoked_key?: KeyJson
  readonly ping?: {
    readonly result: string
    readonly status: number | null
    readonly error: string | null
    readonly duration_ms: number
  }
}

/** Parses one line of JSON, and throws on any other output. */
export function jsonOf<Json = ReportJson>({ stdout }: Ended): Json {
  if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`Not one line of JSON: ${stdout}`)
  return JSON.parse(stdout) as Json
}
