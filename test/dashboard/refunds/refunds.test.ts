import t from 'tap'
import { sumMoneyBack } from '../../../server/store/refunds/refund-lists.ts'
import { expectEqualLedgers } from '../../sessions/ledgers.ts'
import { help, payWith } from '../../links/link-calls.ts'
import { interceptBank } from '../../disputes/intercept-bank.ts'
import { sql } from '../../support/sql.ts'
import { createSession, paidSession } from '../../support/pay.ts'
import { startService, type TestService } from '../../support/service.ts'
import { readCsv } from '../exports/read-csv.ts'
import { formIn, openBrowser, password, signIn, type Member, type PageAnswer } from '../shell/support.ts'

let service: TestService
let owner: Member

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  await sql(service, 'update merchants set currencies = ? where merchant_id = ?', [
    ['GBP', 'JPY', 'BHD', 'CLF'],
    service.merchantId,
  ])
  owner = await signIn(service)
})
t.teardown(() => service.stop())

const page = (session: { id: string }): string => `/dashboard/test/payments/${session.id}/refund`
const asked = (session: { id: string }, query: Record<string, string>): string =>
  `${page(session)}?${new URLSearchParams(query).toString()}`

/**
 * Refunds as a merchant does: enters the amount, checks it, presses the button, and says that it is another refund if
 * the payment just had one. Gives the page that follows.
 */
async function refund(session: { id: string }, query: Record<string, string>): Promise<PageAnswer> {
  const sent = await owner.submit(asked(session, query), 'send')
  const question = sent.html.includes('<h1>Do it again?</h1>') ? formIn(sent.html, 'send') : null
  const answer = question ? await owner.post(question.action, question.fields) : sent
  return answer.location === null ? answer : owner.get(answer.location)
}

const refundsOf = (session: { id: string }): Promise<object[]> =>
  sql(service, 'select amount, status, reason from refunds where session_id = ? order by id', [session.id])
const auditOf = (session: { id: string }): Promise<object[]> =>
  sql(
    service,
    `select actor, action, livemode, detail->>'amount' as amount from audit_log
     where detail->>'session' = ? order by id`,
    [session.id],
  )

t.test('a merchant refunds a part and then the rest, with a check before each', async (t) => {
  const session = await paidSession(service)
  t.match((await owner.get(`/dashboard/test/payments/${session.id}`)).html, `href="${page(session)}"`)
  const first = await owner.get(page(session))
  t.match(first.text, 'The customer paid £25.00. The refund goes back to the card that paid.')
  t.match(first.html, /name="amount" value="25\.00"/, 'the field begins with the amount that is left')
  const check = await owner.get(asked(session, { amount: '5', reason: 'One ticket <b>' }))
  t.match(
    check.text,
    'Is this right? Refund now £5.00 Reason One ticket <b> Left before £25.00 Left afterwards £20.00 Refund £5.00',
  )
  t.same(await refundsOf(session), [], 'the check alone refunds nothing')
  t.match(
    (await owner.get(asked(session, { amount: '5', reason: 'One ticket', edit: 'yes' }))).html,
    /name="amount" value="5".*name="reason" value="One ticket"/s,
  )
  const done = await refund(session, { amount: '5', reason: 'One ticket <b>' })
  t.match(
    done.text,
    new RegExp(
      '£5\\.00 is refunded\\. £5\\.00 of it has been refunded so far, £20\\.00 is left\\..*' +
        'Refund of £5\\.00 Refunded.*Reason: One ticket <b>',
    ),
  )
  t.match((await owner.get(page(session))).text, '£5.00 of it has already been refunded.')
  t.match(
    (await owner.get(asked(session, { amount: '20.00' }))).text,
    'Left afterwards £0.00: the payment is refunded in full',
  )
  t.match(
    (await refund(session, { amount: '20.00' })).text,
    /£20\.00 is refunded\. The payment is refunded in full\..*Refunded/,
  )
  t.same(await refundsOf(session), [
    { amount: 500, status: 'succeeded', reason: 'One ticket <b>' },
    { amount: 2000, status: 'succeeded', reason: null },
  ])
  const line = { actor: owner.email, action: 'refund.created', livemode: false }
  t.same(await auditOf(session), [
    { ...line, amount: '500' },
    { ...line, amount: '2000' },
  ])
})

