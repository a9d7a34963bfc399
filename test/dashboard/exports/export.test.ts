import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { newId } from '../../../server/domain/ids.ts'
import { sql } from '../../support/sql.ts'
import { createSession, paidSession } from '../../support/pay.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { addPayment } from '../sessions/history.ts'
import { csvRows } from './read-csv.ts'
import { signIn, signInElsewhere, type Member } from '../shell/support.ts'

const path = '/dashboard/test/export'

let service: TestService
let owner: Member
let other: Member

t.before(async () => {
  // The worker would delete the old unpaid sessions of these tests.
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000', TEST_SESSION_DAYS: '36500' } })
  owner = await signIn(service)
  other = await signInElsewhere(service)
})
t.teardown(() => service.stop())

/** The rows of the file, with cells by the column names of the first line. */
async function rowsOf(member: Member, query: string, page = path): Promise<Record<string, string>[]> {
  const answer = await member.get(`${page}?${query}`)
  if (answer.status !== 200) throw new Error(`${query}: ${String(answer.status)} ${answer.text}`)
  return csvRows(answer.html)
}

t.test('without data, a file has only its first line', async (t) => {
  for (const what of ['payments', 'refunds', 'disputes', 'ledger', 'card_attempts', 'deliveries']) {
    const file = await owner.get(`${path}?what=${what}`)
    t.match(file.html, /^id,((created|opened)_utc,status|booked_utc,booked_day),[a-z_0-9,]+\r\n$/, what)
    t.match(
      file.headers.get('content-disposition'),
      new RegExp(`^attachment; filename="${what}-test-\\d{4}-\\d\\d-\\d\\d.csv"$`),
    )
    t.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8')
    t.equal(file.headers.get('cache-control'), 'no-store')
  }
  t.match((await owner.get(path)).text, 'A file with only its first line means that nothing matched.')
})

