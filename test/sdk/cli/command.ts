import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import { installPackage, type Project } from '../../support/packed-sdk.ts'
import { inheritedEnvironment } from '../../support/inherited-environment.ts'

/** The folder of the Node that runs this test, and of an older one if the machine has it. */
export const nodeFolders = [dirname(process.execPath), '/usr/bin'].filter(
  (folder) => existsSync(join(folder, 'node')) && major(folder) >= 20,
)

function major(folder: string): number {
  return Number(/^v(\d+)/.exec(execFileSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }))?.[1])
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A running command. */
export interface Running {
  readonly pid: number
  /** The lines of standard output so far. */
  lines(): string[]
  /** Waits for a line of standard output that matches, and returns the first one. */
  line(pattern: RegExp, timeoutMs?: number): Promise<string>
  /** Waits until standard error matches. */
  noted(pattern: RegExp): Promise<void>
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<Ended>
}

/** A merchant's terminal with the packed package installed and an empty state folder. */
export interface Shell {
  readonly project: Project
  readonly state: string
  /** Runs a command until it ends. */
  run(words: string[], environment?: Record<string, string>): Promise<Ended>
  start(words: string[], environment?: Record<string, string>): Running
}

/** Installs the package. A test file calls this only once. */
export async function openShell(t: Test, nodeFolder = dirname(process.execPath)): Promise<Shell> {
  const project = await installPackage()
  t.teardown(() => project.remove())
  return shellIn(t, project, nodeFolder)
}

/** A terminal with its own state folder, on an existing installation. */
export function shellIn(t: Test, project: Project, nodeFolder = dirname(process.execPath)): Shell {
  const state = mkdtempSync(join(tmpdir(), 'servicepay-state-'))
  t.teardown(() => rmSync(state, { recursive: true, force: true }))
  const start = (words: string[], environment: Record<string, string> = {}): Running => {
    // Runs the link that npm made. The first line of the file finds Node through PATH.
    const child = spawn(join(project.folder, 'node_modules/.bin/servicepay'), words, {
      cwd: project.folder,
      env: {
        ...inheritedEnvironment(),
        PATH: nodeFolder === '/usr/bin' ? '/usr/bin:/bin' : `${nodeFolder}:/usr/bin:/bin`,
        SERVICEPAY_STATE_DIR: state,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    t.teardown(() => void child.kill('SIGKILL'))
    return watch(child)
  }
  return { project, state, start, run: (words, environment) => start(words, environment).ended }
}

function watch(child: ReturnType<typeof spawn>): Running {
  let [stdout, stderr] = ['', '']
  let closed = false
  const waiting = new Set<() => void>()
  const look = (): void => waiting.forEach((check) => check())
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void ((stdout += text), look()))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => void ((stderr += text), look()))
  const ended = new Promise<Ended>((end) =>
    child.on('close', (code) => void ((closed = true), end({ code, stdout, stderr }), look())),
  )
  const until = <Value>(what: string, find: () => Value | undefined, timeoutMs = 60_000): Promise<Value> =>
    new Promise((found, missed) => {
      const give = (settle: () => void): void => void (waiting.delete(check), clearTimeout(timer), settle())
      const check = (): void => {
        const value = find()
        if (value !== undefined) give(() => found(value))
        // `exitCode` would be too early, because the last output may still be in the pipe.
        else if (closed)
          give(() => missed(new Error(`The command ended (${child.exitCode}) without ${what}:\n${stdout}\n${stderr}`)))
      }
      const timer = setTimeout(
        () => give(() => missed(new Error(`No ${what} within ${timeoutMs} ms:\n${stdout}\n${stderr}`))),
        timeoutMs,
      )
      waiting.add(check)
      check()
    })
  const lines = (): string[] => stdout.split('\n').slice(0, -1)
  return {
    pid: child.pid ?? 0,
    lines,
    line: (pattern, timeoutMs) => until(`line ${pattern}`, () => lines().find((line) => pattern.test(line)), timeoutMs),
    noted: async (pattern) => void (await until(`note ${pattern}`, () => pattern.test(stderr) || undefined)),
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

/** Parses one JSON object of the output. */
export function parsed(
  text: string,
): Record<string, never> & { error?: { code: string; message: string; fix: string; param?: string } } {
  return JSON.parse(text) as ReturnType<typeof parsed>
}
