import t from 'tap'
import {
  dropPartition,
  makePartition,
  partitionsOf,
  requestLogRanges,
  type Changed,
} from '../../server/store/schema/partitions.ts'
import { openDatabase } from '../../server/store/sql/database.ts'
import { cloneDatabase, testPostgres } from '../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../support/database/template.ts'

const { adminUrl } = await testPostgres()
await prepareTemplate(adminUrl)

const dayMs = 86_400_000
const days = 60
const workers = [1, 2, 3, 4]

t.test('workers that make or drop the same partitions at once do not disturb each other', async (t) => {
  const clone = await cloneDatabase(adminUrl, templateName)
  t.teardown(() => clone.drop())
  const db = openDatabase(clone.url, { kind: 'command', connections: workers.length })
  t.teardown(() => db.destroy())
  const last = (await partitionsOf(db, requestLogRanges)).at(-1)
  t.ok(last)
  if (!last) return
  const makeOne = async (day: number): Promise<Changed[]> => {
    const begin = new Date(last.end.getTime() + day * dayMs)
    const end = new Date(begin.getTime() + dayMs)
    return Promise.all(workers.map(() => makePartition(db, requestLogRanges, begin, end)))
  }
  for (let day = 0; day < days; day++) {
    const results = await makeOne(day)
    t.equal(results.filter((result) => result === 'done').length, 1, `one worker makes the partition of day ${day}`)
    t.equal(results.filter((result) => result === 'busy').length, workers.length - 1, 'the others try again later')
  }
  const made = (await partitionsOf(db, requestLogRanges)).filter(({ end }) => end > last.end)
  t.equal(made.length, days)
  for (const partition of made) {
    const results = await Promise.all(workers.map(() => dropPartition(db, requestLogRanges, partition)))
    t.equal(results.filter((result) => result === 'done').length, 1, `one worker drops ${partition.name}`)
  }
})
