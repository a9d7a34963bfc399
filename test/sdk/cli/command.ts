import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import type { Test } from 'tap'
import { run as runCommand } from '../../../sdk/src/cli/run.ts'
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
  /** Null when the command runs in the process of the test. */
  readonly pid: number | null
  /** The lines of standard output so far. */
  lines(): string[]
  /** Waits for a line of standard output that matches, and returns the first one. */
  line(pattern: RegExp): Promise<string>
  /** Waits until standard error matches. */
  noted(pattern: RegExp): Promise<void>
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<Ended>
}

/** A merchant's terminal with an empty state folder. */
export interface Shell {
  readonly state: string
  /** Runs a command until it ends. */
  run(words: string[], environment?: Record<string, string>): Promise<Ended>
  start(words: string[], environment?: Record<string, string>): Running
}

/** A terminal in which the packed package is installed. */
export interface InstalledShell extends Shell {
  readonly project: Project
}

/**
 * A terminal whose commands run in the process of the test: the same program without a process for each command. What
 * only a process shows (its first line, its signals, two listeners beside each other) needs an installed one.
 */
export function openShell(t: Test): Shell {
  const state = stateFolder(t)
  const start = (words: string[], environment: Record<string, string> = {}): Running => {
    const [output, errors] = [new PassThrough(), new PassThrough()]
    const listeners = new Set<() => void>()
    const ended = runCommand(words, {
      environment: { SERVICEPAY_STATE_DIR: state, ...environment },
      input: new PassThrough(),
      output,
      errors,
      onSignal: (listener) => void listeners.add(listener),
      exit: (code) => t.fail(`the command ended its process with ${code}`),
    }).finally(() => {
      listeners.clear()
      output.end()
      errors.end()
    })
    const interrupt = (): void => listeners.forEach((listener) => listener())
    t.teardown(interrupt)
    return watch({ pid: null, output, errors, ended, kill: interrupt })
  }
  return { state, start, run: (words, environment) => start(words, environment).ended }
}

/** Installs the package. A test file calls this only once. */
export async function openInstalledShell(t: Test, nodeFolder = dirname(process.execPath)): Promise<InstalledShell> {
  const project = await installPackage()
  t.teardown(() => project.remove())
  return installedShell(t, project, nodeFolder)
}

/** A terminal with its own state folder, on an existing installation. */
export function installedShell(t: Test, project: Project, nodeFolder = dirname(process.execPath)): InstalledShell {
  const state = stateFolder(t)
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
    return watch({
      pid: child.pid ?? 0,
      output: child.stdout,
      errors: child.stderr,
      // `exit` would be too early, because the last output may still be in the pipe.
      ended: new Promise((end) => child.on('close', end)),
      kill: (signal) => void child.kill(signal),
    })
  }
  return { project, state, start, run: (words, environment) => start(words, environment).ended }
}

function stateFolder(t: Test): string {
  const state = mkdtempSync(join(tmpdir(), 'servicepay-state-'))
  t.teardown(() => rmSync(state, { recursive: true, force: true }))
  return state
}

interface Watched {
  readonly pid: number | null
  readonly output: Readable
  readonly errors: Readable
  /** The exit code, as soon as there is no more output. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

function watch({ pid, output, errors, ended, kill }: Watched): Running {
  let [stdout, stderr] = ['', '']
  let result: Ended | undefined
  const waiting = new Set<() => void>()
  const look = (): void => waiting.forEach((check) => check())
  output.setEncoding('utf8').on('data', (text: string) => void ((stdout += text), look()))
  errors.setEncoding('utf8').on('data', (text: string) => void ((stderr += text), look()))
  const allRead = Promise.all([output, errors].map((stream) => once(stream, 'end')))
  const end = Promise.all([ended, allRead]).then(([code]) => {
    result = { code, stdout, stderr }
    look()
    return result
  })
  const until = <Value>(what: string, find: () => Value | undefined): Promise<Value> =>
    new Promise((found, missed) => {
      const check = (): void => {
        const value = find()
        if (value === undefined && !result) return
        waiting.delete(check)
        if (value !== undefined) found(value)
        else missed(new Error(`The command ended (${result?.code}) without ${what}:\n${stdout}\n${stderr}`))
      }
      waiting.add(check)
      check()
    })
  const lines = (): string[] => stdout.split('\n').slice(0, -1)
  return {
    pid,
    lines,
    line: (pattern) => until(`line ${pattern}`, () => lines().find((line) => pattern.test(line))),
    noted: async (pattern) => void (await until(`note ${pattern}`, () => pattern.test(stderr) || undefined)),
    kill,
    ended: end,
  }
}

/** Parses one JSON object of the output. */
export function parsed(
  text: string,
): Record<string, never> & { error?: { code: string; message: string; fix: string; param?: string } } {
  return JSON.parse(text) as ReturnType<typeof parsed>
}