t.test('back and one click refund nothing: the page says what was refunded just now, and asks', async (t) => {
  const session = await paidSession(service)
  const filled = asked(session, { amount: '5', reason: 'One ticket' })
  t.equal((await owner.submit(filled, 'send')).status, 303)
  service.clock.advance(65)
  const back = await owner.get(filled)
  t.match(back.text, 'A refund of £5.00 for this payment was made a minute ago.')
  const again = formIn(back.html, 'send')
  const question = await owner.post(again?.action ?? '', again?.fields ?? {})
  t.match(question.text, 'Do it again?')
  t.match(question.text, 'was made a minute ago. Do you want to refund 5 GBP more? Refund Go back')
  t.match(await refundsOf(session), [{ amount: 500 }])
  const yes = formIn(question.html, 'send')
  const repeated = await Promise.all([1, 2].map(() => owner.post(yes?.action ?? '', yes?.fields ?? {})))
  t.same(
    repeated.map(({ status }) => status),
    [303, 303],
  )
  t.equal((await refundsOf(session)).length, 2, 'one more')

  const other = await paidSession(service)
  await service.call('POST', `/v1/checkout/sessions/${other.id}/refunds`, { amount: 300 })
  const beside = await owner.submit(asked(other, { amount: '4' }), 'send')
  t.match(beside.text, 'A refund of £3.00 for this payment was made less than a minute ago.', 'by a program')
  service.clock.advance(3601)
  t.notMatch((await owner.get(page(other))).text, 'for this payment was made')
})

t.test('a sign-in in the middle brings back the typed amount and reason', async (t) => {
  const session = await paidSession(service)
  const form = formIn((await owner.get(asked(session, { amount: '7.50', reason: 'One seat' }))).html, 'send')
  await sql(service, `update logins set revoked_at = now() where merchant_id = ?`, [service.merchantId])
  const sent = await owner.post(form?.action ?? '', form?.fields ?? {})
  const signingIn = formIn(sent.html, 'in')
  const back = await owner.post(signingIn?.action ?? '', { ...signingIn?.fields, email: owner.email, password })
  const shown = await owner.get(back.location ?? '')
  t.match(formIn(shown.html, 'check')?.fields, { amount: '7.50', reason: 'One seat' })
  t.same(await refundsOf(session), [])
})

t.test('amounts have the decimals of their currency', async (t) => {
  for (const [currency, typed, amount, shown] of [
    ['JPY', '1000', 1000, '1000'],
    ['BHD', '1.234', 1234, '2.500'],
    ['CLF', '0.0001', 1, '0.2500'],
    ['GBP', '0.5', 50, '25.00'],
  ] as const) {
    const session = await paidSession(service, { currency })
    t.match(
      (await owner.get(page(session))).html,
      currency === 'JPY' ? 'name="amount" value="2500"' : `name="amount" value="${shown}"`,
    )
    t.match((await refund(session, { amount: typed })).text, 'is left.')
    t.match(await refundsOf(session), [{ amount, status: 'succeeded' }], currency)
  }
})

