import t from 'tap'
import { localTime } from '../../../server/domain/time/local-times.ts'
import { sql } from '../../support/sql.ts'
import { createLink, openedCheckout, payWith, readLink } from '../../links/link-calls.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { addPayment } from '../sessions/history.ts'
import { formIn, signIn, signInElsewhere, type Member } from '../shell/support.ts'

// Payment links as a merchant makes and deactivates them, compared with the API's view of them.

let service: TestService
let owner: Member
t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  owner = await signIn(service)
})
t.teardown(() => service.stop())

const make = '/dashboard/test/links/new'
const idOf = (address: string | null): string => /links\/(pl_\w+)/.exec(address ?? '')?.[1] ?? ''
const plain = { kind: 'single', amount: '25.00', currency: 'GBP', description: 'Two tickets' }

t.test('a new link has the currency of most payments, if the account still takes it', async (t) => {
  const { merchantId } = service
  const chosen = async (): Promise<string | undefined> =>
    /<option value="([A-Z]{3})" selected>/.exec((await owner.get(make)).html)?.[1]
  t.equal(await chosen(), undefined, 'without payments, the first of the list')
  for (const currency of ['EUR', 'EUR', 'GBP'])
    await addPayment(service, { at: service.clock.now().toISOString(), currency })
  await addPayment(service, { at: service.clock.now().toISOString(), currency: 'USD', livemode: true })
  t.equal(await chosen(), 'EUR')
  const set = (currencies: string): Promise<unknown> =>
    sql(service, 'update merchants set currencies = ? where merchant_id = ?', [currencies.split(' '), merchantId])
  await set('USD GBP')
  t.equal(await chosen(), 'GBP')
  await set('GBP EUR USD')
})

t.test('a link with every field is stored as typed', async (t) => {
  await owner.done('/dashboard/test/settings', 'time-zone', { zone: 'Europe/Paris' })
  const end = new Date(Math.floor(service.clock.now().getTime() / 60_000) * 60_000 + 24 * 3600_000)
  const sent = await owner.submit(make, 'create', {
    ...plain,
    reference: 'order-1001',
    email: 'ada@example.com',
    customer: 'Ada <Lovelace>',
    thanks: 'https://shop.example/thanks?x=1',
    expires: localTime(end, 'Europe/Paris'),
    metadata: 'campaign = spring=2\r\n\r\nseat=A7',
  })
  t.equal(sent.status, 303, sent.text)
  const link = await readLink(service, { id: idOf(sent.location) })
  t.match(link, {
    kind: 'single',
    status: 'active',
    amount: 2500,
    currency: 'GBP',
    description: 'Two tickets',
    reference: 'order-1001',
    customer: { email: 'ada@example.com', name: 'Ada <Lovelace>' },
    success_url: 'https://shop.example/thanks?x=1',
    expires_at: end.toISOString(),
    metadata: { campaign: 'spring=2', seat: 'A7' },
  })
  const page = await owner.get(sent.location ?? '')
  t.match(page.text, 'The link for £25.00 is created.')
  for (const text of [
    link.url,
    'order-1001',
    'Ada <Lovelace>, ada@example.com',
    'Metadata: campaign spring=2',
    'https://shop.example/thanks?x=1',
  ])
    t.ok(page.text.includes(text), text)
  const [, qr = ''] = /<img src="([^"]+)"/.exec(page.html) ?? []
  const picture = await owner.get(qr)
  t.match(
    [picture.status, picture.headers.get('content-type'), picture.html],
    [200, 'image/svg+xml; charset=utf-8', link.url],
  )
  t.match(page.html, new RegExp(`href="${qr}" download="payment-link-${link.code}\\.svg"`))
  t.match(page.html, `/dashboard/test/payments?link=${link.id}`)
  t.match(
    await sql(service, `select actor from audit_log where action = 'payment_link.created' and detail ->> 'link' = ?`, [
      link.id,
    ]),
    [{ actor: owner.email }],
  )
})

