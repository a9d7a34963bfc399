import type { PeerCertificate } from 'node:tls'
import t from 'tap'
import { judgeBackups } from '../../../server/commands/doctor/backups.ts'
import { judgeCertificate } from '../../../server/commands/doctor/certificate.ts'
import { examineClock, judgeClock } from '../../../server/commands/doctor/clock.ts'
import { judgeTimeLimits } from '../../../server/commands/doctor/connections.ts'
import { judgeSettings, judgeVersion } from '../../../server/commands/doctor/database.ts'
import { judgeRoom } from '../../../server/commands/doctor/disk.ts'
import { judgeExposure } from '../../../server/commands/doctor/exposure.ts'
import type { Finding } from '../../../server/commands/doctor/finding.ts'
import { judgeForwarding } from '../../../server/commands/doctor/proxy.ts'
import { judgeSignUp } from '../../../server/commands/doctor/sign-up.ts'
import { judgeReceivers } from '../../../server/commands/doctor/webhooks.ts'
import type { Pooler } from '../../../server/engines/postgres/pooler.ts'
import type { SeenRequest } from '../../../server/domain/crypto/doctor-token.ts'
import type { ServerFacts } from '../../../server/store/sql/server-facts.ts'

const now = new Date('2026-11-23T12:00:00Z')
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

const facts: ServerFacts = {
  version: '18.1',
  version_number: 180_001,
  encoding: 'UTF8',
  is_superuser: false,
  is_encrypted: true,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  autovacuum: 'on',
  data_checksums: 'on',
  statement_timeout: '1s',
  database_bytes: 2_000_000_000,
  archive_mode: 'on',
  last_archived_at: minutesAgo(3),
  last_archive_failure_at: null,
  standbys: 0,
}

/** A finding as `verdict: text`. */
const lineOf = ({ verdict, says }: Finding): string => `${verdict}: ${says}`

t.test('settings that lose payments fail, and settings that only risk something warn', async (t) => {
  const judge = (changed: Partial<ServerFacts>, isNear = false): string =>
    lineOf(judgeSettings({ ...facts, ...changed }, isNear))
  t.match(judge({}), /^ok/)
  t.match(
    judge({ fsync: 'off', synchronous_commit: 'off' }),
    /^failed: .*fsync = off and synchronous_commit = off.*lose/,
  )
  t.match(judge({ autovacuum: 'off' }), /^failed: .*autovacuum = off, so the database grows/)
  t.match(judge({ is_encrypted: false }), /^warning: .*not encrypted/)
  t.match(judge({ is_encrypted: false }, true), /^ok/)
  t.match(judge({ is_superuser: true }), /^warning: .*superuser/)
  t.match(judge({ data_checksums: 'off' }), /^warning: .*checksums/)
})

t.test('an old PostgreSQL and another encoding fail', async (t) => {
  t.match(lineOf(judgeVersion(facts)), /^ok: PostgreSQL 18.1/)
  t.match(
    lineOf(judgeVersion({ ...facts, version: '14.9', version_number: 140_009 })),
    /^failed: PostgreSQL 14.9 is too/,
  )
  t.match(lineOf(judgeVersion({ ...facts, encoding: 'SQL_ASCII' })), /^failed: .*SQL_ASCII/)
})

t.test('an archive of the WAL that fails is found, and one that is missing', async (t) => {
  const judge = (changed: Partial<ServerFacts>, isEmbedded = false): string =>
    lineOf(judgeBackups({ ...facts, ...changed }, isEmbedded, now))
  t.equal(judge({}), 'ok: PostgreSQL archived its WAL 3 minutes ago.')
  t.match(judge({ last_archive_failure_at: minutesAgo(60) }), /^ok/, 'it recovered')
  t.match(judge({ last_archive_failure_at: minutesAgo(1) }), /^failed: .*since 2026-11-23T11:59/)
  t.match(judge({ last_archived_at: null }), /^warning: .*not archived any yet/)
  t.match(judge({ archive_mode: 'off', standbys: 1 }), /^warning: .*no WAL.*1 standby server receives it/)
  t.match(judge({}, true), /^warning: .*embedded/)
})

