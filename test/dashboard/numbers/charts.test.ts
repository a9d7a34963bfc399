import t from 'tap'
import { isCheapToCompare } from '../../../server/dashboard/numbers/charts.ts'
import { sumsOfAll } from '../../../server/domain/numbers/statistics.ts'
import type { TestService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { addPayment, tableIn } from '../sessions/history.ts'
import { signIn, type Member } from '../shell/support.ts'

const path = '/dashboard/test/numbers'

let service: TestService
let owner: Member

t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  owner = await signIn(service)
})
t.teardown(() => service.stop())

t.test('in test mode, which keeps no figures, a long time is not compared', (t) => {
  const of = (count: number) => ({ ...sumsOfAll([]), payment: { count, amount: 1 } })
  const scope = { merchantId: 'mer_x', livemode: false }
  const cheap = [isCheapToCompare(scope, of(5_000)), isCheapToCompare(scope, of(5_001))]
  t.same([...cheap, isCheapToCompare({ ...scope, livemode: true }, of(5_001))], [true, false, true])
  t.end()
})

t.test('all charts of money have one scale', async (t) => {
  for (const [at, amount] of [
    ['2021-03-01T12:00:00Z', 8000],
    ['2021-03-02T12:00:00Z', 1000],
  ] as const)
    await addPayment(service, { at, amount, currency: 'USD', refunded: amount === 8000 ? 2000 : 0 })
  const { html } = await owner.get(`${path}?from=2021-03-01&to=2021-03-02`)
  const heights = (title: string): string[] => {
    const [, picture = ''] = new RegExp(`<span class="title">${title}</span>[^]*?<svg([^]*?)</svg>`).exec(html) ?? []
    return [...picture.matchAll(/<rect class="now" [^>]*height="([\d.]+)"/g)].map(([, height = '']) => height)
  }
  t.same(heights('Taken'), ['100', '12.5'])
  t.same(heights('Refunded'), ['25'])
  t.equal(html.split('<span>US$80.00</span><span>US$40.00</span><span>US$0.00</span>').length - 1, 2)
})

t.test('charts compare with as many days before, and a long table leaves out days without activity', async (t) => {
  for (const [at, amount] of [
    ['2020-02-01T12:00:00Z', 3000],
    ['2020-02-20T12:00:00Z', 1000],
  ] as const)
    await addPayment(service, { at, amount, currency: 'USD' })
  const { html, text } = await owner.get(`${path}?from=2020-02-17&to=2020-03-03`)
  t.same(tableIn(html, 'Taken').slice(0, 2), [
    ['Day', '17 Feb – 3 Mar 2020', '1 – 16 Feb 2020'],
    ['17 Feb 2020', 'US$0.00', 'US$30.00'],
  ])
  t.equal(tableIn(html, 'Taken').length, 17)
  t.same(
    tableIn(html, 'USD, by day').map(([name]) => name),
    ['Day', 'All', '20 Feb 2020'],
  )
  t.match(text, '15 days without activity are not listed.')
  t.equal((await owner.get(`${path}?from=0001-01-01&to=0001-01-02`)).status, 200)
})
