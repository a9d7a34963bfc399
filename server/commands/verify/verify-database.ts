import type { Clock } from '../../domain/time/clock.ts'
import type { Keyring } from '../../domain/crypto/keyring.ts'
import type { Scope } from '../../domain/scope.ts'
import type { MasterKeys } from '../../flows/keys/load-keyring.ts'
import { openDatabase, run, type Database } from '../../store/sql/database.ts'
import { listWrappedKeys } from '../../store/keys/keyring.ts'
import { readSchema } from '../../store/schema/needed-release.ts'
import type { Span } from '../../store/numbers/statistics.ts'
import { checkBank, checkUnknown, hasBank } from './bank-checks.ts'
import {
  checkConstraints,
  checkForeignContent,
  checkIndexes,
  checkPages,
  checkRights,
  checkTriggers,
} from './catalogue-checks.ts'
import { checkClosedDays } from './closed-day-checks.ts'
import { checkDisputes } from './dispute-checks.ts'
import { Findings, type Subject } from './findings.ts'
import { rowChecks, type CheckedTable } from './row-checks.ts'
import type { Arrangement } from '../../store/schema/running-rights.ts'
import type { Retention } from '../../domain/retention.ts'
import { checkCardKeys, checkCredentials, checkScopeSecrets, openForReading } from './secret-checks.ts'
import { sessionChecks, type AnyCheck, type Checked } from './session-checks.ts'

export interface VerifyOptions {
  readonly databaseUrl: string
  /** A superuser's URL of the embedded database. Null: a server, where the role of the service checks what it may. */
  readonly adminUrl: string | null
  /** Who runs the service. Null: the role of `databaseUrl`. */
  readonly runningRole?: string | null
  /** Null: secrets are not checked. */
  readonly masterKeys: MasterKeys | null
  readonly cardKeys: MasterKeys | null
  readonly clock: Clock
  /** Housekeeping has deleted what is older. */
  readonly retention: Pick<Retention, 'deliveryBodyDays' | 'eventDays'>
  readonly onStep?: (step: string) => void
}

export interface Report {
  readonly findings: Findings
  readonly accounts: number
  /** Rows of each checked table. */
  readonly rows: Readonly<Record<CheckedTable['table'], number>>
  readonly indexPages: number
  readonly arrangement: Arrangement
}

/** Rows checked by one transaction, so that neither the snapshot nor the memory grows with the database. */
const batch = 500
const accountsAtOnce = 200
const dayMs = 24 * 3600_000

/** The database has no tables of this release. */
export class NotVerifiable extends Error {
  override name = 'NotVerifiable'
}

/** Compares ledgers, states, secrets and indexes of a database that may be in use. Writes nothing. */
export async function verifyDatabase(options: VerifyOptions): Promise<Report> {
  const db = openDatabase(options.databaseUrl, { kind: 'command', connections: 1 })
  try {
    await expectTables(db)
    return await new Verification(db, options).run()
  } finally {
    await db.destroy()
  }
}

async function expectTables(db: Database): Promise<void> {
  const schema = await readSchema(db)
  if (schema.kind === 'empty') throw new NotVerifiable('The database is empty: there is nothing to verify')
  if (schema.kind === 'foreign') throw new NotVerifiable('The database belongs to another program')
  if (schema.needsRelease !== null)
    throw new NotVerifiable(`The tables need release ${schema.needsRelease}: run this command from that release`)
  if (schema.missing.length > 0)
    throw new NotVerifiable(
      'The tables are older than this release: run `npm run migrate`, or verify with that release',
    )
}

const listAccounts = {
  name: 'verify accounts',
  text: 'select merchant_id from merchants where merchant_id > $1 order by merchant_id limit $2',
}

class Verification {
  readonly #db: Database
  readonly #options: VerifyOptions
  readonly #findings = new Findings()
  readonly #checked: Checked
  readonly #rows = { checkout_sessions: 0, money_movements: 0, payment_links: 0, events: 0, deliveries: 0 }

