import type { Config } from '../../config/config.ts'
import type { Keyring } from '../../domain/crypto/keyring.ts'
import { isLoopback } from '../../domain/loopback.ts'
import { findPooler, type Pooler } from '../../engines/postgres/pooler.ts'
import { readKeyring, type MasterKeys } from '../../flows/keys/load-keyring.ts'
import { openDatabase, type Database } from '../../store/sql/database.ts'
import { release } from '../../store/sql/release.ts'
import { readServerFacts, type ServerFacts } from '../../store/sql/server-facts.ts'
import { examineAddress, examineService, type LocalService } from './address.ts'
import { forgedAddress, probe } from './ask.ts'
import { judgeBackups } from './backups.ts'
import { examineCertificate } from './certificate.ts'
import { examineClock, readAhead, type Ahead } from './clock.ts'
import { examineConnections, judgeTimeLimits } from './connections.ts'
import { examineReach, judgeKeys, judgeRoles, judgeSettings, judgeVersion, ofDatabaseError } from './database.ts'
import { examineDisk } from './disk.ts'
import { examineExposure } from './exposure.ts'
import { failed, ok, reasonOf, skipped, warning, type Finding } from './finding.ts'
import { examineLimits } from './limits.ts'
import { examinePatience, examineSizes, judgeForwarding, type Probed } from './proxy.ts'
import { examineSignUp } from './sign-up.ts'
import { examineWebhooks } from './webhooks.ts'
import { examineWorker } from './worker.ts'

/** A finding with the name of its check. */
export interface NamedFinding extends Finding {
  readonly check: string
}

export interface Patient {
  readonly config: Config
  /** Null: the embedded database is not running. */
  readonly databaseUrl: string | null
  readonly masterKeys: MasterKeys | null
  readonly now: () => Date
  /** Whether to try how long proxies wait for a reply, which takes 26 seconds. */
  readonly waits: boolean
}

/** What the checks of the database share. */
interface Opened {
  readonly db: Database
  readonly url: string
  readonly facts: ServerFacts
  readonly keyring: Keyring | null
  /** How far the clock of the database is ahead. */
  readonly ahead: Ahead
  readonly pooler: Pooler | null
}

/** What the checks of the public address share. Null: there are no keys with which to ask the service. */
type Asked = (Probed & { readonly keyring: Keyring; readonly now: () => Date }) | null

interface Findings {
  readonly patient: Patient
  /** The address that customers use. */
  readonly address: string
  readonly opened: Promise<Opened | null>
  readonly local: Promise<LocalService>
  readonly asked: Promise<Asked>
}

/** No check takes longer, apart from the wait for a slow reply. */
const checkMs = 15_000
const patienceMs = 50_000

/** Runs all checks at once, and gives each finding as soon as those before it are there. Changes nothing. */
export async function* examine(patient: Patient): AsyncGenerator<NamedFinding> {
  const { config, databaseUrl } = patient
  const db =
    databaseUrl === null
      ? null
      : openDatabase(databaseUrl, { kind: 'checking', connections: 2, namesStatements: false })
  try {
    const opened = db && databaseUrl !== null ? open(patient, db, databaseUrl) : Promise.resolve(null)
    const address = config.baseUrl ?? `http://localhost:${config.port}`
    const local = examineService(config.host, config.port)
    const asked = opened.then(
      (found) => askBoth(patient, address, found),
      () => null,
    )
    const checks = checksOf({ patient, address, opened, local, asked })
    const running = Object.entries(checks).map(([check, finding]) => ({
      check,
      finding: inTime(finding, check === 'time-outs' ? patienceMs : checkMs),
    }))
    for (const { check, finding } of running) yield { check, ...(await finding) }
  } finally {
    await db?.destroy()
  }
}

