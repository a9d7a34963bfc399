import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { inheritedEnvironment } from '../../support/inherited-environment.ts'
import { openSite, type Site } from '../processes/processes.ts'
import type { Point } from './points.ts'
import type { Order, Start } from './victim.ts'

/** The process was killed during the call. */
export class Cut extends Error {
  override name = 'Cut'
}

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** One address of the service. Its process dies at chosen points, and a fresh one takes its place. */
export class Victim {
  readonly port: number
  readonly site: Site
  /** How far the clock of the service is ahead. A fresh process goes on with it. */
  aheadSeconds = 0
  kills = 0
  readonly #environment: Record<string, string>
  #more: Record<string, string> = {}
  readonly #waiting = new Map<number, Waiting>()
  #orders = 0
  #child: ChildProcess | null = null
  #said = ''

  private constructor(site: Site, port: number, environment: Record<string, string>) {
    this.site = site
    this.port = port
    this.#environment = { PORT: String(port), ...environment }
  }

  static async start(t: { teardown(work: () => unknown): void }, environment: Record<string, string>): Promise<Victim> {
    const victim = new Victim(await openSite(t), await freePort(), environment)
    t.teardown(() => victim.end())
    await victim.restart()
    return victim
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async restart(): Promise<void> {
    const start: Start = {
      databaseUrl: this.site.databaseUrl,
      masterKey: this.site.masterKey.toString('hex'),
      aheadSeconds: this.aheadSeconds,
      environment: { ...this.#environment, ...this.#more },
    }
    const child = fork(join(import.meta.dirname, 'victim.ts'), [JSON.stringify(start)], {
      execArgv: [],
      env: {
        ...inheritedEnvironment('PATH', 'HOME', 'NODE_ENV', 'TEST_DATABASE_ADMIN_URL', 'CONTRACT_COVERAGE_DIR'),
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    this.#said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#said += text))
    const started = this.#answerTo(0)
    child.on('message', (answer: Answer) => this.#answered(answer))
    child.once('exit', () => this.#cutOff())
    await started
  }

  /** Starts a fresh process with further variables, which the next ones have too. */
  async restartWith(more: Record<string, string>): Promise<void> {
    await this.end()
    this.#more = more
    await this.restart()
  }

  /** Waits for the end of the process by SIGKILL. False when it does not end in time. */
  async dies(withinMs: number): Promise<boolean> {
    const child = this.#child
    if (child && this.isRunning) await once(child, 'exit', { signal: AbortSignal.timeout(withinMs) }).catch(() => {})
    if (this.isRunning) return false
    if (child?.signalCode !== 'SIGKILL') throw new Error(`The service ended by itself: ${this.#said}`)
    this.kills += 1
    return true
  }

  async end(): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  async record(): Promise<void> {
    await this.#order({ do: 'record' })
  }

  /** The points since `record`. */
  async recorded(): Promise<readonly Point[]> {
    return (await this.#order({ do: 'recorded' })) as readonly Point[]
  }

  async dieAt(point: Point): Promise<void> {
    await this.#order({ do: 'die at', point })
  }

  async advance(seconds: number): Promise<void> {
    await this.#order({ do: 'advance', seconds })
    this.aheadSeconds += seconds
  }

  async sweep(): Promise<void> {
    await this.#order({ do: 'sweep' })
  }

  /** Starts a worker in the same process, or stops it. */
  async work(): Promise<void> {
    await this.#order({ do: 'work' })
  }

  async rest(): Promise<void> {
    await this.#order({ do: 'rest' })
  }

  #order(order: Order): Promise<unknown> {
    this.#orders += 1
    const id = this.#orders
    const answer = this.#answerTo(id)
    // The process may have just died; then its end rejects the answer.
    if (this.isRunning) this.#child?.send({ id, order }, () => undefined)
    else this.#cutOff()
    return answer
  }

  #answerTo(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  #answered({ id, result, error }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(error))
  }

  #cutOff(): void {
    for (const { reject } of this.#waiting.values()) reject(new Cut(this.#said))
    this.#waiting.clear()
  }
}
