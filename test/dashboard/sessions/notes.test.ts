import t from 'tap'
import { fail } from '../../../server/domain/failure.ts'
import { listDisputes } from '../../../server/store/disputes/disputes.ts'
import { liveKey } from '../../accounts/accounts.ts'
import { paidSession } from '../../support/pay.ts'
import type { TestService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { sql } from '../../support/sql.ts'
import { formIn, joinWithRole, signIn, signInElsewhere, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member
t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  owner = await signIn(service)
})
t.teardown(() => service.stop())

const pageOf = ({ id }: { id: string }, mode = 'test'): string => `/dashboard/${mode}/payments/${id}`

const said = (html: string): string[] =>
  [...html.matchAll(/<p class="said" dir="auto">([^<]*)<\/p>/g)].map(([, x = '']) => x)

/** The ids of the notes that the page offers to remove. */
const removable = (html: string): string[] =>
  [...html.matchAll(/form="remove-note" name="note" value="(\w+)"/g)].map(([, id = '']) => id)

const notesOf = ({ id }: { id: string }): Promise<{ id: string; author: string }[]> =>
  sql(service, 'select id, author from payment_notes where merchant_id = ? and session_id = ? order by id', [
    service.merchantId,
    id,
  ])

t.test('a note is text on the pages of the payment and its dispute, and nowhere else', async (t) => {
  const session = await paidSession(service, { reference: 'order-7' })
  await service.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/dispute`)
  const scope = { merchantId: service.merchantId, livemode: false }
  const which = { status: null, sessionId: session.id, olderThan: null, limit: 1 }
  const [dispute] = await listDisputes(scope, service.app.context.db, which)
  const disputePage = `/dashboard/test/disputes/${dispute?.id ?? ''}`

  await owner.done('/dashboard/test/settings', 'time-zone', { zone: 'Asia/Tokyo' })
  const hostile = 'zebra <img src=x onerror=alert(1)>\n\u202egnp.exe & "more"'
  const first = await owner.done(pageOf(session), 'note', { text: hostile })
  t.match(first.text, /The note is saved.*Notes/)
  const shown = 'zebra &#60;img src=x onerror=alert(1)&#62;\ngnp.exe &#38; &#34;more&#34;'
  t.same(said(first.html), [shown], 'escaped, with its lines, and without what turns the text around it')
  const [, at = ''] =
    /class="step"><strong>[^<]*<\/strong> <time datetime="([^"]*)"[^>]*>[^<]*<\/time><\/p><p class="said"/.exec(
      first.html,
    ) ?? []
  const [hour, minute] = [(new Date(at).getUTCHours() + 9) % 24, new Date(at).getUTCMinutes()].map((n) =>
    String(n).padStart(2, '0'),
  )
  t.match(
    first.text,
    new RegExp(`${owner.email} \\d+ \\w+ \\d{4}, ${hour}:${minute} zebra`),
    'by whom, and when in Tokyo',
  )
  const second = await owner.done(disputePage, 'note', { text: 'yak' })
  t.same(said(second.html), [shown, 'yak'], 'newest last')
  t.same(said((await owner.get(pageOf(session))).html), [shown, 'yak'], 'both pages show the same')

  const elsewhere = await Promise.all([
    service.call('GET', `/v1/checkout/sessions/${session.id}`),
    service.call('GET', '/v1/events?limit=100'),
    service.call('GET', '/v1/api_requests?limit=100'),
  ])
  for (const { status, body } of elsewhere) {
    t.equal(status, 200)
    t.notMatch(JSON.stringify(body), /zebra|yak/)
  }
  t.notMatch((await owner.get('/dashboard/test/payments?q=zebra')).html, session.id, 'the search does not read notes')
  const other = await signInElsewhere(service)
  t.equal((await other.get(pageOf(session))).status, 404)
})

t.test('what a note cannot be is refused, and a payment takes 50 notes', async (t) => {
  const session = await paidSession(service)
  const send = async (text: string): Promise<string> => (await owner.done(pageOf(session), 'note', { text })).text
  t.match(await send('  \n '), /Fill in this field/)
  t.match(await send('x'.repeat(2_001)), /Use at most 2000 characters/)
  t.match(await send('bell \u0007'), /cannot be used here/)
  t.match(await send('Card 4242 4242 4242 4242.'), /looks like the number of a card/)
  const full = t.capture(service.app.context.testStorage, 'take', () => fail('rate_limited', {}))
  t.match(await send('while test mode is full'), /Test mode holds too much data of this account/)
  full.restore()
  t.same(await notesOf(session), [])
  t.match(await send('x'.repeat(2_000)), /The note is saved/)
  t.match(await send('x'.repeat(2_000)), /Do it again\?.*with the same content/, 'as after going back in the browser')
  await sql(
    service,
    `insert into payment_notes (merchant_id, livemode, session_id, id, author_id, author, text, created_at)
     select ?, false, ?, 'note_' || n, 'per_x', 'ada@shop.example', 'more', now() from generate_series(10, 57) n`,
    [service.merchantId, session.id],
  )
  t.match(await send('the fiftieth'), /The note is saved/)
  t.match(await send('one more'), /has 50 notes, and takes no more\. Remove one first.*one more/)
  t.equal((await notesOf(session)).length, 50)
})

t.test('its author or an administrator removes a note, also after the author has left', async (t) => {
  const session = await paidSession(service)
  const path = pageOf(session)
  const support = await joinWithRole(service, owner, 'support')
  const finance = await joinWithRole(service, owner, 'finance')
  const viewer = await joinWithRole(service, owner, 'viewer')
  await support.done(path, 'note', { text: 'I called the customer.' })
  await support.done(path, 'note', { text: 'They call back.' })
  await finance.done(path, 'note', { text: 'Refund tomorrow.' })
  const [called = { id: '' }, back = { id: '' }, refund = { id: '' }] = await notesOf(session)

  const seen = await viewer.get(path)
  t.equal(said(seen.html).length, 3, 'a viewer reads them')
  t.same([formIn(seen.html, 'note'), removable(seen.html)], [null, []])
  t.same(removable((await finance.get(path)).html), [refund.id])
  const tried = await finance.done(path, 'remove-note', { note: called.id })
  t.match(tried.text, /Only its author or an administrator can remove a note/)
  t.match((await support.done(path, 'remove-note', { note: called.id })).text, /The note is removed/)
  t.match((await support.done(path, 'remove-note', { note: called.id })).text, /already removed/)

  await sql(
    service,
    'delete from memberships where merchant_id = ? and person_id in (select id from people where email = ?)',
    [service.merchantId, support.email],
  )
  const left = await owner.get(path)
  t.same(said(left.html), ['They call back.', 'Refund tomorrow.'])
  t.ok(left.text.includes(support.email))
  t.match((await owner.done(path, 'remove-note', { note: back.id })).text, /The note is removed/)
  t.same(
    await sql(
      service,
      `select actor, livemode, detail from audit_log where merchant_id = ? and action = 'note.removed' order by id`,
      [service.merchantId],
    ),
    [called, back].map(({ id }, index) => ({
      actor: [support.email, owner.email][index],
      livemode: false,
      detail: { session: session.id, note: id, author: support.email },
    })),
    'the audit log has no text',
  )
})

t.test('live payments have notes too, and a reset of test mode deletes only those of test mode', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  const [inLive, inTest] = [await paidSession({ ...service, ...live }), await paidSession(service)]
  await owner.done(pageOf(inLive, 'live'), 'note', { text: 'kept' })
  await owner.done(pageOf(inTest), 'note', { text: 'gone' })
  t.equal((await owner.get(pageOf(inLive))).status, 404)
  t.equal((await service.call('POST', '/v1/test_helpers/reset', { keep: { keys: true } })).status, 200)
  t.same(await sql(service, 'select text from payment_notes where merchant_id = ?', [service.merchantId]), [
    { text: 'kept' },
  ])
})
