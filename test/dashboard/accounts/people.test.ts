import t from 'tap'
import { changeRole } from '../../../server/flows/accounts/members.ts'
import { membersOf, type Member as Person } from '../../../server/store/accounts/people.ts'
import { paidSession } from '../../support/pay.ts'
import { startService, type TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import {
  joinWithRole,
  openBrowser,
  password,
  signIn,
  signInElsewhere,
  type Member,
  type PageAnswer,
} from '../shell/support.ts'

// The people of a company in one account. test/dashboard/shell/roles.test.ts tries every role on every page and form.

let service: TestService
let owner: Member
t.before(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
  owner = await signIn(service)
})
t.teardown(() => service.stop())

const people = '/dashboard/test/people'
const invite = (by: Member, fields: Record<string, string>): Promise<PageAnswer> => by.done(people, 'invite', fields)
const linkIn = ({ html }: PageAnswer): string =>
  /<code id="secret">https?:\/\/[^/]+(\/dashboard\/join\/[^<]+)</.exec(html)?.[1] ?? ''

async function personOf(email: string): Promise<Person> {
  const found = (await membersOf(service.app.context.db, owner.merchantId)).find((one) => one.email === email)
  if (!found) throw new Error(`${email} is not in the account`)
  return found
}

const pageOf = async ({ email }: { email: string }): Promise<string> => `${people}/${(await personOf(email)).id}`

t.test('an invited person joins with the role, and each line of the audit log names who did it', async (t) => {
  const invited = await invite(owner, { email: 'finn@example.com', role: 'finance' })
  t.match(invited.text, 'This service sends no mail, so pass the link on.')
  t.match(invited.text, 'finn@example.com Finance')
  const browser = openBrowser(service)
  const link = linkIn(invited)
  t.match((await browser.get(link)).text, 'with the role “Finance”. You sign in as finn@example.com .')
  const finn = await browser.done(link, 'join', { password })
  t.match(finn.text, 'Welcome. You are in the account now.')
  t.match((await browser.get('/dashboard/test/settings')).text, 'Your role Finance')
  t.notMatch(
    (await browser.get('/dashboard/test/home')).html,
    'test/keys"',
    'the navigation leaves out what is refused',
  )
  t.match(await sql(service, `select action, actor from audit_log where action like 'person.%' order by id`), [
    { action: 'person.invited', actor: owner.email },
    { action: 'person.joined', actor: 'finn@example.com' },
  ])
  t.match((await openBrowser(service).get(link)).text, 'This link no longer works', 'a link works once')
  t.match((await invite(owner, { email: 'FINN@example.com', role: 'viewer' })).text, 'is in the account already')
})

t.test('an invitation ends when it is withdrawn, replaced or a week old', async (t) => {
  const first = linkIn(await invite(owner, { email: 'eve@example.com', role: 'viewer' }))
  const second = linkIn(await invite(owner, { email: 'eve@example.com', role: 'support', limit: '30' }))
  const gone = async (link: string): Promise<boolean> =>
    (await openBrowser(service).get(link)).text.includes('This link no longer works')
  t.same([await gone(first), await gone(second)], [true, false])
  const listed = await owner.get(people)
  t.match(listed.text, 'eve@example.com Support, refunds up to 30')
  const item = /name="item" value="(inv_\w+)"/.exec(listed.html)?.[1] ?? ''
  t.match((await owner.done(people, 'withdraw', { item })).text, 'The invitation of eve@example.com has ended.')
  t.equal(await gone(second), true)
  const third = linkIn(await invite(owner, { email: 'eve@example.com', role: 'viewer' }))
  const open = openBrowser(service)
  await open.get(third)
  service.clock.advance(7 * 24 * 3600 + 1)
  t.equal(await gone(third), true)
  owner = { ...owner, ...(await again(owner.email)) }
})

/** A new sign-in, after time has ended the last one. */
async function again(email: string): Promise<ReturnType<typeof openBrowser>> {
  const browser = openBrowser(service)
  await browser.done('/dashboard/sign-in', 'in', { email, password })
  return browser
}