t.test('a wrong amount gets a sentence beside its field, from the check and from the button', async (t) => {
  const session = await paidSession(service)
  const yen = await paidSession(service, { currency: 'JPY' })
  const wrong: readonly (readonly [typeof session, string, string])[] = [
    [session, '', 'Fill in this field.'],
    [session, '0', 'The smallest refund is £0.01.'],
    [session, '25.01', 'This is more than the £25.00 that is left.'],
    [session, '1,000.00', 'Do you mean 1000.00? Write it in digits'],
    [session, '1.000,00', 'Do you mean 1000.00? Write it in digits'],
    [session, '5,000', 'Do you mean 5000.00? Write it in digits'],
    [session, '-5', 'Write it in digits'],
    [session, '5.001', 'up to 2 decimals'],
    [session, '1e1', 'Write it in digits'],
    [session, '€5', 'This amount is in GBP. Write it in digits'],
    [session, 'all', 'Write it in digits'],
    [session, '9'.repeat(12), 'This is more than the £25.00 that is left.'],
    [session, '9'.repeat(20), 'Write it in digits'],
    [yen, '1.0', 'JPY has no decimals'],
  ]
  for (const [payment, amount, said] of wrong) {
    const check = await owner.get(asked(payment, { amount, reason: 'kept' }))
    t.match([check.status, check.text], [200, said], amount)
    t.match(check.html, /aria-invalid="true"/)
    t.match(check.html, 'name="reason" value="kept"')
    t.equal(formIn(check.html, 'send'), null, 'no button yet')
    const fields = formIn((await owner.get(asked(payment, { amount: '1' }))).html, 'send')?.fields ?? {}
    const sent = await owner.post(`${page(payment)}/send`, { ...fields, amount })
    t.equal(sent.status, 422, amount)
    t.match(sent.html, 'aria-invalid="true"')
  }
  t.match(
    (await owner.get(asked(session, { amount: '1', reason: 'x'.repeat(256) }))).text,
    'Use at most 255 characters.',
  )
  const tampered = formIn((await owner.get(asked(session, { amount: '1' }))).html, 'send')?.fields ?? {}
  for (const changes of [
    { left: '' },
    { left: 'x' },
    { left: '24' },
    { amount: '26', left: '25.00' },
    { amount: '0.001' },
  ])
    t.equal(
      (await owner.post(`${page(session)}/send`, { ...tampered, ...changes })).status,
      422,
      JSON.stringify(changes),
    )
  t.same([await refundsOf(session), await refundsOf(yen)], [[], []])
})

t.test('a payment that cannot be refunded shows the reason', async (t) => {
  const open = await createSession(service)
  const processing = await createSession(service)
  await payWith(service, processing, 'challenge')
  const expired = await createSession(service)
  await help(service, expired, 'expire')
  const disputed = await paidSession(service)
  await help(service, disputed, 'dispute')
  const refunded = await paidSession(service)
  await refund(refunded, { amount: '25' })
  const waiting = await paidSession(service, {}, '5200000000110012')
  await refund(waiting, { amount: '25' })
  // The bank confirms the refund after ten seconds, so we keep the service from asking while this test reads it.
  await sql(service, `update refunds set next_check_at = next_check_at + interval '1 hour' where session_id = ?`, [
    waiting.id,
  ])
  const reasons = [
    [open, 'Nothing has been paid yet'],
    [processing, 'The bank has not decided'],
    [expired, 'was not paid'],
    [disputed, 'A disputed payment cannot be refunded'],
    [refunded, 'This payment has already been refunded in full'],
    [waiting, 'is already on its way back'],
  ] as const
  for (const [session, reason] of reasons) {
    const shown = await owner.get(asked(session, { amount: '1' }))
    t.match([shown.status, shown.text], [200, reason])
    t.equal(formIn(shown.html, 'send'), null)
    const sent = await owner.post(`${page(session)}/send`, {
      ...formIn(shown.html, 'sign-out')?.fields,
      amount: '1',
      left: '25',
    })
    t.match([sent.status, sent.text], [422, 'Nothing was refunded just now'])
    t.notMatch((await owner.get(`/dashboard/test/payments/${session.id}`)).html, `href="${page(session)}"`)
  }
  t.same((await refundsOf(disputed)).length, 0)
})

