import type { Test } from 'tap'
import { operator } from '../../server/domain/accounts/caller.ts'
import type { Scope } from '../../server/domain/scope.ts'
import { connectProcessor } from '../../server/flows/acquirers/connect-processor.ts'
import { importSettlement, type Imported } from '../../server/flows/settlement/import-settlement.ts'
import { findReportingAcquirer } from '../../server/flows/settlement/reporting-acquirers.ts'
import { createAdyenProcessor } from '../../server/processors/adyen/processor.ts'
import { adyenNotifications } from '../processors/rows/adyen-books.ts'
import { useLiveMode } from '../processors/rows/use-processor.ts'
import { Stage } from '../processors/stage.ts'
import { startAdyenStandIn, type AdyenStandIn } from '../support/adyen/stand-in.ts'
import { sql } from '../support/sql.ts'
import { startService, type TestService } from '../support/service.ts'

/** A service whose live payments go to Adyen's stand-in, with everything that a settlement needs. */
export interface SettlementBench {
  readonly service: TestService
  readonly standIn: AdyenStandIn
  readonly stage: Stage
  readonly scope: Scope
  /** The text of the next batch's report. */
  closeBatch(): string
  import(text: string, name?: string): Promise<Imported>
  /** The differences, by what they are. */
  differences(): Promise<Difference[]>
}

export interface Difference {
  readonly code: string
  readonly session_id: string | null
  readonly expected: string | null
  readonly found: string | null
  readonly batch: string | null
}

export const card = { number: '4111111111111111', exp_month: 3, exp_year: 2030, cvc: '737', name: 'Ada Lovelace' }

export async function openSettlement(t: Test): Promise<SettlementBench> {
  // Without a worker: the stage does what is due.
  const service = await startService({ environment: { ROLE: 'api', RATE_LIMIT_PER_SECOND: '100000' } })
  t.teardown(() => service.stop())
  const standIn = await startAdyenStandIn({ clock: service.clock })
  t.teardown(() => standIn.stop())
  const { merchantAccount, apiKey, hmacKey } = standIn.account
  const { context } = service.app
  const processor = createAdyenProcessor({
    account: { merchantAccount, apiKey, hmacKeys: [hmacKey], notifications: null },
    checkoutUrl: standIn.checkoutUrl,
    clock: service.clock,
    log: context.log,
    // A single try, because the pauses between tries are real time.
    limits: { callMs: 30_000, tryMs: 30_000, pauseMs: 30_000 },
  })
  const { notify, ...live } = await useLiveMode(service, processor)
  await connect(service, live.scope.merchantId, merchantAccount)
  const cards = { approved: card }
  const notifications = adyenNotifications(standIn, service.clock, notify)
  const stage = new Stage({ service, ...live, cards, notifications } as unknown as Stage['bench'])
  return {
    service,
    standIn,
    stage,
    scope: live.scope,
    closeBatch: () => standIn.settlement.file(standIn.settlement.closeBatch(standIn.account)) ?? '',
    import: (text, name = 'report.csv') => importText(service, live.scope, text, name),
    differences: () =>
      sql<Difference>(
        service,
        `select code, session_id, expected, found, batch from settlement_differences
          where merchant_id = ? order by code, id`,
        [live.scope.merchantId],
      ),
  }
}

/** Connects an account of the service to a merchant account of Adyen, as the command does. */
export async function connect(service: TestService, merchantId: string, merchantAccount: string): Promise<void> {
  const { context } = service.app
  const acquirer = context.acquirers.get('adyen')
  if (!acquirer) throw new Error('The service knows no Adyen')
  const given = { merchantAccount, apiKey: 'AQEx', hmacKey: 'AB'.repeat(32) }
  const connected = await connectProcessor(context, operator, { merchantId, acquirer, given, seen: null })
  if (connected.kind !== 'connected') throw new Error(`Not connected: ${JSON.stringify(connected)}`)
}

/** A service, or only the context of one. */
type Importer = { readonly app: Pick<TestService['app'], 'context'> }

export function importText(service: Importer, scope: Scope, text: string, name: string): Promise<Imported> {
  const { context } = service.app
  const acquirer = findReportingAcquirer(context, null)
  if (!acquirer) throw new Error('The service reads the reports of no acquirer, or of several')
  return importSettlement(context, scope, { acquirer, name, bytes: bytesOf(text) }, operator)
}

/** The text in pieces that end within lines. */
async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += 1_000) yield bytes.subarray(from, from + 1_000)
}

/** The lines of a report without its header, as lists of cells. No cell of these tests has a comma. */
export function withRows(text: string, change: (rows: string[]) => string[]): string {
  const [header = '', ...rows] = text.trimEnd().split('\r\n')
  return [header, ...change(rows)].map((line) => `${line}\r\n`).join('')
}
