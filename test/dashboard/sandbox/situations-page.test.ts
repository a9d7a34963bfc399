import t from 'tap'
import { allSituations } from '../../../server/flows/sandbox/situations.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { signIn, type Member } from '../shell/support.ts'

const page = '/dashboard/test/situations'

let service: TestService
let owner: Member
t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  owner = await signIn(service)
})
t.teardown(async () => {
  await sql(service, 'delete from webhook_endpoints')
  await service.stop()
})

const linksIn = (html: string): string[] =>
  [...(/<section aria-labelledby="made">[^]*?<\/section>/.exec(html)?.[0] ?? '').matchAll(/href="([^"]*)"/g)].map(
    ([, href = '']) => href,
  )

t.test('the page lists every situation, and a click sets one up and links to what it made', async (t) => {
  t.match((await owner.get('/dashboard/test/home')).html, `href="${page}"`)
  const { text } = await owner.get(page)
  for (const { title, description } of allSituations()) t.match(text, `${title} ${description}`)
  const done = await owner.done(page, 'set-up', { situation: 'dispute-after-refund' })
  t.match(done.text, 'Your account has it now: a dispute after a partial refund.')
  const links = linksIn(done.html)
  t.match(links, [/\/payments\/cs_test_/, /\/refunds$/, /\/disputes\/dp_/])
  const [payment = '', , dispute = ''] = links
  t.match((await owner.get(payment)).text, /Disputed[^]*order-1019/)
  t.match((await owner.get(dispute)).text, '$50.00')
})

t.test('a person can set up what sets a webhook address, and reads why it does not work twice', async (t) => {
  const done = await owner.done(page, 'set-up', { situation: 'signing-secret-rolled' })
  t.match(linksIn(done.html), [/\/webhooks$/])
  const again = await owner.submit(page, 'set-up', { situation: 'signing-secret-rolled' })
  t.match([again.status, again.text], [409, /Nothing was set up[^]*the account has one/])
})

t.test('wrong names, live mode and made-up addresses change nothing', async (t) => {
  const before = await sql(service, 'select id from checkout_sessions where merchant_id = ?', [service.merchantId])
  const wrong = await owner.submit(page, 'set-up', { situation: 'disputed' })
  t.match([wrong.status, wrong.text], [404, 'There is no situation with this name.'])
  const { fields } = await formOf(page)
  const live = await owner.post('/dashboard/live/situations/set-up', { ...fields, situation: 'paid' })
  t.equal(live.status, 404)
  t.match((await owner.get('/dashboard/live/situations')).html, `href="${page}"`)
  for (const query of [
    'situation=paid&session=javascript:alert(1)',
    'situation=nothing&session=cs_test_1',
    'session=x',
  ])
    t.same(linksIn((await owner.get(`${page}?${query}`)).html), [], query)
  t.same(await sql(service, 'select id from checkout_sessions where merchant_id = ?', [service.merchantId]), before)
})

async function formOf(address: string): Promise<{ fields: Record<string, string> }> {
  const { html } = await owner.get(address)
  const [, token = ''] =
    /name="form_token" value="([^"]*)"/.exec(/<form[^>]* id="set-up"[^]*/.exec(html)?.[0] ?? '') ?? []
  return { fields: { form_token: token } }
}
