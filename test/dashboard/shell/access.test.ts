import t from 'tap'
import { dashboardPages, visitorPages } from '../../../server/dashboard/pages.ts'
import { readUrlEncoded } from '../../../server/dashboard/shell/forms.ts'
import { numberNewEvents } from '../../../server/flows/webhooks/number-new-events.ts'
import { isFull } from '../../support/combinations.ts'
import { sql } from '../../support/sql.ts'
import { until } from '../../support/until.ts'
import { startService, type TestService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { everyForm } from './every-form.ts'
import { formIn, openBrowser, password, signIn, signInElsewhere, type Member } from './support.ts'
import { samples } from './samples.ts'

// Every page and every form of the dashboard, signed out and as another account. The tests read the list of pages, so
// they cover a new page at once. A page with an id in its address needs a sample in samples.ts.

let service: TestService
let owner: Member
let other: Member

/** A page with an id of the owner's in its address. */
interface Opened {
  readonly path: string
  readonly page: (typeof dashboardPages)[number]
}
const opened: Opened[] = []

t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  owner = await signIn(service)
  other = await signInElsewhere(service)
  for (const page of dashboardPages) {
    const sample = samples[page.path]
    if (/\{/.test(page.path) && !sample)
      throw new Error(`The page ${page.path} needs a sample in test/dashboard/shell/samples.ts`)
    opened.push({ page, path: `/dashboard/test/${sample ? await sample(service) : page.path}` })
  }
  // The samples left work to do, like mails. It must not change rows while a test compares them, and the sweep only
  // begins to send, so we wait for the end.
  await service.sweep()
  await until(
    async () => (await sql(service, 'select 1 from outgoing_mail where next_attempt_at is not null')).length === 0,
  )
  // A worker numbers events within a minute of their commit.
  await numberNewEvents(service.app.context)
})
t.teardown(() => service.stop())

/**
 * All rows of the owner's account in every table, without what changes by itself: the columns that viewing a page
 * changes, and what the service writes some time after the requests of test mode.
 */
