import { randomBytes } from 'node:crypto'
import t from 'tap'
import { startService } from '../support/service.ts'
import { configOf, problemsOf } from './read-config.ts'

t.test('without variables, every setting has its default', async (t) => {
  t.same(configOf({}), {
    host: '127.0.0.1',
    port: 3000,
    metrics: null,
    sendsTraces: false,
    baseUrl: null,
    databaseUrl: null,
    databaseDirectUrl: null,
    migrateDatabaseUrl: null,
    databaseConnections: null,
    redisUrl: null,
    dataDir: '.data',
    masterKey: null,
    masterKeyPrevious: null,
    cardKey: null,
    cardKeyPrevious: null,
    role: 'all',
    migrateOnStart: true,
    drainSeconds: 0,
    stopSeconds: 15,
    keepAliveSeconds: 125,
    rateLimitPerSecond: 100,
    signupLimitPerHour: 20,
    webhookAllow: [],
    dnsServers: null,
    liveProcessor: null,
    acquirers: { adyen: { environment: 'test', checkoutUrl: null } },
    signUp: 'open',
    publicDemoKey: 'sk_test_public_demo',
    situationLinks: true,
    bankCheckDeadlineSeconds: 900,
    declineLimits: { modes: 'live', perAddress: 20, perLink: 50, perAccount: 500 },
    retention: { testSessionDays: 30, deliveryBodyDays: 30, eventDays: 36_500, unusedAccountDays: 90 },
    testStorageGigabytes: 20,
    trustProxy: { kind: 'none' },
    mail: null,
    mailLimitPerHour: 10_000,
    recordLiveRequests: false,
    logLevel: 'info',
    warnings: [],
  })
  t.ok(Object.isFrozen(configOf({})))
})

t.test('all bad variables are reported at once, by name and without their values', async (t) => {
  const environment = {
    PORT: '70000',
    METRICS_PORT: '0',
    BASE_URL: 'ftp://pay.example',
    DATABASE_URL: 'mysql://localhost/x',
    DATABASE_DIRECT_URL: 'mysql://localhost/x',
    DATABASE_CONNECTIONS: '15',
    REDIS_URL: 'redis://valkey.example/not-a-key',
    MASTER_KEY: 'not-a-key',
    MASTER_KEY_PREVIOUS: 'zz',
    CARD_KEY: 'zz',
    CARD_KEY_PREVIOUS: 'zz',
    ROLE: 'boss',
    MIGRATE_ON_START: 'yes',
    DRAIN_SECONDS: '601',
    STOP_SECONDS: '9',
    RATE_LIMIT_PER_SECOND: '0',
    SIGNUP_LIMIT_PER_HOUR: '-1',
    WEBHOOK_ALLOW: 'http://[',
    DNS_SERVERS: 'dns.example',
    LIVE_PROCESSOR: 'bank-of-nowhere',
    ADYEN_ENVIRONMENT: 'production',
    ADYEN_CHECKOUT_URL: 'http://checkout.example/v72',
    EMBEDDED_LIVE: 'yes',
    PUBLIC_DEMO_KEY: 'sk_live_demo',
    BANK_CHECK_DEADLINE_SECONDS: '1.5',
    CARD_TESTING_LIMITS: 'some',
    DECLINE_LIMIT_PER_ADDRESS: '0',
    DECLINE_LIMIT_PER_LINK: 'x',
    DECLINE_LIMIT_PER_ACCOUNT: '-5',
    TEST_SESSION_DAYS: '0',
    DELIVERY_BODY_DAYS: 'forever',
    UNUSED_ACCOUNT_DAYS: '-90',
    TEST_STORAGE_GB: '0',
    TRUST_PROXY: 'true',
    SMTP_URL: 'https://me:not-a-key@mail.example',
    MAIL_FROM: 'Ada',
    MAIL_LIMIT_PER_HOUR: '0',
    LOG_LEVEL: 'loud',
  }
  const problems = problemsOf(environment)
  for (const name of Object.keys(environment))
    t.equal(
      problems.filter((problem) => problem.startsWith(`${name} `) || problem.startsWith(`${name}:`)).length,
      1,
      name,
    )
  t.equal(problems.length, Object.keys(environment).length)
  t.notOk(
    problems.some((problem) => problem.includes('not-a-key')),
    'a report never repeats a mistyped secret',
  )
})

