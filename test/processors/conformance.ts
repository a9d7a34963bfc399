import type { Test } from 'tap'
import { currencies } from '../../server/domain/money/amounts.ts'
import { dumpDatabase } from '../support/database/dump-database.ts'
import { sql } from '../support/sql.ts'
import { withoutIds } from '../support/without-ids.ts'
import { challenges as challengeCases } from './cases/challenges.ts'
import { disputes } from './cases/disputes.ts'
import { allFaults, someFaults } from './cases/faults.ts'
import { notifications } from './cases/notifications.ts'
import { purchases } from './cases/purchases.ts'
import { refunds } from './cases/refunds.ts'
import type { Bench, ProcessorUnderTest } from './processor-under-test.ts'
import { Stage } from './stage.ts'

const usual = [purchases, challengeCases, refunds, disputes, notifications]

/**
 * Tries a processor through the flows of the service: sessions, cards, refunds, due work, notifications. After each
 * case both ledgers agree. `faults`: some of them, or every one and every pair.
 */
export async function expectConformance(
  t: Test,
  processor: ProcessorUnderTest,
  { faults }: { faults: 'some' | 'all' },
): Promise<void> {
  const bench = await processor.open(t)
  const stage = new Stage(bench)
  await sql(bench.service, 'update merchants set currencies = ?::text[]', [[...currencies]])
  for (const cases of faults === 'all' ? [allFaults] : [...usual, someFaults])
    for (const { title, run } of cases(stage))
      await t.test(title, async (t) => {
        await run(t, stage)
        await stage.settle()
        await stage.expectOrder(t)
      })
  await t.test('no card number and no security code is in any log line or row', (t) => expectNoCard(t, bench))
}

async function expectNoCard(t: Test, { service, cards, challenges: bank }: Bench): Promise<void> {
  const { refused, challenges, ...others } = cards
  const used = [refused, challenges, others, bank?.fingerprints?.cards ?? {}]
    .flatMap((group) => Object.values(group))
    .filter((card) => card !== null)
  const places = { log: service.logLines.join('\n'), rows: await dumpDatabase(service.databaseUrl) }
  for (const [place, raw] of Object.entries(places)) {
    const text = withoutIds(raw)
    for (const { number, cvc } of used) {
      t.notOk(text.includes(number.slice(0, 12)), `${place}: a card number`)
      t.notOk(new RegExp(`"${cvc}"|(cvc|cvv|security_?code)\\W{1,5}${cvc}\\b`, 'i').test(text), `${place}: a code`)
    }
  }
}
