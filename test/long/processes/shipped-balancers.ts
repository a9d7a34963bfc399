import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { temporaryDirectory } from '../../start/operator.ts'
import { until } from '../../support/until.ts'
import { selfSigned } from '../../webhooks/self-signed.ts'

// HAProxy and Caddy with the files of server/operations, in front of processes of a test.

export const run = promisify(execFile)
const folder = 'server/operations'
const haproxyFile = `${folder}/haproxy/haproxy.cfg`
export const caddyFile = `${folder}/caddy/Caddyfile`

interface Teardown {
  teardown(work: () => unknown): void
}

/** Skips a test whose programs are missing. */
export function needs(hint: string, ...programs: string[]): { skip?: string } {
  const away = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  return away.length === 0 ? {} : { skip: `${away.join(' and ')} missing: ${hint}` }
}

/** A running balancer. `authority`: the file of what issued its certificate. */
export interface Balancer {
  readonly httpPort: number
  readonly httpsPort: number
  readonly authority: string
}

export interface Ports {
  readonly httpPort: number
  readonly httpsPort: number
}

export async function freePorts(): Promise<Ports> {
  const [httpPort, httpsPort] = await Promise.all([freePort(), freePort()])
  return { httpPort, httpsPort }
}

/** `services`: one or two addresses, as `host:port`. */
export async function startHaproxy(t: Teardown, ports: Ports, services: readonly string[]): Promise<Balancer> {
  const directory = await temporaryDirectory(t)
  const [authority, pair] = [join(directory, 'certificate.pem'), join(directory, 'pair.pem')]
  const { key, cert } = selfSigned(['localhost'])
  await Promise.all([writeFile(authority, cert), writeFile(pair, `${cert}\n${key}`)])
  const [first = '', second = first] = services
  const environment = {
    SERVICEPAY_HTTP: `127.0.0.1:${ports.httpPort}`,
    SERVICEPAY_HTTPS: `127.0.0.1:${ports.httpsPort}`,
    SERVICEPAY_CERTIFICATE: pair,
    ...{ SERVICEPAY_API_1: first, SERVICEPAY_API_2: second },
    ...{ SERVICEPAY_CARDS_1: first, SERVICEPAY_CARDS_2: second },
  }
  const checked = await run('haproxy', ['-c', '-f', haproxyFile], { env: { ...process.env, ...environment } })
  if (/WARNING|ALERT/.test(checked.stdout + checked.stderr)) throw new Error(checked.stdout + checked.stderr)
  const balancer = { ...ports, authority }
  await start(t, balancer, { command: 'haproxy', args: ['-db', '-f', haproxyFile], environment })
  return balancer
}

export async function startCaddy(t: Teardown, ports: Ports, services: readonly string[]): Promise<Balancer> {
  const directory = await temporaryDirectory(t)
  const environment = {
    ...{ SERVICEPAY_HOST: 'localhost', SERVICEPAY_API: services.join(' '), SERVICEPAY_CARDS: services.join(' ') },
    ...{ SERVICEPAY_HTTP_PORT: String(ports.httpPort), SERVICEPAY_HTTPS_PORT: String(ports.httpsPort) },
    ...{ XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
  }
  const options = { env: { ...process.env, ...environment } }
  const adapted = await run('caddy', ['adapt', '--config', caddyFile, '--adapter', 'caddyfile'], options)
  // Several Caddies on one machine cannot share the port of the administration.
  const config = { ...(JSON.parse(adapted.stdout) as object), admin: { disabled: true } }
  const file = join(directory, 'caddy.json')
  await writeFile(file, JSON.stringify(config))
  await run('caddy', ['validate', '--config', file], options)
  const balancer = { ...ports, authority: join(directory, 'caddy/pki/authorities/local/root.crt') }
  await start(t, balancer, { command: 'caddy', args: ['run', '--config', file], environment })
  return balancer
}

/** nginx as the guide describes it: connections to the service are kept for nginx's usual time of 60 seconds. */
export async function startNginx(t: Teardown, ports: Ports, services: readonly string[]): Promise<Balancer> {
  const directory = await temporaryDirectory(t)
  const authority = join(directory, 'certificate.pem')
  const { key, cert } = selfSigned(['localhost'])
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `
daemon off;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events {}
http {
  access_log off;
${folders.map((name) => `  ${name}_temp_path ${directory}/${name};`).join('\n')}
  upstream service {
${services.map((service) => `    server ${service};`).join('\n')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${ports.httpsPort} ssl;
    ssl_certificate ${authority};
    ssl_certificate_key ${directory}/key.pem;
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`
  const file = join(directory, 'nginx.conf')
  await Promise.all([writeFile(authority, cert), writeFile(join(directory, 'key.pem'), key), writeFile(file, config)])
  const balancer = { ...ports, authority }
  await start(t, balancer, { command: 'nginx', args: ['-p', directory, '-c', file], environment: {} })
  return balancer
}

/** Starts a balancer, and waits until it leads to the service. */
async function start(
  t: Teardown,
  balancer: Balancer,
  program: { command: string; args: readonly string[]; environment: Record<string, string> },
): Promise<void> {
  const environment = { ...process.env, ...program.environment }
  const child = spawn(program.command, program.args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  t.teardown(async () => {
    if (child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${program.command} ended: ${said}`)
    return (await throughBalancer(balancer, '/readyz')).body.includes('"ready"')
  }, 'the balancer leads to the service')
}

export interface Reply {
  /** 0 without a reply. */
  readonly status: number
  readonly headers: string
  readonly body: string
}

/** One request, by curl, which trusts the authority of the balancer. */
export async function throughBalancer(
  { httpsPort, authority }: Balancer,
  path: string,
  words: readonly string[] = [],
): Promise<Reply> {
  const url = `https://localhost:${httpsPort}${path}`
  const { stdout } = await run('curl', ['-si', '--http1.1', '--max-time', '30', '--cacert', authority, ...words, url], {
    maxBuffer: 10_000_000,
  }).catch(() => ({ stdout: '' }))
  const at = stdout.indexOf('\r\n\r\n')
  const headers = stdout.slice(0, Math.max(0, at))
  return { status: Number(/^HTTP\/\S+ (\d+)/.exec(headers)?.[1] ?? 0), headers, body: stdout.slice(at + 4) }
}