t.test('start-up warns when a proxy serves https and TRUST_PROXY is not set', async (t) => {
  const https = { BASE_URL: 'https://pay.example' }
  t.match(configOf(https).warnings, [/TRUST_PROXY is not set/])
  t.match(configOf({ ...https, TRUST_PROXY: ' ', ROLE: 'api' }).warnings, [/TRUST_PROXY is not set/])
  const fine = [
    {},
    { BASE_URL: 'http://localhost:3000' },
    { ...https, TRUST_PROXY: '1' },
    { ...https, TRUST_PROXY: '0' },
  ]
  for (const environment of [...fine, { ...https, ROLE: 'worker' }]) t.same(configOf(environment).warnings, [])
  const service = await startService({ environment: https })
  t.teardown(() => service.stop())
  t.ok(service.logLines.some((line) => line.includes('"level":"warn"') && line.includes('TRUST_PROXY is not set')))
})

t.test('a card key belongs to ROLE=cards, which needs one, and to ROLE=all', async (t) => {
  const key = 'ab'.repeat(32)
  t.equal(configOf({ ROLE: 'cards', CARD_KEY: key }).cardKey?.toString('hex'), key)
  t.equal(configOf({ CARD_KEY: key }).role, 'all')
  t.match(problemsOf({ ROLE: 'cards' }), [/^CARD_KEY is missing/])
  for (const role of ['api', 'worker'])
    for (const name of ['CARD_KEY', 'CARD_KEY_PREVIOUS'])
      t.match(problemsOf({ ROLE: role, [name]: key }), [new RegExp(`does not belong to ROLE=${role}`)])
  t.match(problemsOf({ CARD_KEY: key, MASTER_KEY: key }), [/must not be the same key/])
})

t.test('an empty or blank variable counts as not set', async (t) => {
  const names = [
    'PORT',
    'HOST',
    'BASE_URL',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_CONNECTIONS',
    'DATA_DIR',
    'MASTER_KEY',
    'CARD_KEY',
    'ROLE',
    'MIGRATE_ON_START',
    'WEBHOOK_ALLOW',
    'LIVE_PROCESSOR',
    'ADYEN_ENVIRONMENT',
    'ADYEN_CHECKOUT_URL',
    'EMBEDDED_LIVE',
    'LOG_LEVEL',
  ]
  for (const value of ['', '  ']) t.same(configOf(Object.fromEntries(names.map((name) => [name, value]))), configOf({}))
})

t.test('numbers must be whole and within their bounds', async (t) => {
  for (const value of ['0', '1', '65535']) t.equal(configOf({ PORT: value }).port, Number(value))
  for (const value of ['-1', '65536', '3000.5', '3e3', '0x10', 'abc', '99999999999', '٣'])
    t.equal(problemsOf({ PORT: value }).length, 1, value)
})

t.test('the metrics port must differ from the public port', async (t) => {
  t.equal(configOf({ METRICS_PORT: '9464' }).metrics?.port, 9464)
  t.equal(configOf({ METRICS_PORT: ' ' }).metrics, null, 'a blank variable counts as not set')
  for (const value of ['0', '65536', '-1', '94.64', '9464/metrics', '127.0.0.1:9464'])
    t.same(problemsOf({ METRICS_PORT: value }), ['METRICS_PORT must be a whole number from 1 to 65535'], value)
  for (const environment of [{ METRICS_PORT: '3000' }, { PORT: '9464', METRICS_PORT: '9464' }])
    t.same(problemsOf(environment), ['METRICS_PORT must not be the same port as PORT'])
})

