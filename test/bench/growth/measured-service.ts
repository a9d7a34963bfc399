import { createApp, type App } from '../../../server/app.ts'
import { readConfig } from '../../../server/config/config.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { createAccount } from '../../../server/flows/accounts/create-account.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { captureStatements } from '../../long/postgres/captured-statements.ts'
import type { Answer } from '../../support/service.ts'
import { serverSettings } from '../environment.ts'

export interface Account {
  readonly merchantId: string
  readonly secretKey: string
}

/** The service in this process, which notes the names of its statements. */
export interface MeasuredService extends Account {
  readonly app: App
  readonly clock: typeof systemClock
  /** The names of the statements by their texts. */
  readonly names: ReadonlyMap<string, string>
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Throws unless the answer is 200. */
  succeed(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer['body']>
  stop(): Promise<void>
}

/** Without `known` it creates an account. */
export async function startMeasuredService(databaseUrl: string, known?: Account): Promise<MeasuredService> {
  const captured = captureStatements()
  const read = readConfig({ ...serverSettings(databaseUrl), TEST_STORAGE_GB: '100000', LOG_LEVEL: 'error' })
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  const { config } = read
  const masterKeys = { current: config.masterKey ?? Buffer.alloc(32), previous: null }
  const app = await createApp({ config, databaseUrl, masterKeys, clock: systemClock, log: silentLog })
  await app.start()
  const account = known ?? (await createAccount(app.context, { email: 'bench@example.com', businessName: 'Bench' }))
  const call: MeasuredService['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${app.context.settings.baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${account.secretKey}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const parsed = isJson ? (JSON.parse(text) as Answer['body']) : {}
    return { status: response.status, headers: response.headers, text, body: parsed }
  }
  return {
    app,
    clock: systemClock,
    merchantId: account.merchantId,
    secretKey: account.secretKey,
    get names() {
      return new Map([...captured.seen.values()].map(({ text, name }) => [text, name]))
    },
    call,
    succeed: async (method, path, body, headers) => {
      const answer = await call(method, path, body, headers)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer.body
    },
    stop: async () => {
      await app.stop()
      captured.stop()
    },
  }
}
