import { balancerVariables, type BalancerSettings } from './balancer.ts'
import { problemsOfCardKey, type CardKeySettings } from './card-key.ts'
import {
  databaseVariables,
  problemsOfDatabase,
  readDatabase,
  warningsOfDatabase,
  type DatabaseSettings,
} from './database.ts'
import { liveVariables, movesRealMoney, problemsOfAcquirers, readAcquirers } from './live-mode.ts'
import { observingVariables, type MetricsSettings } from './observing.ts'
import { redisUrl } from './redis-url.ts'
import { withSecretFiles } from './secret-files.ts'
import { readSignUp, signUpVariables, type SignUpSettings } from './sign-up.ts'
import {
  masterKey,
  oneOf,
  optional,
  optionalUrl,
  plainText,
  secret,
  textOf,
  wholeNumber,
  type Report,
  type Variable,
  type VariableDescription,
} from '../domain/variable.ts'
import type { DeclineLimits } from '../domain/card-testing/decline-limits.ts'
import type { Retention } from '../domain/retention.ts'
import { parseTrustProxy, type TrustProxy } from '../http/callers/client-address.ts'
import type { AcquirerSettings } from '../processors/acquirers.ts'
import { parseMailFrom, parseSmtpUrl } from '../engines/mail/settings.ts'
import type { MailSettings } from '../engines/mail/smtp-sender.ts'
import { parseWebhookAllow, type WebhookAllow } from '../webhooks/address-guard.ts'
import { parseServers } from '../webhooks/resolve-host.ts'

/** The settings of a process, read once from its environment and frozen. */
export interface Config extends BalancerSettings, CardKeySettings, DatabaseSettings, SignUpSettings {
  readonly host: string
  readonly port: number
  /** Null: the process serves no metrics. */
  readonly metrics: MetricsSettings | null
  readonly sendsTraces: boolean
  /** The address in every URL that we hand out, without a final slash. Null: localhost, on the port we listen on. */
  readonly baseUrl: string | null
  /** Null: each process counts its own limits. */
  readonly redisUrl: string | null
  readonly dataDir: string
  readonly masterKeyPrevious: Buffer | null
  readonly migrateOnStart: boolean
  readonly rateLimitPerSecond: number
  readonly signupLimitPerHour: number
  readonly webhookAllow: WebhookAllow
  /** Null: the name servers of the system. */
  readonly dnsServers: readonly string[] | null
  readonly liveProcessor: string | null
  readonly acquirers: AcquirerSettings
  readonly bankCheckDeadlineSeconds: number
  readonly declineLimits: DeclineLimits
  readonly retention: Retention
  readonly testStorageGigabytes: number
  readonly trustProxy: TrustProxy
  /** Null: the service sends no email. */
  readonly mail: MailSettings | null
  readonly mailLimitPerHour: number
  readonly recordLiveRequests: boolean
  readonly logLevel: string
  /** What the operator should know about these settings, one sentence or two each. Start-up logs them. */
  readonly warnings: readonly string[]
}

/** From a day, because an idempotency key may return its session for a day, to a century. */
const days = { min: 1, max: 36_500 }

const upToAMillion = { min: 1, max: 1_000_000 }

