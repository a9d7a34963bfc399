import t from 'tap'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import { hashSecretKey } from '../../server/domain/accounts/secret-key.ts'
import type { Scope } from '../../server/domain/scope.ts'
import { loadMerchant } from '../../server/store/accounts/merchants.ts'
import { loadSecretKey, noteSecretKeyUse } from '../../server/store/accounts/secret-keys.ts'
import { writeTogether } from '../../server/store/change.ts'
import { insertingClaim, keyUnused, loadKey } from '../../server/store/idempotency-keys.ts'
import { insertPaymentLink, loadPaymentLink } from '../../server/store/links/payment-links.ts'
import { loadRefundable } from '../../server/store/refunds/refundable-sessions.ts'
import { loadAttemptOfVisitor } from '../../server/store/sessions/card-attempts.ts'
import {
  findSession,
  loadSession,
  loadSharedSession,
  savingSession,
  sessionUnchanged,
} from '../../server/store/sessions/checkout-sessions.ts'
import { beginAttempt } from '../../server/store/sessions/new-attempts.ts'
import {
  insertSessionOfLink,
  insertSessionTogether,
  insertSessionWithKey,
} from '../../server/store/sessions/new-sessions.ts'
import { sharedNames } from '../../server/store/sql/shared-text.ts'
import { claimDelivery, recordDeliveryAttempt } from '../../server/store/webhooks/deliveries.ts'
import { numberEvents } from '../../server/store/webhooks/event-sequence.ts'
import { insertingEvent } from '../../server/store/webhooks/events.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

// Two accounts with two modes each have the same ids, keys and references everywhere. Only the amount differs.

// Without a worker, which would claim the deliveries.
const service = await startService({ environment: { ROLE: 'api' } })
t.teardown(() => service.stop())
const { context } = service.app
const { db } = context
const now = service.clock.now()
const later = new Date(now.getTime() + 60_000)

const owner = { email: 'ada@example.com', businessName: null }
const accounts = [await createAccount(context, owner), await createAccount(context, owner)]
const scopes: Scope[] = accounts.flatMap(({ merchantId }) =>
  [false, true].map((livemode) => ({ merchantId, livemode })),
)
const amounts = [100, 200, 300, 400]
const tested = new Set<string>()

/** Calls for all scopes at once, so that they share the statement, and returns the results in order. */
async function each<Result>(name: string, call: (scope: Scope, amount: number) => Promise<Result>): Promise<Result[]> {
  for (const known of sharedNames) if (known === name || known.startsWith(`${name} `)) tested.add(known)
  return Promise.all(scopes.map((scope, index) => call(scope, amounts[index] ?? 0)))
}

const session = (id: string, amount: number) => ({
  id,
  amount,
  currency: 'GBP',
  reference: 'the same',
  customer: {},
  expires_at: later,
  created_at: now,
  metadata: {},
  shared: false,
})

/** The rows of a table by scope, in the order of the scopes, and the number of transactions that wrote them. */
async function stored(table: string, columns: string): Promise<{ rows: object[]; transactions: number }> {
  const found = await sql<{ merchant_id: string; livemode: boolean; written: string }>(
    service,
    `select merchant_id, livemode, xmin::text as written, ${columns} from ${table} where merchant_id = any(?::text[])`,
    [accounts.map(({ merchantId }) => merchantId)],
  )
  const rows = scopes.flatMap(({ merchantId, livemode }) =>
    found
      .filter((row) => row.merchant_id === merchantId && row.livemode === livemode)
      .map(({ merchant_id: _merchant, livemode: _mode, written: _written, ...row }) => row),
  )
  return { rows, transactions: new Set(found.map(({ written }) => written)).size }
}

