import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { mainFile, startProgram, type Run } from '../../start/operator.ts'
import { until } from '../../support/until.ts'
import { cloneDatabase, testPostgres } from '../../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../../support/database/template.ts'

interface Teardown {
  teardown(work: () => unknown): void
}

/** A database and its master key, which the processes of one service share. */
export interface Site {
  readonly databaseUrl: string
  readonly masterKey: Buffer
}

export async function openSite(t: Teardown): Promise<Site> {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const clone = await cloneDatabase(adminUrl, templateName)
  // tap runs teardowns in reverse order, so the processes end before this drops their database.
  t.teardown(() => clone.drop())
  return { databaseUrl: clone.url, masterKey: randomBytes(32) }
}

/** A process of the service that keeps its port over restarts. */
export class ServiceProcess {
  readonly baseUrl: string
  kills = 0
  readonly #t: Teardown
  readonly #environment: Record<string, string>
  #run: Run

  private constructor(t: Teardown, environment: Record<string, string>, baseUrl: string, program: string) {
    this.#t = t
    this.#environment = environment
    this.baseUrl = baseUrl
    this.#run = startProgram(t, environment, [program])
  }

  /** `program` is the file to run, for example that of another release. */
  static async start(
    t: Teardown,
    site: Site,
    environment: Record<string, string> = {},
    program = mainFile,
  ): Promise<ServiceProcess> {
    const port = String(await freePort())
    const deployment = {
      DATABASE_URL: site.databaseUrl,
      MASTER_KEY: site.masterKey.toString('hex'),
      PORT: port,
      LOG_LEVEL: 'error',
    }
    const forTests = {
      RATE_LIMIT_PER_SECOND: '100000',
      SIGNUP_LIMIT_PER_HOUR: '1000',
      WEBHOOK_ALLOW: '127.0.0.1',
      MIGRATE_ON_START: 'false',
    }
    const service = new ServiceProcess(
      t,
      { ...deployment, ...forTests, ...environment },
      `http://127.0.0.1:${port}`,
      program,
    )
    await service.ready()
    return service
  }

  get run(): Run {
    return this.#run
  }

  get isRunning(): boolean {
    return this.#run.child.exitCode === null && this.#run.child.signalCode === null
  }

  async ready(): Promise<void> {
    await until(async () => {
      if (!this.isRunning) throw new Error(`The service ended: ${this.#run.said.errors}${this.#run.said.out}`)
      return (await statusOf(`${this.baseUrl}/readyz`)) === 200
    }, 'ready')
  }

  /** Sends SIGKILL and waits for the end. */
  async kill(): Promise<void> {
    const gone = once(this.#run.child, 'exit')
    this.#run.child.kill('SIGKILL')
    this.kills += 1
    await gone
  }

  async restart(program = mainFile): Promise<void> {
    this.#run = startProgram(this.#t, this.#environment, [program])
    await this.ready()
  }

  /** Stops the process with SIGTERM and returns its exit code. */
  async stop(): Promise<number | string> {
    const ended = this.#run.ended()
    this.#run.child.kill('SIGTERM')
    return ended
  }
}

/** The status of the reply, or 0 without a reply. */
export async function statusOf(url: string): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  await response?.body?.cancel()
  return response?.status ?? 0
}

/** Repeats `work` with pauses. The returned function stops this and waits for the current round. */
export function repeat(pauseMs: number, work: () => Promise<unknown>): () => Promise<void> {
  const stopped = new AbortController()
  const loop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await work()
      await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const running = loop()
  // The returned function reports a failure. Until then it must not be an unhandled rejection.
  running.catch(() => {})
  return async () => {
    stopped.abort()
    await running
  }
}