  constructor(db: Database, options: VerifyOptions) {
    this.#db = db
    this.#options = options
    const { deliveryBodyDays, eventDays } = options.retention
    const since = (days: number): Date => new Date(options.clock.now().getTime() - days * dayMs)
    this.#checked = {
      findings: this.#findings,
      attemptsSince: since(deliveryBodyDays),
      eventsSince: since(eventDays),
    }
  }

  async run(): Promise<Report> {
    const findings = this.#findings
    const { onStep = () => {} } = this.#options
    onStep('Checking constraints and indexes')
    await this.#guard('constraints', 'the catalogue', async () => {
      for (const check of [checkConstraints, checkTriggers, checkIndexes]) await check(this.#db, findings)
    })
    const arrangement = await checkRights(this.#db, this.#options.runningRole ?? null, findings)
    const indexPages = await this.#checkAsSuperuser()
    onStep('Checking accounts')
    const isBankHere = await hasBank(this.#db)
    const keyring = await this.#openSecrets()
    let accounts = 0
    for (let after = ''; ;) {
      const found = await run<{ merchant_id: string }>(this.#db, listAccounts, [after, accountsAtOnce])
      for (const { merchant_id: merchantId } of found) await this.#checkAccount(merchantId, keyring, isBankHere)
      accounts += found.length
      if (found.length < accountsAtOnce) break
      after = found.at(-1)?.merchant_id ?? ''
    }
    if (isBankHere)
      await this.#guard('bank', 'the ledger of the simulated bank', () =>
        checkUnknown(this.#db, this.#options.clock.now(), findings),
      )
    return { findings, accounts, rows: this.#rows, indexPages, arrangement }
  }

  async #checkAccount(merchantId: string, keyring: Keyring | null, isBankHere: boolean): Promise<void> {
    const bank: AnyCheck[] = isBankHere ? [checkBank] : []
    const sessions: CheckedTable = { table: 'checkout_sessions', checks: [...sessionChecks, checkDisputes, ...bank] }
    for (const livemode of [true, false]) {
      const scope = { merchantId, livemode }
      for (const table of [sessions, ...rowChecks]) await this.#checkTable(scope, table)
      if (keyring)
        await this.#guard('secrets', `the secrets of account ${merchantId}`, () =>
          checkScopeSecrets(scope, this.#db, keyring, this.#findings),
        )
    }
    await this.#checkClosedDays({ merchantId, livemode: true })
    if (keyring)
      await this.#guard('secrets', `the credentials of account ${merchantId}`, () =>
        checkCredentials(merchantId, this.#db, keyring, this.#findings),
      )
  }

  async #checkTable(scope: Scope, { table, checks }: CheckedTable): Promise<void> {
    const list = {
      name: `verify ${table}`,
      text: `select id from ${table} where merchant_id = $1 and livemode = $2 and id > $3 order by id limit $4`,
    }
    await this.#guard('tables', `${table} of account ${scope.merchantId}`, async () => {
      for (let after = ''; ;) {
        // A settling transaction changes several tables at once, so each batch needs one snapshot.
        const ids = await this.#inSnapshot(async (snapshot) => {
          const rows = await run<{ id: string }>(snapshot, list, [scope.merchantId, scope.livemode, after, batch])
          const found = rows.map(({ id }) => id)
          if (found.length > 0) for (const check of checks) await check(scope, snapshot, found, this.#checked)
          return found
        })
        this.#rows[table] += ids.length
        if (ids.length < batch) return
        after = ids.at(-1) ?? ''
      }
    })
  }

  async #checkClosedDays(scope: Scope): Promise<void> {
    await this.#guard('tables', `the kept figures of account ${scope.merchantId}`, async () => {
      for (let after: Span | null = { start: new Date(0), end: new Date(0) }; after !== null;) {
        const last: Span = after
        after = await this.#inSnapshot((snapshot) => checkClosedDays(scope, snapshot, last, this.#findings))
      }
    })
  }

  #inSnapshot<Result>(work: (snapshot: Database) => Promise<Result>): Promise<Result> {
    return this.#db.transaction(work, { isolationLevel: 'repeatable read', readOnly: true })
  }

  async #openSecrets(): Promise<Keyring | null> {
    const { masterKeys, cardKeys } = this.#options
    const findings = this.#findings
    if (!masterKeys) {
      findings.notes.push('Secrets were not checked: set MASTER_KEY')
      return null
    }
    const keyring = await openForReading(this.#db, 'keyring', masterKeys, findings)
    if (keyring) await checkCardKeys(this.#db, keyring, false, findings)
    const hasCardKeyring = (await listWrappedKeys(this.#db, 'card_keyring')).length > 0
    if (hasCardKeyring && !cardKeys) findings.notes.push('Keys of cards were not checked: set CARD_KEY')
    if (hasCardKeyring && cardKeys) {
      const cards = await openForReading(this.#db, 'card_keyring', cardKeys, findings)
      if (cards) await checkCardKeys(this.#db, cards, true, findings)
    }
    return keyring
  }

  /** Returns how many indexes it compared with their tables. */
  async #checkAsSuperuser(): Promise<number> {
    const { adminUrl, databaseUrl, onStep = () => {} } = this.#options
    const findings = this.#findings
    const admin = adminUrl === null ? null : openDatabase(adminUrl, { kind: 'command', connections: 1 })
    try {
      // A server has extensions and roles of its operator. The embedded database has none.
      if (admin)
        await this.#guard('foreign content', 'the catalogue', () =>
          checkForeignContent(admin, decodeURIComponent(new URL(databaseUrl).username), findings),
        )
      onStep('Checking the pages of indexes')
      return (await this.#guard('indexes', 'the indexes', () => checkPages(admin ?? this.#db, findings))) ?? 0
    } finally {
      await admin?.destroy()
    }
  }

  /** A damaged table makes PostgreSQL refuse to read it. The other checks go on. */
  async #guard<Result>(subject: Subject, what: string, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work()
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#findings.add(subject, `PostgreSQL cannot read ${what}: ${error.message}`)
      return null
    }
  }
}

/** Class XX: internal errors and damaged data. 58: a file is missing or cannot be read. 22: a value makes no sense. */
function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(XX|58|22)\w{3}$/.test(String(error.code))
}
