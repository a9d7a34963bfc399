import t from 'tap'
import { localTime, momentOf } from '../../../server/domain/time/local-times.ts'

t.test('a local time is converted to the moment at which clocks of the zone show it', async (t) => {
  const moments: readonly (readonly [string, string, string | null])[] = [
    ['2026-11-21T10:15', 'UTC', '2026-11-21T10:15:00.000Z'],
    ['2026-11-21 10:15', 'Europe/London', '2026-11-21T10:15:00.000Z'],
    ['2026-07-01T10:15', 'Europe/London', '2026-07-01T09:15:00.000Z'],
    ['2026-11-21T00:00', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
    ['2026-03-29T00:30', 'Europe/Paris', '2026-03-28T23:30:00.000Z'],
    ['2026-03-29T12:00', 'Europe/Paris', '2026-03-29T10:00:00.000Z'],
    ['2026-10-25T12:00', 'Europe/Paris', '2026-10-25T11:00:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Paris', '2026-10-25T00:30:00.000Z'],
    ['2026-10-04T12:00', 'Australia/Lord_Howe', '2026-10-04T01:00:00.000Z'],
    ['2026-02-30T10:15', 'UTC', null],
    ['2026-11-21T24:00', 'UTC', null],
    ['2026-11-21', 'UTC', null],
    ['tomorrow', 'UTC', null],
    ['', 'UTC', null],
  ]
  for (const [text, zone, moment] of moments)
    t.equal(momentOf(text, zone)?.toISOString() ?? null, moment, `${text} ${zone}`)
})

t.test('a time that the clocks skip still gives a moment', async (t) => {
  t.equal(momentOf('2026-03-29T02:30', 'Europe/Paris')?.toISOString(), '2026-03-29T01:30:00.000Z')
})

t.test('a moment is written as local time', async (t) => {
  t.equal(localTime(new Date('2026-11-21T10:15:59.999Z'), 'Asia/Tokyo'), '2026-11-21T19:15')
  t.equal(localTime(new Date('2026-11-21T23:59:00Z'), 'UTC'), '2026-11-21T23:59')
})
