import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { requestPasswordReset } from '../../server/flows/accounts/change-password.ts'
import { countedClient } from '../../server/flows/card-testing/counted-client.ts'
import { takeMail } from '../../server/flows/mail/limit-mail.ts'
import { countSignIn, type Visitor } from '../../server/flows/accounts/limit-sign-in.ts'
import { findMemberByEmail } from '../../server/store/accounts/people.ts'
import { signIn } from '../dashboard/shell/support.ts'
import { ownMail } from '../../server/engines/mail/own-mail.ts'
import { queueMail } from '../../server/flows/mail/queue-mail.ts'
import { inTransaction } from '../../server/store/sql/database.ts'
import { FrozenClock } from '../jobs/frozen-clock.ts'
import { caller, liveKey } from '../accounts/accounts.ts'
import { paidSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'
import { actAsRealBank, startMailServer, type MailServer } from './mail-server.ts'

// Limits that keep strangers from sending their texts through our mail server, and from filling anybody's mailbox.

let server: MailServer
let service: TestService
let clock: FrozenClock

t.beforeEach(async (t) => {
  server = await startMailServer()
  clock = new FrozenClock()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'pay@service.example', MAIL_LIMIT_PER_HOUR: '30' }
  service = await startService({ clock, environment: { ...mail, LIVE_PROCESSOR: 'sandbox' } })
  t.teardown(async () => {
    await service.stop()
    await server.stop()
  })
})

interface Row {
  readonly recipient: string
  readonly sent_at: Date | null
  readonly next_attempt_at: Date | null
  readonly last_error: string | null
}

const rows = () => sql<Row>(service, 'select * from outgoing_mail order by id')

/** A worker claims a mail for this long. */
const claimMs = 90_000

/** Sends until no mail is due or under way. */
async function sendAll(): Promise<Row[]> {
  await until(async () => {
    await service.sweep()
    const later = clock.now().getTime() + claimMs
    return (await rows()).every(({ next_attempt_at }) => !next_attempt_at || next_attempt_at.getTime() > later)
  })
  return rows()
}

function queue(kind: 'receipt' | 'password_reset', recipient: string, livemode = true): Promise<void> {
  const { context } = service.app
  const scope = { merchantId: service.merchantId, livemode }
  return inTransaction(context.db, (transaction) =>
    queueMail(context, scope, transaction, { ...ownMail(kind, 'Hello', []), recipient }),
  )
}

t.test('in a rehearsal, mail goes only to people of the account and says that no real money moved', async (t) => {
  const { secretKey } = await liveKey(service, { liveAccess: true })
  await sql(service, `update merchants set receipts = true, business_name = 'Win a prize at evil.example'`)
  const live = { ...service, call: caller(service, service.merchantId, secretKey).call }
  await paidSession(live, { customer: { email: 'stranger@example.com' } })
  const { email } = await signIn(service)
  await sql(service, 'update people set email_confirmed_at = now()')
  await paidSession(live, { customer: { email } })
  t.match(await sendAll(), [
    { recipient: 'stranger@example.com', sent_at: null, last_error: /only to members of the account/ },
    { recipient: email, sent_at: Date },
  ])
  t.equal(server.mails.length, 1)
  t.match(server.mails[0]?.headers.get('subject'), /^\[TEST\] Your receipt/)
  t.match(server.mails[0]?.body, 'This is a test: no real money moved.')
})

t.test('a recipient gets twenty mails an hour about real payments, and the others an hour later', async (t) => {
  actAsRealBank(service)
  for (let index = 0; index < 26; index++) await queue('receipt', index < 22 ? 'ada@example.com' : 'bob@example.com')
  const sent = (await sendAll()).filter(({ sent_at }) => sent_at !== null)
  // Up to five mails are on their way at the same time.
  const toAda = sent.filter(({ recipient }) => recipient === 'ada@example.com').length
  t.ok(toAda >= 20 && toAda <= 22, String(toAda))
  t.equal(sent.filter(({ recipient }) => recipient === 'bob@example.com').length, 4)
  clock.advance(3_600)
  t.equal((await sendAll()).filter(({ sent_at }) => sent_at !== null).length, 26)
})

t.test('all mails together have a limit, and links for a new password one of their own', async (t) => {
  actAsRealBank(service)
  for (let index = 0; index < 40; index++) await queue('receipt', `customer-${String(index)}@example.com`)
  const first = await sendAll()
  const sent = first.filter(({ sent_at }) => sent_at !== null).length
  t.ok(sent >= 30 && sent <= 35, String(sent))
  t.match(first.find(({ sent_at }) => sent_at === null)?.last_error, 'There were too many emails in a short time.')
  await queue('password_reset', 'owner@example.com')
  const reset = (await sendAll()).find(({ recipient }) => recipient === 'owner@example.com')
  t.not(reset?.sent_at, null, 'a link for a new password does not wait for receipts')
})

