import { setTimeout as pause } from 'node:timers/promises'
import type { Request, Server } from '@hapi/hapi'
import { outageOf, type Outage } from '../domain/outage.ts'
import { hasCode } from '../engines/postgres/errors.ts'
import type { Log } from '../flows/context.ts'
import { problemOf, type DatabaseProblem } from '../store/schema/readiness.ts'
import type { Database } from '../store/sql/database.ts'
import { writeToDisk } from '../store/sql/disk-room.ts'
import { commitSomething, waitsForStandby } from '../store/sql/trial-commit.ts'

/** The reply must arrive before the time-out of an orchestrator, which often is 3 s or more. */
const deadlineMs = 2_000

/** Why the process cannot serve requests: the part that fails, and a sentence for the operator. */
interface Problem {
  readonly part: 'process' | 'cards' | 'worker' | Outage['part']
  readonly message: string
}

const stopping: Problem = { part: 'process', message: 'The process is stopping.' }
const noAnswer: Problem = { part: 'database', message: 'The database does not answer.' }
const noCardKeys: Problem = { part: 'cards', message: 'The card encryption keys cannot be read.' }
const noWork: Problem = {
  part: 'worker',
  message: 'The worker has not looked for due work for a while. Check the log for the reason; a restart may help.',
}
const noStandby: Problem = {
  part: 'database',
  message:
    'Commits wait for the synchronous standby of the database. Reconnect the standby. If another server has been ' +
    'promoted, this is the old primary: stop it.',
}
const databaseProblems: Readonly<Record<DatabaseProblem, Problem>> = {
  read_only: {
    part: 'database',
    message:
      'The database does not accept writes: it is a standby, or read-only. DATABASE_URL must point to the primary.',
  },
  release: { part: 'database', message: 'The tables need a later release of this program: start that release.' },
  tables: { part: 'database', message: 'The tables are not up to date: run `npm run migrate`.' },
}

interface Checked {
  /** Has its own connection. */
  readonly db: Database
  isDraining(): boolean
  /** Reads the card encryption keys. Null: this process can serve requests without them. */
  readonly readCardKeys: (() => Promise<unknown>) | null
  /** Whether the worker of this process is working. Null: the process has no worker. */
  readonly isWorking: (() => boolean) | null
  /** Whether this process is of no use without its worker. Otherwise customers can still pay. */
  readonly needsWorker: boolean
  /** Whether processes share their limits. Null: they are not meant to. */
  readonly sharesLimits: (() => boolean) | null
  readonly log: Log
}

/** How long a worker may take to find its way back after the database was away: /docs/failover#what-you-get. */
const recoveryMs = 10_000

/** A write costs a few milliseconds of the database, so most calls do without it. */
const writeEveryMs = 5_000

/** Problems of this process alone, which another process may not have. All others are the database's. */
const own: ReadonlySet<Problem> = new Set([
  stopping,
  noCardKeys,
  noWork,
  databaseProblems.release,
  databaseProblems.tables,
])

/**
 * `/healthz`: the process is alive. `/readyz`: the process can serve requests. With `?exclude=database` it answers 200
 * while only the database is in trouble, for a balancer that would otherwise have nowhere to send requests.
 */
export function bindHealth(server: Server, checked: Checked): void {
  const { isDraining } = checked
  const checkParts = partsCheck(checked)
  const note = noteChanges(checked.log, ['not ready', 'ready again'])
  const noteWorker = noteChanges(checked.log, ['the worker is not working', 'the worker is working again'])
  let running: Promise<Problem | null> | null = null
  // All calls share the running check, so that health checks never queue up.
  const check = (): Promise<Problem | null> =>
    (running ??= checkParts().finally(() => {
      running = null
    }))
  server.route({ method: 'GET', path: '/healthz', options: { auth: false }, handler: () => ({ status: 'ok' }) })
  server.route({
    method: 'GET',
    path: '/readyz',
    options: { auth: false },
    handler: async (request, toolkit) => {
      const problem = isDraining() ? stopping : await inTime(check())
      note(problem)
      const idle = checked.needsWorker || checked.isWorking?.() !== false ? null : noWork
      if (!problem) noteWorker(idle)
      const limits = checked.sharesLimits && { limits: checked.sharesLimits() ? 'shared' : 'alone' }
      return toolkit
        .response({
          ...(problem ? { status: 'not ready', ...problem } : { status: 'ready' }),
          ...(idle && !problem && { worker: 'not working' }),
          ...limits,
        })
        .code(problem && !(isExcluding(request) && !own.has(problem)) ? 503 : 200)
    },
  })
}

function isExcluding({ query }: Request): boolean {
  return (query as Record<string, unknown>)['exclude'] === 'database'
}

/** Logs once when a problem begins or changes, and once when it is over. */
function noteChanges(log: Log, [bad, good]: readonly [string, string]): (problem: Problem | null) => void {
  let noted: Problem | null = null
  return (problem) => {
    if (problem?.message === noted?.message) return
    noted = problem
    if (!problem) log.info({}, good)
    else if (problem !== stopping) log.error({ part: problem.part, reason: problem.message }, bad)
  }
}

function partsCheck({ db, readCardKeys, isWorking, needsWorker }: Checked): () => Promise<Problem | null> {
  let wroteAt = Number.NEGATIVE_INFINITY
  const checkDatabase = async (): Promise<Problem | null> => {
    const problem = await problemOf(db)
    if (problem) return databaseProblems[problem]
    if (await waitsForStandby(db)) return noStandby
    if (performance.now() - wroteAt < writeEveryMs) return null
    await writeToDisk(db)
    await commitSomething(db)
    wroteAt = performance.now()
    return null
  }
  // The connection of this check may be one to a server that has vanished, which says nothing about the one that has
  // taken over.
  const checkAgain = (error: unknown): Promise<Problem | null> => {
    if (!hasCode(error, 'database_timeout')) throw error
    return checkDatabase()
  }
  let awayAt = Number.NEGATIVE_INFINITY
  return async () => {
    const problem = await checkDatabase().catch(checkAgain).catch(problemOfError)
    if (problem) {
      awayAt = performance.now()
      return problem
    }
    if (needsWorker && isWorking?.() === false && performance.now() - awayAt > recoveryMs) return noWork
    if (!readCardKeys) return null
    return readCardKeys().then(
      () => null,
      () => noCardKeys,
    )
  }
}

function problemOfError(error: unknown): Problem {
  const outage = outageOf(error)
  return outage ? { part: outage.part, message: outage.reason } : noAnswer
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
