import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { didYouMean } from '../../../spec/lib/nearest.ts'
import { InvalidRequestError, ServicePay } from '../index.ts'

/** How to reach a sandbox. With none of these, the environment says it: see `startSandbox`. */
export interface SandboxOptions {
  /** The folder of the service, in which `npm ci` has run. */
  readonly directory?: string
  /** A program with its arguments that starts the service in another way, such as in a container. */
  readonly command?: readonly [string, ...string[]]
  /** The address of a service that runs already. The sandbox is then a new test account there. */
  readonly baseUrl?: string
  /** Makes the last 18 characters of ids repeat in each run. Only for a service that `startSandbox` starts. */
  readonly seed?: string
  /** How long a start may take. The first one builds the service. Default 60,000. */
  readonly startTimeoutMs?: number
}

const optionNames = ['directory', 'command', 'baseUrl', 'seed', 'startTimeoutMs']

/** A sandbox for a run of tests. */
export interface Sandbox {
  readonly baseUrl: string
  readonly secretKey: string
  /** Calls the sandbox with its key. */
  readonly client: ServicePay
  /** Ends the service that was started, with everything in it. A service that ran before goes on. */
  stop(): Promise<void>
}

/**
 * Starts a payment service for tests, with an empty test account. Without options it reads `SERVICEPAY_SANDBOX_URL`,
 * the address of a service that runs already, and `SERVICEPAY_DIRECTORY`, the folder of the service to start. The
 * service ends with `stop`, or with this process, however that ends.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  if (unknown !== undefined)
    throw new InvalidRequestError({
      code: 'parameter_invalid',
      param: unknown,
      message: `There is no option \`${unknown}\`.${didYouMean(unknown, optionNames)}`,
      fix: `The options are \`${optionNames.join('`, `')}\`.`,
    })
  const { SERVICEPAY_SANDBOX_URL, SERVICEPAY_DIRECTORY } = process.env
  const startsIt = options.command !== undefined || options.directory !== undefined
  const baseUrl = options.baseUrl ?? (startsIt ? undefined : SERVICEPAY_SANDBOX_URL || undefined)
  if (baseUrl !== undefined) return openAccount(baseUrl)
  const directory = options.directory ?? (SERVICEPAY_DIRECTORY || undefined)
  if (options.command === undefined && directory === undefined)
    throw new Error(
      'There is no sandbox to start. Set SERVICEPAY_DIRECTORY to the folder of the service, in which `npm ci` has ' +
        'run, or SERVICEPAY_SANDBOX_URL to the address of one that runs.',
    )
  return startService(options.command ?? npmStart, directory, options)
}

const npmStart = ['npm', 'start', '--silent', '--', '--ephemeral'] as const

/** Signing up needs no key, but the client does. */
const placeholderKey = 'sk_test_none'

async function openAccount(baseUrl: string): Promise<Sandbox> {
  const anybody = new ServicePay(placeholderKey, { baseUrl })
  const { secret_key: secretKey } = await anybody.sandbox.signup({
    email: 'tests@example.com',
    business_name: 'Test run',
  })
  return { baseUrl, secretKey, client: new ServicePay(secretKey, { baseUrl }), stop: async () => {} }
}

async function startService(
  [program, ...words]: readonly [string, ...string[]],
  directory: string | undefined,
  { seed, startTimeoutMs = 60_000 }: SandboxOptions,
): Promise<Sandbox> {
  const child = spawn(program, seed === undefined ? words : [...words, '--seed', seed], {
    ...(directory !== undefined && { cwd: directory }),
    env: ownEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    // npm is a batch file on Windows.
    shell: process.platform === 'win32',
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.on('error', () => {})
  try {
    const { base_url: baseUrl, secret_key: secretKey } = await readyLine(child, program, startTimeoutMs)
    keepAlive(child, false)
    const stop = async (): Promise<void> => {
      keepAlive(child, true)
      child.stdin.end()
      await ended
    }
    return { baseUrl, secretKey, client: new ServicePay(secretKey, { baseUrl }), stop }
  } catch (error) {
    // The service ends with its standard input, and npm with the service.
    child.stdin.end()
    child.stdout.destroy()
    child.stderr.destroy()
    keepAlive(child, false)
    throw error
  }
}

interface ReadyLine {
  readonly base_url: string
  readonly secret_key: string
}

/** Waits for the line with which the service says that it is ready. */
async function readyLine(child: ChildProcess, program: string, withinMs: number): Promise<ReadyLine> {
  let printed = ''
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)))
  const found = new Promise<ReadyLine>((resolve) =>
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const line = /^\{"base_url":.*\}$/m.exec(printed)?.[0]
      if (line !== undefined) resolve(JSON.parse(line) as ReadyLine)
    }),
  )
  const failed = once(child, 'close').then(
    ([code, signal]: unknown[]) => {
      throw new Error(`The sandbox did not start: ${program} ended with ${String(code ?? signal)}.\n${errors}`)
    },
    (cause: unknown) => {
      throw new Error(`The sandbox did not start: ${program} cannot run.`, { cause })
    },
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const problem = `The sandbox did not start within ${withinMs} ms.`
    timer = setTimeout(() => reject(new Error(`${problem} Increase startTimeoutMs.\n${errors}`)), withinMs)
  })
  failed.catch(() => {})
  return Promise.race([found, failed, late]).finally(() => clearTimeout(timer))
}

/** A sandbox that nobody stopped must not keep the runner of the tests alive. */
function keepAlive(child: ChildProcess, isWanted: boolean): void {
  const parts = [child.stdin, child.stdout, child.stderr].filter((part) => part instanceof Socket)
  for (const part of [child, ...parts])
    if (isWanted) part.ref()
    else part.unref()
}

/** Without what npm and the runner of the tests set for themselves: it would change how the service starts. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env)
  return Object.fromEntries(entries.filter(([name]) => !/^(npm_|node_options$|node_v8_coverage$)/i.test(name)))
}
