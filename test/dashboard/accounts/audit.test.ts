import t from 'tap'
import { actionWords, actionText, detailTexts } from '../../../server/dashboard/accounts/audit-words.ts'
import { auditActions, type AuditAction } from '../../../server/domain/accounts/audit-actions.ts'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { newId } from '../../../server/domain/ids.ts'
import { changeAccount } from '../../../server/flows/accounts/manage-account.ts'
import { insertingAudit } from '../../../server/store/accounts/audit-log.ts'
import { execute } from '../../../server/store/sql/writes.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { csvRows } from '../exports/read-csv.ts'
import { joinWithRole, signIn, signInElsewhere, type Member } from '../shell/support.ts'

const path = '/dashboard/test/audit'

let service: TestService
let owner: Member
let other: Member

t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  owner = await signIn(service)
  other = await signInElsewhere(service)
})
t.teardown(() => service.stop())

const entries = (html: string): string[] =>
  [...html.matchAll(/<li><p class="did">([^]*?)<\/li>/g)].map(([, entry = '']) =>
    entry
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )

async function addLines(
  count: number,
  line: {
    livemode: boolean | null
    action: AuditAction
    detail?: Record<string, unknown>
    by?: { person_id: string; actor: string }
    at?: Date
  },
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const at = line.at ?? service.clock.now()
    const by = { person_id: null, actor: 'somebody@example.com', address: '203.0.113.7', ...line.by }
    const entry = insertingAudit({
      merchant_id: service.merchantId,
      id: newId('aud', at),
      at,
      ...by,
      detail: line.detail ?? { number: index },
      livemode: line.livemode,
      action: line.action,
    })
    await execute(service.app.context.db, entry)
  }
}

t.test('each action has its own words, and an action that only a newer version knows shows its name', async (t) => {
  t.equal(new Set(Object.values(actionWords)).size, auditActions.length)
  t.equal(actionText('thing.was_done'), 'Thing was done')
})

t.test('the log shows who did what, when and from where', async (t) => {
  t.match(entries((await owner.get(path)).html), [
    new RegExp(`^Signed in .*${owner.email} from 127.0.0.1`),
    new RegExp(`^Claimed the account .*${owner.email} from 127.0.0.1`),
  ])
  await owner.done('/dashboard/test/settings', 'time-zone', { zone: 'America/Sao_Paulo' })
  await changeAccount(service.app.context, operator, service.merchantId, { currencies: ['GBP', 'JPY'] })
  const [first, second] = entries((await owner.get(path)).html)
  t.match(first, /^Changed the account’s settings .* The operator, on the server Currencies GBP, JPY$/)
  t.match(second, /^Changed the account’s settings .*from 127.0.0.1 Time zone America\/Sao_Paulo$/)
  const { html } = await owner.get(path)
  const at = /datetime="([^"]+)"[^>]*>([^<]+)</.exec(html)
  const there = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Sao_Paulo',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at?.[1] ?? ''))
  t.match(at?.[2], there, 'in the account’s time zone')
})

t.test('details are readable, and text in them is escaped', async (t) => {
  await addLines(1, {
    livemode: false,
    action: 'refund.created',
    detail: {
      amount: 1234,
      currency: 'BHD',
      reason: '<b>bold</b>',
      session: 'cs_test_0123456789abcdefghjkmnpqrstvwx',
      thankYouUrl: { livemode: false, url: null },
      works_until: 'x',
    },
  })
  const { html } = await owner.get(path)
  const [first] = entries(html)
  t.match(first, /Amount BHD\s1\.234 /)
  t.match(first, 'Thank you url url none, livemode no Works until x')
  t.match(html, '&#60;b&#62;bold&#60;/b&#62;')
  t.match(html, '<a href="/dashboard/test/payments/cs_test_0123456789abcdefghjkmnpqrstvwx">')
  t.same(detailTexts({ amount: 5, currency: 'nothing' }), [
    ['Amount', '5'],
    ['Currency', 'nothing'],
  ])
})

t.test('the pages list each entry once, newest first, and can be narrowed to one action', async (t) => {
  await addLines(120, { livemode: false, action: 'key.renamed' })
  const seen: string[] = []
  let pages = 0
  for (let next: string | undefined = path; next !== undefined; pages++) {
    const { html } = await owner.get(next.replaceAll('&#38;', '&'))
    seen.push(...[...html.matchAll(/<dt>Number<\/dt><dd>(\d+)<\/dd>/g)].map(([, number = '']) => number))
    next = /<a href="([^"]+)" rel="next">/.exec(html)?.[1]
  }
  t.equal(pages, 3)
  t.same(
    seen,
    Array.from({ length: 120 }, (_, index) => String(119 - index)),
  )
  const filtered = await owner.get(`${path}?action=login.created`)
  t.match(entries(filtered.html), [/^Signed in/])
  t.equal(entries(filtered.html).length, 1)
  t.match((await owner.get(`${path}?action=password.reset`)).text, 'There is no such entry in this mode yet.')
  t.match((await owner.get(`${path}?after=aud_${'0'.repeat(30)}`)).text, 'There is nothing older.')
  const unknown = await owner.get(`${path}?action=drop`)
  t.match([unknown.status, unknown.text], [400, 'There is no such action.'])
})

