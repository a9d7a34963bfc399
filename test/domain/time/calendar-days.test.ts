import t from 'tap'
import { startOfDay } from '../../../server/domain/time/calendar-days.ts'

t.test('a day begins at midnight in its time zone', async (t) => {
  const begins: readonly (readonly [string, string, string])[] = [
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21', 'Europe/Paris', '2026-11-20T23:00:00.000Z'],
    ['2026-07-21', 'Europe/Paris', '2026-07-20T22:00:00.000Z'],
    ['2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
    ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00.000Z'],
    ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
    ['1900-01-01', 'UTC', '1900-01-01T00:00:00.000Z'],
  ]
  for (const [day, zone, at] of begins) t.equal(startOfDay(day, zone)?.toISOString(), at, `${day} ${zone}`)
})

t.test('days on which the clocks change are shorter or longer', async (t) => {
  const hours = (day: string, zone: string): number =>
    ((startOfDay(day, zone, 1)?.getTime() ?? 0) - (startOfDay(day, zone)?.getTime() ?? 0)) / 3600_000
  t.equal(hours('2026-03-29', 'Europe/London'), 23)
  t.equal(hours('2026-10-25', 'Europe/London'), 25)
  t.equal(hours('2026-10-26', 'Europe/London'), 24)
  t.equal(hours('2026-04-05', 'Australia/Lord_Howe'), 24.5)
  t.equal(
    startOfDay('2026-04-24', 'Africa/Cairo')?.toISOString(),
    '2026-04-23T22:00:00.000Z',
    'the clocks skip midnight, so the day begins at one o’clock',
  )
  t.equal(hours('2026-04-24', 'Africa/Cairo'), 23)
  t.equal(startOfDay('2026-12-31', 'UTC', 1)?.toISOString(), '2027-01-01T00:00:00.000Z')
})

t.test('a text that is not a date has no beginning', async (t) => {
  for (const day of [
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '21/11/2026',
    '2026-11-21T00:00',
    '+02026-01-01',
    '2026-11-31',
    '９999-01-01',
    'yesterday',
  ]) {
    t.equal(startOfDay(day, 'UTC'), null, day)
  }
  t.ok(startOfDay('0000-01-01', 'UTC'))
  t.ok(startOfDay('9999-12-31', 'Asia/Tokyo', 1))
})
