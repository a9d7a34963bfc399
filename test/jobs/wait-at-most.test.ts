import t from 'tap'
import { waitAtMost } from '../../server/flows/work/wait-at-most.ts'

void t.test('a wait has the result of its work', async (t) => {
  t.equal(await waitAtMost(60_000, Promise.resolve('paid')), 'paid')
})

void t.test('a wait fails when its work fails', async (t) => {
  await t.rejects(waitAtMost(60_000, Promise.reject(new Error('declined'))), { message: 'declined' })
})

void t.test('a wait ends without a result when the work takes longer', async (t) => {
  t.equal(await waitAtMost(1, new Promise<string>(() => {})), null)
})