t.test('a disk that is nearly full fails, and one that is small warns', async (t) => {
  const judge = (freeGigabytes: number): string =>
    lineOf(judgeRoom({ free: freeGigabytes * 1e9, used: 2e9, dataDir: '.data', testStorageGigabytes: 20 }))
  t.match(judge(100), /^ok: 100.0 GB are free in .data, and the database takes 2.0 GB/)
  t.match(judge(20), /^warning: .*Test mode alone may need 30.0 GB/)
  t.match(judge(4), /^warning: 4.0 GB are free/)
  t.match(judge(0.2), /^failed: 200 MB are free/)
})

t.test('clocks that differ are found, and a clock that nothing keeps right', async (t) => {
  const judge = (aheadMs: number): string =>
    lineOf(judgeClock([{ name: 'this machine', aheadMs }], 'the database', true))
  t.match(lineOf(judgeClock([], 'this machine', null)), /^ok: Nothing disagrees/)
  t.match(judge(400), /^ok: The clocks of the database and this machine agree/)
  t.match(judge(-5_000), /^warning: The clock of this machine is 5.0 s behind the clock of the database/)
  t.match(judge(90_000), /^failed: .*90.0 s ahead/)
  t.match(lineOf(judgeClock([], 'this machine', false)), /^warning: No time service/)
  const answered = async (now: number, tookSeconds: number): Promise<string> => {
    const during = { from: 100_000, to: 100_000 + tookSeconds * 1_000 }
    return lineOf(await examineClock({ least: -100, most: 100 }, { kind: 'other time', status: 200, now, during }))
  }
  t.notMatch(await answered(100_100, 9), /behind|ahead/, 'a slow answer proves no difference')
  t.match(await answered(112_600, 9), /process at BASE_URL is 3\.5 s ahead of/)
  t.match(await answered(89_900, 9), /10\.0 s behind/)
  t.match(lineOf(await examineClock({ least: 3_600_000, most: 3_600_100 }, null)), /this machine is 3600.0 s behind/)
})

t.test('a certificate is judged by what a browser would say, and by the time that is left', async (t) => {
  const judge = (daysLeft: number, problem: string | null = null, daysInAll = 90): Finding => {
    const [from, to] = [daysLeft - daysInAll, daysLeft].map((days) => new Date(now.getTime() + days * 86_400_000))
    const certificate = { valid_from: String(from), valid_to: String(to), issuer: { O: 'A CA' } }
    return judgeCertificate({ certificate: certificate as unknown as PeerCertificate, problem }, 'pay.example', now)
  }
  t.equal(lineOf(judge(60)), 'ok: The certificate of pay.example from A CA is valid for 60 more days.')
  t.match(lineOf(judge(13)), /^warning: .*13 more days/)
  t.match(lineOf(judge(4, null, 6)), /^ok/, 'certificates of six days are renewed later')
  t.match(lineOf(judge(1, null, 6)), /^warning/)
  const reasons = {
    CERT_HAS_EXPIRED: /has expired/,
    ERR_TLS_CERT_ALTNAME_INVALID: /a different name/,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: /without its intermediate certificates/,
    DEPTH_ZERO_SELF_SIGNED_CERT: /not from an authority that browsers know/,
  }
  for (const [code, text] of Object.entries(reasons)) t.match(lineOf(judge(60, code)), text)
})

t.test('the number of proxies must fit, and clients must not choose their address', async (t) => {
  const seen = (changed: Partial<SeenRequest>) => ({
    kind: 'seen' as const,
    arrivedWhole: true,
    during: { from: 0, to: 0 },
    seen: {
      ...{ release: '1.0.0', now: 0, bodyBytes: 0, bodyHash: '' },
      ...{ clientAddress: '203.0.113.7', peerAddress: '10.0.0.2', forwardedFor: '203.0.113.7' },
      ...changed,
    },
  })
  const judge = (plain: Partial<SeenRequest>, forged: Partial<SeenRequest> = plain): Finding =>
    judgeForwarding('https://pay.example', { plain: seen(plain), forged: seen(forged) })
  t.match(lineOf(judge({})), /^ok: The service sees this machine as 203.0.113.7/)
  const unset = judge({ clientAddress: '10.0.0.2' })
  t.match(lineOf(unset), /^failed: The service mistakes 10.0.0.2, a proxy, for the customer/)
  t.match(unset.fix, /TRUST_PROXY=1/)
  t.match(judge({ clientAddress: '10.0.0.3', forwardedFor: '203.0.113.7, 10.0.0.3' }).fix, /TRUST_PROXY=2/)
  const forgeable = judge({}, { clientAddress: '192.0.2.77', forwardedFor: '192.0.2.77, 203.0.113.7' })
  t.match(lineOf(forgeable), /^failed: A client can forge its address/)
  t.match(forgeable.fix, /TRUST_PROXY=1/)
  t.match(
    lineOf(judge({ forwardedFor: null, clientAddress: '10.0.0.2' })),
    /^failed: The proxy sends no X-Forwarded-For/,
  )
})

