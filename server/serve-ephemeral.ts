import { fstatSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { migrateAll, type App } from './app.ts'
import { readConfig } from './config/config.ts'
import { ephemeralEnvironment, memoryFolder, type Ephemeral } from './config/ephemeral.ts'
import { seedIds } from './domain/ids.ts'
import { noLimits } from './domain/queues/rate-limit.ts'
import { systemClock } from './domain/time/clock.ts'
import { keptFile } from './engines/build/kept.js'
import type { EmbeddedPostgres } from './engines/embedded-postgres/start-embedded-postgres.ts'
import { ensureServiceDatabase, runningRole } from './engines/embedded-postgres/roles.ts'
import { ephemeralSettings } from './engines/embedded-postgres/settings.ts'
import { startThrowaway, type Template } from './engines/embedded-postgres/throwaway.ts'
import { gatheredLines } from './engines/terminal/gathered-lines.ts'
import { StartError } from './flow-context.ts'
import { start } from './start-service.ts'

/**
 * Serves a sandbox for one run of tests (spec/decisions/sandbox.md#a-sandbox-for-one-test-run). Prints one line of JSON
 * when it is ready. It ends with everything that it has stored on a signal, and when standard input was a pipe and
 * closes.
 */
export async function serveEphemeral(asked: Ephemeral): Promise<void> {
  const folder = mkdtempSync(join(memoryFolder(), 'servicepay-ephemeral-'))
  const read = readConfig(ephemeralEnvironment(process.env, asked, join(folder, 'database')))
  if (read.kind === 'invalid') throw new StartError(read.problems.join('; '))
  seedIds(asked.seed)
  const log = pino(
    { level: read.config.logLevel },
    gatheredLines((text) => void process.stderr.write(text)),
  )
  const database = startThrowaway({ folder, settings: ephemeralSettings, template: template(log) })
  const ending = endWith(database, log)
  const { stop, ...urls } = await database
  const postgres: EmbeddedPostgres = { ...urls, version: '', stop }
  const parts = { postgres, app: null }
  try {
    await start({
      ...{ config: read.config, log, parts, goal: 'serve', newLimit: noLimits },
      announce: (app, secretKey) => process.stdout.write(`${JSON.stringify(readyLine(app, secretKey))}\n`),
    })
  } catch (error) {
    // A start that was asked to end loses its database.
    if (!ending.aborted) throw error
  }
}

function readyLine({ context }: App, secretKey: string | null) {
  return { base_url: context.settings.baseUrl, secret_key: secretKey, pid: process.pid }
}

/** The tables of this release, kept beside what else the service builds, so that later starts only copy them. */
function template(log: pino.Logger): Template {
  // Another user may not read the files of this one.
  const path = keptFile(`ephemeral-${process.geteuid?.() ?? ''}`, [
    ...['package.json', 'server/store/schema', 'server/processors/sandbox', 'server/engines/embedded-postgres'],
    'server/jobs',
  ])
  return {
    path,
    fill: async ({ adminUrl, ownerUrl, password }) => {
      await ensureServiceDatabase(adminUrl, password)
      await migrateAll({ databaseUrl: ownerUrl, runningRole, clock: systemClock, log })
    },
  }
}

/** Ends the process without a care for the data, which nothing reads again. The signal says that it ends. */
function endWith(database: Promise<{ stop(): Promise<void> }>, log: pino.Logger): AbortSignal {
  const ending = new AbortController()
  const end = (): void => {
    if (ending.signal.aborted) return
    ending.abort()
    log.level = 'silent'
    void database.then(({ stop }) => stop()).then(() => process.exit())
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.stdout.on('error', () => {})
  if (isPipe(process.stdin.fd)) process.stdin.on('end', end).on('error', end).resume()
  return ending.signal
}

/** Shells give programs in the background /dev/null, which says nothing about their parent. */
function isPipe(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor)
    return found.isFIFO() || found.isSocket()
  } catch {
    return false
  }
}