t.test('the file begins with a byte order mark', async (t) => {
  const bytes = Buffer.concat(await (await open(`${path}?what=payments`, owner)).toArray())
  t.same([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
})

t.test('the file of payments disarms formulas and has each amount in both forms', async (t) => {
  await sql(service, `update merchants set currencies = '{GBP,JPY,BHD,CLF}' where merchant_id = ?`, [
    service.merchantId,
  ])
  const hostile = {
    reference: '=HYPERLINK("http://evil.example","x")',
    description: '+1, "quoted"',
    customer: { email: 'ada@example.com', name: '@Ada' },
    metadata: { a: '=1' },
  }
  const session = await createSession(service, { amount: 1234, ...hostile })
  for (const [currency, amount] of [
    ['JPY', 1234],
    ['BHD', 5],
    ['CLF', 12_345],
  ] as const)
    await createSession(service, { currency, amount, description: '-1 ünïcode\nand a line' })
  const rows = await rowsOf(owner, 'what=payments')
  t.same(
    rows.map(({ currency, amount, amount_minor }) => [currency, amount, amount_minor]),
    [
      ['CLF', '1.2345', '12345'],
      ['BHD', '0.005', '5'],
      ['JPY', '1234', '1234'],
      ['GBP', '12.34', '1234'],
    ],
  )
  t.match(rows[3], {
    id: session.id,
    status: 'open',
    reference: `'${hostile.reference}`,
    description: `'${hostile.description}`,
    customer_name: "'@Ada",
    customer_email: 'ada@example.com',
    metadata: '{"a":"=1"}',
    paid_utc: '',
  })
  t.match(rows[3]?.['created_utc'], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  t.equal(rows[0]?.['description'], "'-1 ünïcode\nand a line")
  service.clock.advance(3600)
  t.same(
    [...new Set((await rowsOf(owner, 'what=payments')).map(({ status }) => status))],
    ['expired'],
    'before the sweep expires them',
  )
  t.equal((await rowsOf(owner, 'what=payments&status=open')).length, 0)
  t.equal(
    (await rowsOf(owner, 'what=payments&status=expired&currency=JPY')).length,
    1,
    'the filters of the list apply to the file too',
  )
})

t.test('the list of payments links to a file of the same payments, with its filters', async (t) => {
  const [first, second] = [
    await createSession(service, { amount: 4321, reference: 'to file & keep' }),
    await createSession(service, { amount: 4322, reference: 'to file & keep' }),
  ]
  const query = { q: 'to file & keep', status: 'open', min: '43.21', max: '43.21', currency: 'GBP' }
  const list = await owner.get(`/dashboard/test/payments?${new URLSearchParams(query).toString()}`)
  const linkOf = (html: string): URL =>
    new URL(
      (/<a href="([^"]*\/export\?[^"]*format=csv)"/.exec(html)?.[1] ?? '').replaceAll('&#38;', '&'),
      service.baseUrl,
    )
  t.match(list.text, 'Download all that match (spreadsheet) Download all that match (CSV)')
  t.same(
    (await rowsOf(owner, linkOf(list.html).search.slice(1))).map(({ id }) => id),
    [first.id],
  )
  const all = linkOf((await owner.get('/dashboard/test/payments')).html)
  t.equal(all.pathname, path)
  const ids = (await rowsOf(owner, all.search.slice(1))).map(({ id }) => id)
  t.ok(ids.includes(first.id) && ids.includes(second.id))
  t.notMatch((await owner.get('/dashboard/test/payments?q=nobody')).text, '(CSV)', 'an empty list offers no file')
})

t.test('refunds and deliveries can be exported', async (t) => {
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const session = await paidSession(service)
  await receiver.next(({ rawBody }) => rawBody.includes(session.id))
  await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 250, reason: '-10% “promised”' })
  t.match(await rowsOf(owner, 'what=refunds'), [
    {
      status: 'succeeded',
      amount: '2.50',
      amount_minor: '250',
      currency: 'GBP',
      payment: session.id,
      reason: "'-10% “promised”",
      card_brand: 'visa',
      card_last4: '0085',
    },
  ])
  t.same(await rowsOf(owner, 'what=refunds&status=failed'), [])
  t.match(await rowsOf(owner, 'what=payments&status=paid'), [
    { id: session.id, refunded: '2.50', refunded_minor: '250' },
  ])
  await until(
    () => rowsOf(owner, 'what=deliveries&status=pending'),
    (pending) => pending.length === 0,
  )
  const delivered = await rowsOf(owner, 'what=deliveries&status=delivered')
  t.match(
    delivered.find(({ event_type }) => event_type === 'session.completed'),
    { payment: session.id, attempts: '1', last_response_status: '200', last_url: receiver.url, next_attempt_utc: '' },
  )
})

t.test('days are those of the account’s time zone, and times in the file are UTC', async (t) => {
  await sql(service, `update merchants set time_zone = 'Europe/London' where merchant_id = ?`, [service.merchantId])
  for (const at of [
    '2026-03-28T23:59:59.999Z',
    '2026-03-29T00:00:00.000Z',
    '2026-03-29T22:59:59.999Z',
    '2026-03-29T23:00:00.000Z',
  ])
    await addPayment(service, { at })
  t.same(
    (await rowsOf(owner, 'what=payments&from=2026-03-29&to=2026-03-29')).map(({ created_utc }) => created_utc),
    ['2026-03-29T22:59:59.999Z', '2026-03-29T00:00:00.000Z'],
  )
  t.equal((await rowsOf(owner, 'what=payments&to=2026-03-28')).length, 1)
  t.equal((await rowsOf(owner, 'what=refunds&to=2026-03-28')).length, 0)
  t.equal((await rowsOf(owner, 'what=refunds&from=2026-03-28')).length, 1)
})

t.test('payments and refunds can be chosen by the day booked, in the order of the ledger', async (t) => {
  await sql(service, `update merchants set time_zone = 'UTC' where merchant_id = ?`, [service.merchantId])
  const slow = await addPayment(service, { at: '2024-02-01T23:59:00Z', bookedAt: '2024-02-02T00:01:00Z' })
  const quick = await addPayment(service, { at: '2024-02-01T23:59:30Z', bookedAt: '2024-02-01T23:59:40Z' })
  await addPayment(service, { at: '2024-02-02T12:00:00Z', failureCode: 'card_declined' })
  const idsOf = async (query: string): Promise<string[]> => (await rowsOf(owner, query)).map(({ id = '' }) => id)
  t.same(await idsOf('what=payments&status=paid&from=2024-02-01&to=2024-02-01'), [quick, slow])
  t.same(await idsOf('what=payments&by=booked&from=2024-02-01&to=2024-02-01'), [quick])
  t.same(await idsOf('what=payments&by=booked&from=2024-02-02&to=2024-02-02'), [slow])
  t.same(await idsOf('what=payments&by=booked&from=2024-02-01&to=2024-02-02'), [slow, quick])
  t.same(await idsOf('what=payments&by=booked&status=refunded&from=2024-02-01&to=2024-02-02'), [])
  t.match(await rowsOf(owner, 'what=payments&by=booked&from=2024-02-02&to=2024-02-02'), [
    { created_day: '2024-02-01', booked_day: '2024-02-02', paid_utc: '2024-02-02T00:01:00.000Z' },
  ])
  const [refund] = await rowsOf(owner, 'what=refunds&by=booked')
  t.match(refund, { status: 'succeeded', amount: '2.50', booked_day: refund?.['settled_utc']?.slice(0, 10) ?? '' })
  t.same(await rowsOf(owner, 'what=refunds&by=booked&status=failed'), [])
  t.same(await rowsOf(owner, 'what=refunds&by=booked&to=2024-02-02'), [])
  t.match((await owner.get(path)).text, /Choose by Day created Day booked From day .*Booked from .*Created from/)
})

t.test('a refused filter of the booked day gets a sentence', async (t) => {
  for (const [query, sentence] of [
    ['what=payments&by=eaten', 'Choose the day created or the day booked.'],
    ['what=refunds&by=eaten', 'Choose the day created or the day booked.'],
    ['what=payments&by=booked&q=order-7', 'A search cannot be combined with booked days.'],
    ['what=ledger&from=x', 'There is no such day.'],
    ['what=ledger&range=never', 'There is no such range.'],
  ] as const) {
    const answer = await owner.get(`${path}?${query}`)
    t.equal(answer.status, 400, query)
    t.match(answer.text, sentence)
  }
})

t.test('one click chooses the days of all files', async (t) => {
  const { html, text } = await owner.get(`${path}?range=last_month`)
  t.match(text, 'All days Today Yesterday Last 7 days Last week This month Last month')
  const today = service.clock.now().toISOString().slice(0, 8)
  const lastDay = new Date(new Date(`${today}01T00:00:00Z`).getTime() - 1).toISOString().slice(0, 10)
  const days = [...html.matchAll(/<input [^>]*name="(?:from|to)"[^>]*>/g)].map(
    ([field]) => /value="([^"]*)"/.exec(field)?.[1],
  )
  t.equal(days.length, 14)
  t.same([...new Set(days)], [`${lastDay.slice(0, 8)}01`, lastDay])
  const [byRange, byDays] = await Promise.all(
    [`range=last_month`, `from=${lastDay.slice(0, 8)}01&to=${lastDay}`].map((query) =>
      rowsOf(owner, `what=ledger&${query}`),
    ),
  )
  t.same(byRange, byDays)
})