t.test('metrics listen on this machine whatever HOST is, and may need a token', async (t) => {
  const metricsOf = (more: Record<string, string>) => configOf({ METRICS_PORT: '9464', ...more }).metrics
  t.same(metricsOf({ HOST: '0.0.0.0' }), { host: '127.0.0.1', port: 9464, token: null })
  const token = '0123456789abcdef'
  t.same(metricsOf({ METRICS_HOST: '10.0.0.5', METRICS_TOKEN: token }), { host: '10.0.0.5', port: 9464, token })
  for (const value of ['short', 'with a space in it', 'ключключключключ', 'x'.repeat(201)])
    t.same(problemsOf({ METRICS_TOKEN: value }), ['METRICS_TOKEN must be 16 to 200 characters of ASCII without spaces'])
})

t.test('a master key is 32 bytes, in hex or in either alphabet of base64', async (t) => {
  // The base64 of these bytes has both characters in which the alphabets differ.
  const key = Buffer.from('fbff'.repeat(16), 'hex')
  const spellings = [
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
    key.toString('base64'),
    key.toString('base64').replace('=', ''),
    key.toString('base64url'),
    `${key.toString('base64url')}=`,
    ` ${key.toString('hex')}\n`,
  ]
  for (const text of spellings) t.ok(configOf({ MASTER_KEY: text }).masterKey?.equals(key), text)
  t.ok(configOf({ MASTER_KEY_PREVIOUS: key.toString('base64') }).masterKeyPrevious?.equals(key))
  const wrong = [
    key.toString('hex').slice(2),
    `${key.toString('hex')}00`,
    `${key.toString('hex').slice(1)}g`,
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('base64'),
    'x',
    key.toString('base64').replace('/', '!'),
    `${key.toString('base64')}==`,
  ]
  for (const text of wrong) t.equal(problemsOf({ MASTER_KEY: text }).length, 1, text)
})

t.test('DATABASE_URL requires a master key', async (t) => {
  const databaseUrl = 'postgres://localhost/pay'
  t.match(problemsOf({ DATABASE_URL: databaseUrl }), [/^MASTER_KEY is missing/])
  t.match(
    problemsOf({ DATABASE_URL: databaseUrl, MASTER_KEY: 'x' }),
    [/^MASTER_KEY must be/],
    'a bad key is reported once',
  )
  t.same(problemsOf({ DATABASE_URL: databaseUrl, MASTER_KEY: '0'.repeat(64) }), [])
  t.same(problemsOf({ DATABASE_URL: databaseUrl.replace('postgres', 'postgresql'), MASTER_KEY: '0'.repeat(64) }), [])
})

t.test('the addresses of the database have TLS as for psql', (t) => {
  const key = { MASTER_KEY: '0'.repeat(64) }
  const address = (parameters: string): string => `postgres://db.example/pay?${parameters}`
  const read = (parameters: string) => configOf({ ...key, DATABASE_URL: address(parameters) })
  const wrong = (url: string): string => problemsOf({ ...key, DATABASE_URL: url }).join('; ')
  t.equal(read('sslmode=disable').databaseUrl, address('sslmode=disable'))
  t.equal(read('sslmode=verify-full').databaseUrl, address('sslmode=verify-full&uselibpqcompat=true'))
  t.same(read('sslmode=verify-full').warnings, [])
  t.match(read('sslmode=require').warnings, [/^DATABASE_URL encrypts the connection but does not check/])
  t.match(wrong(address('sslmode=allow')), /^DATABASE_URL: sslmode must be one of: disable, prefer, require, verify-ca/)
  t.match(wrong(address('sslmode=verify-ca')), /sslmode=verify-ca needs sslrootcert/)
  t.match(wrong(address('sslmode=verify-full&sslrootcert=/no/such')), /the file of sslrootcert does not exist/)
  t.match(wrong(address(`sslrootcert=${import.meta.filename}`)), /sslmode is missing/)
  t.equal(wrong('postgres://10.0.0.5/pay?sslmode=verify-full'), '', 'a certificate may name an IP address')
  t.match(wrong('postgres://a.example,b.example:5433/pay'), /^DATABASE_URL must name one host.*HAProxy/)
  t.match(problemsOf({ DATABASE_DIRECT_URL: address('') }), [/^DATABASE_URL is missing/])
  t.end()
})

