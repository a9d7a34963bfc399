import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Test } from 'tap'
import type { CardDetails } from '../../../server/domain/sessions/card-details.ts'
import { systemClock, type Clock } from '../../../server/domain/time/clock.ts'
import type { EarlierCall, Purchase, RefundOrder } from '../../../server/processors/processor.ts'
import { createSandboxProcessor, type SandboxProcessor } from '../../../server/processors/sandbox/processor.ts'
import { testCard, type Scenario } from '../../../server/processors/sandbox/scenarios.ts'
import { cloneDatabase, createTemplate, testPostgres } from '../../support/database/postgres.ts'

/** A clock that moves only with `advance`. */
export class HandClock implements Clock {
  #now = Date.parse('2026-11-20T12:00:00Z')

  now(): Date {
    return new Date(this.#now)
  }

  advance(seconds: number): void {
    this.#now += seconds * 1000
  }
}

export interface BankFixture {
  readonly bank: SandboxProcessor
  /** The same bank from another process. */
  readonly twin: SandboxProcessor
  readonly clock: HandClock
  readonly databaseUrl: string
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>
}

/** A bank with its own database, dropped when the test ends. */
export async function openBank(t: Test): Promise<BankFixture> {
  const databaseUrl = await emptyBankDatabase(t)
  const clock = new HandClock()
  const bank = createSandboxProcessor({ databaseUrl, clock })
  const twin = createSandboxProcessor({ databaseUrl, clock })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  t.teardown(() => Promise.all([bank.close(), twin.close(), client.end()]))
  return { bank, twin, clock, databaseUrl, query: async (sql) => (await client.query(sql)).rows }
}

/** The URL of a new database with the bank's schema. */
async function emptyBankDatabase(t: Test): Promise<string> {
  const { adminUrl } = await testPostgres()
  const schema = readFileSync(new URL('../../../server/processors/sandbox/schema.ts', import.meta.url))
  const template = `sandbox_bank_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`
  await createTemplate(adminUrl, template, async (databaseUrl) => {
    const bank = createSandboxProcessor({ databaseUrl, clock: systemClock })
    await bank.migrate()
    await bank.close()
  })
  const database = await cloneDatabase(adminUrl, template)
  t.teardown(() => database.drop())
  return database.url
}

/** A purchase of 42.00 GBP with the card of a scenario and a new reference. */
export function purchaseOf(scenario: Scenario, changes: Partial<Purchase> = {}): Purchase {
  const card: CardDetails = testCard(scenario, new HandClock().now())
  return {
    reference: `att_${randomUUID()}`,
    amount: 4200,
    currency: 'GBP',
    card,
    network: null,
    description: null,
    customer: { email: null, name: null, phone: null, billingAddress: null, country: null, browser: null },
    merchantReference: null,
    returnUrl: 'https://pay.example/back',
    ...changes,
  }
}

export function refundOf(purchase: Purchase, changes: Partial<RefundOrder> = {}): RefundOrder {
  return {
    reference: `re_${randomUUID()}`,
    purchaseReference: purchase.reference,
    purchaseProcessorId: null,
    amount: purchase.amount,
    currency: purchase.currency,
    orderedAt: new HandClock().now(),
    ...changes,
  }
}

/** An earlier call under this reference. The sandbox bank has no ids of its own. */
export function earlier(reference: string): EarlierCall {
  return { reference, processorId: null, orderedAt: new HandClock().now() }
}