/** Every variable that the service reads, in the order of the documentation. */
const declared = {
  port: wholeNumber('PORT', 3000, {
    min: 0,
    max: 65535,
    description: 'The port that the service listens on. 0 picks a free port.',
  }),
  host: plainText('HOST', '127.0.0.1', { description: 'The address that the service listens on.' }),
  baseUrl: optionalUrl('BASE_URL', {
    defaultText: '`http://localhost:$PORT`',
    description: 'The public address of the service. Every URL that it hands out begins with it.',
  }),
  ...databaseVariables,
  redisUrl,
  dataDir: plainText('DATA_DIR', '.data', {
    description: 'The directory of the embedded database and of the secrets that the service generates.',
  }),
  masterKey: masterKey('MASTER_KEY', {
    defaultText: 'generated in `DATA_DIR` for the embedded database; required with `DATABASE_URL`',
    description: 'The key that protects the secrets in the database: 32 bytes, as 64 hex digits or base64.',
  }),
  masterKeyPrevious: masterKey('MASTER_KEY_PREVIOUS', {
    description: 'The old master key, for the first start with a new one.',
  }),
  cardKey: masterKey('CARD_KEY', {
    defaultText: 'none; required with `ROLE=cards`',
    description:
      'The key that protects the keys of cards instead of the master key, in the same formats. Only for ' +
      '[`ROLE=cards` and `ROLE=all`](/docs/running#cards-in-processes-of-their-own).',
  }),
  cardKeyPrevious: masterKey('CARD_KEY_PREVIOUS', {
    description: 'The old card key, for the first start with a new one.',
  }),
  role: oneOf('ROLE', ['all', 'api', 'cards', 'worker'], 'all', {
    description:
      '`api` serves requests. `cards` serves payment pages and decrypts cards. `worker` delivers webhooks, expires ' +
      'sessions and asks the bank. `all` does everything.',
  }),
  migrateOnStart: oneOf('MIGRATE_ON_START', ['true', 'false'], 'true', {
    description:
      '`true` brings the tables up to date at every start. `false` starts the service only when they are up to date.',
  }),
  ...balancerVariables,
  rateLimitPerSecond: wholeNumber('RATE_LIMIT_PER_SECOND', 100, {
    ...upToAMillion,
    description:
      'Requests a second for each secret key, and for each client address on calls that need no key. ' +
      'More get 429 `rate_limited`. The limits on the public demo key and on opening payment links follow it.',
  }),
  signupLimitPerHour: wholeNumber('SIGNUP_LIMIT_PER_HOUR', 20, {
    ...upToAMillion,
    description: 'Sandbox signups an hour for each client address.',
  }),
  declineModes: oneOf('CARD_TESTING_LIMITS', ['live', 'all', 'off'], 'live', {
    description: 'The modes in which the three limits below apply: `live`, `all` or `off`.',
  }),
  declineLimitPerAddress: wholeNumber('DECLINE_LIMIT_PER_ADDRESS', 20, {
    ...upToAMillion,
    description:
      'Declined cards an hour from one client address. After that, the address gets 429 until the hour is over. ' +
      'A network (/24 of IPv4, /48 of IPv6) has ten times this limit, after which its customers take turns.',
  }),
  declineLimitPerLink: wholeNumber('DECLINE_LIMIT_PER_LINK', 50, {
    ...upToAMillion,
    description:
      'Declined cards an hour on one payment link. After that, returning customers go on, and all others [take ' +
      'turns](/docs/running#card-testing).',
  }),
  declineLimitPerAccount: wholeNumber('DECLINE_LIMIT_PER_ACCOUNT', 500, {
    ...upToAMillion,
    description: 'The same limit for all customers of one account. Raise it for an account with very many payments.',
  }),
  testSessionDays: wholeNumber('TEST_SESSION_DAYS', 30, {
    ...days,
    description:
      'The days after which the service deletes an unpaid session of test mode with its events. It never deletes ' +
      'sessions of live mode.',
  }),
  deliveryBodyDays: wholeNumber('DELIVERY_BODY_DAYS', 30, {
    ...days,
    description:
      'The days after which the service deletes the attempts of a delivery, up to a week later. The delivery and its ' +
      'state stay. The contents of notifications have the same limit.',
  }),
  eventDays: wholeNumber('EVENT_DAYS', 36_500, {
    min: 30,
    max: 36_500,
    description:
      'The days after which the service deletes events and deliveries of both modes, up to three months ' +
      'later. After that, merchants can neither read nor resend them. Payments stay. The default is a hundred years.',
  }),
  unusedAccountDays: wholeNumber('UNUSED_ACCOUNT_DAYS', 90, {
    ...days,
    description:
      'The days without use after which the service deletes a sandbox account, with everything in it. ' +
      'It never deletes an account that has had live access.',
  }),
  testStorageGigabytes: wholeNumber('TEST_STORAGE_GB', 20, {
    ...upToAMillion,
    description:
      'Gigabytes that test mode may occupy in the database, across all accounts. One account may hold a quarter ' +
      'of it and write a tenth of it in a day; more gets 429 `rate_limited`.',
  }),
  trustProxy: {
    name: 'TRUST_PROXY',
    defaultText: 'none',
    description:
      'The proxies in front of the service: how many there are, or their IP addresses and CIDRs, separated by commas.',
    read: readTrustProxy,
  },
  webhookAllow: {
    name: 'WEBHOOK_ALLOW',
    defaultText: 'none',
    description:
      'Webhook receivers that may have private addresses and use plain http: ' +
      'host names and IP addresses (each with or without `:port`) and CIDRs, separated by commas.',
    read: readWebhookAllow,
  },
  dnsServers: optional(
    'DNS_SERVERS',
    {
      description:
        'The name servers that find the addresses of webhook receivers: IP addresses with or without `:port`, ' +
        'separated by commas.',
      defaultText: 'those of `/etc/resolv.conf`',
    },
    (text, report) => {
      const servers = parseServers(text)
      if (!servers) report('DNS_SERVERS must be IP addresses, with or without :port, separated by commas')
      return servers
    },
  ),
  ...liveVariables,
  smtpServer: secret(
    optional(
      'SMTP_URL',
      {
        description:
          'The mail server: `smtp://user:password@host:587` (uses STARTTLS when the server offers it, and sends the ' +
          'password only over an encrypted connection) or `smtps://user:password@host:465`. Without it, the service ' +
          'sends no email, and the dashboard shows the texts.',
      },
      (text, report) => valueOrReport('SMTP_URL', parseSmtpUrl(text), report),
    ),
  ),
  mailFrom: optional(
    'MAIL_FROM',
    {
      defaultText: 'none; required with `SMTP_URL`',
      description: "The sender of every email: `pay@example.com` or `Ada's shop <pay@example.com>`.",
    },
    (text, report) => valueOrReport('MAIL_FROM', parseMailFrom(text), report),
  ),
  mailLimitPerHour: wholeNumber('MAIL_LIMIT_PER_HOUR', 10_000, {
    ...upToAMillion,
    description:
      'Emails about real payments that the service sends in an hour; further ones wait for the next hour. Emails ' +
      'about simulated payments, and emails for signing in, each have a tenth of this limit.',
  }),
  ...signUpVariables,
  bankCheckDeadlineSeconds: wholeNumber('BANK_CHECK_DEADLINE_SECONDS', 900, {
    min: 60,
    max: 86_400,
    description: 'How many seconds the bank has to decide a payment. After that, the payment fails.',
  }),
  ...observingVariables,
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info', {
    description: 'The lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  }),
}

