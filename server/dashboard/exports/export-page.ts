import type { Readable } from 'node:stream'
import type { Duty } from '../../domain/accounts/roles.ts'
import { lineKinds } from '../../domain/money/ledger.ts'
import { dayOf } from '../../domain/time/periods.ts'
import { exportedNouns, noteExport, type ExportedNoun } from '../../flows/accounts/note-export.ts'
import { rowsCompleteFrom } from '../../flows/numbers/read-statistics.ts'
import { chips } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { noSuchRange, presetDays, presetNamed, presets } from '../shell/day-presets.ts'
import { takeExportSlot } from './export-stream.ts'
import { csvKindFor, fileKindOptions, fileKinds, isFileKind, type FileKind } from '../shell/file-kind.ts'
import { section, time } from '../shell/format.ts'
import { renderField } from '../shell/forms.ts'
import {
  may,
  notAllowed,
  page,
  problem,
  type DashboardPage,
  type Field,
  type MemberVisit,
  type Shown,
} from '../shell/page.ts'
import { actionOptions } from '../accounts/audit-filter.ts'
import { lineWords } from '../numbers/words.ts'
import { disputeWords, paymentStates } from '../shell/words.ts'
import { attemptStatuses, attemptWords, readers, titles, type Asked, type OpenFile } from './export-readers.ts'

const path = 'export'

/** Exports payments, the ledger and more as files. With `?what=payments` the answer is the file. */
export const exportPage: DashboardPage = { path, needs: 'exports', nav: 'Export', show, forms: [] }

async function show(asking: MemberVisit): Promise<Shown> {
  const { what, range = '' } = asking.query
  if (range !== '' && !presetNamed(range))
    return {
      kind: 'page',
      title: 'Export',
      body: html`<p class="error">${noSuchRange}</p>${await body(asking, null)}`,
      status: 400,
    }
  const visit = withDaysOfPreset(asking)
  if (what === undefined) return page('Export', await body(visit, null))
  const noun = exportedNouns.find((one) => one === what)
  if (!noun) return problem(404)
  if (!may(visit, dutyFor(noun))) return notAllowed(dutyFor(noun))
  const asked = withKind(visit, await readers[noun](visit))
  const { kind, stream } = asked
  if (!kind || !stream)
    return { kind: 'page', title: 'Export', body: await body(visit, { noun, ...asked }), status: 400 }
  return download(visit, noun, { values: asked.values, kind, open: () => stream(kind) })
}

/** What the role must include for a file, beside exports. */
function dutyFor(noun: ExportedNoun): Duty {
  return noun === 'audit_log' ? 'audit' : 'exports'
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
  if (!takeExportSlot(context, scope.merchantId, stream)) {
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
  audit_log: [],
  card_attempts: attemptStatuses.map((status) => [status, attemptWords[status]] as const),
  deliveries: [
    ['pending', 'Waiting'],
    ['delivered', 'Delivered'],
    ['abandoned', 'Given up'],
  ],
}

async function body(
  visit: MemberVisit,
  refused: (Omit<Asked<unknown>, 'stream'> & { noun: ExportedNoun }) | null,
): Promise<Markup> {
  const completeFrom = await rowsCompleteFrom(visit.context, visit)
  const allowed = exportedNouns.filter((noun) => may(visit, dutyFor(noun)))
  const sections = allowed.map((noun) =>
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
    ${about(visit, completeFrom)}
  `
}

/** Links that fill the days of all forms. */
function dayChoices({ query, to }: MemberVisit): Markup {
  const ranges = [['', 'All days'], ...Object.entries(presets)] as const
  return chips(ranges, presetNamed(query['range'] ?? '') ?? '', (range) => to(path, { range: range || null }))
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
  audit_log: html`<p>Who did what, when and from where. <b>Audit log</b> also narrows it to one person.</p>`,
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
    case 'audit_log':
      return {
        action: { label: 'Action', type: 'select', options: [['', 'Any'], ...actionOptions] },
        from: day('From day'),
        to: day('To day'),
      }
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

function about({ merchant }: MemberVisit, completeFrom: Date | null): Markup {
  const missing =
    completeFrom &&
    html`
      <li>
        Unpaid test payments from before ${time(completeFrom, merchant.time_zone)} have been deleted, with their card
        attempts and deliveries, so the files do not have them.
      </li>
    `
  const notes = html`
    <ul class="plain">
      ${missing}
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
        Amounts are as people write them (<code>25.00</code>). Next to them, except in settlement differences, the file
        has them in the smallest unit of their currency (<code>2500</code>), as in the API.
      </li>
      <li>
        In the spreadsheet, amounts and counts are numbers, times and days are dates, and everything else is text. So a
        reference keeps its zeros, and a card ending in <code>0085</code> does not become 85. It has a new sheet after
        each million rows.
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
