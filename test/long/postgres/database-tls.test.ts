import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import t from 'tap'
import { readConfig } from '../../../server/config/config.ts'
import { outageOf } from '../../../server/domain/outage.ts'
import { openPool } from '../../../server/engines/postgres/pool.ts'
import { startTestPostgres } from '../../support/database/postgres.ts'
import { until } from '../../support/until.ts'

// A real PostgreSQL with TLS. The test is the authority that signs its certificates.

const skip = spawnSync('openssl', ['version']).status === 0 ? {} : { skip: 'openssl is missing: install it' }

const folder = mkdtempSync(join(tmpdir(), 'servicepay-tls-'))
t.teardown(() => rmSync(folder, { recursive: true }))
chmodSync(folder, 0o755)
const file = (name: string): string => join(folder, name)

function openssl(words: string): void {
  execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'ignore' })
}

function makeAuthority(name: string): void {
  openssl(`req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ${name}.key -out ${name}.pem -subj /CN=${name}`)
}

function makeCertificate(name: string, host: string): void {
  writeFileSync(file('names'), `subjectAltName=${host}`)
  openssl(`req -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`)
  const signed = '-CA authority.pem -CAkey authority.key -CAcreateserial -extfile names'
  openssl(`x509 -req -days 2 -in ${name}.csr ${signed} -out ${name}.pem`)
}

/** Whether the connection is encrypted, and for whom; or how the service explains why there is none. */
async function tryConnection(adminUrl: string, host: string, settings: Record<string, string>): Promise<string> {
  const url = new URL(adminUrl)
  url.hostname = host
  url.searchParams.delete('sslmode')
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value)
  const read = readConfig({ DATABASE_URL: url.href, MASTER_KEY: '00'.repeat(32) })
  if (read.kind === 'invalid') return read.problems.join('; ')
  const pool = openPool(read.config.databaseUrl ?? '', 'command')
  try {
    const statement = 'select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()'
    const { rows } = await pool.query<{ ssl: boolean; client_dn: string | null }>(statement)
    return rows[0]?.ssl === true ? `encrypted ${rows[0].client_dn ?? ''}`.trim() : 'not encrypted'
  } catch (error) {
    return outageOf(error)?.reason ?? String(error)
  } finally {
    await pool.end()
  }
}

t.test('sslmode means what libpq means, and an untrusted certificate is refused in one line', skip, async (t) => {
  makeAuthority('authority')
  makeAuthority('stranger')
  makeCertificate('here', 'DNS:localhost')
  makeCertificate('address', 'IP:127.0.0.1')
  makeCertificate('elsewhere', 'DNS:db.example')
  makeCertificate('client', 'DNS:client')
  const postgres = await startTestPostgres()
  t.teardown(() => postgres.stop())
  const admin = new Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  t.teardown(() => admin.end())
  const { rows } = await admin.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
  const owner = statSync(rows[0]?.dir ?? '')
  /** Lets the server use a certificate for all later connections. */
  const serve = async (name: string): Promise<void> => {
    chownSync(file(`${name}.key`), owner.uid, owner.gid)
    chmodSync(file(`${name}.key`), 0o600)
    for (const [setting, value] of [
      ['ssl_cert_file', file(`${name}.pem`)],
      ['ssl_key_file', file(`${name}.key`)],
      ['ssl_ca_file', file('authority.pem')],
      ['ssl', 'on'],
    ] as const)
      await admin.query(`alter system set ${setting} = '${value}'`)
    await admin.query('select pg_reload_conf()')
  }
  const attempt = (settings: Record<string, string>, host = 'localhost'): Promise<string> =>
    tryConnection(postgres.adminUrl, host, settings)
  const authority = { sslrootcert: file('authority.pem') }
  const refused = /^The service does not trust the certificate of the database \([A-Z_]+\)/

  await serve('here')
  await until(async () => (await attempt({ sslmode: 'require' })) === 'encrypted', 'TLS')
  t.equal(await attempt({ sslmode: 'verify-full', ...authority }), 'encrypted')
  t.equal(await attempt({ sslmode: 'disable' }), 'not encrypted')
  t.match(await attempt({ sslmode: 'verify-full' }), refused, 'no public authority signed it')
  t.match(await attempt({ sslmode: 'verify-full', sslrootcert: file('stranger.pem') }), refused)
  t.match(await attempt({ sslmode: 'require', sslrootcert: file('stranger.pem') }), refused)
  const client = { sslcert: file('client.pem'), sslkey: file('client.key') }
  t.equal(await attempt({ sslmode: 'verify-full', ...authority, ...client }), 'encrypted /CN=client')

  const full = { sslmode: 'verify-full', ...authority }
  t.match(await attempt(full, '127.0.0.1'), refused, 'the certificate names no address')
  await serve('address')
  await until(async () => (await attempt(full, '127.0.0.1')) === 'encrypted', 'a certificate for an IP address')
  t.match(await attempt(full), refused, 'the certificate names no host')

  await serve('elsewhere')
  t.equal(await attempt({ sslmode: 'verify-ca', ...authority }), 'encrypted', 'any host name')
  t.match(await attempt({ sslmode: 'verify-full', ...authority }), refused, 'the certificate is for another host')
})
