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
import { timePartitions } from './034-time-partitions.ts'
import { autovacuum } from './035-autovacuum.ts'
import { eventPartitions } from './036-event-partitions.ts'
import { closedDays } from './040-closed-days.ts'
import { onePaymentPerId } from './041-one-payment-per-id.ts'
import { reportedMoney } from './042-reported-money.ts'
import { leftAtBank } from './043-left-at-bank.ts'
import { visitors } from './044-visitors.ts'
import { countedCards } from './046-counted-cards.ts'
import { setAsideReports } from './048-set-aside-reports.ts'
import { claimsUnderReview } from './049-claims-under-review.ts'
import { refundsOfNothingLeft } from './050-refunds-of-nothing-left.ts'
import { oneRefundPerId } from './051-one-refund-per-id.ts'
import { wholeMigration, type Migration } from './steps.ts'

/** All migrations in order. Never change the effect of a released migration: add a new one. */
export const migrations: readonly Migration[] = [
  wholeMigration('001-first-payment', firstPayment),
  wholeMigration('002-merchant-api', merchantApi),
  wholeMigration('003-dashboard', dashboard),
  wholeMigration('004-fair-deliveries', fairDeliveries),
  wholeMigration('005-due-work', dueWork),
  wholeMigration('006-retention', retention),
  wholeMigration('007-search', search),
  wholeMigration('008-limits', limits),
  wholeMigration('009-test-storage', testStorage),
  wholeMigration('010-disputes', disputes),
  wholeMigration('011-disputed-payments', disputedPayments),
  wholeMigration('013-search-terms', searchTerms),
  wholeMigration('015-needs-attention', needsAttention),
  wholeMigration('017-refunds', refundLists),
  wholeMigration('018-event-resends', eventResends),
  wholeMigration('019-customer-pages', customerPages),
  wholeMigration('020-card-networks', cardNetworks),
  wholeMigration('021-abandoned-attempts', abandonedAttempts),
  wholeMigration('022-processors', processors),
  wholeMigration('023-reversals', reversals),
  wholeMigration('024-processor-credentials', processorCredentials),
  wholeMigration('025-processor-notifications', processorNotifications),
  wholeMigration('026-card-keyring', cardKeyring),
  { name: '027-settlement', steps: settlement },
  { name: '028-captures', steps: captures },
  { name: '030-event-sequence', steps: eventSequence },
  { name: '033-request-ids', steps: requestIds },
  { name: '034-time-partitions', steps: timePartitions },
  { name: '035-autovacuum', steps: autovacuum },
  { name: '036-event-partitions', steps: eventPartitions },
  { name: '040-closed-days', steps: closedDays },
  { name: '041-one-payment-per-id', steps: onePaymentPerId },
  { name: '042-reported-money', steps: reportedMoney },
  { name: '043-left-at-bank', steps: leftAtBank },
  { name: '044-visitors', steps: visitors },
  { name: '046-counted-cards', steps: countedCards },
  { name: '048-set-aside-reports', steps: setAsideReports },
  { name: '049-claims-under-review', steps: claimsUnderReview },
  { name: '050-refunds-of-nothing-left', steps: refundsOfNothingLeft },
  { name: '051-one-refund-per-id', steps: oneRefundPerId },
]

export const migrationNames: readonly string[] = migrations.map(({ name }) => name)

/**
 * Allows a migration to change distributed tables on Citus, one shard after the other, and to add triggers to them. Any
 * other PostgreSQL ignores these lines.
 */
export const onCitus = [
  `set local citus.multi_shard_modify_mode to 'sequential'`,
  `set local citus.enable_unsafe_triggers to on`,
]
