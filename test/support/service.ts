import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { createApp, type App } from '../../server/app.ts'
import { readConfig } from '../../server/config/config.ts'
import type { PasswordCost } from '../../server/domain/accounts/passwords.ts'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import type { Log } from '../../server/flows/context.ts'
import { runDueTasks, runDueWork } from '../../server/flows/due-work.ts'
import { openDatabase, type Database } from '../../server/store/sql/database.ts'
import { attachContractHook } from './contract-hook.ts'
import { cloneDatabase, testPostgres } from './database/postgres.ts'
import { setAlarms } from './set-alarms.ts'
import { prepareTemplate, templateName } from './database/template.ts'
import { TestClock } from './test-clock.ts'

/** A whole service with its own database, listening on a free port. The contract hook checks every reply. */
export interface TestService {
  readonly app: App
  readonly clock: TestClock
  readonly baseUrl: string
  /** For the owner of the tables. The service itself runs with a role that owns nothing, on a database of its own. */
  readonly databaseUrl: string
  /** For the role that runs the service. */
  readonly runningUrl: string
  /** Connections of the owner. */
  readonly ownerDb: Database
  readonly merchantId: string
  /** The test key of the account `merchantId`. */
  readonly secretKey: string
  readonly masterKey: Buffer
  /** Every line that the service logged, as JSON. */
  readonly logLines: string[]
  /** Sends a request with the account's key, unless `headers` has another. `body` is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Does everything that is due by the clock. */
  sweep(): Promise<void>
  /** The same, and all housekeeping: the worker numbers events, makes partitions, and deletes what is old. */
  keepHouse(): Promise<void>
  stop(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body. Each test narrows it to what it expects. */
  readonly body: Record<string, never> & {
    error?: { code: string; param?: string; message: string; fix: string; doc_url: string; request_id: string }
  }
}

export interface TestServiceOptions {
  /** Environment variables, as an operator would set them. */
  readonly environment?: Record<string, string>
  /** Default: a fresh clone of the template. */
  readonly databaseUrl?: string
  readonly masterKey?: Buffer
  readonly clock?: TestClock
  /** How long the sandbox bank takes for each answer. Short by default, because most tests only wait for it. */
  readonly bankMs?: number
  /** Nearly free by default. */
  readonly passwordCost?: PasswordCost
}

/** A service of the test's own. A test that needs no more than an account takes `sharedService`, which costs less. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const clone = options.databaseUrl === undefined ? await cloneDatabase(adminUrl, templateName) : null
  const databaseUrl = options.databaseUrl ?? clone?.url ?? ''
  const runningUrl = options.databaseUrl ?? clone?.runningUrl ?? ''
  const masterKey = options.masterKey ?? randomBytes(32)
  const clock = options.clock ?? new TestClock()
  const logLines: string[] = []
  const app = await createApp(
    {
      config: configOf(options, runningUrl, masterKey),
      databaseUrl: runningUrl,
      masterKeys: { current: masterKey, previous: null },
      clock,
      log: collecting(logLines),
      passwordCost: options.passwordCost ?? { n: 16, r: 1, p: 1 },
    },
    { bankMs: options.bankMs ?? 5 },
  )
  attachContractHook(app.server)
  await app.start()
  const ignoreMoves = clock.onAdvance(() => void app.workContext.db.raw(setAlarms).catch(() => {}))
  const ownerDb = openDatabase(databaseUrl, { kind: 'command' })
  const stop = async (): Promise<void> => {
    ignoreMoves()
    await Promise.all([app.stop(), ownerDb.destroy()])
    await clone?.drop()
  }
  return withNewAccount({ app, clock, databaseUrl, runningUrl, ownerDb, masterKey, logLines, stop })
}

type RunningService = Pick<
  TestService,
  'app' | 'clock' | 'databaseUrl' | 'runningUrl' | 'ownerDb' | 'masterKey' | 'logLines' | 'stop'
>

/** The service as one more account sees it. */
export async function withNewAccount(running: RunningService): Promise<TestService> {
  const { app, clock, databaseUrl, runningUrl, ownerDb, masterKey, logLines, stop } = running
  const account = await createAccount(app.context, { email: 'merchant@example.com', businessName: 'Test shop' })
  const baseUrl = app.context.settings.baseUrl
  return {
    app,
    clock,
    baseUrl,
    databaseUrl,
    runningUrl,
    ownerDb,
    merchantId: account.merchantId,
    secretKey: account.secretKey,
    masterKey,
    logLines,
    call: (method, path, body, headers) =>
      call(baseUrl, { Authorization: `Bearer ${account.secretKey}`, ...headers }, method, path, body),
    sweep: () => runDueTasks(app.workContext),
    keepHouse: () => runDueWork(app.workContext),
    stop,
  }
}

function configOf(options: TestServiceOptions, databaseUrl: string, masterKey: Buffer) {
  const environment = {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey.toString('hex'),
    WEBHOOK_ALLOW: '127.0.0.1,localhost',
    ...options.environment,
  }
  const read = readConfig(environment)
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  return read.config
}

function collecting(lines: string[]): Log {
  const add = (level: string) => (fields: object, message: string) =>
    void lines.push(JSON.stringify({ level, ...fields, message }))
  return { info: add('info'), warn: add('warn'), error: add('error') }
}

async function call(
  baseUrl: string,
  headers: Record<string, string>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const sent =
    body === undefined
      ? {}
      : { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const {
    status,
    headers: received,
    text,
  } = await send(`${baseUrl}${path}`, {
    method,
    headers: { ...asFetch, ...type, ...headers },
    ...sent,
  })
  const isJson = received.get('content-type')?.startsWith('application/json')
  return { status, headers: received, text, body: isJson ? (JSON.parse(text) as Answer['body']) : {} }
}

const agent = new Agent({ keepAlive: true })

/** What `fetch` sends too. Adyen wants to know it of the customer's browser. */
const asFetch = { Accept: '*/*', 'Accept-Language': '*', 'User-Agent': 'node' }

/** One request without the streams of `fetch`, which take as much of the processor as the service does. */
function send(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | Uint8Array },
): Promise<Pick<Answer, 'status' | 'headers' | 'text'>> {
  return new Promise((resolve, reject) => {
    // Node sends a body of DELETE without its length.
    const framed = body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
    const sending = request(url, { method, headers: framed, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const received = new Headers()
        const { rawHeaders, statusCode = 0 } = response
        for (let at = 0; at < rawHeaders.length; at += 2)
          received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
        resolve({ status: statusCode, headers: received, text: Buffer.concat(chunks).toString('utf8') })
      })
    })
    sending.once('error', reject)
    sending.end(body)
  })
}