t.test('of two tabs, the second learns what the first has refunded', async (t) => {
  const session = await paidSession(service)
  const [one, two] = await Promise.all(['10', '10'].map((amount) => owner.get(asked(session, { amount }))))
  const send = (shown: PageAnswer | undefined): Promise<PageAnswer> =>
    owner.post(`${page(session)}/send`, formIn(shown?.html ?? '', 'send')?.fields ?? {})
  const answers = await Promise.all([send(one), send(two)])
  t.same(answers.map(({ status }) => status).sort(), [303, 422])
  const refused = answers.find(({ status }) => status === 422)
  t.match(
    refused?.text,
    new RegExp(
      'Nothing was refunded just now, because the payment has changed since you checked\\. ' +
        '£10\\.00 of it (has been refunded so far|is waiting for the bank), £15\\.00 is left\\.',
    ),
  )
  t.match(refused?.html, /name="amount" value="10"/, 'the form keeps the typed amount')
  t.match(await refundsOf(session), [{ amount: 1000 }])
  t.match((await refund(session, { amount: '10' })).text, 'is refunded', 'after another check it is a second refund')
  const last = await owner.get(asked(session, { amount: '5' }))
  await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`)
  t.match((await send(last)).text, /Nothing was refunded just now.*The payment is refunded in full\./)
  t.match(await refundsOf(session), [{ amount: 1000 }, { amount: 1000 }, { amount: 500 }])
})

t.test('pressing the button several times refunds once', async (t) => {
  const session = await paidSession(service)
  const fields = formIn((await owner.get(asked(session, { amount: '10' }))).html, 'send')?.fields ?? {}
  const answers = await Promise.all([1, 2, 3, 4].map(() => owner.post(`${page(session)}/send`, fields)))
  t.same(new Set(answers.map(({ status, location }) => `${String(status)} ${location ?? ''}`)).size, 1)
  await owner.post(`${page(session)}/send`, { ...fields, amount: '5' })
  t.match((await owner.get(answers[0]?.location ?? '')).text, '£10.00 is refunded.')
  t.equal((await refundsOf(session)).length, 1)
  t.equal((await auditOf(session)).length, 1)
  t.equal(
    (await owner.get(`${page(session)}/send`)).location?.replace(service.baseUrl, ''),
    page(session),
    'a reload refunds nothing',
  )
})

t.test('after a crash between the refund and its page, the same form does not refund again', async (t) => {
  const session = await paidSession(service)
  const fields = formIn((await owner.get(asked(session, { amount: '10' }))).html, 'send')?.fields ?? {}
  await owner.post(`${page(session)}/send`, fields)
  await sql(service, 'delete from form_submissions where location like ?', [`%${session.id}%`])
  service.clock.advance(120)
  const again = await owner.post(`${page(session)}/send`, fields)
  t.match((await owner.get(again.location ?? '')).text, '£10.00 is refunded.')
  t.equal((await refundsOf(session)).length, 1)
})

t.test('the page reports a bank that is slow, refuses or cannot be reached', async (t) => {
  const slow = await paidSession(service, {}, '5200000000110012')
  t.match(
    (await refund(slow, { amount: '10' })).text,
    /£10\.00 is on its way back: the bank has not confirmed it yet\..*£15\.00 is left\..*Waiting for the bank/,
  )
  const refused = await paidSession(service, {}, '5200000000110020')
  t.match(
    (await refund(refused, { amount: '10' })).text,
    new RegExp(
      'The bank refused the refund of £10\\.00, and nothing was returned:.*£25\\.00 is left\\..*' +
        'Refund of £10\\.00 Failed.*Nothing was returned',
    ),
  )
  const away = await paidSession(service)
  await interceptBank(
    service,
    'refund',
    () => Promise.resolve({ kind: 'unreachable' }),
    async () => {
      t.match(
        (await refund(away, { amount: '10' })).text,
        new RegExp(
          'The bank could not be reached, so the refund of £10\\.00 is waiting\\..*' +
            'Do not send it a second time.*£15\\.00 is left',
        ),
      )
      t.match(await refundsOf(away), [{ amount: 1000, status: 'pending' }])
    },
  )
  service.clock.advance(600)
  await service.sweep()
  t.match(await refundsOf(away), [{ amount: 1000, status: 'succeeded' }], 'the service has tried again')
})

t.test('when the sign-in ends before the button, nothing is refunded and the next sign-in leads back', async (t) => {
  const session = await paidSession(service)
  const browser = openBrowser(service)
  await browser.submit('/dashboard/sign-in', 'in', { email: owner.email, password })
  const fields = formIn((await browser.get(asked(session, { amount: '10' }))).html, 'send')?.fields ?? {}
  browser.cookies.delete('servicepay')
  const sent = await browser.post(`${page(session)}/send`, fields)
  t.match([sent.status, sent.text], [401, 'nothing was changed'])
  t.same(await refundsOf(session), [])
  const [, signInPath = ''] = /href="([^"]*sign-in[^"]*)"/.exec(sent.html) ?? []
  const back = await browser.submit(signInPath.replaceAll('&#38;', '&'), 'in', { email: owner.email, password })
  t.match(back.location, new RegExp(`^${page(session)}\\?done=`))
  const listing = await openBrowser(service).get('/dashboard/test/payments?q=order-1&status=paid')
  t.equal(
    decodeURIComponent(listing.location ?? ''),
    '/dashboard/sign-in?next=/dashboard/test/payments?q=order-1&status=paid',
  )
})

t.test('our ledger and the bank’s have every refund', async (t) => {
  service.clock.advance(3600)
  await service.sweep()
  await expectEqualLedgers(t, service)
})

t.test(
  'refunds are listed by state, and a payment with a failed or partial refund is not a green “Paid”',
  async (t) => {
    const customer = { name: 'Ada Byron' }
    const failing = await paidSession(service, { amount: 311, reference: 'failing order', customer })
    await interceptBank(
      service,
      'refund',
      () => Promise.resolve({ kind: 'failed', failureMessage: 'card closed <b>' }),
      async () => {
        await refund(failing, { amount: '3.11', reason: 'Too late' })
      },
    )
    const partly = await paidSession(service, { amount: 312 })
    await refund(partly, { amount: '1.00' })
    const listed = async (query: string): Promise<string> => (await owner.get(`/dashboard/test/refunds${query}`)).text
    t.match(
      await listed(''),
      /£1\.00 Refunded Refund .*£3\.11 Failed Refund Too late The bank refused it: card closed <b> Ada Byron failing order/,
    )
    t.match(await listed('?state=failed'), '£3.11 Failed')
    t.match(await listed('?state=failed'), '2 refunds and returns match: £13.11 in all.')
    const scope = { merchantId: service.merchantId, livemode: false }
    const all = await sumMoneyBack(scope, service.app.context.db, { kind: null, state: null }, 1)
    t.same(all, { count: 1, amounts: null }, 'there are more than are added up')
    t.notMatch(await listed('?state=failed'), '£1.00 Refunded')
    t.match(await listed('?state=pending'), 'No refund or return matches.')
    t.match(await listed('?kind=return'), 'No refund or return matches.')
    t.notMatch((await owner.get('/dashboard/live/refunds')).text, '£3.11')

    const green = /class="tag good">Paid</
    for (const path of ['payments?q=failing+order', `payments/${failing.id}`]) {
      const { html } = await owner.get(`/dashboard/test/${path}`)
      t.match(html, /class="tag quiet">Paid<.*class="tag bad">Refund failed</s, path)
      t.notMatch(html, green, path)
    }
    const partlyRefunded = await owner.get('/dashboard/test/payments?status=partly_refunded')
    t.match(partlyRefunded.text, /£3\.12 Partly refunded £1\.00 refunded/)
    t.notMatch(partlyRefunded.text, '£3.11')
    const [head, row] = readCsv((await owner.get('/dashboard/test/export?what=payments&q=failing+order')).html)
    t.same([row?.[2], row?.[head?.indexOf('latest_refund') ?? -1]], ['paid', 'failed'])
  },
)
