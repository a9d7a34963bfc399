import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import t from 'tap'
import { lockedBy, takeLock } from '../../../sdk/src/cli/lock.ts'
import { StateFolder } from '../../../sdk/src/cli/state-folder.ts'

t.test('a process that got the id of a dead listener does not keep its lock', async (t) => {
  const folder = new StateFolder(mkdtempSync(join(tmpdir(), 'servicepay-lock-')))
  t.teardown(() => rmSync(folder.path, { recursive: true, force: true }))
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const other = process.ppid
  folder.write('a.lock', JSON.stringify({ pid: other, token: 'of a listener' }))
  t.equal(takeLock(folder, 'a.lock'), other, 'the holder may still run')
  t.equal(lockedBy(folder, 'a.lock'), other)

  const aMinuteAgo = new Date(Date.now() - 60_000)
  utimesSync(folder.pathOf('a.lock'), aMinuteAgo, aMinuteAgo)
  t.equal(lockedBy(folder, 'a.lock'), undefined, 'a running listener would have touched its lock')
  const lock = takeLock(folder, 'a.lock')
  if (typeof lock === 'number') return t.fail('the lock was not free')
  t.ok(lock.isHeld())
  utimesSync(folder.pathOf('a.lock'), aMinuteAgo, aMinuteAgo)
  mock.timers.tick(2_000)
  t.ok(folder.age('a.lock') < 50_000, 'the holder touches its lock')
  lock.release()
  t.equal(folder.read('a.lock'), undefined)
})