t.test('each shared statement keeps accounts and modes apart that have the same ids and keys', async (t) => {
  const made = await each('insert sessions', (scope, amount) =>
    insertSessionTogether(scope, db, session('cs_1', amount)),
  )
  t.same(
    made.map(({ amount }) => amount),
    amounts,
  )
  t.same(await stored('checkout_sessions', 'amount'), { rows: amounts.map((amount) => ({ amount })), transactions: 1 })

  const requestKey = { key: 'order 1', fingerprint: Buffer.alloc(32, 7) }
  const keyed = await each('insert sessions with keys', (scope, amount) =>
    insertSessionWithKey(scope, db, { session: session(`cs_key_${amount}`, amount), requestKey }),
  )
  t.same(
    keyed.map((one) => one.kind === 'made' && one.session.amount),
    amounts,
  )
  t.equal((await stored('idempotency_keys', 'object_id')).transactions, 1)
  const keys = await each('find idempotency keys', (scope) => loadKey(scope, db, 'order 1', new Date(0)))
  t.same(
    keys.map((key) => key?.object_id),
    amounts.map((amount) => `cs_key_${amount}`),
  )
  const again = await each('insert sessions with keys', (scope, amount) =>
    insertSessionWithKey(scope, db, { session: session('cs_again', amount), requestKey }),
  )
  t.same(
    again,
    scopes.map(() => ({ kind: 'key_used' })),
  )

  t.same(
    (await each('find packed sessions', (scope) => loadSession(scope, db, 'cs_1'))).map((one) => one?.amount),
    amounts,
  )
  const [only] = scopes
  if (!only) throw new Error('There are four scopes')
  await insertSessionTogether(only, db, session('cs_only', 1))
  const mine = await each('find packed sessions', (scope) => loadSession(scope, db, 'cs_only'))
  t.same(
    mine.map((one) => one?.amount ?? null),
    [1, null, null, null],
    'a session of one of them',
  )

  const merchants = await each('find merchants', (scope) => loadMerchant(scope, db))
  t.same(
    merchants.map((one) => one?.merchant_id),
    scopes.map(({ merchantId }) => merchantId),
  )
  const found = await Promise.all(accounts.map(({ secretKey }) => loadSecretKey(db, hashSecretKey(secretKey))))
  tested.add('find secret keys with merchants')
  t.same(
    found.map((one) => one?.merchant_id),
    accounts.map(({ merchantId }) => merchantId),
  )

  await each('', (scope, amount) =>
    insertPaymentLink(scope, db, {
      id: 'pl_1',
      code: `code${amount}`,
      kind: 'reusable',
      amount,
      currency: 'GBP',
      description: '',
      reference: null,
      customer: {},
      success_url: null,
      expires_at: null,
      metadata: {},
      created_at: now,
    }),
  )
  t.same(
    (await each('find payment links', (scope) => loadPaymentLink(scope, db, 'pl_1'))).map((one) => one?.amount),
    amounts,
  )
  await sql(service, `update payment_links set status = 'deactivated' where merchant_id = ? and livemode`, [
    only.merchantId,
  ])
  const opened = await each('insert sessions of links', (scope, amount) =>
    insertSessionOfLink(scope, db, { ...session('cs_link', amount), payment_link_id: 'pl_1', shared: true }),
  )
  t.same(
    opened.map((one) => one?.amount ?? null),
    [100, null, 300, 400],
    'the link of one of them is closed',
  )
  const shared = await each('shared sessions of links', (scope) => loadSharedSession(scope, db, 'pl_1'))
  t.same(
    shared.map((one) => one?.amount ?? null),
    [100, null, 300, 400],
  )

  const begun = await each('begin attempt', (scope, amount) =>
    beginAttempt(scope, db, {
      id: 'att_1',
      session_id: 'cs_1',
      processor: 'sandbox',
      processor_reference: `att_${amount}`,
      nonce: 'nonce',
      visitor: 'visitor',
      typed_email: null,
      typed_address: null,
      client_address: null,
      client_network: null,
      locale: null,
      card_brand: 'visa',
      card_last4: '0085',
      card_network: null,
      captures_separately: false,
      created_at: now,
      next_check_at: later,
    }),
  )
  t.same(
    begun.map((one) => [one?.session.amount, one?.session.status]),
    amounts.map((amount) => [amount, 'processing']),
  )
  const attempts = await stored('card_attempts', 'amount')
  t.same(attempts, { rows: amounts.map((amount) => ({ amount })), transactions: 1 })
  const seen = await each('last attempts of visitors', (scope) => loadAttemptOfVisitor(scope, db, 'cs_1', 'visitor'))
  t.same(
    seen.map((one) => one?.amount),
    amounts,
  )

  await sql(
    service,
    `update card_attempts set status = 'approved', settled_at = created_at where merchant_id = ? and livemode`,
    [only.merchantId],
  )
  const refundable = await each('find refundable sessions', (scope) => loadRefundable(scope, db, 'cs_1'))
  t.same(
    refundable.map((one) => one?.session.amount ?? null),
    [null, 200, null, null],
  )
})

