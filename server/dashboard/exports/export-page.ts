import type { Readable } from 'node:stream'
import { lineKinds } from '../../domain/money/ledger.ts'
import { dayOf } from '../../domain/time/periods.ts'
import type { AttemptStatus, RefundRecord, SessionRecord } from '../../domain/records.ts'
import { refundStatuses } from '../../domain/refunds/refund-state.ts'
import { isDifferenceCode } from '../../domain/settlement/differences.ts'
import { isOverdue } from '../../flows/sessions/expire-session.ts'
import { exportedNouns, noteExport, type ExportedNoun } from '../../flows/accounts/note-export.ts'
import { html, type Markup } from '../../markup/html.ts'
import { searchDisputes } from '../../store/disputes/dispute-lists.ts'
import { withLatestStates } from '../../store/sessions/latest-states.ts'
import {
  attemptsToExport,
  deliveriesToExport,
  refundsToExport,
  type ExportPart,
} from '../../store/exports/export-rows.ts'
import { loadSession } from '../../store/sessions/checkout-sessions.ts'
import { searchPayments } from '../../store/sessions/payment-search.ts'
import { listDifferences } from '../../store/settlement/lists.ts'
import { choices } from '../shell/choices.ts'
import { noSuchRange, presetDays, presetNamed, presets } from '../shell/day-presets.ts'
import { readDays } from '../shell/day-range.ts'
import { readDisputeFilter } from '../disputes/dispute-filter.ts'
import { bookedLines, bookedPayments, bookedRefunds } from './export-booked.ts'
import {
  attemptColumns,
  deliveryColumns,
  disputeColumns,
  ledgerColumns,
  paymentColumns,
  refundColumns,
  settlementDifferenceColumns,
  type Columns,
  type ExportedPayment,
  type ExportedRefund,
} from './export-columns.ts'
import { allRows, fileStream, takePlace, type FileContent } from './export-stream.ts'
import { csvKindFor, fileKindOptions, fileKinds, isFileKind, type FileKind } from '../shell/file-kind.ts'
import { section } from '../shell/format.ts'
import { renderField } from '../shell/forms.ts'
import { page, problem, type DashboardPage, type Field, type MemberVisit, type Shown } from '../shell/page.ts'
import { lineWords } from '../numbers/words.ts'
import { readFilter } from '../sessions/payment-filter.ts'
import { disputeWords, paymentStates } from '../shell/words.ts'

const path = 'export'

/** Exports payments, the ledger and more as files. With `?what=payments` the answer is the file. */
export const exportPage: DashboardPage = { path, nav: 'Export', show, forms: [] }

/** The request of one of this page's forms. */
interface Asked<Stream> {
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  /** Null: a value is wrong. */
  readonly stream: Stream | null
}

type OpenFile = (kind: FileKind) => Readable

function opening<Row>(visit: MemberVisit, content: FileContent<Row>): OpenFile {
  return (kind) => fileStream(visit, kind, content)
}

async function show(asking: MemberVisit): Promise<Shown> {
  const { what, range = '' } = asking.query
  if (range !== '' && !presetNamed(range))
    return {
      kind: 'page',
      title: 'Export',
      body: html`<p class="error">${noSuchRange}</p>${body(asking, null)}`,
      status: 400,
    }
  const visit = withDaysOfPreset(asking)
  if (what === undefined) return page('Export', body(visit, null))
  const noun = exportedNouns.find((one) => one === what)
  if (!noun) return problem(404)
  const asked = withKind(visit, await readers[noun](visit))
  const { kind, stream } = asked
  if (!kind || !stream) return { kind: 'page', title: 'Export', body: body(visit, { noun, ...asked }), status: 400 }
  return download(visit, noun, { values: asked.values, kind, open: () => stream(kind) })
}

/** Writes the days of the address's `range` as its first and last day. Given days win. */
function withDaysOfPreset(visit: MemberVisit): MemberVisit {
  const { query, context, merchant } = visit
  const preset = presetNamed(query['range'] ?? '')
  if (!preset || (query['from'] ?? '') !== '' || (query['to'] ?? '') !== '') return visit
  const { firstDay, lastDay } = presetDays(preset, dayOf(context.clock.now(), merchant.time_zone))
  return { ...visit, query: { ...query, from: firstDay, to: lastDay } }
}

