import t from 'tap'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { changeAccount } from '../../../server/flows/accounts/manage-account.ts'
import { sql } from '../../support/sql.ts'
import { startService, type TestService } from '../../support/service.ts'
import { formIn, signIn, signInElsewhere, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member

t.before(async () => {
  service = await startService()
  owner = await signIn(service)
})
t.teardown(() => service.stop())

const page = '/dashboard/test/live'
const details = {
  legal_name: 'Ada & Söhne GmbH',
  country: 'DE',
  registration_number: 'HRB 123456 B',
  contact_name: 'Ada Lovelace',
  contact_email: 'ada@example.com',
  statement_descriptor: 'ADA-SHOP BERLIN',
}

async function liveKeys(): Promise<object[]> {
  return sql(service, 'select id from secret_keys where livemode and merchant_id = ?', [service.merchantId])
}

t.test('the page says what is left before real payments, from what the account has done', async (t) => {
  const shop = await signInElsewhere(service)
  const stepsOf = async (): Promise<[done: string[], left: string[]]> => {
    const { text } = await shop.get(page)
    const found = [...text.matchAll(/(Done|Not yet): (.*?)\./g)].map(
      ([, state = '', step = '']) => [state, step] as const,
    )
    return ['Done', 'Not yet'].map((state) => found.filter(([is]) => is === state).map(([, step]) => step)) as [
      string[],
      string[],
    ]
  }
  const [, leftAtFirst] = await stepsOf()
  t.equal(leftAtFirst.length, 16)
  const ofShop = { Authorization: `Bearer ${shop.secretKey}` }
  const body = { amount: 500, currency: 'GBP', success_url: 'https://shop.example/' }
  const { body: session } = await service.call('POST', '/v1/checkout/sessions', body, ofShop)
  const id = String(session['id'])
  await service.call('POST', `/v1/test_helpers/checkout/sessions/${id}/pay`, {}, ofShop)
  await service.call('POST', `/v1/checkout/sessions/${id}/refunds`, {}, ofShop)
  const [done, left] = await stepsOf()
  t.same(done, ['Take a test payment', 'Refund a test payment'])
  t.match(left, ['Try a payment whose cards are all declined', 'Let a checkout expire'])
  t.match((await shop.get(page)).text, '14 steps are left.')
})

t.test('wrong details are refused one by one, and nothing is changed', async (t) => {
  const wrong: readonly (readonly [keyof typeof details, string, RegExp])[] = [
    ['legal_name', '', /Fill in this field/],
    ['legal_name', 'X', /as it is registered/],
    ['legal_name', '12345', /as it is registered/],
    ['legal_name', 'x'.repeat(121), /at most 120/],
    ['legal_name', 'Ada\u202eevil', /as it is registered/],
    ['country', '', /Fill in this field/],
    ['country', 'XX', /Choose one from the list/],
    ['country', 'de', /Choose one from the list/],
    ['registration_number', '-', /2 to 40/],
    ['registration_number', '--', /2 to 40/],
    ['registration_number', '<b>12</b>', /2 to 40/],
    ['registration_number', '1'.repeat(41), /at most 40/],
    ['contact_name', '7', /two letters/],
    ['contact_email', 'ada', /not an email address/],
    ['contact_email', 'ada@example', /not an email address/],
    ['contact_email', 'ada@example.com, bob@example.com', /not an email address/],
    ['statement_descriptor', 'SHOP', /5 to 22/],
    ['statement_descriptor', 'A'.repeat(23), /at most 22/],
    ['statement_descriptor', '12345', /5 to 22/],
    ['statement_descriptor', 'КОФЕЙНЯ', /5 to 22/],
    ['statement_descriptor', 'SHÖP BERLIN', /5 to 22/],
    ['statement_descriptor', 'SHOP*BERLIN', /5 to 22/],
    ['statement_descriptor', '<SHOP>', /5 to 22/],
    ['statement_descriptor', 'SHOP "BERLIN"', /5 to 22/],
  ]
  for (const [field, value, message] of wrong) {
    const answer = await owner.submit(page, 'details', { ...details, [field]: value })
    t.equal(answer.status, 422, `${field}: ${value.slice(0, 30)}`)
    t.match(answer.text, message)
    t.match(answer.html, new RegExp(`id="details-${field}"[^>]*aria-invalid="true"`))
    if (field !== 'registration_number')
      t.ok(answer.html.includes('value="HRB 123456 B"'), 'the correct values stay in their fields')
  }
  t.same(await sql(service, 'select * from live_details'), [])
  t.same(await liveKeys(), [])
  t.match(await sql(service, 'select live_access from merchants where merchant_id = ?', [service.merchantId]), [
    { live_access: false },
  ])
})

t.test(
  'the page says when the server has no bank; the details turn live mode on and show the first live key once',
  async (t) => {
    t.match((await owner.get(page)).text, /This server has no bank for live mode/)
    const done = await owner.done(page, 'details', { ...details, legal_name: `  ${details.legal_name} ` })
    t.match(done.text, 'Live mode is on.')
    const [key = ''] = /sk_live_\w+/.exec(done.html) ?? []
    t.ok(key.length > 20)
    t.notOk((await owner.get(page)).html.includes(key), 'not a second time')
    t.match(await sql(service, 'select * from live_details'), [{ ...details, merchant_id: service.merchantId }])
    const answer = await service.call(
      'POST',
      '/v1/checkout/sessions',
      { amount: 2500, currency: 'GBP' },
      { Authorization: `Bearer ${key}` },
    )
    t.equal(answer.body.error?.code, 'account_configuration', 'the key works, and the call fails as the page says')
    const audited = await sql(
      service,
      `select actor, action, detail from audit_log where merchant_id = ? and action <> 'account.claimed' order by id`,
      [service.merchantId],
    )
    const [given] = audited.filter(({ action }) => (action as string) === 'account.changed')
    t.match(given, { actor: owner.email, detail: { liveAccess: true, liveKey: /^key_/ } })
    t.match(
      audited.filter(({ action }) => (action as string) === 'live_details.saved'),
      [{ actor: owner.email, detail: details }],
    )
    t.notMatch(JSON.stringify(audited), key)
    t.notOk(service.logLines.some((line) => line.includes(key)))
  },
)

t.test('details can be changed later, without another key', async (t) => {
  const before = await liveKeys()
  const done = await owner.done('/dashboard/live/live', 'details', { ...details, contact_name: 'Grace Hopper' })
  t.match(done.text, 'The details are saved.')
  t.match(done.html, 'Grace Hopper')
  t.same(await liveKeys(), before)
})

t.test('the form does not restore live access that the operator withdrew', async (t) => {
  const before = formIn((await owner.get(page)).html, 'details')
  await changeAccount(service.app.context, operator, service.merchantId, { liveAccess: false })
  const shown = await owner.get(page)
  t.match(shown.text, 'withdrew live access')
  const sent = await owner.post(before?.action ?? '', { ...before?.fields, ...details })
  t.equal(sent.status, 409)
  t.match(await sql(service, 'select live_access from merchants where merchant_id = ?', [service.merchantId]), [
    { live_access: false },
  ])
  await changeAccount(service.app.context, operator, service.merchantId, { liveAccess: true })
  t.match((await owner.done(page, 'details', details)).text, 'The details are saved.')
})

t.test('two forms sent at the same time make one key', async (t) => {
  const other = await signInElsewhere(service)
  const [first, second] = await Promise.all([
    other.submit(page, 'details', details),
    other.submit(page, 'details', details),
  ])
  // The second one may find that the details have changed since its page.
  for (const { status } of [first, second]) t.ok([303, 409].includes(status), String(status))
  t.equal(
    (await sql(service, 'select 1 from secret_keys where livemode and merchant_id = ?', [other.merchantId])).length,
    1,
  )
})

t.test('the page says that live mode is a rehearsal and that the database is for trial', async (t) => {
  const rehearsing = await startService({ environment: { LIVE_PROCESSOR: 'sandbox', DATABASE_URL: '' } })
  t.teardown(() => rehearsing.stop())
  const { text } = await (await signIn(rehearsing)).get(page)
  t.match(text, /Live mode is a rehearsal on this server \( LIVE_PROCESSOR=sandbox \)/)
  t.match(text, /which is meant for trials/)
  t.notMatch(text, /no bank for live mode/)
  t.notMatch((await owner.get(page)).text, /for trial/)
})
