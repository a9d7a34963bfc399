import t from 'tap'
import { allSituations } from '../../../server/flows/sandbox/situations.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { formIn, openBrowser } from '../shell/support.ts'

const opensAnHour = 4

let service: TestService
t.before(async () => {
  service = await sharedService({ environment: { SIGNUP_LIMIT_PER_HOUR: String(opensAnHour) } })
})
t.teardown(() => service.stop())

const accounts = async (): Promise<number> =>
  (await sql<{ n: number }>(service, 'select count(*)::integer as n from merchants'))[0]?.n ?? 0

t.test('a link shows what it opens, and its button opens a new account in that state, signed in', async (t) => {
  const before = await accounts()
  const browser = openBrowser(service)
  const { location } = await browser.get('/s/partial-refunds')
  t.equal(location, '/dashboard/situation/partial-refunds')
  for (const method of ['GET', 'HEAD'])
    t.equal((await fetch(`${service.baseUrl}${location}`, { method })).status, 200, `${method}, as a preview of a chat`)
  const { text } = await browser.get(location ?? '')
  t.match(text, 'Two partial refunds A customer returned two of three items')
  t.equal(await accounts(), before, 'looking opens nothing')

  const done = await browser.done(location ?? '', 'open')
  t.match(done.text, /Your account has it now: two partial refunds\.[^]*sk_test_\w{40,}/)
  t.equal(await accounts(), before + 1)
  const [, payment = ''] = /href="(\/dashboard\/test\/payments\/cs_test_[^"]*)"/.exec(done.html) ?? []
  t.match((await browser.get(payment)).text, /60\.00 refunded[^]*order-1012/)
  const [, key = ''] = /(sk_test_\w{40,})/.exec(done.text) ?? []
  const read = await service.call('GET', '/v1/refunds', undefined, { Authorization: `Bearer ${key}` })
  t.equal((read.body as unknown as { data: object[] }).data.length, 2, 'the key is that of the account')
  t.match((await browser.get('/dashboard/test/people')).text, /guest-\w+@no-mail\.invalid/)
})

t.test('a button that is sent twice opens one account', async (t) => {
  const browser = openBrowser(service)
  const form = formIn((await browser.get('/dashboard/situation/paid')).html, 'open')
  const before = await accounts()
  const sent = await Promise.all([1, 2].map(() => browser.post(form?.action ?? '', form?.fields ?? {})))
  t.equal(new Set(sent.map(({ location }) => location)).size, 1)
  t.equal(await accounts(), before + 1)
})

t.test('unknown names and forms of other pages open nothing', async (t) => {
  const before = await accounts()
  for (const name of ['payed', '%00', '..%2f..', 'x'.repeat(600)]) {
    const browser = openBrowser(service)
    const { location } = await browser.get(`/s/${name}`)
    t.equal((await browser.get(location ?? `/dashboard/situation/${name}`)).status, 404, name.slice(0, 20))
  }
  t.equal((await openBrowser(service).post('/dashboard/situation/paid/open', {})).status, 403)
  t.equal(await accounts(), before)
})

t.test('an address opens as many accounts in an hour as it may sign up for, and then waits', async (t) => {
  const open = async (): Promise<number> => {
    const browser = openBrowser(service)
    return (await browser.submit('/dashboard/situation/paid', 'open')).status
  }
  const before = await accounts()
  const statuses: number[] = []
  for (let n = 0; n <= opensAnHour; n++) statuses.push(await open())
  t.equal(statuses.at(-1), 429)
  t.equal(statuses.filter((status) => status === 303).length, (await accounts()) - before)
  service.clock.advance(1800)
  t.equal(await open(), 303)
})

t.test('every situation has a link', async (t) => {
  const browser = openBrowser(service)
  for (const { name, title } of allSituations())
    t.match((await browser.get(`/dashboard/situation/${name}`)).text, title)
})
