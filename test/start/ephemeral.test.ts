import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import t, { type Test } from 'tap'
import { readEphemeral } from '../../server/config/ephemeral.ts'
import { until } from '../support/until.ts'
import { api, mainFile, processesIn, startProgram, type Run } from './operator.ts'

interface Ready {
  readonly base_url: string
  readonly secret_key: string
  readonly pid: number
}

async function startEphemeral(t: Test, ...words: string[]): Promise<{ run: Run; service: Ready; folder: string }> {
  // What a shop's test run may have in its environment.
  const shop = { PORT: '1', DATABASE_URL: 'mysql://shop', BASE_URL: 'https://shop.example', ROLE: 'web' }
  const run = startProgram(t, shop, [mainFile, '--ephemeral', ...words])
  await until(() => run.said.out.includes('\n') || run.child.exitCode !== null, 'the line')
  t.equal(run.said.errors, '')
  const service = JSON.parse(run.said.out) as Ready
  return { run, service, folder: folderOf(service.pid) }
}

/** The folder of the database, from the command line of the process that watches over it. */
function folderOf(pid: number): string {
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = readIfPresent(`/proc/${each}/cmdline`).split('\0')
    const parent = Number(/\) \S (\d+)/.exec(readIfPresent(`/proc/${each}/stat`))?.[1])
    const cluster = words[words.indexOf('-D') + 1]
    if (parent === pid && words.includes('-D') && cluster !== undefined) return dirname(dirname(cluster))
  }
  throw new Error(`The service ${pid} has no database`)
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function create(service: Ready): Promise<{ status: number; id: string }> {
  const wanted = { amount: 2500, currency: 'GBP' }
  const { status, body } = await api(service.base_url, service.secret_key, 'POST', '/v1/checkout/sessions', wanted)
  return { status, id: String(body['id']) }
}

t.test('a sandbox for a test run says where it is, limits no key, and ends with its standard input', async (t) => {
  const { run, service, folder } = await startEphemeral(t, '--seed', 'orders')
  t.match(service, { base_url: /^http:\/\/localhost:\d+$/, secret_key: /^sk_test_\w{50}$/, pid: run.child.pid })
  // An ordinary service lets an address sign up 20 times an hour.
  for (let account = 0; account < 21; account++) {
    const owner = { email: 'tests@example.com' }
    t.equal((await api(service.base_url, service.secret_key, 'POST', '/v1/sandbox/signup', owner)).status, 200)
  }
  const created = [await create(service), await create(service), await create(service)]
  t.ok(existsSync(folder))
  run.child.stdin?.end()
  t.equal(await run.ended(), 0)
  t.equal(run.said.out.split('\n').length, 2, 'it printed one line')
  t.notOk(existsSync(folder), 'its files are gone before it ends')
  t.same(await processesIn(folder), [])

  await t.test('the same seed makes the same ids, and SIGKILL leaves nothing either', async (t) => {
    const again = await startEphemeral(t, '--seed', 'orders')
    const tails = new Set(created.map(({ id }) => id.slice(-18)))
    t.equal((await create(again.service)).id.slice(-18), created[0]?.id.slice(-18))
    t.equal(tails.size, created.length)
    again.run.child.kill('SIGKILL')
    await again.run.ended()
    await until(() => !existsSync(again.folder), 'the end of its files')
    await until(async () => (await processesIn(again.folder)).length === 0, 'the end of its database')
  })
})

t.test('the words of the command', async (t) => {
  t.equal(readEphemeral(['--migrate-only']), null)
  t.same(readEphemeral(['--ephemeral']), { kind: 'ephemeral', seed: null, port: '0' })
  t.same(readEphemeral(['--ephemeral', '--seed=a b', '--port', '4000']), {
    ...{ kind: 'ephemeral', seed: 'a b', port: '4000' },
  })
  for (const [words, problem] of [
    [['--seed', 'a'], /^--seed and --port belong to --ephemeral$/],
    [['--ephemeral', '--seed'], /seed.* --ephemeral takes --seed TEXT and --port NUMBER$/],
    [['--ephemeral', '--seed', ''], /^--seed needs a text$/],
    [['--ephemeral', '--pot', '1'], /--pot.*takes --seed TEXT/],
    [['--ephemeral', 'now'], /now.*takes --seed TEXT/],
  ] as const)
    t.match(readEphemeral(words), { kind: 'problem', problem }, words.join(' '))
})
