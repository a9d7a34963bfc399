import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '../../start/operator.ts'
import { until } from '../../support/until.ts'
import { statusOf } from './processes.ts'

export const haproxy = process.env['HAPROXY_PATH'] ?? '/usr/sbin/haproxy'

export const skipWithoutHaproxy = existsSync(haproxy)
  ? {}
  : { skip: 'HAProxy is missing: install the Debian package haproxy, or set HAPROXY_PATH' }

const guide = readFileSync(join(import.meta.dirname, '../../../server/pages/docs/guides/running.md'), 'utf8')

interface Servers {
  readonly api: readonly string[]
  readonly cards: readonly string[]
}

interface Teardown {
  teardown(work: () => unknown): void
}

/** The example of the guide, with the ports of this test. */
function configOf(port: number, servers: Servers): string {
  const [, example = ''] = /```text\n(frontend pay\n[^]*?)```/.exec(guide) ?? []
  const lines = example.split('\n').flatMap((line) => {
    if (/^ {2}bind /.test(line)) return [`  bind 127.0.0.1:${port}`]
    const [, role, number] = /^ {2}server (api|cards)(\d) /.exec(line) ?? []
    if (role === undefined) return [line]
    const address = servers[role as keyof Servers][Number(number) - 1]
    return address === undefined ? [] : [`  server ${role}${number} ${new URL(address).host} check inter 200ms`]
  })
  return [
    ...[
      'defaults',
      '  mode http',
      '  timeout connect 5s',
      '  timeout client 60s',
      '  timeout check 2s',
      '  retries 3',
      '  option redispatch',
    ],
    ...['', ...lines, ''],
    ...['frontend servers', `  bind 127.0.0.1:${port + 1}`, '  mode http'],
    ...[
      `  acl api_serves nbsrv(api) ge ${servers.api.length}`,
      `  acl cards_serve nbsrv(cards) ge ${servers.cards.length}`,
      '  http-request return status 200 if api_serves cards_serve',
      '  http-request return status 503',
      '',
    ],
  ].join('\n')
}

/** Starts HAProxy with the routes of the guide. It also listens on the port after `port`: see `allServe`. */
export async function startGuideProxy(t: Teardown, port: number, servers: Servers): Promise<void> {
  const file = join(await temporaryDirectory(t), 'haproxy.cfg')
  await writeFile(file, configOf(port, servers))
  const child = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  t.teardown(async () => {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`)
    const [home, script] = await Promise.all(
      ['/', '/v1/servicepay.js'].map((path) => statusOf(`http://127.0.0.1:${port}${path}`)),
    )
    return home === 200 && script === 200
  }, 'the proxy reaches both roles')
}

/** Waits until HAProxy sends requests to every process. */
export function allServe(port: number): Promise<void> {
  return until(async () => (await statusOf(`http://127.0.0.1:${port + 1}/`)) === 200, 'every process serves')
}
