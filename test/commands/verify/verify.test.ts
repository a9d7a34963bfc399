import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import t from 'tap'
import { inFullRuns } from '../../support/combinations.ts'
import { verifyDatabase, type Report } from '../../../server/commands/verify/verify-database.ts'
import { createSession, paidSession, submitCard } from '../../support/pay.ts'
import { testPostgres } from '../../support/database/postgres.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const receiver = await startReceiver()
const service = await startService()
t.teardown(() => Promise.all([service.stop(), receiver.stop()]))
const admin = new Client({ connectionString: await adminUrl() })
await admin.connect()
t.teardown(() => admin.end())

/** The database of the service, for the superuser. */
async function adminUrl(): Promise<string> {
  const url = new URL((await testPostgres()).adminUrl)
  url.pathname = new URL(service.databaseUrl).pathname
  return url.href
}

async function verify(masterKey = service.masterKey): Promise<Report> {
  return verifyDatabase({
    databaseUrl: service.databaseUrl,
    adminUrl: await adminUrl(),
    runningRole: 'servicepay_run',
    masterKeys: { current: masterKey, previous: null },
    cardKeys: null,
    clock: service.clock,
    retention: { deliveryBodyDays: 30, eventDays: 36_500 },
  })
}

const messages = ({ findings }: Report): string[] => findings.named.map(({ message }) => message)

async function refund(sessionId: string, amount: number): Promise<string> {
  const answer = await service.call('POST', `/v1/checkout/sessions/${sessionId}/refunds`, { amount })
  if (answer.status !== 200) throw new Error(answer.text)
  return String(answer.body['id'])
}

async function deliverAll(): Promise<void> {
  await until(async () => {
    await service.sweep()
    const { rows } = await admin.query(`select from deliveries where status = 'pending'`)
    return rows.length === 0
  })
}

t.test('a database with payments, refunds, disputes, links and deliveries has nothing wrong', async (t) => {
  const set = await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  t.equal(set.status, 200, set.text)
  const paid = await paidSession(service)
  await refund(paid.id, 700)
  const refunded = await paidSession(service)
  await refund(refunded.id, 2500)
  const declined = await createSession(service)
  await submitCard(service, declined, 'declined')
  const disputed = await paidSession(service)
  await service.call('POST', `/v1/test_helpers/checkout/sessions/${disputed.id}/dispute`)
  const won = await paidSession(service)
  await service.call('POST', `/v1/test_helpers/checkout/sessions/${won.id}/dispute`)
  await service.call('POST', `/v1/test_helpers/checkout/sessions/${won.id}/close_dispute`, { outcome: 'won' })
  await service.call('POST', '/v1/payment_links', { amount: 900, currency: 'GBP', description: 'Tea' })
  await deliverAll()
  const report = await verify()
  t.same(messages(report), [])
  t.equal(report.findings.total, 0)
  t.same(report.findings.notes, [])
  t.match(report.rows, { checkout_sessions: 5, payment_links: 1 })
  t.ok(report.indexPages > 100, 'it compared the indexes with their tables')
  const { rows } = await admin.query(`select from pg_extension where extname = 'amcheck'`)
  t.same(rows, [], 'it left nothing in the database')
})

t.test('the kept figures of each past day are counted again', inFullRuns, async (t) => {
  const keep = (day: string, figures: object) =>
    admin.query(
      `insert into closed_days values ($1, true, $2::timestamptz, $2::timestamptz + interval '1 day', $3::jsonb)`,
      [service.merchantId, day, JSON.stringify(figures)],
    )
  const nothing = { movements: [], checkouts: [], failures: [] }
  for (let day = 1; day <= 31; day++) await keep(`2020-01-${String(day)}T00:00:00Z`, nothing)
  t.same(messages(await verify()), [])
  await keep('2020-02-01T00:00:00Z', { ...nothing, checkouts: [{ currency: 'GBP', tried: 1, paid: 0 }] })
  t.same(messages(await verify()), [
    `The kept figures of account ${service.merchantId} for 2020-02-01T00:00:00.000Z to 2020-02-02T00:00:00.000Z ` +
      'differ from its payments',
  ])
  await admin.query('delete from closed_days')
})

