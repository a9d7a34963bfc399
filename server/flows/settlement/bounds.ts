import type { SettlementLine } from '../../domain/settlement/line.ts'
import { ReportError } from '../../processors/settlement.ts'

/** More than any acquirer puts into one report. */
const mostLines = 5_000_000
const mostBatches = 10_000

/**
 * Bounds what a report can hold, while it is read. Sums of amounts then stay exact in JavaScript and fit into a
 * `bigint` of the database.
 */
export class SettlementBounds {
  #lines = 0
  readonly #sums = new Map<string, number>()
  readonly #batches = new Set<string>()

  /** Throws a `ReportError` for the first line that is beyond a bound. */
  add({ line, batch, gross, net, fees }: SettlementLine): void {
    this.#lines += 1
    this.#batches.add(batch)
    if (this.#lines > mostLines) throw tooMuch(line, `The report has more than ${mostLines} lines.`)
    if (this.#batches.size > mostBatches) throw tooMuch(line, `The report has more than ${mostBatches} batches.`)
    if (gross) this.#addTo(line, `${batch} gross ${gross.currency}`, gross.amount)
    this.#addTo(line, `${batch} net ${net.currency}`, net.amount)
    this.#addTo(line, `${batch} fees ${net.currency}`, fees ?? 0)
  }

  #addTo(line: number, name: string, amount: number): void {
    const sum = (this.#sums.get(name) ?? 0) + Math.abs(amount)
    if (sum > Number.MAX_SAFE_INTEGER)
      throw tooMuch(line, 'With this line, the amounts of its batch add up to more than the service can count.')
    this.#sums.set(name, sum)
  }
}

function tooMuch(line: number, problem: string): ReportError {
  return new ReportError(line, problem, 'Check that this is a report of the acquirer, and import shorter reports.')
}