/** Each check by its name, in the order in which the operator should solve problems. */
function checksOf({ patient, address, opened, local, asked }: Findings): Record<string, Promise<Finding>> {
  const { config, now, waits } = patient
  const isEmbedded = config.databaseUrl === null
  const onDatabase = (work: (found: Opened) => Finding | Promise<Finding>): Promise<Finding> =>
    opened.then(
      (found) => (found ? work(found) : skipped('The embedded database runs only while the service runs.')),
      () => skipped('The database does not work, see above.'),
    )
  const onAddress = (work: (found: Asked & object) => Finding | Promise<Finding>): Promise<Finding> =>
    asked.then((found) => {
      if (config.role === 'worker') return servesNobody
      if (!found) return skipped('The database and MASTER_KEY are needed to ask the service.')
      return found.plain.kind === 'seen' ? work(found) : skipped(`No process of this service answers at ${address}.`)
    })
  const wayOf = ({ keyring, now: time }: Asked & object) => ({ baseUrl: address, keyring, now: time })
  return {
    settings: Promise.resolve(judgeVariables(config)),
    database: opened.then(
      (found) =>
        found
          ? examineReach(found.db, config.migrateOnStart)
          : skipped('The embedded database runs only while the service runs.'),
      ofDatabaseError,
    ),
    'master key': onDatabase(({ keyring, db }) => judgeKeys(db, keyring)),
    version: onDatabase(({ facts }) => judgeVersion(facts)),
    'database settings': onDatabase(({ facts, url }) => judgeSettings(facts, isLoopback(new URL(url).hostname))),
    roles: onDatabase(({ db }) => judgeRoles(db)),
    connections: onDatabase(({ db, pooler }) => examineConnections(config, db, pooler)),
    backups: onDatabase(({ facts }) => judgeBackups(facts, isEmbedded, now())),
    disk: onDatabase((found) =>
      examineDisk({
        ...found,
        dataDir: isEmbedded ? config.dataDir : null,
        testStorageGigabytes: config.testStorageGigabytes,
      }),
    ),
    service: local.then(({ finding }) => finding),
    worker: onDatabase(({ db }) => examineWorker(db, now(), config.bankCheckDeadlineSeconds)),
    webhooks: onDatabase(({ db }) => examineWebhooks(config, db)),
    limits: examineLimits(config.redisUrl, now),
    certificate: local.then(({ answers }) => examineCertificate(config.baseUrl, answers, now())),
    address: Promise.all([local, asked]).then(([here, there]) =>
      config.role === 'worker'
        ? servesNobody
        : examineAddress({ ...config, local: here, probed: there?.plain ?? null, release }),
    ),
    'from outside': examineExposure(config),
    'sign-up': onDatabase(({ db }) => examineSignUp(config, db, now())),
    clock: Promise.all([opened.catch(() => null), asked]).then(([found, there]) =>
      examineClock(found?.ahead ?? null, there?.plain ?? null),
    ),
    proxy: onAddress((found) => judgeForwarding(address, found)),
    sizes: onAddress((found) => examineSizes(wayOf(found))),
    'time-outs': Promise.all([
      onDatabase(({ pooler }) => judgeTimeLimits(pooler)),
      onAddress((found) => examinePatience(wayOf(found), waits)),
    ]).then(([limits, patience]) => (limits.verdict === 'ok' ? patience : limits)),
  }
}

const servesNobody = skipped('ROLE=worker serves no customers.')

function judgeVariables({ warnings }: Config): Finding {
  const [first] = warnings
  return first === undefined
    ? ok('The variables are consistent.')
    : warning(`${warnings.join('. ')}.`, 'Change the variables as described; /docs/running#variables lists them.')
}

async function open({ masterKeys, now }: Patient, db: Database, url: string): Promise<Opened> {
  const facts = await readServerFacts(db)
  const pooler = await findPooler(url)
  // The tables may be missing: `examineReach` says so.
  const keyring = masterKeys && (await readKeyring(db, masterKeys).catch(() => null))
  return { db, url, facts, keyring, pooler, ahead: await readAhead(db, now) }
}

/** Asks the service at its public address twice: as it is, and with a forged address of the client. */
async function askBoth({ now, config }: Patient, address: string, opened: Opened | null): Promise<Asked> {
  const keyring = opened?.keyring
  if (!keyring || config.role === 'worker') return null
  // The clock of this machine may be the one that is wrong.
  const time = (): Date => new Date(now().getTime() + (opened.ahead.least + opened.ahead.most) / 2)
  const [plain, forged] = await Promise.all([
    probe(address, { keyring, now: time }),
    probe(address, { keyring, now: time, forwardedFor: forgedAddress }),
  ])
  return { plain, forged, keyring, now: time }
}

/** PostgreSQL's code for a table that does not exist. */
const noSuchTable = '42P01'

/** The finding of a check, or one that says that it took too long or broke off. */
async function inTime(finding: Promise<Finding>, ms: number): Promise<Finding> {
  const late = failed(`The check got no answer within ${ms / 1_000} seconds.`, 'Find out what hangs, and run it again.')
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<Finding>((settle) => {
    timer = setTimeout(() => settle(late), ms)
  })
  try {
    return await Promise.race([finding, timeout])
  } catch (error) {
    if (reasonOf(error) === noSuchTable)
      return skipped('The tables do not exist yet: `npm run migrate`, or the first start, makes them.')
    return failed(`The check broke off: ${reasonOf(error)}.`, 'Fix the problems above first.')
  } finally {
    clearTimeout(timer)
  }
}
