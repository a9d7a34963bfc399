import t from 'tap'
import { queueMail } from '../../server/flows/queue-mail.ts'
import { inTransaction } from '../../server/store/database.ts'
import { FrozenClock } from '../jobs/frozen-clock.ts'
import { caller, liveKey } from '../http/accounts.ts'
import { paidSession } from '../support/pay.ts'
import { startService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'
import { actAsRealBank, startMailServer } from './mail-server.ts'
import type { MailServer } from './mail-server.ts'

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
    queueMail(context, scope, transaction, { kind, recipient, subject: 'Hello', text: 'Hello\n' }),
  )
}

t.test('in a rehearsal, mail goes only to people of the account and says that no real money moved', async (t) => {
  const { secretKey } = await liveKey(service, { liveAccess: true })
  await sql(service, `update merchants set receipts = true, business_name = 'Win a prize at evil.example'`)
  const live = { ...service, call: caller(service, service.merchantId, secretKey).call }
  await paidSession(live, { customer: { email: 'stranger@example.com' } })
  await paidSession(live, { customer: { email: 'merchant@example.com' } })
  t.match(await sendAll(), [
    { recipient: 'stranger@example.com', sent_at: null, last_error: /only to people of the account/ },
    { recipient: 'merchant@example.com', sent_at: Date },
  ])
  t.equal(server.mails.length, 1)
  t.match(server.mails[0]?.headers.get('subject'), /^\[TEST\] Your receipt/)
  t.match(server.mails[0]?.body, 'a rehearsal of live mode: no real money moved')
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
  t.match(first.find(({ sent_at }) => sent_at === null)?.last_error, 'There were too many mails in a short time.')
  await queue('password_reset', 'owner@example.com')
  const reset = (await sendAll()).find(({ recipient }) => recipient === 'owner@example.com')
  t.not(reset?.sent_at, null, 'a link for a new password does not wait for receipts')
})