t.test('a wrong filter gets a sentence and no file', async (t) => {
  for (const what of ['payments', 'refunds', 'deliveries']) {
    for (const [query, sentence] of [
      ['status=eaten', 'There is no such status.'],
      ['from=2026-02-30', 'There is no such day.'],
      ['to=x', 'There is no such day.'],
      ['from=2026-05-02&to=2026-05-01', 'This is before the first day.'],
    ] as const) {
      const answer = await owner.get(`${path}?what=${what}&${query}`)
      t.equal(answer.status, 400, `${what} ${query}`)
      t.match(answer.text, sentence)
      t.match(answer.headers.get('content-type'), /html/)
    }
  }
  t.match((await owner.get(`${path}?what=payments&min=abc`)).text, 'Write it in digits, like 25.00')
  t.equal((await owner.get(`${path}?what=secrets`)).status, 404)
})

t.test('each account and mode has its own files, and the audit log records each export', async (t) => {
  const theirs = await addPayment(service, { at: '2026-05-05T12:00:00Z', merchantId: other.merchantId })
  const live = await addPayment(service, { at: '2026-05-05T12:00:00Z', livemode: true })
  t.same(
    (await rowsOf(other, 'what=payments')).map(({ id }) => id),
    [theirs],
  )
  t.same(
    (await rowsOf(owner, 'what=payments', '/dashboard/live/export')).map(({ id }) => id),
    [live],
  )
  for (const what of ['ledger', 'card_attempts'])
    t.same(
      (await rowsOf(other, `what=${what}`)).map(({ payment }) => payment),
      [theirs],
    )
  t.notOk((await rowsOf(owner, 'what=payments')).some(({ id }) => id === theirs || id === live))
  for (const what of ['refunds', 'deliveries']) t.same(await rowsOf(other, `what=${what}`), [])
  const [line] = await sql(
    service,
    `select actor, livemode, detail from audit_log
     where merchant_id = ? and action = 'payments.exported' order by id desc limit 1`,
    [other.merchantId],
  )
  t.match(line, { actor: other.email, livemode: false, detail: {} })
})