t.test('one receiver that is away warns, and all of them fail', async (t) => {
  const reached = { host: 'a.example', problem: null }
  const away = { host: 'b.example', problem: 'ECONNREFUSED' }
  t.match(lineOf(judgeReceivers([])), /^skipped/)
  t.match(lineOf(judgeReceivers([reached])), /^ok: This machine can reach 1 receiver/)
  t.match(lineOf(judgeReceivers([reached, away])), /^warning: .*1 of 2 receivers.*b.example: ECONNREFUSED/)
  t.match(lineOf(judgeReceivers([away])), /^failed/)
})

t.test('metrics that others read without a token are found', async (t) => {
  const token = '0123456789abcdef'
  const judge = (host: string, metrics: { host: string; token: string | null } | null, readAt: string[] = []): string =>
    lineOf(judgeExposure({ host, port: 3000, baseUrl: null, metrics: metrics && { port: 9464, ...metrics } }, readAt))
  t.equal(judge('127.0.0.1', null), 'ok: Only this machine can reach the ports.')
  for (const host of ['127.0.0.1', '::1', 'localhost'])
    t.equal(judge('0.0.0.0', { host, token: null }), 'ok: Other machines can reach the service at 0.0.0.0:3000.', host)
  for (const host of ['0.0.0.0', '::', '10.0.0.5', 'metrics.internal'])
    t.match(judge('127.0.0.1', { host, token: null }), /^warning: METRICS_HOST is .*every machine/, host)
  t.match(judge('::', { host: '::', token }), /^ok: .*service at :::3000 and metrics at :::9464, with a token/)
  t.match(
    judge('::', { host: '127.0.0.1', token: null }, ['https://pay.example/metrics']),
    /^failed: Everyone can read the metrics at https:\/\/pay.example\/metrics/,
  )
})

t.test(
  'an entrance for strangers warns at a public address, and so do the keys of strangers behind a closed one',
  async (t) => {
    const entrances = {
      signUp: 'invite',
      publicDemoKey: null,
      baseUrl: 'https://pay.example',
      host: '127.0.0.1',
    } as const
    const judge = (changed: Partial<Parameters<typeof judgeSignUp>[0]>, unclaimed = 0): string =>
      lineOf(judgeSignUp({ ...entrances, ...changed }, unclaimed))
    t.match(judge({}), /^ok: Only people whom you invite/)
    t.match(judge({ signUp: 'closed' }), /^ok: Nobody can open/)
    t.match(judge({ signUp: 'open' }), /^warning: Everyone can open an account/)
    t.match(judge({ signUp: 'open', baseUrl: null }), /^ok/)
    t.match(judge({ signUp: 'open', baseUrl: null, host: '0.0.0.0' }), /^warning: Everyone can open an account/)
    t.match(judge({ publicDemoKey: 'sk_test_public_demo' }), /^warning: .*the public demo key does/)
    t.match(
      judge({}, 1),
      /^warning: Only invited people get in, but keys of 1 account that nobody has claimed still work/,
    )
    t.match(judge({ signUp: 'closed' }, 2), /^warning: Only people with an account get in, but keys of 2 accounts/)
  },
)

t.test('a pooler that drops the time limits fails', async (t) => {
  const judge = (limits: Pooler['limits']): string =>
    lineOf(judgeTimeLimits({ keepsSession: false, namesStatements: true, limits }))
  t.match(judge('missing'), /^failed: The pooler drops the time limits/)
  t.match(judge('later'), /^warning: .*the pooler still holds connections from before/)
  t.match(judge('set'), /^ok/)
})