/** Damage that the superuser does with triggers and foreign keys off, and what the report must say. */
interface Damage {
  readonly statement: string
  readonly says: RegExp
}

/** Each works on a payment of its own, `$id`, unless it names none. */
const damages: readonly Damage[] = [
  {
    statement: `update checkout_sessions set amount_refunded = 1 where id = $id`,
    says: /^Session $id \(paid\) shows 2500 GBP paid, 1 refunded .* 2500 captured, its refunds have returned 0/,
  },
  {
    statement: `update checkout_sessions set amount_refund_pending = 5 where id = $id`,
    says: /^Session $id .* and 5 reserved for refunds.* its pending refunds have 0/,
  },
  {
    statement: `delete from money_movements where session_id = $id`,
    says: /^Session $id \(paid\) shows 2500 GBP paid.* the ledger has 0 captured/,
  },
  {
    statement: `update money_movements set amount = 2400 where session_id = $id`,
    says: /^The ledger line mov_\w+ \(capture\) has another amount than its card attempt/,
  },
  {
    statement: `update money_movements set currency = 'EUR' where session_id = $id`,
    says: /^Session $id is in GBP and has the ledger line mov_\w+ in EUR/,
  },
  {
    statement: `update money_movements set session_id = 'cs_test_gone' where session_id = $id`,
    says: /^The ledger line mov_\w+ \(capture\) names the session cs_test_gone, which does not exist/,
  },
  {
    statement: `update card_attempts set status = 'failed', failure_code = 'card_declined' where session_id = $id`,
    says: /^Session $id is paid and has 0 approved card attempts and 0 in progress/,
  },
  {
    statement: `update card_attempts set status = 'returned' where session_id = $id`,
    says: /^Card attempt att_\w+ of session $id has 0 returns, which does not fit its status/,
  },
  {
    statement: `update checkout_sessions set status = 'processing', paid_at = null where id = $id`,
    says: /^Session $id is processing and has 1 approved card attempts and 0 in progress/,
  },
  {
    statement: `delete from events where session_id = $id and type = 'session.completed'`,
    says: /^Session $id is paid and has 0 events session\.completed/,
  },
  {
    statement: `delete from events where session_id = $id`,
    says: /^Delivery del_\w+ of event evt_\w+ is \w+, but its event does not exist/,
  },
  {
    statement: `update events set sequence = 100000 where session_id = $id and type = 'session.completed'`,
    says: /^Event evt_\w+ \(session\.completed\) has the number 100000, and the counter of its account is at \d+/,
  },
  {
    statement: `update events set body = replace(body, id, 'evt_other') where session_id = $id`,
    says: /^Event evt_\w+ \(session\.completed\) has a body with another id/,
  },
  {
    statement: `delete from delivery_attempts where delivery_id in (
      select d.id from deliveries d join events e on e.id = d.event_id where e.session_id = $id)`,
    says: /^Delivery del_\w+ of event evt_\w+ is delivered, but no attempt got a reply from 200 to 299/,
  },
  {
    statement: `insert into refunds (merchant_id, livemode, id, session_id, attempt_id, amount, currency, status,
        processor, processor_reference, purchase_reference, created_at, settled_at)
      select merchant_id, livemode, 'ref_lost', session_id, id, 100, currency, 'succeeded', processor, 'ref_lost',
        processor_reference, created_at, created_at from card_attempts where session_id = $id`,
    says: /^Refund ref_lost of 100 for session $id is succeeded; the ledger has 0 refunded and 0 come back/,
  },
  {
    statement: `update checkout_sessions set status = 'disputed' where id = $id`,
    says: /^Session $id is disputed, but no dispute holds its money/,
  },
  {
    statement: `insert into money_movements (merchant_id, livemode, id, kind, amount, currency, session_id, attempt_id,
        processor, processor_reference, created_at)
      select merchant_id, livemode, 'mov_lost', 'chargeback', 100, currency, session_id, id, processor, 'dp_lost',
        created_at from card_attempts where session_id = $id`,
    says: /^The reports of disputes have 0 as chargeback in GBP of the card attempt att_\w+; the ledger has 100/,
  },
  {
    statement: `update disputes set status = 'won', closed_at = opened_at where status = 'open'`,
    says: /^Dispute dp_\w+ shows won, chargeback and 2500 GBP; its reports lead to open, chargeback and 2500 GBP/,
  },
  {
    statement: `update payment_links set payments_count = 1, amount_collected = 900 where kind = 'reusable'
        or kind = 'single'`,
    says: /^Payment link \w+ shows 1 payments and 900 collected; its sessions have 0 and 0/,
  },
  {
    statement: `delete from sandbox_bank.ledger where reference in (
      select processor_reference from card_attempts where session_id = $id)`,
    says: /^Our ledger has a capture of 2500 GBP for card attempt att_\w+; the simulated bank has none/,
  },
  {
    statement: `insert into sandbox_bank.ledger (reference, kind, amount, currency, booked_at)
      values ('att_unknown', 'capture', 4200, 'GBP', '2020-01-01')`,
    says: /^The simulated bank has a capture of 4200 GBP under the reference att_unknown, which no record of the/,
  },
  {
    statement: `update webhook_endpoints set sealed_secret = '1.AAAA'`,
    says: /^The signing secret of http:\/\/\S+ of account mer_\w+ \(test\) cannot be read/,
  },
  {
    statement: `update encryption_keys set sealed_private_jwk = '1.AAAA'`,
    says: /^The encryption key of cards \S+ cannot be read/,
  },
  {
    statement: `insert into outgoing_mail (merchant_id, livemode, id, kind, recipient, subject, sealed_text, created_at)
      select merchant_id, false, 'mail_lost', 'receipt', 'ada@example.com', 'Receipt', '1.AAAA', now()
      from checkout_sessions where id = $id`,
    says: /^The text of mail mail_lost of account mer_\w+ \(test\) cannot be read/,
  },
  {
    statement: `alter table refunds add constraint small_refunds check (amount < 100) not valid`,
    says: /^\d+ rows of public\.refunds violate small_refunds: \(amount < 100\)/,
  },
  {
    statement: `alter table webhook_endpoints drop constraint webhook_endpoints_merchant_id_fkey,
      add constraint endpoints_to_merchants foreign key (merchant_id) references merchants not valid`,
    says: /^The foreign key endpoints_to_merchants of public\.webhook_endpoints was never validated/,
  },
  {
    statement: `grant delete on money_movements to servicepay_run`,
    says: /^The role servicepay_run has the right to delete on money_movements: run `npm run migrate`/,
  },
  {
    statement: `alter table money_movements disable trigger append_only`,
    says: /^The trigger append_only of public\.money_movements is disabled/,
  },
  {
    statement: `update pg_index set indisvalid = false where indexrelid = 'refunds_of_session'::regclass`,
    says: /^The index public\.refunds_of_session of refunds is invalid/,
  },
]