/** Adds payments, one a second from the beginning of the year on. */
async function addMany(count: number, year: number, metadata: object): Promise<void> {
  const begin = new Date(Date.UTC(year, 0, 1))
  const ids = Array.from({ length: count }, (_, index) => newId('cs_test', new Date(begin.getTime() + index * 1000)))
  await sql(
    service,
    `insert into checkout_sessions
       (merchant_id, livemode, id, status, amount, currency, customer, expires_at, created_at, metadata)
     select ?, false, id, 'failed', 100, 'GBP', '{}', now(), ?::timestamptz + n * interval '1 second', ?
     from unnest(?::text[]) with ordinality as given (id, n)`,
    [service.merchantId, begin, JSON.stringify(metadata), ids],
  )
}

t.test('a file of several thousand rows has every row once, newest first', async (t) => {
  await addMany(2_500, 2018, {})
  const rows = await rowsOf(owner, 'what=payments&from=2018-01-01&to=2018-12-31')
  const ids = rows.map(({ id = '' }) => id)
  t.equal(new Set(ids).size, 2_500)
  t.same(ids, [...ids].sort().reverse())
})

/** Begins a download as a browser does, without reading its body. */
function open(address: string, { cookies }: Member): Promise<IncomingMessage> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        port: Number(service.app.server.info.port),
        path: address,
        headers: { cookie, accept: 'text/html' },
        agent: false,
      },
      resolve,
    ).on('error', reject)
  })
}

t.test('a client that reads slowly or disconnects stops its own download and not the service', async (t) => {
  await addMany(5_500, 2020, { long: 'x'.repeat(4_000) })
  const statements: string[] = []
  const note = ({ sql: text }: { sql: string }): void =>
    void (/from "checkout_sessions"/.test(text) && statements.push(text))
  const { readingDb } = service.app.context
  readingDb.on('query', note)
  const address = `${path}?what=payments&from=2020-01-01&to=2020-12-31`
  const slow = await Promise.all([1, 2, 3].map(() => open(address, owner)))
  t.same(
    slow.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  const fourth = await owner.get(address)
  t.match([fourth.status, fourth.headers.get('retry-after')], [429, '60'])
  t.match(fourth.text, 'This account is already downloading three files.')
  t.match((await other.get(`${path}?what=payments`)).status, 200, 'other accounts are not affected')
  for (const response of slow) response.destroy()
  const again = await until(
    () => owner.get(`${path}?what=refunds`),
    ({ status }) => status === 200,
  )
  t.equal(again.status, 200, 'the slots are free again')
  readingDb.off('query', note)
  t.ok(
    statements.length > 0 && statements.length < 3 * 6,
    `${String(statements.length)} statements: the service read none of the three files to its end`,
  )
})

async function until<Value>(look: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await look()
    if (isThere(value)) return value
    await pause(20)
  }
}

for (const encoding of ['identity', 'gzip']) {
  t.test(`an error cuts the connection, so that half a file never looks whole (${encoding})`, async (t) => {
    // A payment in an unknown currency, older than all others, makes the last row of the file fail.
    if (encoding === 'identity')
      await sql(
        service,
        `insert into checkout_sessions
             (merchant_id, livemode, id, status, amount, currency, customer, expires_at, created_at, metadata)
           values (?, false, ?, 'failed', 100, 'ZZZ', '{}', now(), '2017-12-31T00:00:00Z', '{}')`,
        [service.merchantId, newId('cs_test', new Date('2017-12-31T00:00:00Z'))],
      )
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(
      `http://127.0.0.1:${String(service.app.server.info.port)}${path}?what=payments&to=2018-12-31`,
      { headers: { cookie, 'Accept-Encoding': encoding } },
    )
    t.equal(response.status, 200)
    t.equal(response.headers.get('content-encoding'), encoding === 'gzip' ? 'gzip' : null)
    await t.rejects(response.text())
    t.ok(
      await until(
        async () => service.logLines.filter((line) => line.includes('an export failed')).length,
        (count) => count > (encoding === 'gzip' ? 1 : 0),
      ),
    )
  })
}
