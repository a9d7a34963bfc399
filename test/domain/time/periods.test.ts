import t from 'tap'
import { addDays, dayOf, daysBefore, daysIn, firstOfMonth, periodsOf } from '../../../server/domain/time/periods.ts'

const named = (from: string, to: string, step: 'day' | 'week' | 'month', zone = 'UTC'): string[] =>
  periodsOf({ firstDay: from, lastDay: to }, step, zone, 1000).map(({ firstDay, lastDay }) => `${firstDay} ${lastDay}`)

t.test('weeks begin on Monday and months on the first, limited to the requested days', async (t) => {
  t.same(named('2026-02-27', '2026-03-01', 'day'), [
    '2026-02-27 2026-02-27',
    '2026-02-28 2026-02-28',
    '2026-03-01 2026-03-01',
  ])
  t.same(named('2026-11-18', '2026-12-01', 'week'), [
    '2026-11-18 2026-11-22',
    '2026-11-23 2026-11-29',
    '2026-11-30 2026-12-01',
  ])
  t.same(named('2026-11-16', '2026-11-22', 'week'), ['2026-11-16 2026-11-22'], 'Monday to Sunday is one week')
  t.same(named('2023-12-31', '2024-03-01', 'month'), [
    '2023-12-31 2023-12-31',
    '2024-01-01 2024-01-31',
    '2024-02-01 2024-02-29',
    '2024-03-01 2024-03-01',
  ])
  t.same(named('2026-01-02', '2026-01-01', 'day'), [])
  t.equal(periodsOf({ firstDay: '2000-01-01', lastDay: '2026-01-01' }, 'day', 'UTC', 5).length, 5)
})

t.test('each period ends where the next begins, also when the clocks change', async (t) => {
  for (const zone of [
    'UTC',
    'Europe/London',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'America/St_Johns',
  ]) {
    for (const step of ['day', 'week', 'month'] as const) {
      const periods = periodsOf({ firstDay: '2011-01-01', lastDay: '2012-12-31' }, step, zone, 1000)
      t.same(
        periods.slice(1).map(({ start }) => start),
        periods.slice(0, -1).map(({ end }) => end),
        `${zone} ${step}`,
      )
      t.same(
        periods.filter(({ start, end }) => start > end),
        [],
      )
    }
  }
})

t.test('days have 23 or 25 hours when the clocks change', async (t) => {
  const hours = (day: string, zone: string): number => {
    const [period] = periodsOf({ firstDay: day, lastDay: day }, 'day', zone, 1)
    return ((period?.end.getTime() ?? 0) - (period?.start.getTime() ?? 0)) / 3600_000
  }
  t.equal(hours('2026-03-29', 'Europe/London'), 23)
  t.equal(hours('2026-10-25', 'Europe/London'), 25)
  t.equal(hours('2018-11-04', 'America/Sao_Paulo'), 23, 'begins at one o’clock')
  t.equal(hours('2018-02-17', 'America/Sao_Paulo'), 25, 'its last hour occurs twice')
  t.equal(hours('2026-06-10', 'Asia/Kathmandu'), 24)
})

t.test('the date of a moment depends on the time zone', async (t) => {
  const at = new Date('2026-03-29T23:30:00Z')
  t.same(
    ['UTC', 'Europe/London', 'America/Sao_Paulo', 'Asia/Kathmandu'].map((zone) => dayOf(at, zone)),
    ['2026-03-29', '2026-03-30', '2026-03-29', '2026-03-30'],
  )
  t.equal(addDays('2024-02-28', 2), '2024-03-01')
  t.equal(firstOfMonth('2026-01-31', -11), '2025-02-01')
  t.equal(daysIn({ firstDay: '2026-03-28', lastDay: '2026-03-30' }), 3)
})

t.test('a day begins at midnight of its time zone, also in zones off the full hour', async (t) => {
  t.equal(dayOf(new Date('2026-11-21T18:14:59.999Z'), 'Asia/Kathmandu'), '2026-11-21')
  t.equal(dayOf(new Date('2026-11-21T18:15:00.000Z'), 'Asia/Kathmandu'), '2026-11-22')
  t.equal(dayOf(new Date('2026-11-21T18:15:00.000Z'), 'UTC'), '2026-11-21')
})

t.test('the days before divide into as many periods', async (t) => {
  for (const [from, to, step, expected] of [
    ['2026-03-01', '2026-03-07', 'day', '2026-02-22 2026-02-28'],
    ['2026-11-18', '2026-12-01', 'week', '2026-10-28 2026-11-10'],
    ['2025-12-01', '2026-11-28', 'month', '2024-12-01 2025-11-28'],
    ['2026-02-01', '2026-02-28', 'month', '2026-01-01 2026-01-31'],
    ['2026-03-15', '2026-03-30', 'month', '2026-02-15 2026-02-28'],
  ] as const) {
    const count = named(from, to, step).length
    const before = daysBefore({ firstDay: from, lastDay: to }, step, count)
    const [first = '', last = ''] = before ? [before.firstDay, before.lastDay] : []
    t.equal(`${first} ${last}`, expected)
    t.equal(named(first, last, step).length, count, expected)
    t.ok(last < from, 'no day counts twice')
  }
  t.equal(daysBefore({ firstDay: '0001-01-01', lastDay: '0001-01-02' }, 'day', 2), null)
})
