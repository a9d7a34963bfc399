import type { Readable } from 'node:stream'
import { dayOf } from '../domain/periods.ts'
import { refundStatuses } from '../domain/refund-state.ts'
import { isOverdue } from '../flows/expire-session.ts'
import { exportedNouns, noteExport } from '../flows/note-export.ts'
import type { ExportedNoun } from '../flows/note-export.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { latestDisputesOf, searchDisputes } from '../store/dispute-lists.ts'
import { latestRefundsOf } from '../store/refund-lists.ts'
import { deliveriesToExport, refundsToExport } from '../store/export-rows.ts'
import type { ExportPart } from '../store/export-rows.ts'
import { searchPayments } from '../store/payment-search.ts'
import { readDays } from './day-range.ts'
import { deliveryColumns, disputeColumns, paymentColumns, refundColumns } from './export-columns.ts'
import type { Columns } from './export-columns.ts'
import { csvStream, takePlace } from './export-stream.ts'
import { readDisputeFilter } from './dispute-filter.ts'
import { section } from './format.ts'
import { renderField } from './forms.ts'
import { page, problem } from './page.ts'
import type { DashboardPage, Field, MemberVisit, Shown } from './page.ts'
import { readFilter } from './payment-filter.ts'
import { disputeWords, paymentStates } from './payment-words.ts'

const path = 'export'

/** Exports payments, refunds, disputes and deliveries as CSV files. With `?what=payments` the answer is the file. */
export const exportPage: DashboardPage = { path, nav: 'Export', show, forms: [] }

/** The request of one of this page's forms. */
interface Asked<Stream> {
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  /** Null: a value is wrong. */
  readonly stream: Stream | null
}

async function show(visit: MemberVisit): Promise<Shown> {
  const { what } = visit.query
  if (what === undefined) return page('Export', body(visit, null))
  const noun = exportedNouns.find((one) => one === what)
  if (!noun) return problem(404)
  const asked = await readers[noun](visit)
  if (!asked.stream) return { kind: 'page', title: 'Export', body: body(visit, { noun, ...asked }), status: 400 }
  return download(visit, noun, asked.values, asked.stream)
}

async function download(
  visit: MemberVisit,
  noun: ExportedNoun,
  values: Readonly<Record<string, string>>,
  open: () => Readable,
): Promise<Shown> {
  const { context, scope, merchant } = visit
  const stream = open()
  if (!takePlace(context, scope.merchantId, stream)) {
    stream.destroy()
    return problem(429, {
      title: 'Too many downloads at once',
      message: 'This account is downloading three files already. Wait until one is done, then try again.',
      retryAfterSeconds: 60,
    })
  }
  await noteExport(context, visit.caller, scope, {
    noun,
    filters: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  }).catch((error: unknown) => {
    stream.destroy()
    throw error
  })
  const name = [noun, scope.livemode ? 'live' : 'test', dayOf(context.clock.now(), merchant.time_zone)].join('-')
  return { kind: 'download', fileName: `${name}.csv`, type: 'text/csv; charset=utf-8', body: stream }
}

const readers: Readonly<
  Record<ExportedNoun, (visit: MemberVisit) => Promise<Asked<() => Readable>> | Asked<() => Readable>>
> = {
  payments: async (visit) => {
    const { values, errors, filter } = await readFilter(visit)
    const { context, scope } = visit
    const now = context.clock.now()
    const read = async (part: { olderThan: string | null; limit: number }, narrowing: NonNullable<typeof filter>) => {
      const { payments } = await searchPayments(scope, context.db, { ...narrowing, ...part, now }, Infinity)
      const ids = payments.map(({ id }) => id)
      const disputes = await latestDisputesOf(scope, context.db, ids)
      const refunds = await latestRefundsOf(scope, context.db, ids)
      return payments.map((session) => ({
        ...session,
        isOverdue: isOverdue(session, now),
        dispute: disputes.get(session.id) ?? null,
        refund: refunds.get(session.id) ?? null,
      }))
    }
    return {
      values,
      errors,
      stream: filter && (() => csvStream(visit, paymentColumns, (part) => read(part, filter))),
    }
  },
  refunds: (visit) => readNarrowed(visit, refundStatuses, refundColumns, refundsToExport),
  disputes: (visit) => {
    const { values, errors, filter } = readDisputeFilter(visit)
    const { context, scope } = visit
    const stream =
      filter && (() => csvStream(visit, disputeColumns, (part) => searchDisputes(scope, context.db, filter, part)))
    return { values, errors, stream }
  },
  deliveries: (visit) => readNarrowed(visit, deliveryStatuses, deliveryColumns, deliveriesToExport),
}