async function ownersRows(): Promise<string> {
  const tables = await sql<{ name: string }>(
    service,
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'merchant_id'
       and table_name not in ('test_storage', 'recorded_requests') order by 1`,
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      await sql(
        service,
        `select (to_jsonb(x) - 'last_seen_at' - 'last_used_at')::text as row
         from ${name} x where merchant_id = ? order by 1`,
        [owner.merchantId],
      ),
    ]),
  )
  // The housekeeping may create an empty partition at any time.
  return JSON.stringify(Object.fromEntries(rows.filter(([, found]) => found?.length)))
}

t.test('without a sign-in, every page leads to the sign-in and no form changes anything', async (t) => {
  const before = await ownersRows()
  for (const { page, path } of opened) {
    const visitor = openBrowser(service)
    const answer = await visitor.get(path)
    t.equal(answer.status, 303, path)
    t.match(answer.location, /^\/dashboard\/sign-in\?next=/)
    t.equal((await visitor.get(path, { Accept: 'application/json' })).status, 401)
    const { html } = await owner.get(path)
    for (const form of page.forms) {
      const shown = formIn(html, form.name)
      const sent = await visitor.post(shown?.action ?? `${path}/${form.name}`, shown?.fields ?? {})
      t.equal(sent.status, 401, `${path}/${form.name}`)
      t.match(sent.text, 'nothing was changed')
      t.equal((await owner.get(`${path}/${form.name}`)).location, path, 'the address of a form leads back to its page')
    }
  }
  t.equal(await ownersRows(), before)
})

t.test('another account sees nothing of the owner’s on any page, and changes nothing through any form', async (t) => {
  const before = await ownersRows()
  for (const { page, path } of opened) {
    const [theirs, owners] = [await other.get(path), await owner.get(path)]
    t.equal(theirs.status, /\{/.test(page.path) ? 404 : 200, path)
    t.notMatch(theirs.html, owner.merchantId)
    t.notMatch(theirs.html, owner.email)
    for (const form of page.forms.filter(({ name }) => !name.startsWith('sign-out'))) {
      const shown = formIn(owners.html, form.name)
      const stolen = await other.post(`${path}/${form.name}`, shown?.fields ?? {})
      t.ok([403, 404].includes(stolen.status), `${path}/${form.name} with the owner’s token: ${String(stolen.status)}`)
      const token = formIn((await other.get('/dashboard/test/settings')).html, 'sign-out')?.fields['form_token'] ?? ''
      const own = await other.post(`${path}/${form.name}`, { ...shown?.fields, form_token: token })
      t.ok(
        own.status < 500 && (own.status !== 303 || !/\{/.test(page.path)),
        `${path}/${form.name} with a token of their own: ${String(own.status)}`,
      )
      t.notMatch(own.html, owner.merchantId)
    }
  }
  t.equal(await ownersRows(), before)
})

t.test('each form asks for the password, or before it repeats something, as decided', async (t) => {
  const found = dashboardPages.flatMap((page) =>
    page.forms.map((form) => {
      const kind = 'current' in form.fields ? 'password' : form.again ? 'again' : ''
      return [`${page.path} ${form.name}`, kind] as const
    }),
  )
  t.same(Object.fromEntries(found), everyForm)
})

/** Fields that begin with a suggestion, which the form does not store. */
const suggestions = new Set(['since', 'currency of a new link'])

t.test('no form saves over what another tab has changed since the page was opened', async (t) => {
  await owner.submit('/dashboard/test/settings', 'business', { business_name: 'Ada’s shop' })
  await owner.submit('/dashboard/test/settings/checkout', 'thank-you', { url: 'https://shop.example/thanks' })
  const before = await ownersRows()
  let guarded = 0
  for (const { page, path } of opened) {
    const { html } = await owner.get(path)
    for (const { name, fields } of page.forms) {
      const form = formIn(html, name)
      if (!form) continue
      const isStored = (field: string): boolean =>
        form.fields[field] !== undefined && form.fields[field] !== '' && fields[field]?.type !== 'hidden'
      const stored = Object.keys(fields).filter((field) => isStored(field) && field !== 'current')
      const shown = stored.filter(
        (field) => !suggestions.has(page.path === 'links/new' ? `${field} of a new link` : field),
      )
      if (shown.length > 0) t.ok(form.fields['seen'], `${path}/${name} says what it showed: ${shown.join()}`)
      if (form.fields['seen'] === undefined) continue
      guarded += 1
      const filled = Object.entries(fields).flatMap(([field, { required, type, options }]) =>
        required === true && form.fields[field] === ''
          ? [[field, options?.at(-1)?.[0] ?? (type === 'email' ? 'ada@example.com' : 'Example')]]
          : [],
      )
      const sent = { ...form.fields, ...(Object.fromEntries(filled) as Record<string, string>), seen: 'something else' }
      const stale = await owner.post(form.action, sent)
      t.match([stale.status, stale.text], [409, 'This was changed in another place'], `${path}/${name}`)
    }
  }
  t.ok(guarded > 8, String(guarded))
  t.equal(await ownersRows(), before)
})

t.test('every form is refused without a token and with a wrong one', async (t) => {
  const before = await ownersRows()
  for (const { page, path } of opened) {
    const { html } = await owner.get(path)
    for (const form of page.forms) {
      const shown = formIn(html, form.name)
      const { form_token: token = '', ...fields } = shown?.fields ?? {}
      const swapped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
      const others = [
        { ...fields, form_token: '' },
        { ...fields, form_token: 'x' },
      ]
      for (const wrong of [fields, ...(isFull ? others : []), ...(token ? [{ ...fields, form_token: swapped }] : [])]) {
        const sent = await owner.post(`${path}/${form.name}`, wrong)
        t.match([sent.status, sent.text], [403, 'This form is too old'], `${path}/${form.name}`)
      }
    }
  }
  t.equal(await ownersRows(), before)
  for (const page of visitorPages.filter(({ path }) => !/\{/.test(path))) {
    for (const form of page.forms) {
      const sent = await openBrowser(service).post(`/dashboard/${page.path}/${form.name}`, {
        email: owner.email,
        password,
      })
      t.equal(sent.status, 403, `${page.path}/${form.name}`)
    }
  }
})

t.test('a form that is sent twice, at once or later, takes effect once and shows its result', async (t) => {
  const shown = formIn((await owner.get('/dashboard/test/settings')).html, 'time-zone')
  const fields = { ...shown?.fields, zone: 'Europe/London' }
  const sent = await Promise.all([1, 2, 3].map(() => owner.post(shown?.action ?? '', fields)))
  t.same(
    sent.map(({ status }) => status),
    [303, 303, 303],
  )
  t.equal(new Set(sent.map(({ location }) => location)).size, 1)
  const later = await owner.post(shown?.action ?? '', { ...fields, zone: 'Asia/Tokyo' })
  t.equal(later.location, sent[0]?.location)
  t.match((await owner.get(later.location ?? '')).text, 'Times are now shown in Europe/London.')
  t.same(await sql(service, 'select time_zone from merchants where merchant_id = ?', [owner.merchantId]), [
    { time_zone: 'Europe/London' },
  ])
  t.match(
    await sql(
      service,
      `select actor, detail, address, livemode from audit_log where merchant_id = ? and action = 'account.changed'`,
      [owner.merchantId],
    ),
    [{ actor: owner.email, detail: { timeZone: 'Europe/London' }, address: '127.0.0.1', livemode: null }],
  )
  t.notMatch((await other.get(later.location ?? '')).text, 'Europe/London.', 'another account cannot read the result')
  const stale = formIn((await owner.get('/dashboard/test/settings')).html, 'time-zone')
  service.clock.advance(11 * 3600)
  await owner.get('/dashboard/test/settings')
  service.clock.advance(2 * 3600)
  t.equal((await owner.post(stale?.action ?? '', stale?.fields ?? {})).status, 403)
})

t.test('no page may be cached or framed, and pages run our own script only', async (t) => {
  const paths = [
    ...opened.map(({ path }) => path),
    '/dashboard/sign-in',
    '/dashboard/sign-up',
    '/dashboard/nothing',
    '/dashboard/test/nothing',
    '/dashboard/elsewhere/settings',
  ]
  for (const path of paths) {
    const { headers, html } = await owner.get(path)
    t.match(
      headers.get('content-security-policy'),
      /^default-src 'none'; style-src 'self'; script-src 'self'.*frame-ancestors 'none'$/,
      path,
    )
    t.same(
      ['cache-control', 'referrer-policy', 'x-content-type-options'].map((name) => headers.get(name)),
      ['no-store', 'no-referrer', 'nosniff'],
    )
    t.notMatch(html, /<script>|<style| style="| on\w+="/, 'nothing inline')
  }
  for (const path of paths.slice(-3)) t.equal((await owner.get(path)).status, 404, path)
  const fresh = await openBrowser(service).post('/dashboard/sign-in/in', '')
  t.equal(fresh.status, 403)
  const line = (await openBrowser(service).get('/dashboard/sign-in')).headers.getSetCookie()[0] ?? ''
  t.match(line, /^servicepay-visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/, 'plain http on localhost')
})

t.test('over https the cookies are bound to the host', async (t) => {
  const secure = await startService({ environment: { BASE_URL: 'https://pay.example', SIGNUP: 'open' } })
  t.teardown(() => secure.stop())
  const browser = openBrowser(secure)
  await browser.submit('/dashboard/sign-up', 'make', { email: 'ada@example.com', password })
  t.same([...browser.cookies.keys()], ['__Host-servicepay-visitor', '__Host-servicepay', '__Host-servicepay-device'])
  const line =
    (
      await browser.submit('/dashboard/sign-in', 'in', { email: 'ada@example.com', password })
    ).headers.getSetCookie()[0] ?? ''
  t.match(line, /^__Host-servicepay=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
})

t.test('hostile forms and addresses get an answer and cause no error', async (t) => {
  const token = formIn((await owner.get('/dashboard/test/settings')).html, 'time-zone')?.fields['form_token'] ?? ''
  const path = '/dashboard/test/settings/time-zone'
  const bodies: Readonly<Record<string, number>> = {
    '': 403,
    [`form_token=${token}&zone=UTC&zone=UTC`]: 400,
    [`form_token=${token}&zone=%00`]: 400,
    [`form_token=${token}&zone=%ED%A0%80`]: 400,
    [`form_token=${token}&zone=%ff`]: 400,
    [`form_token=${token}&zone=%`]: 400,
    [`form_token=${token}&zone=Nowhere`]: 422,
    [`form_token=${token}&zone=`]: 422,
    [`form_token=${token}`]: 422,
    [`form_token=${token}&zone=${'x'.repeat(60_000)}`]: 422,
    [`x=${'x'.repeat(70_000)}`]: 400,
    ['a=1&'.repeat(300)]: 400,
  }
  for (const [body, status] of Object.entries(bodies))
    t.equal((await owner.post(path, body)).status, status, body.slice(0, 80))
  t.equal((await owner.post(path, '{}', { 'Content-Type': 'application/json' })).status, 400)
  for (const query of ['?done=x', '?done=%00', '?%00', '?a=1&a=2', '?next=%ff', `?done=${'a'.repeat(400)}`])
    t.equal((await owner.get(`/dashboard/test/settings${query}`)).status, 200, query)
  for (const link of [
    '/dashboard/welcome/%00',
    '/dashboard/reset/x',
    `/dashboard/welcome/${'a'.repeat(600)}`,
    '/dashboard/test/%00',
  ])
    t.equal((await openBrowser(service).get(link)).status, 404, link)
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/dashboard/test/../../x',
    'javascript:alert(1)',
    '/dashboard/test/settings\\@evil',
  ]) {
    const browser = openBrowser(service)
    const sent = await browser.submit(`/dashboard/sign-in?next=${encodeURIComponent(next)}`, 'in', {
      email: owner.email,
      password,
    })
    t.match(sent.location, /^\/dashboard\?done=/, next)
    await sql(service, 'delete from sign_in_counts')
  }
  for (const next of [
    '/dashboard/test/payments?q=a*b..c//d',
    `/dashboard/test/payments?q=${encodeURIComponent('é'.repeat(200))}&status=paid`,
    '/dashboard/live/disputes',
  ]) {
    const browser = openBrowser(service)
    const asked = await browser.get(next)
    const sent = await browser.submit(asked.location ?? '', 'in', { email: owner.email, password })
    t.ok(sent.location?.startsWith(`${next}${next.includes('?') ? '&' : '?'}done=`), next)
    await sql(service, 'delete from sign_in_counts')
  }
  t.notOk(service.logLines.some((line) => line.includes('"level":"error"')))
  t.match(readUrlEncoded(Buffer.from('a=1+2&b=%C3%A9&c'), 'application/x-www-form-urlencoded; charset=utf-8'), {
    kind: 'fields',
    fields: new Map([
      ['a', '1 2'],
      ['b', 'é'],
      ['c', ''],
    ]),
  })
})

t.test('browsers and password managers leave fields for keys and credentials alone', async (t) => {
  const signs = 'data-1p-ignore data-lpignore="true" data-bwignore data-form-type="other"'
  const claim = (await openBrowser(service).get('/dashboard/claim')).html
  t.match(claim, new RegExp(`id="[a-z]+-secret_key"[^>]* autocomplete="new-password" ${signs}`))
  t.match(claim, /id="[a-z]+-email"[^>]* autocomplete="username"(?! data)/)
  t.match((await owner.get('/dashboard/test/keys')).html, new RegExp(`name="name"[^>]* autocomplete="off" ${signs}`))
})