t.test('of 100 mails and 100 requests for a link at once, no more get through than each limit allows', async (t) => {
  actAsRealBank(service)
  const { context } = service.app
  const hundred = <Result>(act: (index: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: 100 }, (_, index) => act(index)))
  const scope = { merchantId: service.merchantId, livemode: true }
  const mail = { kind: 'receipt', recipient: 'one@example.com' }
  const answers = await hundred(() => takeMail(context, scope, mail))
  const taken = answers.filter((answer) => answer.kind === 'taken')
  t.equal(taken.length, 20)
  await taken[0]?.giveBack()
  t.equal(
    (await takeMail(context, scope, mail)).kind,
    'taken',
    'a mail that was not sent leaves its allowance to another',
  )
  t.equal((await takeMail(context, scope, mail)).kind, 'wait')

  const stranger = countedClient('10.9.9.9')
  const invitations = await hundred((index) =>
    takeMail(context, null, {
      kind: 'sign_up',
      recipient: `victim-${String(index % 2)}@example.com`,
      sender: stranger,
    }),
  )
  t.equal(invitations.filter(({ kind }) => kind === 'taken').length, 3, 'a tenth of the mails of an hour')
  clock.advance(3_600)

  const { email } = await signIn(service)
  const visitor = (index: number): Visitor => {
    const address = `10.0.${String(index)}.1`
    return { address, client: countedClient(address), userAgent: null, device: null }
  }
  const works: Promise<unknown>[] = []
  const tracking = { ...context, track: (work: Promise<unknown>) => works.push(work) }
  await hundred((index) => requestPasswordReset(tracking, visitor(index), email))
  await Promise.all(works)
  const links = await sql(service, `select 1 from one_time_links where purpose = 'password_reset'`)
  t.equal(links.length, 5)
})

t.test('of mails that ask to confirm an address, a recipient and a sender have limits of a day', async (t) => {
  const { context } = service.app
  const settings = { ...context.settings, mailLimitPerHour: 10_000 }
  const send = async (recipient: string, address: string): Promise<string> => {
    const mail = { kind: 'sign_up', recipient, sender: countedClient(address) }
    return (await takeMail({ ...context, settings }, null, mail)).kind
  }
  const sent = async (count: number, next: (index: number) => Promise<string>): Promise<number> => {
    let taken = 0
    for (let index = 0; index < count; index++) {
      if ((await next(index)) === 'taken') taken++
      // The limits of an hour must not matter.
      if (index % 5 === 4) clock.advance(3600)
    }
    return taken
  }
  clock.advance(86_400 - ((clock.now().getTime() / 1000) % 86_400))
  t.equal(await sent(15, (index) => send('victim@example.com', `10.${String(index)}.0.1`)), 10)
  t.equal(await sent(40, (index) => send(`a${String(index)}@example.com`, '192.0.2.1')), 30)
  t.equal(await sent(40, (index) => send(`b${String(index)}@example.com`, `2001:db8::${String(index)}`)), 30)
  clock.advance(86_400)
  t.equal(await send('victim@example.com', '192.0.2.1'), 'taken')
})

t.test('an account mails at most 30 invitations a day, and one address gets at most 10', async (t) => {
  const { context } = service.app
  const settings = { ...context.settings, mailLimitPerHour: 10_000 }
  const invite = async (merchantId: string, recipient: string): Promise<boolean> => {
    const mail = { kind: 'invitation', recipient }
    return (await takeMail({ ...context, settings }, { merchantId, livemode: false }, mail)).kind === 'taken'
  }
  clock.advance(86_400 - ((clock.now().getTime() / 1000) % 86_400))
  const counted = { ofAccount: 0, ofRecipient: 0 }
  for (let index = 0; index < 40; index++) {
    if (await invite('mer_spammer', `invited${String(index)}@example.com`)) counted.ofAccount++
    if (await invite(`mer_${String(index)}`, 'invited@example.com')) counted.ofRecipient++
    // The limits of an hour must not matter.
    if (index % 5 === 4) clock.advance(3600)
  }
  t.same(counted, { ofAccount: 30, ofRecipient: 10 })
})

t.test('of 100 guesses at a password at once, no more are checked than the limit allows', inFullRuns, async (t) => {
  const { context } = service.app
  const member = await findMemberByEmail(context.db, (await signIn(service)).email)
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const address = `10.1.${String(index)}.1`
      const visitor = { address, client: countedClient(address), userAgent: null, device: null }
      return countSignIn(context, visitor, member?.email ?? '', member)
    }),
  )
  t.equal(guesses.filter(({ wait }) => wait === null).length, 30)
})
