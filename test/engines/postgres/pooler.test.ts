import pg from 'pg'
import t from 'tap'
import { tryStatements } from '../../../server/engines/postgres/pooler.ts'
import { testPostgres } from '../../support/database/postgres.ts'

// Three real servers, and in front of them a pooler of this test, which sends each named statement to the server that
// the test chooses. `test/long/postgres/pgbouncer.test.ts` has the real pooler, which chooses by chance.

const { adminUrl } = await testPostgres()
const [a, b, c] = await Promise.all([openServer(), openServer(), openServer()])

async function openServer(): Promise<pg.Client> {
  const server = new pg.Client({ connectionString: adminUrl })
  await server.connect()
  t.teardown(() => server.end())
  return server
}

const text = 'select pg_backend_pid() as pid'

async function pidFrom(server: pg.Client, statement: string): Promise<number> {
  const { rows } = await server.query<{ pid: number }>(statement)
  return rows[0]?.pid ?? 0
}

/**
 * Two connections through a pooler. `route` has the servers of the statements with a name, again and again.
 * `isHolding`: the pooler prepares a statement on each server that has not prepared it.
 */
function connectionsThrough(route: readonly pg.Client[], { isHolding }: { isHolding: boolean }) {
  let round = 0
  const known = new Map(route.map((server) => [server, new Set<string>()]))
  const connect = () => {
    const prepared = new Set<string>()
    return async (name?: string): Promise<number> => {
      const server = route[round % route.length] ?? a
      if (name === undefined) return pidFrom(server, text)
      round += 1
      const isMissing = isHolding ? !known.get(server)?.has(name) : !prepared.has(name)
      known.get(server)?.add(name)
      prepared.add(name)
      if (isMissing) await server.query(`prepare "${name}" as ${text}`)
      return pidFrom(server, `execute "${name}"`)
    }
  }
  return [connect(), connect()] as const
}

t.test('a pooler that loses statements shows it when both connections get the same server', async (t) => {
  const [one, other] = connectionsThrough([a, a, a], { isHolding: false })
  t.same(await tryStatements(one, other), { keepsSession: false, namesStatements: false })
})

t.test('a pooler that loses statements shows it when a connection gets a third server', async (t) => {
  const [one, other] = connectionsThrough([a, b, c], { isHolding: false })
  t.same(await tryStatements(one, other), { keepsSession: false, namesStatements: false })
})

t.test('a statement that the other connection has prepared on its server proves nothing', async (t) => {
  const [one, other] = connectionsThrough([a, b, b], { isHolding: false })
  t.same(await tryStatements(one, other), { keepsSession: false, namesStatements: false })
})

t.test('a pooler that holds statements shows it when both connections get the same server', async (t) => {
  const [one, other] = connectionsThrough([a, b, b, a, b, a, a, a, a], { isHolding: true })
  t.same(await tryStatements(one, other), { keepsSession: false, namesStatements: true })
})

t.test('a pooler that holds statements shows it when a connection gets a third server', async (t) => {
  const [one, other] = connectionsThrough([a, b, c], { isHolding: true })
  t.same(await tryStatements(one, other), { keepsSession: false, namesStatements: true })
})

t.test('a pooler that keeps the server of each connection holds its statements', async (t) => {
  const [one, other] = connectionsThrough([a, b, a], { isHolding: false })
  t.same(await tryStatements(one, other), { keepsSession: true, namesStatements: true })
})