/** Every variable with its documentation, in the order in which to list them. The texts are Markdown. */
export const variables: readonly VariableDescription[] = Object.values(declared).map(
  ({ name, defaultText, description, isSecret }: VariableDescription) => ({
    ...{ name, defaultText, description },
    ...(isSecret && { isSecret }),
  }),
)

export type ReadConfig =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads every variable, and reports all problems at once. `opensDatabase`: the caller will open the secrets of
 * `DATABASE_URL`, so it needs their master key.
 */
export function readConfig(given: Environment, { opensDatabase = true }: { opensDatabase?: boolean } = {}): ReadConfig {
  const problems: string[] = []
  const report: Report = (problem) => void problems.push(problem)
  const environment = withSecretFiles(given, variables, report)
  const read = <Value>(variable: Variable<Value>): Value => variable.read(environment[variable.name], report)
  const database = readDatabase(read)
  const baseUrl = read(declared.baseUrl)?.replace(/\/+$/, '') ?? null
  const smtpServer = read(declared.smtpServer)
  const mailFrom = read(declared.mailFrom)
  const metricsPort = read(declared.metricsPort)
  const metricsAccess = { host: read(declared.metricsHost), token: read(declared.metricsToken) }
  const config: Config = Object.freeze({
    host: read(declared.host),
    port: read(declared.port),
    metrics: metricsPort === null ? null : { ...metricsAccess, port: metricsPort },
    sendsTraces: read(declared.tracesEndpoint) !== null,
    baseUrl,
    ...database,
    redisUrl: read(declared.redisUrl),
    dataDir: read(declared.dataDir),
    masterKey: read(declared.masterKey),
    masterKeyPrevious: read(declared.masterKeyPrevious),
    cardKey: read(declared.cardKey),
    cardKeyPrevious: read(declared.cardKeyPrevious),
    role: read(declared.role),
    migrateOnStart: read(declared.migrateOnStart) === 'true',
    drainSeconds: read(declared.drainSeconds),
    stopSeconds: read(declared.stopSeconds),
    keepAliveSeconds: read(declared.keepAliveSeconds),
    rateLimitPerSecond: read(declared.rateLimitPerSecond),
    signupLimitPerHour: read(declared.signupLimitPerHour),
    webhookAllow: read(declared.webhookAllow),
    dnsServers: read(declared.dnsServers),
    liveProcessor: read(declared.liveProcessor),
    acquirers: readAcquirers(read),
    ...readSignUp(read, baseUrl, report),
    bankCheckDeadlineSeconds: read(declared.bankCheckDeadlineSeconds),
    declineLimits: {
      modes: read(declared.declineModes),
      perAddress: read(declared.declineLimitPerAddress),
      perLink: read(declared.declineLimitPerLink),
      perAccount: read(declared.declineLimitPerAccount),
    },
    retention: {
      testSessionDays: read(declared.testSessionDays),
      deliveryBodyDays: read(declared.deliveryBodyDays),
      eventDays: read(declared.eventDays),
      unusedAccountDays: read(declared.unusedAccountDays),
    },
    testStorageGigabytes: read(declared.testStorageGigabytes),
    trustProxy: read(declared.trustProxy),
    mail: smtpServer && mailFrom && { server: smtpServer, from: mailFrom },
    mailLimitPerHour: read(declared.mailLimitPerHour),
    recordLiveRequests: read(declared.recordLiveRequests) === 'true',
    logLevel: read(declared.logLevel),
    warnings: [...(isBehindUnknownProxy(environment) ? [unknownProxy] : []), ...warningsOfDatabase(database)],
  })
  const isSet = ({ name }: VariableDescription): boolean => textOf(environment[name]) !== undefined
  // Metrics count payments and errors, so they must not be on the public port.
  if (metricsPort === config.port) report('METRICS_PORT must not be the same port as PORT')
  if (isSet(declared.smtpServer) && !isSet(declared.mailFrom)) report('MAIL_FROM is missing: SMTP_URL needs it')
  if (isSet(declared.mailFrom) && !isSet(declared.smtpServer)) report('SMTP_URL is missing: MAIL_FROM needs it')
  for (const problem of problemsOfAcquirers(config.acquirers)) report(problem)
  const embeddedLive = read(declared.embeddedLive)
  const takesRealMoney = movesRealMoney(config.liveProcessor, config.acquirers)
  if (takesRealMoney && !isSet(declared.databaseUrl) && embeddedLive === null)
    report(
      'DATABASE_URL is missing: the embedded database has no standby, so it must not store real payments. ' +
        'Use a database server, or set EMBEDDED_LIVE=accept',
    )
  if (opensDatabase && isSet(declared.databaseUrl) && !isSet(declared.masterKey))
    report(
      'MASTER_KEY is missing: DATABASE_URL needs it (32 bytes, as 64 hex digits or base64). ' +
        'Do not keep it in the same place as the database',
    )
  for (const problem of [...problemsOfCardKey(config), ...problemsOfDatabase(config)]) report(problem)
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'config', config }
}