t.test('amounts are typed in major units of the currency', async (t) => {
  await sql(service, `update merchants set currencies = '{GBP,JPY,BHD}' where merchant_id = ?`, [service.merchantId])
  const amounts: readonly (readonly [string, string, number | null])[] = [
    ['1000', 'JPY', 1000],
    ['1.5', 'BHD', 1500],
    ['0.01', 'GBP', 1],
    ['999999.99', 'GBP', 99_999_999],
    ['1000000', 'GBP', null],
    ['1,000', 'GBP', null],
    ['10.5', 'JPY', null],
    ['1.005', 'GBP', null],
    ['0', 'GBP', null],
    ['-5', 'GBP', null],
    ['1e3', 'GBP', null],
    ['£5', 'GBP', 500],
    ['€5', 'GBP', null],
  ]
  for (const [amount, currency, stored] of amounts) {
    const sent = await owner.submit(make, 'create', { ...plain, kind: 'reusable', amount, currency })
    t.equal(sent.status, stored === null ? 422 : 303, `${amount} ${currency}`)
    if (stored !== null)
      t.match(await readLink(service, { id: idOf(sent.location) }), {
        amount: stored,
        currency,
        kind: 'reusable',
        expires_at: null,
      })
    else t.match(sent.html, /id="create-amount-error"/, 'the error is beside the amount')
  }
})

t.test('a wrong value gets an error beside its field, the typed values stay, and no link is created', async (t) => {
  const count = (): Promise<unknown> => sql(service, 'select count(*)::int as links from payment_links')
  const before = await count()
  const soon = localTime(new Date(service.clock.now().getTime() + 60_000), 'Europe/Paris')
  const wrong: readonly (readonly [string, Record<string, string>, RegExp])[] = [
    ['currency', { currency: 'USD' }, /This currency is not enabled on the account/],
    ['currency', { currency: 'XXX' }, /a currency code of three letters/],
    ['description', { description: '' }, /Fill in this field/],
    ['description', { description: 'x'.repeat(256) }, /at most 255 characters/],
    ['kind', { kind: 'many' }, /Choose one from the list/],
    ['email', { email: 'ada' }, /must be an email address/],
    ['customer', { kind: 'reusable', customer: 'Ada' }, /for one-off links only/],
    ['thanks', { thanks: 'http://shop.example' }, /https address/],
    ['thanks', { thanks: 'https://ada:pw@shop.example' }, /without user name/],
    ['expires', { expires: soon }, /10 minutes and 1 year from now/],
    ['expires', { expires: '2026-02-30T10:00' }, /Write a day and a time/],
    ['metadata', { metadata: 'just words' }, /name, = and a value/],
    ['metadata', { metadata: 'a=1\na=2' }, /have the same name/],
    ['metadata', { metadata: `${'k'.repeat(41)}=1` }, /at most 40 characters/],
    ['metadata', { metadata: `k=${'v'.repeat(501)}` }, /at most 500 characters/],
    [
      'metadata',
      { metadata: Array.from({ length: 20 }, (_, index) => `k${String(index)}=v`).join('\n') },
      /at most 19 entries/,
    ],
    ['metadata', { metadata: 'payment_link=x' }, /payment_link is reserved/],
    ['metadata', { metadata: '__proto__=x' }, /cannot be used/],
  ]
  for (const [field, values, reason] of wrong) {
    const sent = await owner.submit(make, 'create', { ...plain, reference: 'kept <b>', ...values })
    t.match([sent.status, sent.text], [422, reason], JSON.stringify(values).slice(0, 80))
    t.match(sent.html, `id="create-${field}-error"`)
    t.equal(formIn(sent.html, 'create')?.fields['reference'], 'kept <b>')
  }
  t.same(await count(), before)
})

t.test('a form that is sent twice makes one link', async (t) => {
  const form = formIn((await owner.get(make)).html, 'create')
  const sent = await Promise.all([1, 2].map(() => owner.post(form?.action ?? '', { ...form?.fields, ...plain })))
  t.equal(sent[0]?.location, sent[1]?.location)
  t.match(sent[0]?.location, /pl_/)
})

