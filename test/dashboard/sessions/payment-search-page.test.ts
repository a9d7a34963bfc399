import { randomUUID } from 'node:crypto'
import t from 'tap'
import { help } from '../../links/link-calls.ts'
import { sql } from '../../support/sql.ts'
import { createSession, submitCard } from '../../support/pay.ts'
import type { TestService } from '../../support/service.ts'
import { idsIn, list, listedFor, openPayments } from './payment-list.ts'
import { signInElsewhere, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member

t.before(async () => {
  ;[service, owner] = await openPayments()
})
t.teardown(() => service.stop())

const listed = (query: Record<string, string>): Promise<string[]> => listedFor(owner, query)

t.test('the search finds a payment by its ids, texts, email address and the cards that were tried', async (t) => {
  const session = await createSession(service, {
    reference: 'Basket & <1>',
    description: 'Zwei Käsebrötchen für morgen',
    customer: { email: 'grace.hopper@example.com', name: 'Grace Brewster Hopper' },
  })
  await submitCard(service, session, 'declined')
  await submitCard(service, session, '5200000000110012')
  await help(service, session, 'second_approval')
  const refund = await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 1 })
  await help(service, session, 'dispute')
  const ids = await sql<{ id: string; reference: string }>(
    service,
    `
    select id, processor_reference as reference from card_attempts where session_id = :id
    union all select id, processor_reference from automatic_returns where session_id = :id
    union all select id, id from events where session_id = :id
    union all select id, id from disputes where session_id = :id`.replaceAll(':id', `'${session.id}'`),
  )
  t.ok(ids.length >= 3 + 1 + 2 + 1)
  for (const q of [
    session.id,
    String(refund.body['id']),
    ...ids.flatMap(({ id, reference }) => [id, id.replace(/^\D+_/, ''), reference]),
  ]) {
    t.equal(
      (await owner.get(`${list}?q=${encodeURIComponent(q)}`)).location?.replace(service.baseUrl, ''),
      `${list}/${session.id}`,
      q,
    )
  }
  const found = [
    ...['Basket & <1>', 'basket & <1>', 'Basket', 'BASK', 'basket-1', '& <1>'],
    ...['grace.hopper@example.com', 'GRACE.hopper@EXAMPLE.com'],
    ...['grace', 'Brewster Hopper', 'hopper', 'GRACE brew'],
    ...['käsebrötchen', 'KASEBROT', 'zwei käse', 'morgen'],
    ...[' 0012 ', '•••• 0012', '**** **** **** 0012', 'Mastercard •••• 0012', '0922', 'Visa •••• 0922', 'xxxx-0922'],
    session.id.toUpperCase(),
    session.id.slice('cs_'.length),
  ]
  for (const q of found) {
    const answer = await owner.get(`${list}?${new URLSearchParams({ q }).toString()}`)
    const named = answer.location === null ? idsIn(answer.html) : [answer.location.split('/').at(-1)]
    t.same(named, [session.id], q)
  }
  const missed = ['asket', 'rewster', 'hopper brewsters', 'hopper@example.com', 'xample', '102', '%', '_', '#', '#0012']
  for (const q of [...missed, '••••', `re_${'0'.repeat(30)}`, '0'.repeat(30), "' or 1=1 --"])
    t.same(await listed({ q }), [], q)
  t.match((await owner.get(`${list}?q=nobody`)).text, 'No payment matches.')
  const coincidence = await createSession(service, { reference: '0012' })
  t.same(await listed({ q: '0012' }), [coincidence.id, session.id], 'four digits may be of a card or a reference')

  const other = await signInElsewhere(service)
  t.same(idsIn((await other.get(`${list}?q=0012`)).html), [])
  for (const { id } of ids) t.equal((await other.get(`${list}?q=${id}`)).location, null)
  for (const path of [session.id, `${session.id}/refund`]) t.equal((await other.get(`${list}/${path}`)).status, 404)
  t.equal(
    (await owner.get(`/dashboard/live/payments/${session.id}`)).status,
    404,
    'the other mode does not show it either',
  )
})

