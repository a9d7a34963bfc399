import t from 'tap'
import { liveKey } from '../../accounts/accounts.ts'
import { sql } from '../../support/sql.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { formIn, password, signIn, signInElsewhere, type Member } from '../shell/support.ts'

// Secret keys as a merchant's developer manages them, checked with calls of the API.

let service: TestService
let owner: Member
t.before(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  owner = await signIn(service)
})
t.teardown(() => service.stop())

const secretOf = (html: string): string => /<code id="secret">([^<]+)</.exec(html)?.[1] ?? ''
const statusOf = async (key: string): Promise<number> =>
  (await service.call('GET', '/v1/checkout/sessions', undefined, { Authorization: `Bearer ${key}` })).status
const create = async (key: string): Promise<number> =>
  (
    await service.call(
      'POST',
      '/v1/checkout/sessions',
      { amount: 100, currency: 'GBP' },
      { Authorization: `Bearer ${key}` },
    )
  ).status

/** The address of the key's page. The list shows the key's last four characters. */
async function pageOf(key: string, mode = 'test'): Promise<string> {
  const { html } = await owner.get(`/dashboard/${mode}/keys`)
  return new RegExp(`href="(/dashboard/${mode}/keys/key_\\w+)"><code>[^<]*…${key.slice(-4)}<`).exec(html)?.[1] ?? ''
}

t.test('a new key is shown once, works, and is then listed by its name and last four characters', async (t) => {
  const made = await owner.done('/dashboard/test/keys', 'create', { name: 'Web <shop>' })
  const key = secretOf(made.html)
  t.match(key, /^sk_test_\w{50}$/)
  t.equal(await create(key), 200)
  const later = await owner.get('/dashboard/test/keys')
  t.match(later.text, `sk_test_…${key.slice(-4)} Web <shop>`)
  t.notMatch(later.html, key)
  t.match(later.text, 'Never', 'at least one key has no recorded use yet')
  await until(
    async () =>
      (await sql(service, `select id from secret_keys where name = 'Web <shop>' and last_used_at is not null`))
        .length === 1,
  )
  const audited = await sql<{ row: string }>(
    service,
    `select audit_log::text as row from audit_log where action = 'key.created'`,
  )
  t.match(audited, [{ row: owner.email }])
  t.notMatch(JSON.stringify(audited) + service.logLines.join(''), key)
})

t.test(
  'without the password nobody makes or rolls a key; guesses are limited, and the audit log has them',
  async (t) => {
    const keys = async () => (await sql(service, 'select id from secret_keys')).length
    const before = await keys()
    const form = formIn((await owner.get('/dashboard/test/keys')).html, 'create')
    t.equal((await owner.post(form?.action ?? '', { ...form?.fields, current: '' })).status, 422)
    const path = await pageOf(service.secretKey)
    t.match(await owner.submit(path, 'roll', { overlap: '0', current: 'wrong' }), {
      status: 422,
      text: 'This is not your current password.',
    })
    for (let guess = 2; guess <= 10; guess++)
      t.equal((await owner.submit('/dashboard/test/keys', 'create', { current: `guess ${guess}` })).status, 422)
    t.equal((await owner.submit('/dashboard/test/keys', 'create')).status, 429, 'not even with the right one')
    t.equal(await keys(), before)
    const lines = await sql(
      service,
      `select actor, detail from audit_log where action = 'password.refused' order by id`,
    )
    t.match(lines[0], { actor: owner.email, detail: { for: 'Roll the key' } })
    t.equal(lines.length, 10)
    t.match((await owner.get('/dashboard/test/audit')).text, 'Typed a wrong password')
    service.clock.advance(901)
    for (let time = 0; time < 11; time++)
      t.equal((await owner.submit('/dashboard/test/keys', 'create', { name: `Key ${time}` })).status, 303, String(time))
  },
)

t.test('the last use is recorded at most once a minute', async (t) => {
  const key = secretOf((await owner.done('/dashboard/test/keys', 'create', { name: 'Busy' })).html)
  const usedAt = async (): Promise<Date | null> =>
    (await sql<{ last_used_at: Date | null }>(service, `select last_used_at from secret_keys where name = 'Busy'`))[0]
      ?.last_used_at ?? null
  t.equal(await usedAt(), null)
  t.equal(await create(key), 200)
  await until(async () => (await usedAt()) !== null)
  const first = await usedAt()
  service.clock.advance(10)
  for (let call = 0; call < 5; call++) t.equal(await create(key), 200)
  t.same(await usedAt(), first)
  service.clock.advance(51)
  t.equal(await create(key), 200)
  await until(async () => String(await usedAt()) !== String(first))
  t.notMatch((await owner.get(await pageOf(key))).text, 'Last used Never')
})

t.test('a rolled key works beside the new one until its overlap ends', async (t) => {
  const old = secretOf((await owner.done('/dashboard/test/keys', 'create', { name: 'Rolled' })).html)
  const path = await pageOf(old)
  const tabs = [formIn((await owner.get(path)).html, 'roll'), formIn((await owner.get(path)).html, 'roll')]
  const rolled = await owner.done(path, 'roll', { overlap: '1' })
  const key = secretOf(rolled.html)
  t.match(rolled.text, 'The old one works for 1 hour more.')
  t.same([await statusOf(old), await statusOf(key)], [200, 200])
  for (const tab of tabs) {
    const again = await owner.post(tab?.action ?? '', { ...tab?.fields, overlap: '24' })
    t.match(
      [again.status, again.text],
      [409, 'No key was created This key already has an end, or it was revoked.'],
      'a second tab makes no third key',
    )
  }
  service.clock.advance(3400)
  t.equal(await statusOf(old), 200)
  t.match((await owner.get('/dashboard/test/keys')).text, /Ends soon Works until/)
  service.clock.advance(201)
  t.same([await statusOf(old), await statusOf(key)], [401, 200])
  t.match((await owner.get('/dashboard/test/keys')).text, /Ended keys.*Rolled/)
})