t.test('the list shows totals, can be narrowed by status, and lists each link once over its pages', async (t) => {
  const other = await signInElsewhere(service)
  t.match((await other.get('/dashboard/test/links')).text, 'There are no payment links yet.')
  const paid = await createLink(service, { kind: 'reusable', description: 'Paid twice' })
  for (let count = 0; count < 2; count++) await payWith(service, await openedCheckout(service, paid), 'approved')
  const list = await owner.get('/dashboard/test/links')
  t.match(list.text, /Paid twice £25\.00 Many payments Active 2 £50\.00/)
  t.match(list.html, '<span class="tag good">Active</span>', 'a link that works is no warning')
  for (let count = 0; count < 55; count++) await createLink(service, { description: `Link ${String(count)}` })
  const ids = (html: string): string[] => [...html.matchAll(/\/links\/(pl_\w+)"/g)].map(([, id = '']) => id)
  const first = await owner.get('/dashboard/test/links')
  const [, next = ''] = /href="([^"]+)" rel="next"/.exec(first.html) ?? []
  const second = await owner.get(next.replaceAll('&#38;', '&'))
  const seen = [...ids(first.html), ...ids(second.html)]
  t.equal(ids(first.html).length, 50)
  t.equal(new Set(seen).size, seen.length, 'each once')
  t.same(seen, [...seen].sort().reverse(), 'newest first')
  t.ok(seen.includes(paid.id))
  t.match((await owner.get('/dashboard/test/links?status=deactivated')).text, 'No payment link matches.')
  t.match((await owner.get('/dashboard/test/links?status=nonsense')).text, 'There is no such status.')
  for (const after of ['zzz', 'pl_', '~', '%F0%9F%98%80'])
    t.equal((await owner.get(`/dashboard/test/links?after=${after}`)).status, 400, after)
})

t.test('a merchant who deactivates a link is asked first and reads what customers on its page see', async (t) => {
  const link = await createLink(service)
  const checkout = await openedCheckout(service, link)
  const path = `/dashboard/test/links/${link.id}`
  const page = await owner.get(path)
  t.match(page.html, /name="question" value="Deactivate the link for /)
  t.match(page.text, 'A customer who has the page open but has not sent a card sees that the link is closed.')
  const stale = formIn(page.html, 'deactivate')
  t.match((await owner.done(path, 'deactivate')).text, 'The link is deactivated')
  t.match(await readLink(service, link), { status: 'deactivated' })
  t.equal(
    (await service.call('GET', '/v1/form/session', undefined, { Authorization: `Bearer ${checkout.client_secret}` }))
      .body['status'],
    'expired',
  )
  const again = await owner.post(stale?.action ?? '', stale?.fields ?? {})
  t.match(
    (await owner.get(again.location ?? '')).text,
    'The link is deactivated',
    'a second tab shows the state of the link',
  )
  t.equal(formIn((await owner.get(path)).html, 'deactivate'), null)
  const audited = `select 1 from audit_log where action = 'payment_link.deactivated' and merchant_id = ?`
  t.equal((await sql(service, audited, [service.merchantId])).length, 1)
})

t.test('a link that was paid meanwhile stays paid when an old page deactivates it', async (t) => {
  const link = await createLink(service)
  const stale = formIn((await owner.get(`/dashboard/test/links/${link.id}`)).html, 'deactivate')
  await payWith(service, await openedCheckout(service, link), 'approved')
  const late = await owner.post(stale?.action ?? '', stale?.fields ?? {})
  t.match(
    (await owner.get(late.location ?? '')).text,
    /The link was already paid, so nothing was changed\..*Paid by cs_test_/,
  )
  t.match(await readLink(service, link), { status: 'paid' })
})

t.test('live links come with live access', async (t) => {
  t.match((await owner.get('/dashboard/live/links/new')).text, 'Live links come with live access')
  const token = formIn((await owner.get(make)).html, 'create')?.fields['form_token'] ?? ''
  t.equal((await owner.post('/dashboard/live/links/new/create', { ...plain, form_token: token })).status, 409)
  t.same(await sql(service, 'select id from payment_links where livemode'), [])
})
