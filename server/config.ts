import { parseWebhookAllow } from './webhooks/address-guard.ts'
import type { WebhookAllow } from './webhooks/address-guard.ts'
import { keyBytes } from './domain/keyring.ts'
import type { MailSettings } from './mail/smtp-sender.ts'
import { parseMailFrom, parseSmtpUrl } from './mail/settings.ts'
import { parseTrustProxy } from './http/client-address.ts'
import type { TrustProxy } from './http/client-address.ts'

/** Declines an hour that hold card testing back, and in which mode they hold. */
export interface DeclineLimits {
  readonly modes: 'live' | 'all' | 'off'
  readonly perAddress: number
  readonly perLink: number
  readonly perAccount: number
}

/** The environment, read once and frozen. README, "Operations", says the same. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Null: no metrics. */
  readonly metricsPort: number | null
  /** The address in every URL we hand out, without a slash at its end; null: of the port we listen on. */
  readonly baseUrl: string | null
  /** Null: the database that comes along, under `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly masterKey: Buffer | null
  readonly masterKeyPrevious: Buffer | null
  readonly role: 'all' | 'api' | 'worker'
  readonly migrateOnStart: boolean
  readonly rateLimitPerSecond: number
  readonly signupLimitPerHour: number
  readonly webhookAllow: WebhookAllow
  readonly liveProcessor: 'sandbox' | null
  readonly publicDemoKey: string | null
  readonly bankCheckDeadlineSeconds: number
  readonly declineLimits: DeclineLimits
  readonly trustProxy: TrustProxy
  /** Null: no mail is sent. */
  readonly mail: MailSettings | null
  readonly logLevel: string
}

export type ReadConfig =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }

type Environment = Readonly<Record<string, string | undefined>>

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads every variable, and reports everything that is wrong at once. `opensDatabase`: the secrets of `DATABASE_URL` will be opened. */
export function readConfig(
  environment: Environment,
  { opensDatabase = true }: { opensDatabase?: boolean } = {},
): ReadConfig {
  const problems: string[] = []
  const read = new Reader(environment, problems)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const port = read.whole('PORT', 3000, { min: 0, max: 65535 })
  const config: Config = Object.freeze({
    host: read.text('HOST') ?? '127.0.0.1',
    port,
    metricsPort: read.metricsPort(port),
    baseUrl: read.url('BASE_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    databaseUrl,
    dataDir: read.text('DATA_DIR') ?? '.data',
    masterKey: read.key('MASTER_KEY'),
    masterKeyPrevious: read.key('MASTER_KEY_PREVIOUS'),
    role: read.oneOf('ROLE', ['all', 'api', 'worker'], 'all'),
    migrateOnStart: read.oneOf('MIGRATE_ON_START', ['true', 'false'], 'true') === 'true',
    rateLimitPerSecond: read.whole('RATE_LIMIT_PER_SECOND', 100, { min: 1, max: 1_000_000 }),
    signupLimitPerHour: read.whole('SIGNUP_LIMIT_PER_HOUR', 20, { min: 1, max: 1_000_000 }),
    webhookAllow: read.webhookAllow(),
    liveProcessor:
      read.text('LIVE_PROCESSOR') === undefined ? null : read.oneOf('LIVE_PROCESSOR', ['sandbox'], 'sandbox'),
    publicDemoKey: read.publicDemoKey(),
    bankCheckDeadlineSeconds: read.whole('BANK_CHECK_DEADLINE_SECONDS', 900, { min: 60, max: 86_400 }),
    declineLimits: {
      modes: read.oneOf('CARD_TESTING_LIMITS', ['live', 'all', 'off'], 'live'),
      perAddress: read.whole('DECLINE_LIMIT_PER_ADDRESS', 20, { min: 1, max: 1_000_000 }),
      perLink: read.whole('DECLINE_LIMIT_PER_LINK', 50, { min: 1, max: 1_000_000 }),
      perAccount: read.whole('DECLINE_LIMIT_PER_ACCOUNT', 500, { min: 1, max: 1_000_000 }),
    },
    trustProxy: read.trustProxy(),
    mail: read.mail(),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
  })
  if (
    opensDatabase &&
    databaseUrl !== null &&
    config.masterKey === null &&
    !problems.some((problem) => problem.startsWith('MASTER_KEY '))
  ) {
    problems.push(
      'MASTER_KEY is missing: with DATABASE_URL it must be given (32 bytes as 64 hex digits or base64), and kept apart from the database',
    )
  }
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'config', config }
}

