import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { serverEnvironment, type DataLayout } from './data-directory.ts'
import { isAlive, isPostmasterOf, isPidInUse, readPostmasterFile } from './postmaster-file.ts'
import { killAtExit, killServer } from './kill-server.ts'
import type { Settings } from './settings.ts'
import { asUser, type SystemUser } from './system-user.ts'

/** A server process that we started. */
export interface Postmaster {
  pid: number
  port: number
  /** Resolves to the reason when the process ends. Never rejects. */
  ended: Promise<string>
}

/** `reason` is the server's error message. */
export type StartOutcome = { kind: 'started'; postmaster: Postmaster } | { kind: 'failed'; reason: string }

/** The settings that all launches of one server share. */
export interface LaunchPlan {
  binaries: Binaries
  layout: DataLayout
  user: SystemUser | null
  settings: Settings
}

/** A larger log is renamed to `postgres.log.1`, in place of the one before. */
const logLimitBytes = 10 * 1024 * 1024
/** After a crash the server first replays its log, which can take minutes on a slow disk. */
const readyTimeoutMs = 300_000
const readyPollMs = 10
/**
 * How long a stop may take, below the 15 s in which the service must stop. A shutdown writes at most the 64 MB in
 * shared memory.
 */
const stopWithinMs = 10_000
/** The signals for a stop, and the share of the time after each. */
const shutdownSteps = [
  ['SIGINT', 0.6],
  ['SIGQUIT', 0.3],
  ['SIGKILL', 0.1],
] as const
/** The largest number for a process id. No system gives it to a process. */
const unusedPid = 0x7fffffff
/** These ports are below the range for outgoing connections, so a restart finds its port free. */
const firstPort = 20_000
const portCount = 12_000

/** Starts the server and waits until it accepts connections. */
export async function launchPostmaster(plan: LaunchPlan, port: number): Promise<StartOutcome> {
  const logStart = rotateLog(plan.layout.logFile)
  const child = spawnPostmaster(plan, port)
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
  })
  killAtExit(child, plan.layout.clusterDir)
  const early = await Promise.race([ended, untilReady(child, plan.layout.clusterDir)])
  child.unref()
  if (early === null && child.pid !== undefined) return { kind: 'started', postmaster: { pid: child.pid, port, ended } }
  return {
    kind: 'failed',
    reason: lastErrorMessage(plan.layout.logFile, logStart) ?? early ?? 'it did not become ready',
  }
}

/**
 * Starts the server in its own session. Ctrl-C in a terminal signals every process of a group, but the service needs
 * its database while it stops.
 */
function spawnPostmaster({ binaries, layout, user, settings }: LaunchPlan, port: number): ChildProcess {
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const paths = [layout.clusterDir, dirname(binaries.postgres)]
  const command = asUser(user, paths, binaries.postgres, ['-D', layout.clusterDir, ...options])
  const { file, args, ...identity } = command
  const log = openSync(layout.logFile, 'a', 0o600)
  try {
    return spawn(file, args, {
      ...identity,
      env: serverEnvironment(binaries),
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

/**
 * Returns null when the server is ready, otherwise the problem. The server's file shows this sooner than a test
 * connection.
 */
async function untilReady(child: ChildProcess, clusterDir: string): Promise<string | null> {
  for (let waited = 0; waited < readyTimeoutMs; waited += readyPollMs) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return 'it ended immediately'
    const file = readPostmasterFile(clusterDir)
    if (file?.pid === child.pid && file.ready) return null
    await sleep(readyPollMs)
  }
  child.kill('SIGQUIT')
  return `it was not ready after ${readyTimeoutMs / 1000} s`
}

/**
 * Requests a fast shutdown, then an immediate shutdown, then sends SIGKILL. Each step waits for the one before. Sends
 * no signal to a process that is not the server of `clusterDir`.
 */
export async function stopPostmaster(pid: number, clusterDir: string, withinMs = stopWithinMs): Promise<void> {
  for (const [signal, share] of shutdownSteps) {
    if (!isPostmasterOf(pid, clusterDir)) return
    if (signal === 'SIGKILL') killServer(pid)
    else process.kill(pid, signal)
    if (await hasEndedWithin(pid, withinMs * share)) return
  }
}

async function hasEndedWithin(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += readyPollMs) {
    if (!isAlive(pid)) return true
    await sleep(readyPollMs)
  }
  return !isAlive(pid)
}

/**
 * PostgreSQL replaces a stale `postmaster.pid` itself, unless another process or a zombie has the process id in it. In
 * that case this function replaces only the process id: the new server needs the rest of the file to find out whether
 * worker processes of the old server still run.
 */
export function replaceStalePid(clusterDir: string): void {
  const file = readPostmasterFile(clusterDir)
  if (file === null || !isPidInUse(file.pid) || isPostmasterOf(file.pid, clusterDir)) return
  const path = join(clusterDir, 'postmaster.pid')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*/, String(unusedPid)))
}

/** A port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = firstPort + Math.floor(Math.random() * portCount)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port between ${firstPort} and ${firstPort + portCount}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(true)))
  })
}

/** Returns the position in the log at which this launch begins. */
function rotateLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size <= logLimitBytes) return size
  renameSync(logFile, `${logFile}.1`)
  return 0
}

function lastErrorMessage(logFile: string, from: number): string | null {
  const log = openSync(logFile, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(Math.max(fstatSync(log).size - from, 0), 64 * 1024))
    readSync(log, bytes, 0, bytes.length, from)
    const lines = bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
    const worst = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.slice(-3).join(' ')
    return worst.replace(/^.*?\b(?:FATAL|PANIC):\s*/, '').trim() || null
  } finally {
    closeSync(log)
  }
}
