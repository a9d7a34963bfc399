import { safeguards } from './001-safeguards.ts'
import { accounts } from './002-accounts.ts'
import { people } from './003-people.ts'
import { keys } from './004-keys.ts'
import { audit } from './005-audit.ts'
import { sessions } from './006-sessions.ts'
import { attempts } from './007-attempts.ts'
import { refunds } from './008-refunds.ts'
import { disputes } from './009-disputes.ts'
import { ledger } from './010-ledger.ts'
import { links } from './011-links.ts'
import { events } from './012-events.ts'
import { deliveries } from './013-deliveries.ts'
import { requests } from './014-requests.ts'
import { acquirers } from './015-acquirers.ts'
import { settlement } from './016-settlement.ts'
import { cardTesting } from './017-card-testing.ts'
import { mail } from './018-mail.ts'
import { numbers } from './019-numbers.ts'
import { sandbox } from './020-sandbox.ts'
import { ownersFunctions } from './021-owners-functions.ts'
import { customerLanguage } from './022-customer-language.ts'
import { repeatedForms } from './023-repeated-forms.ts'
import { disputeReminders } from './024-dispute-reminders.ts'
import { undelivered } from './025-undelivered.ts'
import { testClocks } from './026-test-clocks.ts'
import { auditAuthors } from './027-audit-authors.ts'
import { paymentNotes } from './028-payment-notes.ts'
import { recordedRequests } from './029-recorded-requests.ts'
import { restrictedKeys } from './030-restricted-keys.ts'
import { testFaults } from './031-test-faults.ts'
import { cancelAddress } from './033-cancel-address.ts'
import type { Migration } from './steps.ts'

/**
 * The data model, one file for each noun, parents before their children. In every table:
 *
 * - The key of a table that grows begins with (merchant_id, livemode). So a statement cannot reach rows of another
 *   account or mode by accident (spec/promises.md#accounts-and-modes-are-separate), and `npm run migrate` distributes
 *   the table by merchant_id on a Citus cluster. `livemode` is false in test mode, where no real money moves.
 * - Ids are text: a prefix for the kind, then the time, then random characters. They sort by time.
 * - Amounts are in the smallest unit of the currency, such as cents. Currencies are ISO codes.
 * - Times are those of the service's clock, with milliseconds, as in the API. Columns in `_ms` are milliseconds.
 * - `sealed_` columns are encrypted with the keyring. Hashes of clients and addresses are keyed, so that they tell
 *   equal ones and nothing else.
 * - `processor` names the adapter of an acquirer, or the simulated bank.
 *
 * Later migrations follow. They run while two releases serve requests: see CONTRIBUTING, "A migration". Never change
 * the effect of a released migration: add a new one.
 */
export const migrations: readonly Migration[] = [
  { name: '001-safeguards', steps: safeguards },
  { name: '002-accounts', steps: accounts },
  { name: '003-people', steps: people },
  { name: '004-keys', steps: keys },
  { name: '005-audit', steps: audit },
  { name: '006-sessions', steps: sessions },
  { name: '007-attempts', steps: attempts },
  { name: '008-refunds', steps: refunds },
  { name: '009-disputes', steps: disputes },
  { name: '010-ledger', steps: ledger },
  { name: '011-links', steps: links },
  { name: '012-events', steps: events },
  { name: '013-deliveries', steps: deliveries },
  { name: '014-requests', steps: requests },
  { name: '015-acquirers', steps: acquirers },
  { name: '016-settlement', steps: settlement },
  { name: '017-card-testing', steps: cardTesting },
  { name: '018-mail', steps: mail },
  { name: '019-numbers', steps: numbers },
  { name: '020-sandbox', steps: sandbox },
  { name: '021-owners-functions', steps: ownersFunctions },
  { name: '022-customer-language', steps: customerLanguage },
  { name: '023-repeated-forms', steps: repeatedForms },
  { name: '024-dispute-reminders', steps: disputeReminders },
  { name: '025-undelivered', steps: undelivered },
  { name: '026-test-clocks', steps: testClocks },
  { name: '027-audit-authors', steps: auditAuthors },
  { name: '028-payment-notes', steps: paymentNotes },
  { name: '029-recorded-requests', steps: recordedRequests },
  { name: '030-restricted-keys', steps: restrictedKeys },
  { name: '031-test-faults', steps: testFaults },
  { name: '033-cancel-address', steps: cancelAddress },
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