t.test('the search finds what a person remembers: words in any order, beside amounts and cards', async (t) => {
  const email = `anna.petrova@${randomUUID()}.example`
  const session = await createSession(service, {
    amount: 8792,
    reference: 'remembered-1',
    customer: { email, name: 'Анна О’Petrova-Łukasz' },
  })
  const same = { amount: 8792, customer: { email, name: 'Анна О’Petrova-Łukasz' } }
  const other = await signInElsewhere(service)
  await submitCard(service, session, '4000000000000085')
  await createSession(service, { ...same, amount: 5512, reference: 'remembered-2' })
  const found = [
    ...['lukasz anna remembered-1', 'remembered 87.92', '87,92 anna', 'anna 87', 'anna £87', 'opetrova 0085'],
    ...['lukasz Visa •••• 0085', `87.92 ${email}`, `${email.split('@')[1] ?? ''} 87`],
  ]
  for (const q of found) t.same(await listed({ q }), [session.id], q)
  for (const q of ['anna 12.34', 'anna 0099', 'anna nobody', 'lukasz anna remembered-3'])
    t.same(await listed({ q }), [], q)
  t.equal((await listed({ q: email.split('@')[1] ?? '' })).length, 2, 'the domain of an email address')
  const typo = email.replace('petrova', 'petrvoa')
  const answer = await owner.get(`${list}?q=${encodeURIComponent(typo)}`)
  t.equal(idsIn(answer.html).length, 2)
  t.match(answer.text, `No payment has the email address ${typo}. These have one that is nearly the same.`)
  t.notMatch((await owner.get(`${list}?q=${encodeURIComponent(email)}`)).text, 'nearly the same')
  for (const q of [typo, 'lukasz anna', email]) {
    t.same(idsIn((await other.get(`${list}?q=${encodeURIComponent(q)}`)).html), [], `no other account finds ${q}`)
    t.same(idsIn((await owner.get(`/dashboard/live/payments?q=${encodeURIComponent(q)}`)).html), [], `nor live mode`)
  }
  const hostile = ['anna \u0000', 'a & ! b | (c) <-> d:*', '% _', '\\ anna \\', `anna \u202e`, 'a '.repeat(120)]
  for (const q of hostile) t.ok((await owner.get(`${list}?q=${encodeURIComponent(q)}`)).status < 500, q)
})

t.test('the search finds an amount in every currency', async (t) => {
  const pay = async (amount: number, currency: string) => (await createSession(service, { amount, currency })).id
  const [pounds, dinars, yen] = [await pay(314159, 'GBP'), await pay(3141590, 'BHD'), await pay(314159, 'JPY')]
  t.teardown(() => sql(service, `update checkout_sessions set currency = 'GBP' where amount >= 314159`))
  for (const q of ['3141.59', '3,141.59', '3141,59', '3.141,59', '3 141,59'])
    t.same(await listed({ q }), [dinars, pounds], q)
  for (const q of ['314159', '314,159', 'JPY 314159', '314159 jpy', 'JP¥314,159', '¥314159'])
    t.same(await listed({ q }), [yen], q)
  t.same(await listed({ q: 'BHD 3141.59' }), [dinars])
  t.same(await listed({ q: '£3,141.59' }), [pounds], 'a sign means its currency')
  t.same(await listed({ q: '3141.590' }), [dinars])
  t.same(await listed({ min: '3141.59', max: '3141.59' }), [dinars, pounds], 'the filter too')
  for (const q of ['3141.5901', '99999999999999', '3141.59 EUR', '3141.59 €', '$3,141.59', '£314159', '3,14,159'])
    t.same(await listed({ q }), [], q)
})

t.test('the search refuses a whole card number, and neither shows nor keeps it', async (t) => {
  const before = service.logLines.length
  for (const number of [
    '4111111111111111',
    '4111 1111-1111 1111',
    '3782–822463–10005',
    'paid with 5555 5555 5555 4444!',
  ]) {
    const query = new URLSearchParams({ q: number, status: 'paid' }).toString()
    const refused = await owner.get(`${list}?${query}`)
    t.match(refused.location, /\/payments\?status=paid&refused=card_number$/, 'the address loses the number')
    const shown = await owner.get(refused.location ?? '')
    t.match(
      shown.text,
      'This looks like a full card number, and no payment has it as its reference. We did not keep it.',
    )
    t.match(shown.html, /name="q" value=""/)
    const file = await owner.get(`/dashboard/test/export?what=payments&${query}`)
    t.match([file.status, file.text], [400, 'This looks like a full card number'])
    for (const { html } of [refused, shown, file]) t.notMatch(html.replace(/\D/g, ''), number.replace(/\D/g, ''))
  }
  t.notMatch(service.logLines.slice(before).join(''), /4111|5555|3782/)
  t.same(
    await sql(service, `select detail from audit_log where action = 'export.started' and detail::text ~ '1111'`),
    [],
  )
  for (const q of ['4111111111111112', '411111111111', '2026-11-22 10:15:30'])
    t.equal((await owner.get(`${list}?${new URLSearchParams({ q }).toString()}`)).status, 200, `${q} is no card number`)
})
