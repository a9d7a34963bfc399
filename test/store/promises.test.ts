import t, { type Test } from 'tap'
import { operator } from '../../server/domain/accounts/caller.ts'
import { changeAccount } from '../../server/flows/accounts/manage-account.ts'
import { violates } from '../../server/store/sql/database.ts'
import * as tables from '../../server/store/sql/table-columns.ts'
import { liveKey } from '../accounts/accounts.ts'
import { sql } from '../support/sql.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'

// Constraints and rights in the database that hold even when the program has a bug.

let service: TestService

t.before(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
})
t.teardown(() => service.stop())

/** Asserts that the database refuses a statement: `by` is the name of the constraint, or the error code. */
async function isRefused(t: Test, by: string, text: string, values: unknown[] = []): Promise<void> {
  const error = await sql(service, text, values).then(
    () => null,
    (refusal: Error & { constraint?: string; code?: string }) => refusal,
  )
  t.equal(error?.constraint ?? error?.code, by, text.replace(/\s+/g, ' ').slice(0, 100))
}

t.test('a new row has the values that its table spells, whether the insert or the database sets them', async (t) => {
  const spelled = Object.values(tables).filter((table) => typeof table !== 'string')
  t.ok(spelled.length > 8)
  for (const { name, types, given, blank } of spelled) {
    const rows = await sql<{ column: string; type: string; begins: string | null }>(
      service,
      `select column_name as column, udt_name as type, column_default as begins from information_schema.columns
       where table_schema = 'public' and table_name = ?`,
      [name],
    )
    const columns = new Map(rows.map((row) => [row.column, row]))
    const aliases: Record<string, string> = { integer: 'int4', bigint: 'int8', boolean: 'bool' }
    for (const [column, type] of Object.entries(types)) {
      const found = columns.get(column)
      t.equal(found?.type, aliases[type] ?? type, `the type of ${name}.${column}`)
      if (!given.some((name) => name === column) && type !== 'text') {
        const initial = JSON.stringify(Object.entries(blank).find(([name]) => name === column)?.[1])
        t.equal(found?.begins ?? 'null', initial, `the default of ${name}.${column}`)
      }
    }
  }
})

t.test('the ledger is append-only', async (t) => {
  const { id } = await paidSession(service)
  await isRefused(t, '42501', 'update money_movements set amount = 1 where session_id = ?', [id])
  await isRefused(t, '42501', 'delete from money_movements where session_id = ?', [id])
  await isRefused(t, '42501', 'truncate money_movements')
  const copy = `
    insert into money_movements
    select merchant_id, livemode, id || ?, kind, amount, currency, session_id, attempt_id, refund_id, processor,
      processor_reference || ?, created_at
    from money_movements where session_id = ?`
  await isRefused(t, 'movement_per_processor_reference', copy, ['x', '', id])
  await isRefused(t, 'one_capture_per_attempt', copy, ['y', 'y', id])
})

t.test('the audit log is append-only', async (t) => {
  await changeAccount(service.app.context, operator, service.merchantId, { timeZone: 'Europe/London' })
  t.match(await sql(service, 'select actor, action, detail from audit_log'), [
    { actor: 'operator', action: 'account.changed', detail: { timeZone: 'Europe/London' } },
  ])
  await isRefused(t, '42501', `update audit_log set actor = 'nobody'`)
  await isRefused(t, '42501', 'delete from audit_log')
  await isRefused(t, '42501', 'truncate audit_log')
})

t.test('live money is never deleted, whatever the program does', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  const { id } = await paidSession({ ...service, ...live })
  await live.call('POST', `/v1/checkout/sessions/${id}/refunds`, { amount: 1 })
  await sql(
    service,
    `insert into disputes (merchant_id, livemode, id, session_id, attempt_id, amount, currency, status, stage,
       steps, processor, processor_reference, opened_at)
     select merchant_id, livemode, 'dp_1', session_id, id, amount, currency, 'open', 'chargeback', '[]', processor,
       'dp_1', created_at
     from card_attempts where session_id = ?`,
    [id],
  )
  await sql(
    service,
    `insert into automatic_returns (merchant_id, livemode, id, session_id, attempt_id, reason, amount, currency, status,
       processor, processor_reference, purchase_reference, ordered_at, created_at, settled_at)
     select merchant_id, livemode, 'ret_1', session_id, id, 'late_approval', amount, currency, 'succeeded', processor,
       'ret_1', processor_reference, created_at, created_at, created_at
     from card_attempts where session_id = ?`,
    [id],
  )
  await sql(
    service,
    `insert into audit_log (merchant_id, id, livemode, actor, action, detail, at)
     values (?, 'aud_1', true, 'operator', 'refund.created', '{}', now())`,
    [service.merchantId],
  )
  for (const table of ['disputes', 'refunds', 'automatic_returns', 'card_attempts'])
    await isRefused(t, '42501', `delete from ${table} where session_id = ?`, [id])
  await isRefused(t, '42501', 'delete from checkout_sessions where id = ?', [id])
  const name = `set local servicepay.deleted_account to '${service.merchantId}'`
  for (const table of ['money_movements', 'audit_log'])
    await isRefused(t, '42501', `${name}; delete from ${table} where livemode`)
  await isRefused(t, '42501', 'delete from merchants where merchant_id = ?', [service.merchantId])
  for (const table of ['checkout_sessions', 'card_attempts', 'refunds', 'automatic_returns', 'disputes'])
    await isRefused(t, '42501', `truncate ${table} cascade`)
})