class Reader {
  readonly #environment: Environment
  readonly #problems: string[]

  constructor(environment: Environment, problems: string[]) {
    this.#environment = environment
    this.#problems = problems
  }

  /** An empty variable is one that is not set. */
  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined
  }

  whole(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
    if (!(value >= min && value <= max)) this.#problems.push(`${name} must be a whole number from ${min} to ${max}`)
    return value
  }

  /** What counts payments and errors is not for the public, so it has a port of its own. */
  metricsPort(publicPort: number): number | null {
    if (this.text('METRICS_PORT') === undefined) return null
    const port = this.whole('METRICS_PORT', 0, { min: 1, max: 65535 })
    if (port === publicPort) this.#problems.push('METRICS_PORT must be another port than PORT')
    return port
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const text = this.text(name)
    if (text === undefined) return fallback
    const found = values.find((value) => value === text)
    if (found === undefined) this.#problems.push(`${name} must be one of: ${values.join(', ')}`)
    return found ?? fallback
  }

  url(name: string, protocols: readonly string[]): string | null {
    const text = this.text(name)
    if (text === undefined) return null
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      this.#problems.push(
        `${name} must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
    }
    return text
  }

  key(name: string): Buffer | null {
    const text = this.text(name)
    if (text === undefined) return null
    const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url')
    const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
    if (bytes.length !== keyBytes || !(isBase64 || text.length === keyBytes * 2)) {
      this.#problems.push(`${name} must be ${keyBytes} bytes, as ${keyBytes * 2} hex digits or base64`)
    }
    return bytes
  }

  /** An empty value turns it off, so here empty is not the same as not set. */
  publicDemoKey(): string | null {
    const text = this.#environment.PUBLIC_DEMO_KEY
    if (text === undefined) return 'sk_test_public_demo'
    if (text === '') return null
    if (!/^sk_test_[0-9A-Za-z_]{4,100}$/.test(text))
      this.#problems.push('PUBLIC_DEMO_KEY must begin with sk_test_ and go on with letters, digits and _')
    return text
  }

  webhookAllow(): WebhookAllow {
    const parsed = parseWebhookAllow(this.text('WEBHOOK_ALLOW') ?? '')
    if (parsed.kind === 'ok') return parsed.allow
    this.#problems.push(...parsed.reasons.map((reason) => `WEBHOOK_ALLOW: ${reason}`))
    return []
  }

  trustProxy(): TrustProxy {
    const parsed = parseTrustProxy(this.text('TRUST_PROXY') ?? '')
    if (parsed.kind === 'ok') return parsed.trust
    this.#problems.push(...parsed.reasons.map((reason) => `TRUST_PROXY: ${reason}`))
    return { kind: 'none' }
  }
  /** Either both are set or none. A password may stand in the address: it is never repeated. */
  mail(): MailSettings | null {
    const [url, sender] = [this.text('SMTP_URL'), this.text('MAIL_FROM')]
    if (url === undefined && sender === undefined) return null
    const server = url === undefined ? 'is missing: MAIL_FROM goes with it' : parseSmtpUrl(url)
    const from = sender === undefined ? 'is missing: SMTP_URL goes with it' : parseMailFrom(sender)
    if (typeof server === 'string') this.#problems.push(`SMTP_URL ${server}`)
    if (typeof from === 'string') this.#problems.push(`MAIL_FROM ${from}`)
    return typeof server === 'string' || typeof from === 'string' ? null : { server, from }
  }
}
