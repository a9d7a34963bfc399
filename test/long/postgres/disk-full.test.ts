import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { api, ready, startProgram, temporaryDirectory } from '../../start/operator.ts'
import { until } from '../../support/until.ts'

// The embedded database on a small file system that is full for a while: spec/decisions/database.md#full-disk.

const megabytes = 250
const canMount = process.platform === 'linux' && process.getuid?.() === 0
const skip = canMount ? {} : { skip: 'needs root on Linux, to mount a small file system' }

t.test(
  'while the disk is full calls answer 503, /readyz names the disk, and later everything goes on',
  skip,
  async (t) => {
    const disk = await temporaryDirectory(t)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', disk])
    if (mounted.status !== 0) throw new Error(`No file system: ${mounted.stderr.toString()}`)
    t.teardown(() => spawnSync('umount', ['--lazy', disk]))
    const run = startProgram(t, { DATA_DIR: join(disk, 'data') })
    const baseUrl = await ready(run)
    const { body } = await api(baseUrl, '', 'POST', '/v1/sandbox/signup', { email: 'merchant@example.com' })
    const key = String(body['secret_key'])
    const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key${n}`, 'x'.repeat(500)]))
    const acknowledged: string[] = []
    const create = async (): Promise<{ status: number; body: Record<string, unknown> }> => {
      const reply = await api(baseUrl, key, 'POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP', metadata })
      if (reply.status === 200) acknowledged.push(String(reply.body['id']))
      return reply
    }
    const readyz = async (): Promise<Record<string, unknown>> =>
      (await (await fetch(`${baseUrl}/readyz`)).json()) as Record<string, unknown>
    t.equal((await create()).status, 200)
    const filler = join(disk, 'filler')
    // The write ends with an error when nothing is left.
    await t.rejects(writeFile(filler, Buffer.alloc(megabytes * 1024 * 1024)), { code: 'ENOSPC' })
    let refused = await create()
    for (let tries = 0; refused.status === 200 && tries < 1_000; tries += 1) refused = await create()
    t.match(refused, { status: 503, body: { error: { code: 'internal_error' } } })
    await until(async () => (await readyz())['part'] === 'disk', 'the disk in /readyz')
    t.match(await readyz(), { status: 'not ready', message: /No space left on device \(53100\)\. Free disk space/ })
    t.match(run.said.out, /"reason":"PostgreSQL refused to write: No space left on device \(53100\)/, 'the log says so')
    await rm(filler)
    await until(async () => (await readyz())['status'] === 'ready', 'ready again')
    t.equal((await create()).status, 200)
    for (const id of acknowledged)
      t.equal((await api(baseUrl, key, 'GET', `/v1/checkout/sessions/${id}`)).status, 200, 'nothing was lost')
    run.child.kill('SIGTERM')
    t.equal(await run.ended(), 0)
  },
)
