import { listReports, type SettlementReportRecord } from '../../store/settlement/reports.ts'
import { compareSettlementsAgain } from '../../flows/settlement/compare-settlement.ts'
import { importSettlement } from '../../flows/settlement/import-settlement.ts'
import {
  findReportingAcquirer,
  reportingAcquirers,
  type ReportingAcquirer,
} from '../../flows/settlement/reporting-acquirers.ts'
import { html, type Markup } from '../../markup/html.ts'
import {
  countDifferences,
  listBatches,
  type BatchPlace,
  type BatchTotal,
  type DifferenceCount,
} from '../../store/settlement/lists.ts'
import { pager, section, table, time } from '../shell/format.ts'
import { renderField, renderForm, tokenField } from '../shell/forms.ts'
import {
  page,
  problem,
  type DashboardPage,
  type MemberForm,
  type MemberVisit,
  type Shown,
  type Upload,
} from '../shell/page.ts'
import { differenceWords, reportMoney } from './words.ts'

export const reconciliationPath = 'reconciliation'

const batchesOnAPage = 30
const reportsShown = 10
const mostCounted = 1_001

const acquirerField = 'acquirer'

const onlyLive = { title: 'Only in live mode', message: 'Test mode has no settlement reports.' } as const

const compareForm: MemberForm = {
  name: 'compare',
  button: 'Compare again',
  fields: {},
  submit: async ({ context, scope }) => {
    if (!scope.livemode) return problem(403, onlyLive)
    for (const { name } of reportingAcquirers(context)) await compareSettlementsAgain(context, scope, name)
    return { kind: 'done', notice: { message: 'The service has compared the differences again.' } }
  },
}

const upload: Upload = {
  name: 'import',
  field: 'report',
  // About a hundred thousand lines.
  maxBytes: 20_000_000,
  maxMs: 60_000,
  submit: async ({ context, scope, caller }, file, values) => {
    if (!scope.livemode) return problem(403, onlyLive)
    const acquirer = findReportingAcquirer(context, values.get(acquirerField) ?? null)
    if (!acquirer) return { kind: 'invalid', errors: { form: 'Choose the acquirer whose report it is.' } }
    const imported = await importSettlement(context, scope, { ...file, acquirer }, caller)
    if (imported.kind === 'refused') return { kind: 'invalid', errors: { form: imported.message } }
    const { lines, new_lines: newLines } = imported.report
    const message =
      imported.kind === 'known'
        ? 'This report was already imported. Nothing was changed.'
        : `The report is imported: ${newLines.toLocaleString('en-GB')} new of ${lines.toLocaleString('en-GB')} lines.`
    return { kind: 'done', notice: { message } }
  },
}

/** The settlement reports of live mode: their batches, and where they differ from our side. */
export const reconciliationPage: DashboardPage = {
  path: reconciliationPath,
  needs: 'exports',
  nav: 'Reconciliation',
  reads: 'slow',
  // Batches have no ids: the cursor is the time of their last line, with what names the row.
  lists: () => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  show,
  forms: [compareForm],
  upload,
}

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, query } = visit
  if (!scope.livemode) return page('Reconciliation', noReportsInTest)
  const counts = await countDifferences(scope, context.db, mostCounted)
  const after = placeOf(query)
  const batches = await listBatches(scope, context.db, { after, limit: batchesOnAPage + 1 })
  const reports = await listReports(scope, context.db, { olderThan: null, limit: reportsShown })
  if (reports.length === 0) return page('Reconciliation', html`${intro}${uploadSection(visit)}`)
  return page(
    'Reconciliation',
    html`
      ${intro}
      ${section('differences-title', 'Differences', differencesOf(visit, counts))}
      ${section('batches-title', 'Batches', batchesOf(visit, batches, after !== null))}
      ${uploadSection(visit)}
      ${section('reports-title', 'Reports', reportsOf(visit, reports))}
    `,
  )
}

export const noReportsInTest = html`
  <p class="nothing">
    An acquirer reports what it has settled and paid out in live mode. Test mode runs on the simulated bank, which pays
    nothing out.
  </p>
`

const intro = html`
  <p class="lead">
    Compares the acquirer’s settlement reports with the payments, refunds and chargebacks here. A report never changes
    them.
  </p>
`

function differencesOf(visit: MemberVisit, counts: readonly DifferenceCount[]): Markup {
  if (counts.length === 0) return html`<p>The reports and this account agree.</p>`
  const rows = counts.map(({ code, count }) => [
    html`<a href="${visit.to(`${reconciliationPath}/differences`, { code })}">${differenceWords[code].name}</a>`,
    differenceWords[code].task,
    count >= mostCounted ? 'more than 1,000' : count.toLocaleString('en-GB'),
  ])
  const differences = table('Differences by kind', ['Difference', 'What to do', { figures: 'Number' }], rows)
  return html`${differences}${renderForm(visit, reconciliationPath, compareForm)}`
}

