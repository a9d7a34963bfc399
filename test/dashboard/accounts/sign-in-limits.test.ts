import t from 'tap'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { makeResetLink } from '../../../server/flows/accounts/change-password.ts'
import { StillClock } from '../../http/still-clock.ts'
import { sql } from '../../support/sql.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openBrowser, password, signIn, type DashboardBrowser, type Member } from '../shell/support.ts'

// Strangers who guess passwords, and the owner of the account meanwhile.

const home = '203.0.113.1'

let service: TestService
let clock: StillClock
let owner: Member

t.beforeEach(async (t) => {
  clock = new StillClock()
  service = await startService({ clock, environment: { TRUST_PROXY: '1', ROLE: 'api' } })
  t.teardown(() => service.stop())
  owner = await signIn(service, service, home)
})

async function signInWith(browser: DashboardBrowser, given: string): Promise<number> {
  return (await browser.submit('/dashboard/sign-in', 'in', { email: owner.email, password: given })).status
}

/** Wrong passwords from as many addresses, without the hashes, which would take seconds. */
async function guessFromEverywhere(): Promise<void> {
  await openBrowser(service, '198.51.100.1').submit('/dashboard/sign-in', 'in', {
    email: owner.email,
    password: 'a wrong guess',
  })
  await sql(service, `update sign_in_counts set attempts = 1000 where subject like 'account %'`)
}

t.test('a stranger’s wrong passwords lock the stranger out, and not the owner', async (t) => {
  const stranger = openBrowser(service, '198.51.100.66')
  const statuses = []
  for (let tries = 0; tries < 12; tries++) statuses.push(await signInWith(stranger, 'a wrong guess'))
  t.same(statuses, [...Array<number>(10).fill(422), 429, 429])
  t.equal(await signInWith(openBrowser(service, home), password), 303, 'at home, in a new browser')
  t.equal(await signInWith(openBrowser(service, '192.0.2.7'), password), 303, 'from a new address')
})

t.test('guesses from many addresses are limited, and a browser or an address that the owner used is not', async (t) => {
  await guessFromEverywhere()
  t.equal(await signInWith(openBrowser(service, '192.0.2.7'), password), 429, 'a stranger')
  t.equal(await signInWith(openBrowser(service, home), password), 303, 'the address')
  const travelling = openBrowser(service, '192.0.2.8')
  travelling.cookies.set('servicepay-device', owner.cookies.get('servicepay-device') ?? '')
  t.equal(await signInWith(travelling, password), 303, 'the browser')
  t.equal((await travelling.done('/dashboard/test/settings', 'sign-out')).status, 200)
  t.equal(await signInWith(travelling, password), 303, 'the browser, after it signed out')
})

t.test('a known browser may guess ten times, and a forged one is a stranger', async (t) => {
  const browser = openBrowser(service, '192.0.2.8')
  const device = owner.cookies.get('servicepay-device') ?? ''
  browser.cookies.set('servicepay-device', device)
  for (let tries = 0; tries < 10; tries++) t.equal(await signInWith(browser, 'a wrong guess'), 422)
  t.equal(await signInWith(browser, password), 429)
  await guessFromEverywhere()
  const forged = openBrowser(service, '192.0.2.9')
  forged.cookies.set('servicepay-device', `${device.slice(0, -43)}${'A'.repeat(43)}`)
  t.equal(await signInWith(forged, password), 429)
})

t.test(
  'wrong passwords prevent neither a change of the password nor its reset, and a reset forgives them',
  async (t) => {
    await guessFromEverywhere()
    const changed = { current: password, password: 'eight blue kettles' }
    t.equal((await owner.submit('/dashboard/test/settings', 'password', changed)).status, 303)
    const away = openBrowser(service, '192.0.2.10')
    t.equal((await away.submit('/dashboard/forgot', 'ask', { email: owner.email })).status, 303)
    const link = await makeResetLink(service.app.context, operator, {
      merchantId: owner.merchantId,
      email: owner.email,
    })
    const path = new URL(link ?? '').pathname
    t.equal((await away.submit(path, 'set', { password: 'nine red kettles' })).status, 303)
    await guessFromEverywhere()
    t.equal(await signInWith(away, 'nine red kettles'), 303, 'the browser of the reset is known')
    const second = await makeResetLink(service.app.context, operator, owner)
    await openBrowser(service).submit(new URL(second ?? '').pathname, 'set', { password: 'ten green kettles' })
    t.equal(
      await signInWith(openBrowser(service, '192.0.2.11'), 'ten green kettles'),
      303,
      'a reset forgives strangers',
    )
  },
)

t.test('strangers who ask for new passwords end no link of the owner, and fill no mailbox', async (t) => {
  const ask = (index: number) =>
    openBrowser(service, `198.51.100.${String(index)}`).submit('/dashboard/forgot', 'ask', { email: owner.email })
  const link = await makeResetLink(service.app.context, operator, owner)
  for (let index = 0; index < 12; index++) t.equal((await ask(index)).status, 303)
  const mails = async () => (await sql(service, 'select 1 from outgoing_mail')).length
  await until(async () => (await mails()) >= 4)
  t.ok((await mails()) <= 5)
  t.equal((await openBrowser(service).get(new URL(link ?? '').pathname)).status, 200, 'the earlier link still works')
  clock.advance(1_801)
  const before = await mails()
  await ask(99)
  await until(async () => (await mails()) > before, 'after half an hour, there is a new link')
})

t.test('a refused stranger adds no counts', async (t) => {
  const stranger = openBrowser(service, '198.51.100.66')
  const guess = (index: number) =>
    stranger.submit('/dashboard/sign-in', 'in', { email: `someone-${String(index)}@example.com`, password: 'wrong' })
  await guess(0)
  await sql(service, `update sign_in_counts set attempts = 1000 where subject like 'address %'`)
  const rows = async () => (await sql(service, 'select 1 from sign_in_counts')).length
  const before = await rows()
  for (let index = 1; index < 5; index++) t.equal((await guess(index)).status, 429)
  t.equal(await rows(), before)
})
