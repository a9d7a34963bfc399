import type { Knex } from 'knex'
import { firstPayment } from './001-first-payment.ts'
import { merchantApi } from './002-merchant-api.ts'
import { dashboard } from './003-dashboard.ts'
import { fairDeliveries } from './004-fair-deliveries.ts'
import { dueWork } from './005-due-work.ts'
import { retention } from './006-retention.ts'
import { search } from './007-search.ts'
import { limits } from './008-limits.ts'
import { testStorage } from './009-test-storage.ts'
import { disputes } from './010-disputes.ts'
import { disputedPayments } from './011-disputed-payments.ts'
import { searchTerms } from './013-search-terms.ts'
import { needsAttention } from './015-needs-attention.ts'
import { refundLists } from './017-refunds.ts'
import { eventResends } from './018-event-resends.ts'
import { customerPages } from './019-customer-pages.ts'
import { cardNetworks } from './020-card-networks.ts'
import { abandonedAttempts } from './021-abandoned-attempts.ts'
import { processors } from './022-processors.ts'
import { reversals } from './023-reversals.ts'
import { processorCredentials } from './024-processor-credentials.ts'
import { processorNotifications } from './025-processor-notifications.ts'
import { cardKeyring } from './026-card-keyring.ts'
import { settlement } from './027-settlement.ts'
import { captures } from './028-captures.ts'
import { eventSequence } from './030-event-sequence.ts'
import { requestIds } from './033-request-ids.ts'

/** All migrations in order. Never change the effect of a released migration: add a new one. */
const migrations: readonly { name: string; sql: string }[] = [
  { name: '001-first-payment', sql: firstPayment },
  { name: '002-merchant-api', sql: merchantApi },
  { name: '003-dashboard', sql: dashboard },
  { name: '004-fair-deliveries', sql: fairDeliveries },
  { name: '005-due-work', sql: dueWork },
  { name: '006-retention', sql: retention },
  { name: '007-search', sql: search },
  { name: '008-limits', sql: limits },
  { name: '009-test-storage', sql: testStorage },
  { name: '010-disputes', sql: disputes },
  { name: '011-disputed-payments', sql: disputedPayments },
  { name: '013-search-terms', sql: searchTerms },
  { name: '015-needs-attention', sql: needsAttention },
  { name: '017-refunds', sql: refundLists },
  { name: '018-event-resends', sql: eventResends },
  { name: '019-customer-pages', sql: customerPages },
  { name: '020-card-networks', sql: cardNetworks },
  { name: '021-abandoned-attempts', sql: abandonedAttempts },
  { name: '022-processors', sql: processors },
  { name: '023-reversals', sql: reversals },
  { name: '024-processor-credentials', sql: processorCredentials },
  { name: '025-processor-notifications', sql: processorNotifications },
  { name: '026-card-keyring', sql: cardKeyring },
  { name: '027-settlement', sql: settlement },
  { name: '028-captures', sql: captures },
  { name: '030-event-sequence', sql: eventSequence },
  { name: '033-request-ids', sql: requestIds },
]

export const migrationNames: readonly string[] = migrations.map(({ name }) => name)

/**
 * Allows a migration to change distributed tables on Citus, one shard after the other, and to add triggers to them. Any
 * other PostgreSQL ignores these lines.
 */
const onCitus = [
  `set local citus.multi_shard_modify_mode to 'sequential'`,
  `set local citus.enable_unsafe_triggers to on`,
]

/** Gives knex the list above instead of a folder, whose file names would depend on the build. */
export const migrationSource: Knex.MigrationSource<{ name: string; sql: string }> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) =>
    Promise.resolve({
      up: async (knex: Knex) => {
        for (const statement of [...onCitus, ...statementsOf(migration.sql)]) await knex.raw(statement)
      },
      down: () => Promise.reject(new Error('Migrations cannot be reverted: restore a backup instead')),
    }),
}

/**
 * The single statements of a migration. Citus sends the whole text of a query to its nodes, so a change of a
 * distributed table must be a query of its own. The pattern keeps the body of a function in one piece.
 */
function statementsOf(sql: string): string[] {
  return (sql.match(/(?:\$\$[^]*?\$\$|[^])+?(?:;\n|$)/g) ?? []).filter((statement) => statement.trim() !== '')
}