function batchesOf(visit: MemberVisit, found: readonly BatchTotal[], isOlder: boolean): Markup {
  const shown = found.slice(0, batchesOnAPage)
  if (shown.length === 0) return html`<p class="nothing">There are no older batches.</p>`
  const rows = shown.map((total) => [
    batchLink(visit, total),
    reportMoney(total.gross, total.currency),
    reportMoney(total.fees, total.currency),
    reportMoney(total.net, total.currency),
    total.payout === null ? '—' : reportMoney(total.payout, total.currency),
    time(total.paid_at ?? total.last_at, visit.merchant.time_zone),
  ])
  const last = found.length > batchesOnAPage ? shown.at(-1) : undefined
  const head = [
    'Batch',
    { figures: 'Gross' },
    { figures: 'Fees' },
    { figures: 'Net' },
    { figures: 'Payout' },
    'Paid out, or last line',
  ]
  return html`
    ${table('Batches, newest first', head, rows)}
    ${pager(isOlder ? visit.to(reconciliationPath) : null, last ? visit.to(reconciliationPath, addressOf(last)) : null)}
  `
}

function addressOf({ last_at, processor, account, batch, currency }: BatchPlace): Record<string, string> {
  return { after: last_at.toISOString(), processor, account, batch, currency }
}

function placeOf({
  after = '',
  processor = '',
  account = '',
  batch = '',
  currency = '',
}: MemberVisit['query']): BatchPlace | null {
  const at = new Date(after)
  return Number.isNaN(at.getTime()) ? null : { last_at: at, processor, account, batch, currency }
}

function batchLink({ to }: MemberVisit, { processor, account, batch, currency, lines }: BatchTotal): Markup {
  const name = batch === '' ? 'No batch' : `Batch ${batch}`
  const address = to(`${reconciliationPath}/batch`, { processor, account, batch })
  const count =
    lines === 1 ? '1 line' : lines === 0 ? 'paid out in another currency' : `${lines.toLocaleString('en-GB')} lines`
  return html`<a href="${address}">${name}</a> <span class="hint">${currency}, ${count}</span>`
}

function uploadSection(visit: MemberVisit): Markup | null {
  const acquirers = reportingAcquirers(visit.context)
  if (acquirers.length === 0) return null
  const wrong = visit.sent?.name === upload.name ? visit.sent.errors['form'] : undefined
  const megabytes = upload.maxBytes / 1_000_000
  const action = visit.to(`${reconciliationPath}/${upload.name}`)
  const reports = acquirers.map(({ label, settlementReports }) => `${settlementReports.name} of ${label}`)
  const id = `${upload.name}-${upload.field}`
  return section(
    'import-title',
    'Import a report',
    html`
      <form method="post" action="${action}" enctype="multipart/form-data" id="${upload.name}">
        ${wrong !== undefined && html`<p class="alert" role="alert" id="${id}-error">${wrong}</p>`}
        <input type="hidden" name="${tokenField}" value="${visit.newFormToken()}">
        ${acquirers.length > 1 && acquirerChoice(visit, acquirers)}
        <div class="field">
          <label for="${id}">${reports.join(' or ')}</label>
          <p class="hint" id="${id}-hint">
            A CSV file of up to ${megabytes} MB. For larger files, the operator has the command
            ${' '}<code>npm run reconcile -- FILE</code>.
          </p>
          <input type="file" id="${id}" name="${upload.field}" accept=".csv,text/csv" required
            aria-describedby="${id}-hint${wrong !== undefined && ` ${id}-error`}">
        </div>
        <p class="go"><button class="main">Import the report</button></p>
      </form>
    `,
  )
}

function acquirerChoice(visit: MemberVisit, acquirers: readonly ReportingAcquirer[]): Markup {
  const options = acquirers.map(({ name, label }) => [name, label] as const)
  const field = { label: 'Acquirer', type: 'select', required: true, options } as const
  return renderField(visit, { name: upload.name, fields: { [acquirerField]: field } }, acquirerField)
}

function reportsOf({ merchant }: MemberVisit, reports: readonly SettlementReportRecord[]): Markup {
  const rows = reports.map((report) => [
    report.file_name,
    report.problem !== null
      ? `Set aside. ${report.problem}`
      : report.state === 'complete'
        ? 'Imported'
        : 'Being imported',
    report.lines.toLocaleString('en-GB'),
    report.new_lines.toLocaleString('en-GB'),
    report.imported_by,
    time(report.created_at, merchant.time_zone),
  ])
  const head = ['File', 'State', { figures: 'Lines' }, { figures: 'New lines' }, 'By', 'When']
  return table('The last reports, newest first', head, rows)
}
