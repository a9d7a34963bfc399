import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import type { App } from './app.ts'
import { readConfig } from './config/config.ts'
import { loggable } from './domain/text/loggable-error.ts'
import { gatheredLines } from './engines/terminal/gathered-lines.ts'
import { inTerminal, printStep } from './engines/terminal/terminal.ts'
import { readEphemeral } from './config/ephemeral.ts'
import { serveEphemeral } from './serve-ephemeral.ts'
import { explain } from './start-problems.ts'
import { start, type Goal, type Parts } from './start-service.ts'

/** Ctrl-C arrives twice under `npm start`: the terminal signals every process, and npm passes its own signal on. */
const sameSignalMs = 1_000

/** Of the time for a stop, what is kept for the database after the application, and for the process after both. */
const stopDatabaseMs = 4_000
const exitMs = 500

/** `npm run migrate -- --dry-run` prints what a migration would do. */
const goal: Goal = !process.argv.includes('--migrate-only')
  ? 'serve'
  : process.argv.includes('--dry-run')
    ? 'plan'
    : 'migrate'

async function main(): Promise<void> {
  const ephemeral = readEphemeral(process.argv.slice(2))
  if (ephemeral?.kind === 'problem') return refuse([ephemeral.problem])
  if (ephemeral) return serveEphemeral(ephemeral)
  const read = readConfig(process.env)
  if (read.kind === 'invalid') return refuse(read.problems)
  const { config } = read
  // pino's default writer blocks the process and retries for ever when a write fails: a closed terminal, a full disk.
  const log = pino(
    { level: inTerminal && config.logLevel === 'info' ? 'warn' : config.logLevel },
    gatheredLines((text) => void process.stdout.write(text)),
  )
  let stoppingSince: number | null = null
  const parts: Parts = { postgres: null, app: null }
  const started = start({ config, log, parts, goal })
  // A failed write (after SIGHUP the terminal is closed) must not end the process or interrupt a stop.
  process.stdout.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > sameSignalMs) endNow(signal, log)
        return
      }
      stoppingSince = performance.now()
      log.info({ signal, drainSeconds: config.drainSeconds }, 'stopping')
      printStep('Stopping')
      // Service managers send SIGKILL soon after the first signal, so a longer stop ends by force.
      setTimeout(() => process.exit(1), (config.drainSeconds + config.stopSeconds) * 1_000).unref()
      void started.catch(() => {}).then(() => stop(parts, log, config))
    })
  }
  try {
    await started
  } catch (error) {
    await stop(parts, log, config)
    throw error
  }
  if (goal !== 'serve') await stop(parts, log, config)
}

async function stop(parts: Parts, log: pino.Logger, { stopSeconds }: { stopSeconds: number }): Promise<void> {
  const { app, postgres } = parts
  const stopWithinMs = stopSeconds * 1_000
  parts.app = parts.postgres = null
  await app?.drain()
  const began = performance.now()
  const isDone = await stopApp(app, log, stopWithinMs - stopDatabaseMs)
  await postgres?.stop(stopWithinMs - exitMs - (performance.now() - began))
  log.info('stopped')
  // The job queue keeps timers for its next attempts to reach an unavailable database.
  setTimeout(() => process.exit(), exitMs).unref()
  if (!isDone) process.exit(1)
}

/** A second signal ends the process without waiting. The exit handler of the embedded database ends its server. */
function endNow(signal: NodeJS.Signals, log: pino.Logger): void {
  log.warn({ signal }, 'a second signal ends the process at once; the next start continues its work')
  printStep('Stopping at once')
  process.exit(128 + constants.signals[signal])
}

/** False: the application has not finished in its time, for example because its database hangs. */
async function stopApp(app: App | null, log: pino.Logger, withinMs: number): Promise<boolean> {
  if (!app) return true
  const stopped = app
    .closePort()
    .then(() => app.stop())
    .catch((error: unknown) => log.error({ error: loggable(error) }, 'could not stop cleanly'))
    .then(() => true)
  const isDone = await Promise.race([stopped, pause(withinMs, false, { ref: false })])
  if (!isDone) log.error('the work in progress did not end in time')
  return isDone
}

function refuse(problems: readonly string[]): void {
  process.stderr.write(`The service cannot start:\n${problems.map((problem) => `  - ${problem}\n`).join('')}`)
  process.exitCode = 1
}

main().catch((error: unknown) => {
  process.stderr.write(`The service cannot start: ${explain(error)}\n`)
  process.exit(1)
})
