import t from 'tap'
import { firstIdFrom, idBodyLength, newId, sessionIdPrefix, timeOfId } from '../../server/domain/ids.ts'

const at = new Date('2026-11-21T10:00:00.123Z')
const alphabet = /^[0-9abcdefghjkmnpqrstvwxyz]+$/

t.test('an id is a prefix and thirty characters that are easy to tell apart', async (t) => {
  for (const prefix of ['cs_test', 'cs_live', 're', 'evt', 'we', 'mer', 'att', 'del', 'req'] as const) {
    const id = newId(prefix, at)
    t.ok(id.startsWith(`${prefix}_`))
    const body = id.slice(prefix.length + 1)
    t.equal(body.length, idBodyLength)
    t.match(body, alphabet, 'no i, l, o or u')
  }
  t.equal(sessionIdPrefix(false), 'cs_test')
  t.equal(sessionIdPrefix(true), 'cs_live')
  t.ok(idBodyLength * 5 >= 128, 'at least 128 bits')
})

t.test('a hundred thousand ids are unique and in order', async (t) => {
  const start = at.getTime()
  const ids = Array.from({ length: 100_000 }, (_, index) => newId('evt', new Date(start + Math.floor(index / 700))))
  t.equal(new Set(ids).size, ids.length)
  t.same(
    ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? '')),
    -1,
    'in order of creation',
  )
})

t.test('ids sort by creation time', async (t) => {
  const instants = ['1999-01-01', '2026-11-21', '2026-11-22', '2400-01-01'].map((day) => new Date(day))
  const ids = instants.map((instant) => newId('re', instant))
  t.same([...ids].reverse().sort(), ids)
})

t.test('an id does not reveal the next one', async (t) => {
  const tails = Array.from({ length: 20_000 }, () => newId('cs_test', at).slice(-18))
  t.equal(new Set(tails).size, tails.length)
  for (const position of [0, 9, 17]) {
    const counts = new Map<string, number>()
    for (const tail of tails) counts.set(tail.charAt(position), (counts.get(tail.charAt(position)) ?? 0) + 1)
    t.equal(counts.size, 32, 'every character occurs')
    // Expected 625 with a standard deviation of 25; a difference of 200 is not chance.
    t.ok(
      [...counts.values()].every((count) => Math.abs(count - 625) < 200),
      `evenly distributed at position ${position}`,
    )
  }
  const rising = tails.filter((tail, index) => index > 0 && tail > (tails[index - 1] ?? '')).length
  t.ok(Math.abs(rising - 10_000) < 600, 'as often greater than the previous one as smaller')
})

t.test('the first possible id of a time separates earlier ids from later ones', async (t) => {
  const [before, then, after] = [-1, 0, 1].map((ms) => newId('cs_test', new Date(at.getTime() + ms)))
  const bound = firstIdFrom('cs_test', at)
  t.ok((before ?? '') < bound && bound < (then ?? '') && bound < (after ?? ''))
  t.equal(
    firstIdFrom('cs_live', new Date('0001-01-01')),
    `cs_live_${'0'.repeat(10)}`,
    'times before 1970 give the lowest id',
  )
})

t.test('an id contains its creation time', async (t) => {
  for (const time of [at, new Date(0), new Date('2400-01-01T00:00:00.999Z')])
    t.same(timeOfId(newId('cs_test', time)), time)
})