t.test('each kind of damage is found and named', async (t) => {
  const hidden = await paidSession(service)
  const sessions = await Promise.all(
    damages.map(({ statement }) => (statement.includes('$id') ? paidSession(service) : Promise.resolve(null))),
  )
  await deliverAll()
  await admin.query(`set session_replication_role = replica`)
  // An index that misses a row, as after a fault of the disk.
  const index = `'checkout_sessions_by_reference'::regclass`
  await admin.query(`update pg_index set indisready = false, indisvalid = false where indexrelid = ${index}`)
  await admin.query(`update checkout_sessions set reference = 'hidden' where id = $1`, [hidden.id])
  await admin.query(`update pg_index set indisready = true, indisvalid = true where indexrelid = ${index}`)
  for (const [number, { statement }] of damages.entries())
    await admin.query(statement.replaceAll('$id', `'${sessions[number]?.id}'`))
  const said = messages(await verify())
  const expected = damages.map(({ says }, number) => says.source.replaceAll('$id', String(sessions[number]?.id)))
  expected.push('^The index public\\.checkout_sessions_by_reference of checkout_sessions is damaged: ')
  const missing = expected.filter((source) => !said.some((message) => new RegExp(source).test(message)))
  t.same(missing, [], 'the report names each')
  const wrongKey = messages(await verify(randomBytes(32)))
  t.ok(wrongKey.includes('The master key does not decrypt the data key 1 in the table keyring'))
})