t.test('decided writes and deliveries keep them apart too', async (t) => {
  for (const { merchantId, livemode } of scopes)
    await sql(
      service,
      `insert into webhook_endpoints (merchant_id, livemode, id, url, sealed_secret, created_at)
       values (?, ?, 'we_1', 'https://example.com/' || ?::text, 'sealed', now())`,
      [merchantId, livemode, `${merchantId}${livemode}`],
    )
  const requestKey = { key: 'order 2', fingerprint: Buffer.alloc(32, 8) }
  const [only] = scopes
  const written = await each('write', async (scope, amount) => {
    const known = await findSession(scope, db, 'cs_1')
    if (!known) throw new Error('Each scope has the session')
    const changed = { ...known, failure_message: `${amount}` }
    const event = {
      ...scopeOf(scope),
      id: 'evt_1',
      type: 'session.failed' as const,
      session_id: 'cs_1',
      body: `${amount}`,
      created_at: now,
    }
    const claim = { ...requestKey, objectId: `ref_${amount}`, leasedUntil: later, now, retainedSince: new Date(0) }
    // What one of them has read is out of date.
    const read = scope === only ? { ...known, status: 'open' as const } : known
    return writeTogether(scope, db, 'write', {
      writes: [
        savingSession(scope, changed),
        insertingEvent(scope, event, { id: 'del_1', dueAt: now }),
        insertingClaim(scope, claim),
      ],
      conditions: [sessionUnchanged(read), keyUnused(requestKey)],
    })
  })
  t.same(written, [false, true, true, true])
  t.same((await stored('events', 'body')).rows, [{ body: '200' }, { body: '300' }, { body: '400' }])
  const messages = await Promise.all(
    scopes.map(async (scope) => (await findSession(scope, db, 'cs_1'))?.failure_message),
  )
  t.same(messages, [null, '200', '300', '400'])

  const delivery = (scope: Scope) => ({ scope, id: 'del_1', dueAt: now })
  const claimed = await each('claim deliveries', (scope) =>
    claimDelivery(scope, db, { delivery: delivery(scope), leasedUntil: later }),
  )
  t.same(
    claimed.map((one) => one?.body ?? null),
    [null, '200', '300', '400'],
  )
  t.same(
    claimed.map((one) => one?.url ?? null),
    scopes.map(({ merchantId, livemode }, index) =>
      index === 0 ? null : `https://example.com/${merchantId}${livemode}`,
    ),
  )
  await each('record delivery attempts', (scope, amount) =>
    recordDeliveryAttempt(scope, db, {
      deliveryId: 'del_1',
      attempt: 1,
      status: amount === 300 ? 'pending' : 'delivered',
      failedAttempts: amount,
      nextAttemptAt: amount === 300 ? later : null,
      url: 'https://example.com/',
      requestHeaders: {},
      responseStatus: 200,
      error: null,
      responseExcerpt: null,
      durationMs: amount,
      attemptedAt: now,
    }),
  )
  t.same((await stored('deliveries', 'failed_attempts')).rows, [
    { failed_attempts: 200 },
    { failed_attempts: 300 },
    { failed_attempts: 400 },
  ])
})

