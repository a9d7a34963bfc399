import type { FailureCode } from '../../domain/sessions/failure-codes.ts'
import { lineKinds } from '../../domain/money/ledger.ts'
import type { CurrencyStatistics, PeriodStatistics } from '../../domain/numbers/statistics.ts'
import type { Step } from '../../domain/time/periods.ts'
import type { ExportedNoun } from '../../flows/accounts/note-export.ts'
import { readStatistics } from '../../flows/numbers/read-statistics.ts'
import { html, type Markup } from '../../markup/html.ts'
import { time } from '../shell/format.ts'
import {
  count,
  lineWords,
  money,
  periodName,
  stepNames,
  successText,
  summaryCells,
  summaryHead,
  summaryKinds,
} from './words.ts'
import { charts, readBefore, spanOf, type Before } from './charts.ts'
import { rangeChoice } from './range-choice.ts'
import { readRange, type AskedRange } from './range.ts'
import { csvKindFor } from '../shell/file-kind.ts'
import { may, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { failureWords } from '../shell/words.ts'

const path = 'numbers'

/** The account's numbers: money taken and returned, the share of checkouts that were paid, and why cards failed. */
export const numbersPage: DashboardPage = { path, needs: 'see', nav: 'Numbers', reads: 'slow', show, forms: [] }

async function show(visit: MemberVisit): Promise<Shown> {
  const asked = readRange(visit)
  if (!asked.periods)
    return answer(visit, asked, [], html`<p class="nothing">Correct the choice above to see the numbers.</p>`, 400)
  const counted = await readStatistics(visit.context, { ...visit, periods: asked.periods })
  if (!counted) return answer(visit, asked, [], tooManyToCount, 400)
  const { currencies: statistics, completeFrom } = counted
  const missing = completeFrom && missingNote(completeFrom, visit.merchant.time_zone)
  if (statistics.length === 0) return answer(visit, asked, [], html`${nothing(visit)}${missing}`)
  const chosen =
    statistics.find(({ currency }) => currency === asked.values.currency) ??
    (asked.values.currency === '' ? statistics[0] : undefined)
  const details = chosen
    ? detailsOf(visit, asked, chosen, await readBefore(visit, asked, chosen), missing)
    : html`<p class="nothing">There was no activity in ${asked.values.currency} in this period.</p>`
  return answer(visit, asked, statistics, html`${summary(visit, asked, statistics)}${details}`)
}

const tooManyToCount = html`
  <p class="alert" role="alert">
    This period has too many payments to count while you wait. Choose fewer days.
  </p>
`

function answer(
  visit: MemberVisit,
  asked: AskedRange,
  statistics: readonly CurrencyStatistics[],
  content: Markup,
  status = 200,
): Shown {
  const currencies = statistics.map(({ currency }) => currency)
  return { kind: 'page', title: 'Numbers', body: html`${rangeChoice(visit, asked, currencies)}${content}`, status }
}

function nothing({ merchant, scope }: MemberVisit): Markup {
  const next =
    scope.livemode && !merchant.live_access
      ? 'Live payments come with live access, which this account does not have yet.'
      : 'Choose other days above, or take a payment: send a customer a payment link, or create a checkout with the API.'
  return html`<p class="nothing">There were no card attempts and no movements of money in this period. ${next}</p>`
}

/** A link to a file of the rows from which the figures of these days are counted. */
function fileOf(visit: MemberVisit, { values: { from, to } }: AskedRange, what: ExportedNoun, text: string): Markup {
  if (!may(visit, 'exports')) return html``
  return html`<a href="${visit.to('export', { what, from, to, format: csvKindFor(visit.language) })}">${text}</a>`
}

function summary(visit: MemberVisit, asked: AskedRange, statistics: readonly CurrencyStatistics[]): Markup {
  const kinds = summaryKinds(statistics.map(({ total }) => total))
  const rows = statistics.map(({ currency, total }) => ({
    name: currency,
    cells: summaryCells(total, currency, kinds),
  }))
  const cameBack = kinds.includes('refund_reversal') || kinds.includes('automatic_return_reversal')
  return html`
    <section>
      <h2>Money, by currency</h2>
      ${figures('Money, by currency', ['Currency', ...summaryHead(kinds)], rows)}
      <p class="hint">
        Counted from the ledger of money movements, by the day that each was booked. “${lineWords.payment}”: payments
        that you keep. “${lineWords.payment_to_return}”: payments that the bank approved a second time or too late.
        “${lineWords.automatic_return}”: such payments whose money has gone back. “${lineWords.chargeback}”: money
        that the cardholders’ banks took. “${lineWords.chargeback_reversal}”: money of the disputes that you won.
        ${cameBack && cameBackNote} ${kinds.includes('capture_reversal') && neverArrivedNote}
        “Net”: the money that is left.
      </p>
      <p>${fileOf(visit, asked, 'ledger', 'Download the ledger lines of this period (CSV)')}</p>
    </section>
  `
}

const cameBackNote = html`
  “${lineWords.refund_reversal}” and “${lineWords.automatic_return_reversal}”: money that did not reach the customer.
`
const neverArrivedNote = html`“${lineWords.capture_reversal}”: approved payments that the bank never paid out.`

/** Success and failures are not shown for periods of which retention has deleted checkouts. */
function missingNote(completeFrom: Date, timeZone: string): Markup {
  return html`
    <p class="hint">
      Unpaid test payments from before ${time(completeFrom, timeZone)} have been deleted, so there is no success rate
      and no count of failed attempts for periods that begin earlier.
    </p>
  `
}

function detailsOf(
  visit: MemberVisit,
  asked: AskedRange,
  chosen: CurrencyStatistics,
  before: Before | null,
  missing: Markup | null,
): Markup {
  const { periods, values } = asked
  const attempts = fileOf(visit, asked, 'card_attempts', 'Download the card attempts of this period (CSV)')
  const step = values.step as Step
  const names = (periods ?? []).map((period) => periodName(period, step))
  return html`
    <section>
      <h2>${chosen.currency}, by ${step}</h2>
      ${charts(names, step, spanOf(periods), chosen, before)}
      ${periodTable(names, step, chosen)}
      <p class="hint">
        Success: the share of the period’s checkouts that have been paid. It counts checkouts with at least one card
        attempt. A checkout that is still open counts as not paid.
      </p>
      ${missing}
      <p>${fileOf(visit, asked, 'payments', 'Download the checkouts created in this period (CSV)')}</p>
    </section>
    ${failures(names, step, chosen, attempts)}
  `
}

/**
 * The table by period. It leaves out columns that are zero in every period; the summary above has all columns. A long
 * table leaves out the periods in which nothing happened.
 */
function periodTable(names: readonly string[], step: Step, { currency, periods, total }: CurrencyStatistics): Markup {
  const kinds = summaryKinds([total])
  const sumsOf = (statistics: PeriodStatistics): string[] => summaryCells(statistics, currency, kinds)
  const sumsOfAll = sumsOf(total)
  const columns: readonly Column[] = [
    { name: 'Payments', cell: ({ moved }) => count(moved.payment.count), isShown: true },
    { name: 'Success', cell: successText, isShown: true },
    { name: 'Refunds', cell: ({ moved }) => count(moved.refund.count), isShown: total.moved.refund.count > 0 },
    { name: 'Disputes', cell: ({ moved }) => count(moved.chargeback.count), isShown: total.moved.chargeback.count > 0 },
    ...summaryHead(kinds).map((name, index) => ({
      name,
      cell: (_: PeriodStatistics, sums: readonly string[]) => sums[index] ?? '',
      isShown: alwaysShown.has(name) || sumsOfAll[index] !== money(0, currency),
    })),
  ]
  const shown = columns.filter(({ isShown }) => isShown)
  const rowOf = (name: string, statistics: PeriodStatistics): Row => {
    const sums = sumsOf(statistics)
    return { name, cells: shown.map(({ cell }) => cell(statistics, sums)) }
  }
  const rows = periods.flatMap((statistics, index) =>
    periods.length > longTable && isQuiet(statistics) ? [] : [rowOf(names[index] ?? '', statistics)],
  )
  const quiet = periods.length - rows.length
  const table = figures(
    `${currency}, by ${step}`,
    [stepNames[step], ...shown.map(({ name }) => name)],
    [rowOf('All', total), ...rows.reverse()],
  )
  const text =
    quiet === 1
      ? `1 ${step} without activity is not listed.`
      : `${count(quiet)} ${step}s without activity are not listed.`
  return html`${table}${quiet > 0 && html`<p class="hint">${text}</p>`}`
}

/** A table with more periods than this leaves out those without activity. */
const longTable = 14

function isQuiet({ isComplete, moved, tried }: PeriodStatistics): boolean {
  return isComplete && tried === 0 && lineKinds.every((kind) => moved[kind].count === 0)
}

const alwaysShown: ReadonlySet<string> = new Set([lineWords.payment, 'Net'])

interface Column {
  readonly name: string
  /** `sums` are the cells of the summary, which take long to format. */
  readonly cell: (statistics: PeriodStatistics, sums: readonly string[]) => string
  readonly isShown: boolean
}

function failures(
  names: readonly string[],
  step: Step,
  { currency, periods, total }: CurrencyStatistics,
  file: Markup,
): Markup {
  const codes = [...total.failures].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([code]) => code)
  const title = 'Why cards were not accepted'
  if (codes.length === 0) {
    const none = total.isComplete
      ? `No card attempt in ${currency} failed in this period.`
      : 'The failed attempts of this period are no longer known, because unpaid test payments have been deleted.'
    return html`<section><h2>${title}</h2><p>${none}</p></section>`
  }
  const cells = (statistics: PeriodStatistics): string[] =>
    [sumOf(statistics), ...codes.map((code) => countOf(statistics, code))].map(count)
  const rows = periods
    .map((statistics, index) => ({ name: names[index] ?? '', cells: cells(statistics), sum: sumOf(statistics) }))
    .filter(({ sum }) => sum > 0)
    .reverse()
  const heads = codes.map((code) => ({ name: failureWords[code], code }))
  const table = figures(
    `Failed card attempts in ${currency}, by ${step}`,
    [stepNames[step], 'Failed attempts', ...heads],
    [{ name: 'All', cells: cells(total) }, ...rows],
  )
  return html`
    <section>
      <h2>${title}</h2>
      ${reasons(total, codes)}
      <details class="by-step"><summary>By ${step}</summary>${table}</details>
      <p class="hint">Card attempts in ${currency} by the day of the attempt. A checkout can have several.</p>
      <p>${file}</p>
    </section>
  `
}