t.test('the public demo key can be changed or turned off', async (t) => {
  t.equal(configOf({ PUBLIC_DEMO_KEY: '' }).publicDemoKey, null)
  t.equal(configOf({ PUBLIC_DEMO_KEY: 'sk_test_try_me' }).publicDemoKey, 'sk_test_try_me')
  for (const value of ['sk_live_demo', 'sk_test_', 'demo', 'sk_test_a b', ' sk_test_demo'])
    t.equal(problemsOf({ PUBLIC_DEMO_KEY: value }).length, 1, value)
})

t.test('strangers open accounts only on this machine, unless the operator decides otherwise', async (t) => {
  const entrances = (environment: Record<string, string>) => {
    const { signUp, publicDemoKey } = configOf(environment)
    return [signUp, publicDemoKey]
  }
  const open = ['open', 'sk_test_public_demo']
  for (const BASE_URL of ['', 'http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:80', 'http://pay.localhost'])
    t.same(entrances({ BASE_URL }), open, BASE_URL)
  for (const BASE_URL of ['https://pay.example', 'http://10.0.0.5:3000', 'https://localhost.example'])
    t.same(entrances({ BASE_URL }), ['invite', null], BASE_URL)
  t.same(entrances({ BASE_URL: 'https://pay.example', SIGNUP: 'open' }), open)
  t.same(entrances({ SIGNUP: 'closed' }), ['closed', null], 'one switch closes the demo account too')
  t.same(entrances({ SIGNUP: 'closed', PUBLIC_DEMO_KEY: 'sk_test_try_me' }), ['closed', 'sk_test_try_me'])
  t.same(problemsOf({ SIGNUP: 'no' }), ['SIGNUP must be one of: open, invite, closed'])
})

t.test('links open accounts only on this machine, unless the operator decides otherwise', async (t) => {
  const links = (environment: Record<string, string>) => configOf(environment).situationLinks
  t.equal(links({}), true)
  t.equal(links({ SITUATION_LINKS: 'off' }), false)
  t.equal(links({ SIGNUP: 'closed' }), false)
  t.equal(links({ BASE_URL: 'https://pay.example', SIGNUP: 'open' }), false)
  t.equal(links({ BASE_URL: 'https://pay.example', SIGNUP: 'open', SITUATION_LINKS: 'on' }), true)
  t.same(problemsOf({ BASE_URL: 'https://pay.example', SITUATION_LINKS: 'on' }), [
    'SITUATION_LINKS=on opens accounts, so it needs SIGNUP=open',
  ])
})

t.test('the base URL loses its final slash', async (t) => {
  t.equal(configOf({ BASE_URL: 'https://pay.example/' }).baseUrl, 'https://pay.example')
  t.equal(configOf({ BASE_URL: 'https://pay.example/shop//' }).baseUrl, 'https://pay.example/shop')
  for (const value of ['pay.example', 'https://', 'javascript:alert(1)', '//pay.example', 'http://42000'])
    t.equal(problemsOf({ BASE_URL: value }).length, 1, value)
})

t.test('an address whose host is a number leads nowhere', async (t) => {
  const addresses = {
    BASE_URL: 'https://0x7f.1',
    DATABASE_URL: 'postgres://pay@5432/pay',
    REDIS_URL: 'redis://6379/0',
    SMTP_URL: 'smtp://587',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://4318',
    ADYEN_CHECKOUT_URL: 'https://2130706433/v72',
  }
  const others = { MASTER_KEY: '0'.repeat(64), MAIL_FROM: 'pay@example.com' }
  const problems = problemsOf({ ...others, ...addresses }).join('\n')
  for (const name of Object.keys(addresses)) t.match(problems, new RegExp(`^${name} must `, 'm'))
})