/** Adds the kind of the file. Without one it is CSV with commas, as programs read it. */
function withKind(
  { query }: MemberVisit,
  asked: Asked<OpenFile>,
): Asked<OpenFile> & { readonly kind: FileKind | null } {
  const { format = 'csv' } = query
  if (isFileKind(format)) return { ...asked, values: { ...asked.values, format }, kind: format }
  return { ...asked, errors: { ...asked.errors, format: 'Choose a kind of file from the list.' }, kind: null }
}

interface Download {
  readonly values: Readonly<Record<string, string>>
  readonly kind: FileKind
  readonly open: () => Readable
}

async function download(visit: MemberVisit, noun: ExportedNoun, { values, kind, open }: Download): Promise<Shown> {
  const { context, scope, merchant } = visit
  const stream = open()
  if (!takePlace(context, scope.merchantId, stream)) {
    stream.destroy()
    return problem(429, {
      title: 'Too many downloads at once',
      message: 'This account is already downloading three files. Wait until one is done, then try again.',
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
  const { ending, type } = fileKinds[kind]
  return { kind: 'download', fileName: `${name}.${ending}`, type, body: stream }
}

const readers: Readonly<Record<ExportedNoun, (visit: MemberVisit) => Promise<Asked<OpenFile>> | Asked<OpenFile>>> = {
  payments: async (visit) => {
    const { values, errors, filter } = await readFilter(visit)
    const by = readBy(visit)
    const { context, scope } = visit
    const now = context.clock.now()
    const exported = (payments: readonly SessionRecord[]): Promise<ExportedPayment[]> =>
      withLatestStates(
        scope,
        context.db,
        payments.map((session) => ({ ...session, isOverdue: isOverdue(session, now) })),
      )
    const asked = { values: { ...values, by: by.value }, errors: { ...errors, ...by.errors } }
    if (!filter || by.errors.by !== undefined) return { ...asked, stream: null }
    if (by.value === 'booked') {
      if (filter.text !== null)
        return { ...asked, errors: { q: 'A search cannot be combined with booked days.' }, stream: null }
      const read = bookedPayments(visit, filter)
      const stream = opening(visit, {
        title: titles.payments,
        columns: paymentColumns,
        read: async (part) => {
          const { rows, next } = await read(part)
          return { rows: await exported(rows), next }
        },
      })
      return { ...asked, stream }
    }
    const stream = opening(visit, {
      title: titles.payments,
      columns: paymentColumns,
      read: allRows(async (part) =>
        exported((await searchPayments(scope, context.db, { ...filter, ...part, now }, Infinity)).payments),
      ),
    })
    return { ...asked, stream }
  },
  refunds: (visit) => {
    const { context, scope } = visit
    const withPayments = (refunds: readonly RefundRecord[]): Promise<ExportedRefund[]> =>
      Promise.all(
        refunds.map(async (refund) => ({
          ...refund,
          payment: await loadSession(scope, context.db, refund.session_id),
        })),
      )
    const columns = { title: titles.refunds, columns: refundColumns }
    const { narrowing, stream, ...asked } = readNarrowed(visit, refundStatuses, columns, async (scope, db, part) =>
      withPayments(await refundsToExport(scope, db, part)),
    )
    const by = readBy(visit)
    const common = { values: { ...asked.values, by: by.value }, errors: { ...asked.errors, ...by.errors } }
    if (!stream || by.errors.by !== undefined) return { ...common, stream: null }
    if (by.value !== 'booked') return { ...common, stream }
    const booked = bookedRefunds(visit, narrowing)
    const read: FileContent<ExportedRefund>['read'] = async (part) => {
      const { rows, next } = await booked(part)
      return { rows: await withPayments(rows), next }
    }
    return { ...common, stream: opening(visit, { ...columns, read }) }
  },
  disputes: (visit) => {
    const { values, errors, filter } = readDisputeFilter(visit)
    const { context, scope } = visit
    const stream =
      filter &&
      opening(visit, {
        title: titles.disputes,
        columns: disputeColumns,
        read: allRows((part) => searchDisputes(scope, context.db, filter, part)),
      })
    return { values, errors, stream }
  },
  ledger: (visit) => {
    const { values, errors, days } = readDaysAsked(visit)
    const stream = opening(visit, { title: titles.ledger, columns: ledgerColumns, read: bookedLines(visit, days) })
    return { values, errors, stream: Object.keys(errors).length === 0 ? stream : null }
  },
  card_attempts: (visit) =>
    readNarrowed(visit, attemptStatuses, { title: titles.card_attempts, columns: attemptColumns }, attemptsToExport),
  deliveries: (visit) =>
    readNarrowed(visit, deliveryStatuses, { title: titles.deliveries, columns: deliveryColumns }, deliveriesToExport),
  settlement_differences: (visit) => {
    const { context, scope, query } = visit
    const asked = query['code'] ?? ''
    const code = isDifferenceCode(asked) ? asked : null
    if (asked !== '' && code === null)
      return { values: {}, errors: { code: 'There is no such difference.' }, stream: null }
    const stream = opening(visit, {
      title: titles.settlement_differences,
      columns: settlementDifferenceColumns,
      read: allRows((part) => listDifferences(scope, context.db, { code, ...part })),
    })
    return { values: { code: asked }, errors: {}, stream }
  },
}

/** Which day of a payment or refund the first and the last day are about. */
const dayKinds = ['created', 'booked'] as const

function readBy({ query }: MemberVisit): { value: string; errors: { by?: string } } {
  const value = (query['by'] ?? '').trim()
  const isKnown = value === '' || dayKinds.some((kind) => kind === value)
  return { value, errors: isKnown ? {} : { by: 'Choose the day created or the day booked.' } }
}

interface AskedDays {
  readonly values: { readonly from: string; readonly to: string }
  readonly errors: Readonly<Record<string, string>>
  readonly days: { readonly createdFrom: Date | null; readonly createdBefore: Date | null }
}

function readDaysAsked({ query, merchant }: MemberVisit): AskedDays {
  const values = { from: (query['from'] ?? '').trim(), to: (query['to'] ?? '').trim() }
  const { from, before, errors } = readDays(values, merchant.time_zone)
  return { values, errors: { ...errors }, days: { createdFrom: from, createdBefore: before } }
}

const attemptWords: Readonly<Record<AttemptStatus, string>> = {
  processing: 'Processing',
  challenge: 'Waiting for 3-D Secure',
  approved: 'Approved',
  failed: 'Failed',
  returned: 'Returned automatically',
}
const attemptStatuses = Object.keys(attemptWords) as readonly AttemptStatus[]

const deliveryStatuses = ['pending', 'delivered', 'abandoned'] as const

/** Reads the filters by status and day. Days are whole days in the account's time zone. */
function readNarrowed<Status extends string, Row extends { id: string }>(
  visit: MemberVisit,
  statuses: readonly Status[],
  content: { readonly title: string; readonly columns: Columns<Row> },
  read: (scope: MemberVisit['scope'], db: MemberVisit['context']['db'], part: ExportPart<Status>) => Promise<Row[]>,
): Asked<OpenFile> & { narrowing: AskedDays['days'] & { readonly status: Status | null } } {
  const { query, context, scope } = visit
  const { values, days, ...asked } = readDaysAsked(visit)
  const status = (query['status'] ?? '').trim()
  const known = statuses.find((one) => one === status) ?? null
  const errors: Record<string, string> = {
    ...(status !== '' && !known && { status: 'There is no such status. Choose one from the list.' }),
    ...asked.errors,
  }
  const narrowing = { status: known, ...days }
  const all = allRows<Row>((part) => read(scope, context.db, { ...narrowing, ...part }))
  const stream = opening(visit, { ...content, read: all })
  return { values: { status, ...values }, errors, narrowing, stream: Object.keys(errors).length === 0 ? stream : null }
}

const statusOptions: Readonly<Record<ExportedNoun, readonly (readonly [string, string])[]>> = {
  payments: paymentStates,
  disputes: Object.entries(disputeWords),
  refunds: [
    ['pending', 'Waiting for the bank'],
    ['succeeded', 'Refunded'],
    ['failed', 'Failed'],
  ],
  ledger: [],
  settlement_differences: [],
  card_attempts: attemptStatuses.map((status) => [status, attemptWords[status]] as const),
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
  ledger: 'Ledger',
  card_attempts: 'Card attempts',
  deliveries: 'Webhook deliveries',
  settlement_differences: 'Settlement differences',
}

function body(visit: MemberVisit, refused: (Omit<Asked<unknown>, 'stream'> & { noun: ExportedNoun }) | null): Markup {
  const sections = exportedNouns.map((noun) =>
    section(
      `title-${noun}`,
      titles[noun],
      html`${intros[noun]}${form(visit, noun, refused?.noun === noun ? refused : null)}`,
    ),
  )
  return html`
    <p class="lead">A file for a spreadsheet or for your accounts: everything that matches, newest first.</p>
    ${dayChoices(visit)}
    ${sections}
    ${about(visit)}
  `
}

/** Links that fill the days of all forms. */
function dayChoices({ query, to }: MemberVisit): Markup {
  const ranges = [['', 'All days'], ...Object.entries(presets)] as const
  return choices(ranges, presetNamed(query['range'] ?? '') ?? '', (range) => to(path, { range: range || null }))
}

const intros: Readonly<Partial<Record<ExportedNoun, Markup>>> = {
  ledger: html`
    <p>
      One line for each movement of money. Amounts that left are negative, so the lines add up to the net. Every other
      figure under <b>Numbers</b> is the sum of one kind:
    </p>
    <dl class="facts">
      ${lineKinds.map((kind) => html`<div><dt><code>${kind}</code></dt><dd>${lineWords[kind]}</dd></div>`)}
    </dl>
  `,
  settlement_differences: html`
    <p>Where the acquirer’s settlement reports differ from this account. <b>Reconciliation</b> says what to do.</p>
  `,
  card_attempts: html`<p>One line for each card that a customer tried, with the reason if it failed.</p>`,
}

const formatField: Field = { label: 'Kind of file', type: 'select', required: true, options: fileKindOptions }

/** The fields of a form. The labels of the days say which days they are. */
function fieldsOf(noun: ExportedNoun): Readonly<Record<string, Field>> {
  const status: Field = { label: 'Status', type: 'select', options: [['', 'Any'], ...statusOptions[noun]] }
  const by: Field = {
    label: 'Choose by',
    type: 'select',
    required: true,
    options: [
      ['created', 'Day created'],
      ['booked', 'Day booked'],
    ],
  }
  const day = (name: string): Field => ({ label: name, type: 'date', max: 10 })
  switch (noun) {
    case 'payments':
    case 'refunds':
      return { status, by, from: day('From day'), to: day('To day') }
    case 'ledger':
      return { from: day('Booked from'), to: day('Booked to') }
    case 'settlement_differences':
      return {}
    case 'disputes':
      return { status, from: day('Opened from'), to: day('Opened to') }
    case 'card_attempts':
    case 'deliveries':
      return { status, from: day('Created from'), to: day('Created to') }
  }
}

function form(visit: MemberVisit, noun: ExportedNoun, refused: Omit<Asked<unknown>, 'stream'> | null): Markup {
  const fields: Readonly<Record<string, Field>> = { ...fieldsOf(noun), format: formatField }
  const shape = { name: `export-${noun}`, fields }
  const { from = '', to = '' } = visit.query
  const sent = {
    sent: {
      name: shape.name,
      values: refused?.values ?? { from, to, format: csvKindFor(visit.language) },
      errors: refused?.errors ?? {},
    },
  }
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
        everything. In the file, times are UTC (<code>created_utc</code>), and days are in
        ${merchant.time_zone.replaceAll('_', ' ')} (<code>created_day</code>).
      </li>
      <li>
        A payment is booked when it is paid, and a refund when the bank has made it. The figures under <b>Numbers</b>
        count the money on that day.
      </li>
      <li>
        Each amount appears twice: as people write it (<code>25.00</code>), and in the smallest unit of its currency
        (<code>2500</code>), as in the API.
      </li>
      <li>
        In the spreadsheet, amounts are numbers, times and days are dates, and everything else is text. So a reference
        keeps its zeros, and a card ending in <code>0085</code> does not become 85. It has a new sheet after each
        million rows.
      </li>
      <li>
        CSV has no types: a spreadsheet guesses. Choose semicolons if yours writes <code>25,00</code>. The file is UTF-8
        with a byte order mark, so that Excel shows all names correctly, and texts that a spreadsheet would run as a
        formula begin with an apostrophe.
      </li>
      <li>
        If a download fails, your browser says so: download the file again. A file with only its first line means that
        nothing matched.
      </li>
    </ul>
  `
  return section('format', 'About the files', notes)
}