const deliveryStatuses = ['pending', 'delivered', 'abandoned'] as const

/** Reads the filters by status and day. Days are whole days in the account's time zone. */
function readNarrowed<Status extends string, Row extends { id: string }>(
  { query, context, scope, merchant }: MemberVisit,
  statuses: readonly Status[],
  columns: Columns<Row>,
  read: (scope: MemberVisit['scope'], db: MemberVisit['context']['db'], part: ExportPart<Status>) => Promise<Row[]>,
): Asked<() => Readable> {
  const [status = '', from = '', to = ''] = [query['status'], query['from'], query['to']].map((text) =>
    (text ?? '').trim(),
  )
  const known = statuses.find((one) => one === status) ?? null
  const days = readDays({ from, to }, merchant.time_zone)
  const errors: Record<string, string> = {
    ...(status !== '' && !known && { status: 'There is no such status. Choose one from the list.' }),
    ...days.errors,
  }
  const narrowing = { status: known, createdFrom: days.from, createdBefore: days.before }
  const stream = () =>
    csvStream({ context, scope }, columns, (part) => read(scope, context.db, { ...narrowing, ...part }))
  return { values: { status, from, to }, errors, stream: Object.keys(errors).length === 0 ? stream : null }
}

const statusOptions: Readonly<Record<ExportedNoun, readonly (readonly [string, string])[]>> = {
  payments: paymentStates,
  disputes: Object.entries(disputeWords),
  refunds: [
    ['pending', 'Waiting for the bank'],
    ['succeeded', 'Refunded'],
    ['failed', 'Failed'],
  ],
  deliveries: [
    ['pending', 'Waiting'],
    ['delivered', 'Delivered'],
    ['abandoned', 'Given up'],
  ],
}

const titles: Readonly<Record<ExportedNoun, string>> = {
  payments: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
  deliveries: 'Webhook deliveries',
}

function body(visit: MemberVisit, refused: (Omit<Asked<unknown>, 'stream'> & { noun: ExportedNoun }) | null): Markup {
  const sections = exportedNouns.map((noun) =>
    section(`title-${noun}`, titles[noun], form(visit, noun, refused?.noun === noun ? refused : null)),
  )
  return html`
    <p class="lead">A file for a spreadsheet or for your accounts: everything that matches, newest first.</p>
    ${sections}
    ${about(visit)}
  `
}

function form(visit: MemberVisit, noun: ExportedNoun, refused: Omit<Asked<unknown>, 'stream'> | null): Markup {
  const fields: Readonly<Record<string, Field>> = {
    status: { label: 'Status', type: 'select', options: [['', 'Any'], ...statusOptions[noun]] },
    from: { label: 'From day', type: 'date', max: 10 },
    to: { label: 'To day', type: 'date', max: 10 },
  }
  const shape = { name: `export-${noun}`, fields }
  const sent = { sent: { name: shape.name, values: refused?.values ?? {}, errors: refused?.errors ?? {} } }
  const inputs = Object.keys(fields).map((name) => renderField<MemberVisit>(sent, shape, name))
  const others = Object.entries(refused?.errors ?? {}).flatMap(([name, error]) =>
    name in fields ? [] : [html`<p class="error">${error}</p>`],
  )
  return html`
    <form method="get" action="${visit.to(path)}" class="filters">
      <input type="hidden" name="what" value="${noun}">
      ${others}
      <div class="grid">${inputs}</div>
      <p class="go"><button class="main">Download ${titles[noun].toLowerCase()}</button></p>
    </form>
  `
}

function about({ merchant }: MemberVisit): Markup {
  const notes = html`
    <ul class="plain">
      <li>
        The days above are whole days in ${merchant.time_zone.replaceAll('_', ' ')}. Without days, the file has
        everything. Times in the file are UTC.
      </li>
      <li>
        Each amount appears twice: as people write it (<code>25.00</code>), and in the smallest unit of its currency
        (<code>2500</code>), as in the API.
      </li>
      <li>The file is CSV in UTF-8 with a byte order mark, so that Excel shows all names correctly.</li>
      <li>Texts that a spreadsheet would run as a formula begin with an apostrophe.</li>
      <li>
        If a download fails, your browser says so: download the file again. A file with only its first line means that
        nothing matched.
      </li>
    </ul>
  `
  return section('format', 'About the files', notes)
}