t.test('the uses of keys and the numbers of events keep them apart too', async (t) => {
  const lastUses = () =>
    sql<{ merchant_id: string; livemode: boolean; used: boolean }>(
      service,
      `select merchant_id, livemode, last_used_at is not null as used from secret_keys
       where merchant_id = any(?::text[]) order by merchant_id, livemode`,
      [accounts.map(({ merchantId }) => merchantId)],
    )
  for (const scope of scopes)
    await sql(
      service,
      `insert into secret_keys (hash, id, merchant_id, livemode, last4, created_at)
       values (sha256(?::text::bytea), 'key_1', ?, ?, '1234', now())`,
      [`${scope.merchantId} ${scope.livemode}`, scope.merchantId, scope.livemode],
    )
  const [first, ...others] = scopes
  if (!first) throw new Error('There are four scopes')
  const use = { id: 'key_1', now, unlessSince: now }
  await noteSecretKeyUse(first, db, use)
  t.same(
    (await lastUses()).filter(({ used }) => used),
    [{ ...scopeOf(first), used: true }],
  )
  await each('note uses of secret keys', (scope) => noteSecretKeyUse(scope, db, { ...use, now: later }))
  const used = await stored('secret_keys', `last_used_at, id = 'key_1' as same`)
  t.same(
    used.rows.filter((row) => 'same' in row && row.same === true),
    [{ last_used_at: now, same: true }, ...others.map(() => ({ last_used_at: later, same: true }))],
    'a use after the given time is left alone',
  )

  t.same(
    await each('number events', (scope) => numberEvents(scope, db)),
    ['0', '1', '1', '1'].map((last) => ({ last, hasMore: false })),
  )
  t.same(
    (await stored('events', 'id, sequence::text as sequence')).rows,
    others.map(() => ({ id: 'evt_1', sequence: '1' })),
  )
  t.same(
    await each('number events', (scope) => numberEvents(scope, db)),
    ['0', '1', '1', '1'].map((last) => ({ last, hasMore: false })),
    'nothing is left',
  )
})

/** A statement for a list of writes. The case above tries one of them, because all come from the same function. */
const isOfWrites = / [\w-]{12}$/

const scopeOf = ({ merchantId, livemode }: Scope) => ({ merchant_id: merchantId, livemode })

t.test('every shared statement of the program was tried with the same keys', (t) => {
  t.ok(sharedNames.size > 10)
  t.same(
    [...sharedNames].filter((name) => !tested.has(name) && !isOfWrites.test(name)),
    [],
  )
  t.end()
})

t.test('an account that holds its rows locked holds up no other account', async (t) => {
  const [bad, , good] = scopes
  if (!bad || !good) throw new Error('There are four scopes')
  const holder = await db.transaction()
  await holder.raw('select from merchants where merchant_id = ? for update', [bad.merchantId])
  let isDone = false
  const held = insertSessionTogether(bad, db, session('cs_held', 1)).finally(() => (isDone = true))
  const requestKey = { key: 'order 3', fingerprint: Buffer.alloc(32, 9) }
  const heldToo = insertSessionWithKey(bad, db, { session: session('cs_held_2', 1), requestKey })
  t.match(await insertSessionTogether(good, db, session('cs_free', 2)), { amount: 2 })
  t.match(await insertSessionWithKey(good, db, { session: session('cs_free_2', 2), requestKey }), { kind: 'made' })
  t.equal(isDone, false, 'it waits meanwhile')
  await holder.rollback()
  t.match(await held, { amount: 1 })
  t.match(await heldToo, { kind: 'made' })
})
