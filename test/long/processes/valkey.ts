import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createClient } from '@redis/client'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { until } from '../../support/until.ts'

interface Teardown {
  teardown(work: () => unknown): void
}

const found = ['/usr/bin/valkey-server', '/usr/bin/redis-server'].find((file) => existsSync(file))
const program = process.env['VALKEY_PATH'] ?? found

export const skipWithoutValkey =
  program !== undefined && existsSync(program)
    ? {}
    : { skip: 'Valkey and Redis are missing: install the Debian package redis-server, or set VALKEY_PATH' }

/** A Valkey or Redis server of the test's own, without files, that keeps its port over restarts. */
export class ValkeyServer {
  readonly url: string
  readonly #port: number
  readonly #arguments: readonly string[]
  #child: ChildProcess

  private constructor(port: number, more: readonly string[]) {
    this.#port = port
    this.url = `redis://127.0.0.1:${port}`
    this.#arguments = ['--save', '', '--appendonly', 'no', '--bind', '127.0.0.1', '--dir', '/tmp', ...more]
    this.#child = this.#spawn()
  }

  static async start(t: Teardown, more: readonly string[] = []): Promise<ValkeyServer> {
    const server = new ValkeyServer(await freePort(), more)
    t.teardown(() => server.stop())
    await server.#answers()
    return server
  }

  /** Calls a command on a connection of its own. */
  async command(...words: string[]): Promise<unknown> {
    const client = createClient({ url: this.url, socket: { reconnectStrategy: false }, disableClientInfo: true })
    client.on('error', () => {})
    await client.connect()
    try {
      return await client.sendCommand(words)
    } finally {
      client.destroy()
    }
  }

  /** Ends every connection, so that the next ones meet the current settings. */
  async dropConnections(): Promise<void> {
    await this.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  }

  freeze(): void {
    this.#child.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child.kill('SIGCONT')
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }

  async restart(): Promise<void> {
    await this.stop()
    this.#child = this.#spawn()
    await this.#answers()
  }

  #spawn(): ChildProcess {
    if (program === undefined) throw new Error('Bug: the test must be skipped')
    return spawn(program, ['--port', String(this.#port), ...this.#arguments], { stdio: 'ignore' })
  }

  async #answers(): Promise<void> {
    await until(async () => (await this.command('PING').catch(() => null)) === 'PONG', 'Valkey answers')
  }
}

/** The version in one line, for figures. */
export function valkeyVersion(): string {
  return program === undefined ? 'none' : execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
}
