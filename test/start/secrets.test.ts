import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { variables } from '../../server/config/config.ts'
import { configOf, problemsOf } from './read-config.ts'

t.test('a password in an address arrives as it was typed, or the operator reads how to write it', async (t) => {
  const addresses = {
    DATABASE_URL: (user: string) => `postgres://${user}@db.example:5432/pay`,
    DATABASE_DIRECT_URL: (user: string) => `postgres://${user}@db.example:5432/pay?sslmode=disable`,
    REDIS_URL: (user: string) => `redis://${user}@db.example:6379/0`,
    SMTP_URL: (user: string) => `smtp://${user}@db.example:587`,
  }
  const others = { MASTER_KEY: '0'.repeat(64), MAIL_FROM: 'pay@example.com' }
  const passwordIn = (name: string, address: string): { host: string; password: string } => {
    const config = configOf({ DATABASE_URL: addresses.DATABASE_URL('u:p'), ...others, ...smtp(name), [name]: address })
    if (name === 'SMTP_URL')
      return { host: config.mail?.server.host ?? '', password: config.mail?.server.login?.password ?? '' }
    if (name === 'REDIS_URL') {
      const { hostname, password } = new URL(config.redisUrl ?? '')
      return { host: hostname, password: decodeURIComponent(password) }
    }
    const url = name === 'DATABASE_URL' ? config.databaseUrl : config.databaseDirectUrl
    const client = new pg.Client({ connectionString: url ?? '' })
    return { host: client.host, password: String(client.password) }
  }
  const smtp = (name: string) => (name === 'SMTP_URL' ? {} : { SMTP_URL: 'smtp://mail.example' })
  for (const [name, address] of Object.entries(addresses)) {
    for (const part of [
      'a,b',
      'a@b',
      'a%b',
      'a%',
      '100%zz',
      'a:b',
      'a+b',
      'a&b=c',
      "a'b",
      'a;b',
      'a!b*c(d)',
      'a é',
      'a$b',
      '~a^b`',
    ])
      t.same(passwordIn(name, address(`u:${part}`)), { host: 'db.example', password: part }, `${name} ${part}`)
    for (const part of [
      'se#cret',
      'se?cret',
      'se/cret',
      '5432/cret',
      '1?cret',
      '9#cret',
      'x@se/cret',
      'a@b?cret',
      '#',
      '/@',
    ])
      for (const given of [part, encodeURIComponent(part)]) {
        const environment = {
          DATABASE_URL: addresses.DATABASE_URL('u:p'),
          ...others,
          ...smtp(name),
          [name]: address(`u:${given}`),
        }
        const problems = problemsOf(environment)
        if (given === part) {
          t.match(problems, [/percent-encode the password/], `${name} ${part}`)
          t.ok(problems[0]?.startsWith(`${name} `), name)
          t.notMatch(problems[0], /cret|db\.example/, 'the problem shows nothing of it')
        } else t.same(passwordIn(name, address(`u:${given}`)), { host: 'db.example', password: part }, given)
      }
    t.match(
      problemsOf({ ...others, ...smtp(name), DATABASE_URL: addresses.DATABASE_URL('u:p'), [name]: address('u:%ff') }),
      [new RegExp(`^${name} must be percent-encoded UTF-8`)],
    )
  }
})

t.test('every secret variable can come from a file', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'secrets-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const file = async (name: string, content: string): Promise<string> => {
    await writeFile(join(directory, name), content)
    return join(directory, name)
  }
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://u:p@db.example/pay',
    DATABASE_DIRECT_URL: 'postgres://u:p@db.example:5433/pay',
    MIGRATE_DATABASE_URL: 'postgres://owner:p@db.example/pay',
    REDIS_URL: 'redis://u:p@valkey.example:6379',
    MASTER_KEY: '0'.repeat(64),
    MASTER_KEY_PREVIOUS: '1'.repeat(64),
    CARD_KEY: '2'.repeat(64),
    CARD_KEY_PREVIOUS: '3'.repeat(64),
    SMTP_URL: 'smtp://u:p@mail.example',
    METRICS_TOKEN: 'a-token-of-16-characters',
  }
  const secrets = variables.filter(({ isSecret }) => isSecret).map(({ name }) => name)
  t.same(secrets.sort(), Object.keys(values).sort())
  const others = { MAIL_FROM: 'pay@example.com', METRICS_PORT: '9464' }
  const files = Object.fromEntries(
    await Promise.all(secrets.map(async (name) => [`${name}_FILE`, await file(name, `${values[name]}\n`)] as const)),
  )
  t.same(configOf({ ...others, ...files }), configOf({ ...others, ...values }))
  const [empty, large] = [await file('empty', '\n'), await file('large', 'x'.repeat(70_000))]
  const key = (path: string) => problemsOf({ MASTER_KEY_FILE: path })
  t.match(key(join(directory, 'none')), [/^MASTER_KEY_FILE names a file that does not exist/])
  t.match(key(empty), [/^MASTER_KEY_FILE names an empty file/])
  t.match(key(large), [/^MASTER_KEY_FILE must name a file of at most 64 KB/])
  t.match(key(directory), [/^MASTER_KEY_FILE must name a file/])
  t.match(key(await file('wrong', 'not-a-key')), [/^MASTER_KEY must be 32 bytes/])
  t.match(problemsOf({ ...files, ...others, MASTER_KEY: '0'.repeat(64) }), [
    /^MASTER_KEY_FILE and MASTER_KEY are both set/,
  ])
  t.match(problemsOf({ PORT_FILE: empty }), [/^PORT_FILE is not a variable/])
  t.same(problemsOf({ MASTER_KEY_FILE: ' ' }), [], 'a blank variable counts as not set')
})
