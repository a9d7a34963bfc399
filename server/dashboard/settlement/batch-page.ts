import { html, type Markup } from '../../markup/html.ts'
import { listLinesOfBatch, totalsOfBatch, type BatchTotal, type ListedLine } from '../../store/settlement/lists.ts'
import { pager, section, table, time } from '../shell/format.ts'
import { page, problem, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { noReportsInTest, reconciliationPath } from './reconciliation-page.ts'
import { differenceWords, lineKindWords, reportMoney } from './words.ts'

const path = `${reconciliationPath}/batch`
const rowsOnAPage = 50

/** One batch of a processor: its totals in each currency, and its lines. */
export const settlementBatchPage: DashboardPage = { path, needs: 'exports', lists: () => lineName, show, forms: [] }

/** A line is named by its report and its number. */
const lineName = /^(stm_[0-9a-z]{30})\.(\d{1,9})$/

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, query, to } = visit
  if (!scope.livemode) return page('Batch', noReportsInTest)
  const key = { processor: query['processor'] ?? '', account: query['account'] ?? '', batch: query['batch'] ?? '' }
  const totals = await totalsOfBatch(scope, context.db, key)
  if (totals.length === 0) return problem(404)
  const after = cursorOf(query['after'])
  const found = await listLinesOfBatch(scope, context.db, key, { after, limit: rowsOnAPage + 1 })
  const shown = found.slice(0, rowsOnAPage)
  const last = found.length > rowsOnAPage ? shown.at(-1) : undefined
  const next = last ? to(path, { ...key, after: `${last.report_id}.${last.line}` }) : null
  const title = key.batch === '' ? 'Lines without a batch' : `Batch ${key.batch}`
  return page(
    title,
    html`
      <p><a href="${to(reconciliationPath)}">Reconciliation</a> <span class="hint">${key.account}</span></p>
      ${section('totals-title', 'Totals', totalsOf(visit, totals))}
      ${section('lines-title', 'Lines', linesOf(visit, shown))}
      ${pager(after ? to(path, key) : null, next)}
    `,
  )
}

function cursorOf(text = ''): { reportId: string; line: number } | null {
  const [, reportId, line] = lineName.exec(text) ?? []
  return reportId === undefined ? null : { reportId, line: Number(line) }
}

function totalsOf({ merchant }: MemberVisit, totals: readonly BatchTotal[]): Markup {
  const rows = totals.map(({ currency, gross, fees, net, payout, paid_at: paid }) => [
    currency,
    reportMoney(gross, currency),
    reportMoney(fees, currency),
    reportMoney(net, currency),
    payout === null ? '—' : reportMoney(payout, currency),
    paid && time(paid, merchant.time_zone),
  ])
  const head = [
    'Currency',
    { figures: 'Gross' },
    { figures: 'Fees' },
    { figures: 'Net' },
    { figures: 'Payout' },
    'Paid out',
  ]
  return table('Totals by currency', head, rows)
}

function linesOf(visit: MemberVisit, lines: readonly ListedLine[]): Markup {
  if (lines.length === 0)
    return html`<p class="nothing">The lines were deleted: we keep them for two years, and the totals longer.</p>`
  const rows = lines.map((line) => [
    html`${lineKindWords[line.kind]} <span class="hint">${line.type}</span>`,
    paymentOf(visit, line),
    reportMoney(line.gross_amount, line.gross_currency) ?? '—',
    reportMoney(line.fees, line.net_currency) ?? '—',
    reportMoney(line.net_amount, line.net_currency),
    differenceOf(visit, line),
    time(line.booked_at, visit.merchant.time_zone),
  ])
  const head = ['Line', 'About', { figures: 'Gross' }, { figures: 'Fees' }, { figures: 'Net' }, 'Difference', 'When']
  return table('Lines in the order of the report', head, rows)
}

function paymentOf({ to }: MemberVisit, line: ListedLine): Markup | string | null {
  const name = line.purchase_reference ?? line.purchase_id ?? line.reference
  return line.session_id === null ? name : html`<a href="${to(`payments/${line.session_id}`)}">${name}</a>`
}

function differenceOf({ to }: MemberVisit, { difference: code }: ListedLine): Markup | null {
  if (code === null) return null
  return html`<a href="${to(`${reconciliationPath}/differences`, { code })}">${differenceWords[code].name}</a>`
}
