import { linkSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { lockedBy, takeLock } from '../../../sdk/src/cli/listen/lock.ts'
import { StateFolder } from '../../../sdk/src/cli/state-folder.ts'

function temporaryFolder(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'servicepay-lock-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A call that the system refuses a few times. */
function refusing(code: string, times: number): () => void {
  let left = times
  return () => {
    if (left-- > 0) throw Object.assign(new Error(code), { code })
  }
}

t.test('a rename that fails for a moment is repeated, and one that fails for good is an error', async (t) => {
  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    const refuse = refusing(code, 2)
    const calls = { linkSync, renameSync: (...paths: [string, string]) => (refuse(), renameSync(...paths)) }
    const folder = new StateFolder(temporaryFolder(t), calls as ConstructorParameters<typeof StateFolder>[1])
    folder.write('a', 'text')
    t.equal(folder.read('a'), 'text', code)
  }
  const folder = new StateFolder(temporaryFolder(t), { linkSync, renameSync: refusing('EBUSY', 100) })
  t.throws(() => folder.write('a', 'text'), { code: 'EBUSY' })
  t.same(folder.names(), [], 'no temporary file stays behind')
})

t.test('a folder without hard links still has one secret and one lock', async (t) => {
  for (const code of ['EPERM', 'ENOTSUP', 'ENOSYS']) {
    const folder = new StateFolder(temporaryFolder(t), { renameSync, linkSync: refusing(code, 100) })
    t.equal(folder.writeOnce('secret', 'first'), 'first')
    t.equal(folder.writeOnce('secret', 'second'), 'first', code)
    const lock = takeLock(folder, 'a.lock')
    if (typeof lock === 'number') return t.fail('the lock was not free')
    t.ok(lock.isHeld())
    lock.release()
    t.same(folder.names(), ['secret'])
    writeFileSync(folder.pathOf('half'), '')
    t.equal(folder.writeOnce('half', 'whole'), 'whole', 'a file of a process that died before it wrote')
    t.equal(folder.read('half'), 'whole')
  }
})

t.test('a process that got the id of a dead listener does not keep its lock', async (t) => {
  const folder = new StateFolder(temporaryFolder(t))
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