/** The reasons as bars, the most frequent first. */
function reasons(total: PeriodStatistics, codes: readonly FailureCode[]): Markup {
  const all = sumOf(total)
  const rows = codes.map((code) => {
    const of = countOf(total, code)
    const share = Math.round((of / all) * 100)
    return html`
      <li>
        <span>${failureWords[code]}</span>
        <span class="count">${count(of)} (${share < 1 ? 'under 1' : share}%)</span>
        <svg viewBox="0 0 ${all} 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${of}" height="1"/></svg>
      </li>
    `
  })
  return html`<ul class="reasons" aria-label="Reasons, the most frequent first">${rows}</ul>`
}

function sumOf({ failures: counts }: PeriodStatistics): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

function countOf({ failures: counts }: PeriodStatistics, code: FailureCode): number {
  return counts.get(code) ?? 0
}

interface Row {
  readonly name: string
  readonly cells: readonly string[]
}

/** The name of a column, perhaps with the code that the API uses for it. */
type Head = string | { readonly name: string; readonly code: string }

/**
 * A table of figures whose first column names the row. Cells that are zero are shown paler. On narrow screens each row
 * becomes a card with the names of the columns in it.
 */
function figures(caption: string, head: readonly Head[], rows: readonly Row[]): Markup {
  const columns = head.map((column) => (typeof column === 'string' ? { name: column, code: null } : column))
  const top = columns.map(({ name, code }, index) => {
    const shown = code === null ? name : html`${name} <code>${code}</code>`
    return html`<th scope="col"${index > 0 && html` class="number"`}>${shown}</th>`
  })
  const cellOf = (cell: string, index: number): Markup =>
    html`<td class="number${/[1-9]/.test(cell) ? '' : ' zero'}" data-name="${columns[index + 1]?.name}">${cell}</td>`
  const body = rows.map(({ name, cells }) => {
    const idle = !cells.some((cell) => /[1-9]/.test(cell)) && html` class="idle"`
    return html`<tr${idle}><th scope="row">${name}</th>${cells.map(cellOf)}</tr>`
  })
  return html`
    <div class="table figures" role="region" aria-label="${caption}" tabindex="0">
      <table>
        <caption>${caption}</caption>
        <thead><tr>${top}</tr></thead>
        <tbody>${body}</tbody>
      </table>
    </div>
  `
}
