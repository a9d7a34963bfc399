import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { serverEnvironment, type Places } from './data-directory.ts'
import { isAlive, isPostmasterOf, isTaken, readPostmasterFile } from './postmaster-file.ts'
import type { Settings } from './settings.ts'
import { asUser, type SystemUser } from './system-user.ts'

/** A server process of our own. */
export interface Postmaster {
  pid: number
  port: number
  /** Resolves when the process has ended, however; never rejects. */
  ended: Promise<string>
}

/** What the server said when it did not come up. */
export type StartOutcome = { kind: 'started'; postmaster: Postmaster } | { kind: 'failed'; reason: string }

/** All that stays the same from one launch to the next. */
export interface LaunchPlan {
  binaries: Binaries
  places: Places
  user: SystemUser | null
  settings: Settings
}

/** Enough to see what happened lately; older text is kept once, as `postgres.log.1`. */
const logLimitBytes = 10 * 1024 * 1024
/** After a crash the server first replays its log, which can take minutes on a slow disk. */
const readyDeadlineMs = 300_000
const readyPollMs = 10
/** Together less than the 15 s in which the service has to end; a shutdown writes at most the 64 MB that are in memory. */
const shutdownSteps = [
  ['SIGINT', 6_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 1_000],
] as const
/** The largest number there is, above what any system gives to a process. */
const nobodysPid = 0x7fffffff
/** Below the range from which systems choose ports for outgoing connections, so that a restart finds its port free. */
const firstPort = 20_000
const portCount = 12_000

/** Starts the server and waits until it accepts connections. */
export async function launchPostmaster(plan: LaunchPlan, port: number): Promise<StartOutcome> {
  const logStart = rotateLog(plan.places.logFile)
  const child = spawnPostmaster(plan, port)
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
  })
  const early = await Promise.race([ended, untilReady(child, plan.places.clusterDir)])
  child.unref()
  if (early === null && child.pid !== undefined) return { kind: 'started', postmaster: { pid: child.pid, port, ended } }
  return { kind: 'failed', reason: lastComplaint(plan.places.logFile, logStart) ?? early ?? 'it did not become ready' }
}

/**
 * In a session of its own: Ctrl-C in a terminal goes to every process of the group, and the service still needs
 * its database while it drains.
 */
function spawnPostmaster({ binaries, places, user, settings }: LaunchPlan, port: number): ChildProcess {
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const paths = [places.clusterDir, dirname(binaries.postgres)]
  const command = asUser(user, paths, binaries.postgres, ['-D', places.clusterDir, ...options])
  const { file, args, ...identity } = command
  const log = openSync(places.logFile, 'a', 0o600)
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

/** The server's own file says so sooner than any trial connection. */
async function untilReady(child: ChildProcess, clusterDir: string): Promise<string | null> {
  for (let waited = 0; waited < readyDeadlineMs; waited += readyPollMs) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return 'it ended at once'
    const file = readPostmasterFile(clusterDir)
    if (file?.pid === child.pid && file.ready) return null
    await sleep(readyPollMs)
  }
  child.kill('SIGQUIT')
  return `it was not ready after ${readyDeadlineMs / 1000} s`
}

/** Fast shutdown, then immediate, then the axe; each waited for. Touches the process only while it is the server of `clusterDir`. */
export async function stopPostmaster(pid: number, clusterDir: string): Promise<void> {
  for (const [signal, patience] of shutdownSteps) {
    if (!isPostmasterOf(pid, clusterDir)) return
    process.kill(pid, signal)
    if (await goneWithin(pid, patience)) return
  }
}

async function goneWithin(pid: number, patienceMs: number): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += readyPollMs) {
    if (!isAlive(pid)) return true
    await sleep(readyPollMs)
  }
  return !isAlive(pid)
}

/**
 * PostgreSQL deals with a left-over file itself, unless the number in it is taken by another process, or by a dead one that nobody collects. Then
 * only the number is replaced: the rest of the file shows the new server whether workers of the old one still run.
 */
export function defuseStaleFile(clusterDir: string): void {
  const file = readPostmasterFile(clusterDir)
  if (file === null || !isTaken(file.pid) || isPostmasterOf(file.pid, clusterDir)) return
  const path = join(clusterDir, 'postmaster.pid')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*/, String(nobodysPid)))
}

/** A port of 127.0.0.1 that nobody listens on at this moment. */
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

/** Returns the size from which this launch writes. */
function rotateLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size <= logLimitBytes) return size
  renameSync(logFile, `${logFile}.1`)
  return 0
}

function lastComplaint(logFile: string, from: number): string | null {
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