t.test('mail needs a valid server and a valid sender', async (t) => {
  const from = { MAIL_FROM: 'pay@example.com' }
  t.match(configOf({ ...from, SMTP_URL: 'smtp://mail.example' }).mail, {
    server: { host: 'mail.example', port: 587, secure: false, login: null },
    from: { name: '', address: 'pay@example.com' },
  })
  t.match(configOf({ ...from, SMTP_URL: 'smtps://ada%40x:p%2Fw@[::1]/' }).mail?.server, {
    host: '::1',
    port: 465,
    secure: true,
    login: { user: 'ada@x', password: 'p/w' },
  })
  t.match(configOf({ MAIL_FROM: '"Ada, & sons" <pay@example.com>', SMTP_URL: 'smtp://127.0.0.1:25' }).mail?.from, {
    name: 'Ada, & sons',
    address: 'pay@example.com',
  })
  for (const url of [
    'mail.example',
    'smtp:',
    'smtp://',
    'smtp://mail.example:0',
    'smtp://mail.example/inbox',
    'smtp://mail.example?logger=true',
    'smtp://:only-secret@mail.example',
    'smtp://ada@mail.example',
    'smtp://a:%ff@mail.example',
  ]) {
    t.match(problemsOf({ ...from, SMTP_URL: url }), [/^SMTP_URL must be/], url)
    t.notMatch(problemsOf({ ...from, SMTP_URL: url })[0], 'only-secret')
  }
  for (const sender of [
    'Ada',
    'Ada <ada>',
    'a@example.com, b@example.com',
    'Ada\r\nBcc: x@example.com <a@example.com>',
    `${'x'.repeat(101)} <a@example.com>`,
  ]) {
    t.match(problemsOf({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: sender }), [/^MAIL_FROM must be/], sender)
  }
  t.match(problemsOf({ SMTP_URL: 'smtp://mail.example' }), [/^MAIL_FROM is missing/])
  t.match(problemsOf(from), [/^SMTP_URL is missing/])
})

t.test('the address of the Checkout API is https, or http to this machine', async (t) => {
  const urlOf = (value: string) => {
    const { adyen } = configOf({ ADYEN_CHECKOUT_URL: value }).acquirers
    return adyen && 'checkoutUrl' in adyen && adyen.checkoutUrl
  }
  t.equal(urlOf('https://proxy.example/v72/'), 'https://proxy.example/v72')
  for (const host of ['localhost', '127.0.0.1:4343', '[::1]:4343'])
    t.equal(urlOf(`http://${host}/v72`), `http://${host}/v72`)
  for (const value of [
    'checkout.example/v72',
    'http://10.0.0.1/v72',
    'http://localhost.example/v72',
    'ftp://localhost/v72',
    'https://me:secret@proxy.example/v72',
    'https://proxy.example/v72?key=1',
  ])
    t.match(problemsOf({ ADYEN_CHECKOUT_URL: value }), [/^ADYEN_CHECKOUT_URL must be/], value)
})

t.test('real payments need a database server, or the operator accepts the embedded database', async (t) => {
  const real = { LIVE_PROCESSOR: 'adyen', ADYEN_ENVIRONMENT: 'live' }
  t.match(problemsOf(real), [/^DATABASE_URL is missing: .* set EMBEDDED_LIVE=accept$/])
  for (const enough of [
    { ...real, EMBEDDED_LIVE: 'accept' },
    { ...real, DATABASE_URL: 'postgres://localhost/pay', MASTER_KEY: '0'.repeat(64) },
    { ...real, ADYEN_ENVIRONMENT: 'test' },
    { ...real, LIVE_PROCESSOR: 'sandbox' },
  ])
    t.same(problemsOf(enough), [])
  const address = 'https://1797a841fbb37ca7-shop-checkout-live.adyenpayments.com/checkout/v72'
  t.match(problemsOf({ LIVE_PROCESSOR: 'adyen', ADYEN_CHECKOUT_URL: address }), [/so ADYEN_ENVIRONMENT must be live$/])
})