t.test('a session cannot refund more than it took, and its status fits its payment', async (t) => {
  const [{ id: paid }, { id: open }] = [await paidSession(service), await createSession(service)]
  await isRefused(
    t,
    'refunds_within_amount',
    'update checkout_sessions set amount_refunded = 2000, amount_refund_pending = 501 where id = ?',
    [paid],
  )
  await isRefused(t, 'refunds_within_amount', 'update checkout_sessions set amount_refunded = 2501 where id = ?', [
    paid,
  ])
  await isRefused(
    t,
    'refunded_means_all',
    `update checkout_sessions set status = 'refunded', amount_refunded = 2499 where id = ?`,
    [paid],
  )
  await isRefused(t, 'paid_has_payment', `update checkout_sessions set status = 'paid' where id = ?`, [open])
  await isRefused(t, 'paid_has_payment', `update checkout_sessions set status = 'open' where id = ?`, [paid])
  await isRefused(t, 'checkout_sessions_status_check', `update checkout_sessions set status = 'lost' where id = ?`, [
    open,
  ])
  for (const amount of [0, -1, 100_000_000])
    await isRefused(t, 'checkout_sessions_amount_check', 'update checkout_sessions set amount = ? where id = ?', [
      amount,
      open,
    ])
})

t.test('a session has one live attempt, one approval, and each nonce only once', async (t) => {
  const { id } = await paidSession(service)
  const again = (status: string, nonce: string) => ({
    text: `
      insert into card_attempts (merchant_id, livemode, id, session_id, status, processor, processor_reference, amount,
        currency, nonce, card_last4, created_at, settled_at)
      select merchant_id, livemode, id || ?, session_id, ?, processor, processor_reference || ?, amount,
        currency, ${nonce}, card_last4, created_at, case when ? in ('approved', 'failed') then created_at end
      from card_attempts where session_id = ? order by id limit 1`,
    values: (suffix: string) => [suffix, status, suffix, status, id],
  })
  const approval = again('approved', 'nonce || id')
  await isRefused(t, 'one_approval_per_session', approval.text, approval.values('a'))
  const live = again('processing', 'id')
  await sql(service, live.text, live.values('b'))
  const second = again('challenge', `id || '2'`)
  await isRefused(t, 'one_live_attempt_per_session', second.text, second.values('c'))
  await sql(
    service,
    `update card_attempts set status = 'failed', failure_code = 'card_declined', settled_at = created_at
     where session_id = ? and status = 'processing'`,
    [id],
  )
  const used = again('processing', 'nonce')
  await isRefused(t, 'one_use_per_nonce', used.text, used.values('d'))
})

t.test('one id of a processor belongs to one card attempt of an account and mode', async (t) => {
  const sessions = [await paidSession(service), await paidSession(service)]
  const give = 'update card_attempts set processor_id = ? where session_id = ?'
  await sql(service, give, ['id_1', sessions[0]?.id])
  await isRefused(t, 'one_attempt_per_processor_id', give, ['id_1', sessions[1]?.id])
  await sql(service, give, ['id_2', sessions[1]?.id])
  await sql(service, `update card_attempts set processor = 'other', processor_id = 'id_1' where session_id = ?`, [
    sessions[1]?.id,
  ])
})

t.test('one id of a processor belongs to one refund, and to one return, of an account and mode', async (t) => {
  const { id } = await paidSession(service)
  for (let count = 0; count < 2; count += 1)
    await service.call('POST', `/v1/checkout/sessions/${id}/refunds`, { amount: 1 })
  const refunds = 'update refunds set processor_id = ? where session_id = ?'
  await isRefused(t, 'one_refund_per_processor_id', refunds, ['refund_1', id])
  const sessions = [id, (await paidSession(service)).id]
  for (const session of sessions)
    await sql(
      service,
      `insert into automatic_returns (merchant_id, livemode, id, session_id, attempt_id, reason, amount, currency,
         status, processor, processor_reference, purchase_reference, ordered_at, created_at, next_check_at)
       select merchant_id, livemode, 'ret_' || id, session_id, id, 'late_approval', amount, currency, 'pending',
         processor, 'ret_' || id, processor_reference, created_at, created_at, created_at
       from card_attempts where session_id = ?`,
      [session],
    )
  const returns = 'update automatic_returns set processor_id = ? where session_id = any(?)'
  await isRefused(t, 'one_return_per_processor_id', returns, ['return_1', sessions])
})

t.test('a session has one final event', async (t) => {
  const { id } = await paidSession(service)
  await isRefused(
    t,
    'one_end_per_session',
    'insert into session_ends select * from session_ends where session_id = ?',
    [id],
  )
})

t.test('a row cannot refer to a row of another account or mode', async (t) => {
  const { id } = await paidSession(service)
  const copyToOtherMode = `
    insert into refunds (merchant_id, livemode, id, session_id, attempt_id, amount, currency, status, processor,
      processor_reference, purchase_reference, created_at, settled_at)
    select merchant_id, not livemode, id, session_id, attempt_id, amount, currency, status, processor,
      processor_reference, purchase_reference, created_at, settled_at
    from refunds where session_id = ?`
  await service.call('POST', `/v1/checkout/sessions/${id}/refunds`, { amount: 1 })
  await isRefused(t, 'refunds_merchant_id_livemode_session_id_fkey', copyToOtherMode, [id])
  const event = 'insert into events (merchant_id, livemode, id, type, body, created_at) values (?, false, ?, ?, ?, ?)'
  await isRefused(t, 'events_merchant_id_fkey', event, ['mer_nobody', 'evt_1', 'test.ping', '{}', service.clock.now()])
})

t.test('a violated promise has one name on every node', async (t) => {
  const name = 'one_attempt_per_processor_id'
  for (const constraint of [name, `${name}_102008`]) t.ok(violates({ constraint }, name), 'of the table, or of a shard')
  for (const other of [{ constraint: `${name}_x` }, { constraint: 'one_use_per_nonce' }, {}, null, 'an error'])
    t.notOk(violates(other, name))
})