t.test('the log is narrowed by person, kind of action and day, page after page', async (t) => {
  const gone = { person_id: newId('per', service.clock.now()), actor: 'gone@example.com' }
  const day = new Date('2025-03-04T12:00:00Z')
  await addLines(60, { livemode: false, action: 'key.rolled', by: gone })
  await addLines(1, { livemode: false, action: 'refund.created', by: gone, detail: { number: 70 }, at: day })
  await addLines(1, { livemode: false, action: 'key.rolled', detail: { number: 80 }, at: day })
  const numbers = async (query: string): Promise<{ found: number[]; next: string | undefined; text: string }> => {
    const { html, text } = await owner.get(`${path}?${query}`)
    const found = [...html.matchAll(/<dt>Number<\/dt><dd>(\d+)<\/dd>/g)].map(([, number]) => Number(number))
    const next = /<a href="[^"?]*\?([^"]+)" rel="next">/.exec(html)?.[1]
    return { found, next: next?.replaceAll('&#38;', '&'), text }
  }
  const newestFirst = Array.from({ length: 60 }, (_, index) => 59 - index)
  for (const [query, expected] of [
    [`person=${gone.person_id}`, [...newestFirst, 70]],
    [`person=${gone.person_id}&action=keys`, newestFirst],
  ] as const) {
    const first = await numbers(query)
    const second = await numbers(first.next ?? '')
    t.same([...first.found, ...second.found], expected, query)
    t.equal(second.next, undefined)
    t.match(first.text, 'Person gone@example.com', 'the removed person is named')
  }
  for (const [query, expected] of [
    [`person=${gone.person_id}&action=refunds`, [70]],
    [`person=${gone.person_id}&action=key.created`, []],
    ['person=none&from=2025-03-04&to=2025-03-04', [80]],
    ['from=2025-03-04&to=2025-03-04', [80, 70]],
    ['action=keys&from=2025-03-04&to=2025-03-04', [80]],
    ['action=keys&to=2025-03-03', []],
    [`person=${newId('per', day)}`, []],
  ] as const)
    t.same((await numbers(query)).found, expected, query)
  for (const [query, sentence] of [
    ['person=drop', 'There is no such person.'],
    ['from=2025-02-30', 'There is no such day.'],
    ['from=2025-03-04&to=2025-03-03', 'This is before the first day.'],
  ] as const) {
    const refused = await owner.get(`${path}?${query}`)
    t.match([refused.status, refused.text], [400, sentence])
  }
  t.notMatch((await other.get(path)).html, gone.actor, 'another account does not see the person')
  t.notMatch((await other.get(`${path}?person=${gone.person_id}`)).html, /<li><p class="did">/)
})

t.test(
  'the log is downloaded as the page shows it, by those who may see it, and the download leaves a line',
  async (t) => {
    const gone = { person_id: newId('per', service.clock.now()), actor: '=gone@example.com' }
    await addLines(1, { livemode: false, action: 'key.rolled', by: gone, detail: { key: 'key_1' } })
    await addLines(1, { livemode: false, action: 'refund.created', by: gone })
    const { html } = await owner.get(`${path}?person=${gone.person_id}&action=keys`)
    const links = [...html.matchAll(/<a href="([^"]*\/export\?[^"]*)"/g)].map(([, to = '']) =>
      to.replaceAll('&#38;', '&'),
    )
    t.match(links, [/format=xlsx$/, /format=csv$/])
    const rows = csvRows((await owner.get(links[1] ?? '')).html)
    t.match(rows, [
      {
        action: 'key.rolled',
        what: 'Rolled a secret key',
        who: "'=gone@example.com",
        person: gone.person_id,
        address: '203.0.113.7',
        mode: 'test',
        detail: '{"key":"key_1"}',
      },
    ])
    t.equal(rows.length, 1)
    t.match(
      entries((await owner.get(path)).html)[0],
      new RegExp(`^Exported the audit log .*${owner.email} from 127.0.0.1 .*Action keys .*Person ${gone.person_id}`),
    )
    t.equal((await owner.get(links[0] ?? '')).status, 200)
    const finance = await joinWithRole(service, owner, 'finance')
    const refused = await finance.get(links[1] ?? '')
    t.match([refused.status, refused.text], [403, 'This needs the role Owner or Administrator.'])
    t.notMatch((await finance.get('/dashboard/test/export')).text, 'Download audit log')
    t.match((await owner.get('/dashboard/test/export')).text, 'Download audit log')
  },
)

t.test(
  'another account sees none of the entries, and a mode shows its own entries and those of the whole account',
  async (t) => {
    await addLines(1, { livemode: true, action: 'key.revoked' })
    t.match(entries((await owner.get('/dashboard/live/audit')).html)[0], /^Revoked a secret key/)
    t.notOk(entries((await owner.get('/dashboard/live/audit')).html).some((entry) => entry.startsWith('Renamed')))
    t.ok(entries((await owner.get('/dashboard/live/audit')).html).some((entry) => entry.startsWith('Signed in')))
    t.notOk(entries((await owner.get(path)).html).some((entry) => entry.startsWith('Revoked')))
    t.same(entries((await other.get(path)).html).length, 2)
    t.notMatch((await other.get(path)).html, owner.email)
  },
)
