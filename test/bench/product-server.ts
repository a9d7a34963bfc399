import { openSync, writeSync } from 'node:fs'
import pino from 'pino'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config/config.ts'
import { systemClock } from '../../server/domain/time/clock.ts'
import { gatheredLines } from '../../server/engines/terminal/gathered-lines.ts'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import { reportReady } from './children.ts'
import { countStatements } from './statement-counts.ts'

// The product, composed as in server/main.ts, with an account for the load, or
// as many as BENCH_ACCOUNTS says. BENCH_LOG names a file for its log lines.

const counts = countStatements()

const read = readConfig(process.env)
if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
const { config } = read
const databaseUrl = config.databaseUrl ?? ''
const logFile = openSync(process.env.BENCH_LOG ?? '/dev/null', 'a')
const log = pino(
  { level: config.logLevel },
  gatheredLines((text) => void writeSync(logFile, text)),
)
const app = await createApp({
  config,
  databaseUrl,
  masterKeys: { current: config.masterKey ?? Buffer.alloc(32), previous: null },
  clock: systemClock,
  log,
})
await app.start()
const owner = { email: 'bench@example.com', businessName: 'Bench' }
const account = await createAccount(app.context, owner)
const keys = [account.secretKey]
while (keys.length < Number(process.env.BENCH_ACCOUNTS ?? 1))
  keys.push((await createAccount(app.context, owner)).secretKey)
reportReady(
  {
    port: String(app.server.info.port),
    secretKey: account.secretKey,
    secretKeys: keys.join(' '),
    merchantId: account.merchantId,
  },
  counts,
)
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)))