/** The address for migrations. Null: the embedded database. */
export function addressOfOwner({ migrateDatabaseUrl, databaseDirectUrl, databaseUrl }: Config): string | null {
  return migrateDatabaseUrl ?? databaseDirectUrl ?? databaseUrl
}

const unknownProxy =
  'BASE_URL is https, so a proxy is in front of the service, but TRUST_PROXY is not set. All clients then share the ' +
  "proxy's address, and with it every limit per address. Set TRUST_PROXY to the number of proxies (0 if there are none)"

/** The service itself speaks http, so an https address means that a proxy passes the requests on. */
function isBehindUnknownProxy(environment: Environment): boolean {
  const { baseUrl, trustProxy, role } = declared
  return (
    textOf(environment[baseUrl.name])?.toLowerCase().startsWith('https:') === true &&
    textOf(environment[trustProxy.name]) === undefined &&
    textOf(environment[role.name]) !== 'worker'
  )
}

function readWebhookAllow(raw: string | undefined, report: Report): WebhookAllow {
  const parsed = parseWebhookAllow(textOf(raw) ?? '')
  if (parsed.kind === 'ok') return parsed.allow
  for (const reason of parsed.reasons) report(`WEBHOOK_ALLOW: ${reason}`)
  return []
}

function readTrustProxy(raw: string | undefined, report: Report): TrustProxy {
  const parsed = parseTrustProxy(textOf(raw) ?? '')
  if (parsed.kind === 'ok') return parsed.trust
  for (const reason of parsed.reasons) report(`TRUST_PROXY: ${reason}`)
  return { kind: 'none' }
}

/** The parsers of mail settings return a text when they refuse: what the variable must be. */
function valueOrReport<Value extends object>(name: string, parsed: Value | string, report: Report): Value | null {
  if (typeof parsed !== 'string') return parsed
  report(`${name} ${parsed}`)
  return null
}