t.test('a key that is rolled without overlap stops working within a second', async (t) => {
  const old = secretOf((await owner.done('/dashboard/test/keys', 'create')).html)
  t.equal(await statusOf(old), 200)
  const key = secretOf((await owner.done(await pageOf(old), 'roll', { overlap: '0' })).html)
  service.clock.advance(1)
  t.same([await statusOf(old), await statusOf(key)], [401, 200])
})

t.test('a revoked key is refused within a second, in every process', async (t) => {
  const second = await startService({
    databaseUrl: service.databaseUrl,
    masterKey: service.masterKey,
    clock: service.clock,
  })
  t.teardown(() => second.stop())
  const key = secretOf((await owner.done('/dashboard/test/keys', 'create', { name: 'Leaked' })).html)
  const there = async (): Promise<number> =>
    (await second.call('GET', '/v1/checkout/sessions', undefined, { Authorization: `Bearer ${key}` })).status
  t.same([await statusOf(key), await there()], [200, 200])
  const path = await pageOf(key)
  t.match((await owner.get(path)).html, /name="question" value="Revoke the key sk_/)
  const revoked = await owner.done(path, 'revoke')
  t.match(revoked.text, `The key sk_test_…${key.slice(-4)} is revoked: calls with it fail.`)
  service.clock.advance(1)
  t.same([await statusOf(key), await there()], [401, 401])
  t.equal(formIn((await owner.get(path)).html, 'revoke'), null, 'there is nothing left to revoke')
})

t.test('the page of the last key warns before it is revoked', async (t) => {
  const other = await signInElsewhere(service)
  const path =
    /href="(\/dashboard\/test\/keys\/key_\w+)"/.exec((await other.get('/dashboard/test/keys')).html)?.[1] ?? ''
  t.match((await other.get(path)).text, 'This is the last working key in this mode.')
  await other.done('/dashboard/test/keys', 'create')
  t.notMatch((await other.get(path)).text, 'This is the last working key')
  for (const form of ['rename', 'roll', 'revoke']) {
    const sent = await owner.post(`${path}/${form}`, {
      form_token: formIn((await owner.get('/dashboard/test/keys')).html, 'create')?.fields['form_token'] ?? '',
      overlap: '0',
      name: 'Mine',
      current: password,
    })
    t.equal(sent.status, 404, `${form} of another account’s key`)
  }
})

t.test('live keys come with live access, and only live mode shows them', async (t) => {
  const closed = await owner.get('/dashboard/live/keys')
  t.match(closed.text, 'Live keys come with live access, which this account does not have yet.')
  const fields = {
    ...formIn((await owner.get('/dashboard/test/keys')).html, 'create')?.fields,
    access: 'full',
    name: 'Early',
  }
  t.match(await owner.post('/dashboard/live/keys/create', fields), {
    status: 409,
    text: /live access/,
  })
  await liveKey(service, { liveAccess: true })
  const key = secretOf((await owner.done('/dashboard/live/keys', 'create', { name: 'Real' })).html)
  t.match(key, /^sk_live_/)
  service.clock.advance(1)
  t.equal(await statusOf(key), 200)
  const path = await pageOf(key, 'live')
  t.equal((await owner.get(path.replace('/live/', '/test/'))).status, 404)
  t.match((await owner.done(path, 'rename', { name: 'Till' })).text, 'The name is saved.')
  t.match((await owner.submit(path, 'rename', { name: 'x'.repeat(61) })).status, 422)
  await owner.done(path, 'roll', { overlap: '1' })
  await owner.done(path, 'revoke')
  const log = (await owner.get('/dashboard/live/audit?action=keys')).text
  t.match(log, /Renamed a secret key .* Name Till Earlier name Real/)
  t.match(log, /Rolled a secret key .* Name Till Successor/)
  t.match(log, /Revoked a secret key (?:(?!a secret key).)* Name Till/, 'each line names the key')
})

t.test('a restricted key shows what it may do, and a roll keeps that', async (t) => {
  const path = '/dashboard/test/keys'
  const day = (days: number) =>
    new Date(service.clock.now().getTime() + days * 24 * 3600_000).toISOString().slice(0, 10)
  for (const [fields, text] of [
    [{ ends: day(-2) }, 'This day is over.'],
    [{ ends: '2026-02-30' }, 'There is no such day.'],
    [{ networks: 'office' }, 'office is not an IP address or a network such as 203.0.113.0/24.'],
    [{ access: 'all' }, 'Choose one from the list.'],
  ] as const)
    t.match(await owner.submit(path, 'create', fields), { status: 422, text })
  const made = await owner.done(path, 'create', { name: 'Reports', access: 'read_only', networks: '127.0.0.1' })
  const old = secretOf(made.html)
  t.match(made.text, 'Reports Read only, from 127.0.0.1')
  const rolled = secretOf((await owner.done(await pageOf(old), 'roll', { overlap: '0' })).html)
  t.same([await statusOf(rolled), await create(rolled)], [200, 403])
  t.match((await owner.get(await pageOf(rolled))).text, 'May do Read only, from 127.0.0.1')

  const ending = secretOf(
    (await owner.done(path, 'create', { name: 'Till', access: 'links_only', ends: day(30) })).html,
  )
  t.equal(await statusOf(ending), 403)
  const { text } = await owner.get(await pageOf(ending))
  t.match(text, 'May do Payment links only State Works until')
  t.notMatch(text, 'Ends soon')
  service.clock.advance(32 * 24 * 3600)
  t.equal(await statusOf(ending), 401)
})
