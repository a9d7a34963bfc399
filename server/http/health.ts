import { setTimeout as pause } from 'node:timers/promises'
import type { Server } from '@hapi/hapi'
import { problemOf } from '../store/database.ts'
import type { Database, DatabaseProblem } from '../store/database.ts'

/** The reply must arrive before the time-out of an orchestrator, which often is 3 s or more. */
const deadlineMs = 2_000

/** Why the process cannot serve requests: the part that fails, and a sentence for the operator. */
interface Problem {
  readonly part: 'process' | 'database' | 'cards'
  readonly message: string
}

const stopping: Problem = { part: 'process', message: 'The process is stopping.' }
const noAnswer: Problem = { part: 'database', message: 'The database does not answer.' }
const noCardKeys: Problem = { part: 'cards', message: 'The card encryption keys cannot be read.' }
const databaseProblems: Readonly<Record<DatabaseProblem, Problem>> = {
  read_only: { part: 'database', message: 'The database does not accept writes.' },
  tables: { part: 'database', message: 'The tables are not up to date: run `npm run migrate`.' },
}

interface Checked {
  /** Has a connection of its own. */
  readonly db: Database
  isStopping(): boolean
  /** Reads the card encryption keys. Null: this process can serve requests without them. */
  readonly readCardKeys: (() => Promise<unknown>) | null
}

/** `/healthz`: the process is alive. `/readyz`: the process can serve requests. */
export function bindHealth(server: Server, { db, isStopping, readCardKeys }: Checked): void {
  let running: Promise<Problem | null> | null = null
  // All calls share the running check, so that health checks never queue up.
  const check = (): Promise<Problem | null> =>
    (running ??= checkParts(db, readCardKeys).finally(() => {
      running = null
    }))
  server.route({ method: 'GET', path: '/healthz', options: { auth: false }, handler: () => ({ status: 'ok' }) })
  server.route({
    method: 'GET',
    path: '/readyz',
    options: { auth: false },
    handler: async (_request, toolkit) => {
      const problem = isStopping() ? stopping : await inTime(check())
      return toolkit
        .response(problem ? { status: 'not ready', ...problem } : { status: 'ready' })
        .code(problem ? 503 : 200)
    },
  })
}

async function checkParts(db: Database, readCardKeys: Checked['readCardKeys']): Promise<Problem | null> {
  const problem = await checkDatabase(db)
  if (problem || !readCardKeys) return problem
  return readCardKeys().then(
    () => null,
    () => noCardKeys,
  )
}

async function checkDatabase(db: Database): Promise<Problem | null> {
  const problem = await problemOf(db).catch(() => 'no_answer' as const)
  if (problem === 'no_answer') return noAnswer
  return problem && databaseProblems[problem]
}

async function inTime(check: Promise<Problem | null>): Promise<Problem | null> {
  const timeout = new AbortController()
  const late = pause(deadlineMs, noAnswer, { signal: timeout.signal })
  late.catch(() => {})
  try {
    return await Promise.race([check, late])
  } finally {
    timeout.abort()
  }
}
