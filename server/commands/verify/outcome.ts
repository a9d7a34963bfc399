import type { Outcome } from '../operator-command.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../domain/time/clock.ts'
import { verifyDatabase, type Report, type VerifyOptions } from './verify-database.ts'

type Verified = Pick<VerifyOptions, 'databaseUrl' | 'adminUrl' | 'runningRole' | 'onStep'> & {
  readonly masterKey: Buffer | null
}

/** Verifies a database with the keys and limits of the configuration. A null `masterKey`: secrets are not checked. */
export async function verifiedAs(
  { masterKeyPrevious, cardKey, cardKeyPrevious, retention }: Config,
  { masterKey, ...where }: Verified,
): Promise<Outcome> {
  return verificationOutcome(
    await verifyDatabase({
      ...where,
      masterKeys: masterKey && { current: masterKey, previous: masterKeyPrevious },
      cardKeys: cardKey && { current: cardKey, previous: cardKeyPrevious },
      clock: systemClock,
      retention,
    }),
  )
}

/** What the command prints about a report. Exit code 1 when something is wrong. */
function verificationOutcome({ findings, accounts, rows, indexPages, arrangement }: Report): Outcome {
  const { named, unnamed, notes, total } = findings
  const json = {
    wrong: total,
    findings: named,
    not_named: Object.fromEntries(unnamed.map(({ subject, count }) => [subject, count])),
    notes,
    roles: arrangement,
    checked: { accounts, ...rows, index_pages: indexPages },
  }
  const lines = [
    ...named.map(({ message }) => `${message}.`),
    ...unnamed.map(({ subject, count }) => `… and ${count} more about ${subject}.`),
    arrangement.kind === 'one role'
      ? `The role ${arrangement.role} owns the tables and runs the service: see /docs/running#two-roles.`
      : `The role ${arrangement.role} runs the service and owns no table, and ${arrangement.owner} owns them.`,
    ...notes.map((note) => `Note: ${note}.`),
    `Checked ${accounts} accounts, ${Object.entries(rows)
      .map(([table, count]) => `${count} ${table.replaceAll('_', ' ')}`)
      .join(', ')}, and the pages of ${indexPages} indexes.`,
    total === 0 ? 'Nothing is wrong.' : `${total} things are wrong.`,
  ]
  return { exitCode: total === 0 ? 0 : 1, json, text: `${lines.join('\n')}\n`, isError: false }
}