t.test(
  'a person of another account joins with the password that they have, and goes from one to the other',
  async (t) => {
    const elsewhere = await signInElsewhere(service)
    const link = linkIn(await invite(owner, { email: elsewhere.email, role: 'viewer' }))
    const browser = openBrowser(service)
    t.match(await browser.submit(link, 'enter', { password: 'a wrong guess' }), {
      status: 422,
      text: 'This is not the password of your sign-in.',
    })
    await browser.done(link, 'enter', { password })
    const settings = await browser.get('/dashboard/test/settings')
    t.match(settings.text, `Account ${owner.merchantId}`)
    t.match(settings.text, 'Your other accounts')
    await browser.done('/dashboard/test/settings', 'switch', { account: elsewhere.merchantId })
    t.match((await browser.get('/dashboard/test/settings')).text, `Account ${elsewhere.merchantId}`)
    const foreign = await browser.submit('/dashboard/test/settings', 'switch', { account: 'mer_unknown' })
    t.equal(foreign.status, 404)
  },
)

t.test('there is always an owner, and only owners make, change and remove owners', async (t) => {
  const administrator = await joinWithRole(service, owner, 'administrator')
  t.match(await owner.submit(await pageOf(owner), 'role', { role: 'viewer' }), {
    status: 409,
    text: 'An account needs an owner.',
  })
  t.equal((await owner.submit(await pageOf(owner), 'remove')).status, 409)
  t.match(await administrator.submit(people, 'invite', { email: 'mallory@example.com', role: 'owner' }), {
    status: 409,
    text: 'Only an owner can give or take away the role “Owner”.',
  })
  t.notMatch((await administrator.get(await pageOf(owner))).html, 'id="remove"')
  const form = await administrator.get(await pageOf(administrator))
  t.notMatch(form.html, 'value="owner"')
  t.match(await administrator.submit(await pageOf(administrator), 'role', { role: 'owner' }), { status: 409 })
  const second = await joinWithRole(service, owner, 'owner')
  const { context } = service.app
  const [one, two] = [await personOf(owner.email), await personOf(second.email)]
  const caller = { personId: null, actor: 'test', address: null }
  const demoted = await Promise.all([
    changeRole(context, caller, one, { personId: two.id, role: 'viewer', refundLimit: null }),
    changeRole(context, caller, two, { personId: one.id, role: 'viewer', refundLimit: null }),
  ])
  t.same(demoted.map((result) => result?.kind).sort(), ['changed', 'refused'], 'two owners demote each other at once')
  const left = (await membersOf(context.db, owner.merchantId)).filter(({ role }) => role === 'owner')
  t.equal(left.length, 1)
  await sql(service, `update memberships set role = 'owner' where person_id = ?`, [one.id])
})

t.test('a new role counts at the next page, and a removed person’s open tab is signed out', async (t) => {
  const member = await joinWithRole(service, owner, 'developer')
  t.equal((await member.get('/dashboard/test/keys')).status, 200)
  await owner.done(await pageOf(member), 'role', { role: 'finance' })
  t.equal((await member.get('/dashboard/test/keys')).status, 403)
  t.equal((await member.get('/dashboard/test/export')).status, 200)
  const removed = await owner.done(await pageOf(member), 'remove')
  t.match(removed.text, `${member.email} is no longer in the account.`)
  t.match((await member.get('/dashboard/test/payments')).location, /sign-in/)
  const back = await openBrowser(service).submit('/dashboard/sign-in', 'in', { email: member.email, password })
  t.equal(back.status, 422, 'without an account there is nothing to sign in to')
})

t.test('a person in support refunds up to the limit of one payment, however often', async (t) => {
  const support = await joinWithRole(service, owner, 'support', '20')
  const session = await paidSession(service, { amount: 5000 })
  const page = `/dashboard/test/payments/${session.id}/refund`
  const send = async (amount: string): Promise<PageAnswer> => {
    const asked = await support.get(`${page}?amount=${amount}&reason=`)
    if (!asked.html.includes('id="send"')) return asked
    return support.done(`${page}?amount=${amount}&reason=`, 'send')
  }
  t.match((await send('20.01')).text, 'You may refund at most £20.00 of a payment.')
  t.match((await send('15')).text, '£15.00 is refunded.')
  t.match((await send('5.01')).text, 'You may refund at most £20.00 of a payment.')
  const fresh = await paidSession(service, { amount: 5000 })
  const other = `/dashboard/test/payments/${fresh.id}/refund?amount=5&reason=`
  const forged = await support.submit(other, 'send', { amount: '20.01' })
  t.match([forged.status, forged.text], [422, 'You may refund at most £20.00 of a payment.'])
  t.same(await sql(service, 'select amount from refunds where session_id = ?', [session.id]), [{ amount: 1500 }])
  for (const limit of ['0', '1.5', '9999999', '-3'])
    t.match(await owner.submit(people, 'invite', { email: 'x@example.com', role: 'support', limit }), {
      status: 422,
      text: 'Type a whole number from 1 to 1000000.',
    })
})
