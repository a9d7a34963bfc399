import { createHash } from 'node:crypto'
import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { isPlainText } from '../../../spec/lib/formats.ts'
import { isCurrency } from '../../domain/money/amounts.ts'
import type { Money } from '../processor.ts'
import { ReportError } from '../settlement.ts'
import type { SettlementKind, SettlementLine } from '../../domain/settlement/line.ts'
import { fromReport } from './amounts.ts'
import { reportTime } from './report-times.ts'

// Adyen's "Settlement details report" as CSV. Its page names the columns, and lets a merchant add and order them.

const required = [
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Creation Date',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Batch Number',
] as const

const feeColumns = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'] as const
const optional = ['TimeZone', 'Modification Merchant Reference', ...feeColumns] as const

const amountColumns = {
  Gross: { currency: 'Gross Currency', debit: 'Gross Debit (GC)', credit: 'Gross Credit (GC)' },
  Net: { currency: 'Net Currency', debit: 'Net Debit (NC)', credit: 'Net Credit (NC)' },
} as const

type Column = (typeof required)[number] | (typeof optional)[number]

/** The lines before the header that some reports have. */
const mostPreambleLines = 20

/** Longer than any line of a report. */
const mostCharacters = 32_768

/** Longer than any cell that the service reads. */
const mostCellCharacters = 200

const kinds: Readonly<Record<string, SettlementKind>> = {
  settled: 'payment',
  refunded: 'refund',
  settledreversed: 'capture_reversed',
  refundedreversed: 'refund_reversed',
  chargeback: 'chargeback',
  chargebackreversed: 'chargeback_reversed',
  secondchargeback: 'second_chargeback',
  fee: 'fee',
  authorisationschemefee: 'fee',
  invoicededuction: 'fee',
  misccosts: 'fee',
  paymentcost: 'fee',
  merchantpayout: 'payout',
}

const isOfPayment: ReadonlySet<SettlementKind> = new Set([
  'payment',
  'refund',
  'chargeback',
  'chargeback_reversed',
  'second_chargeback',
  'refund_reversed',
  'capture_reversed',
])

const downloadAgain = 'Download the report from Adyen again, as CSV, and import it unchanged.'
const unchanged = 'Import the file as Adyen produced it: saving it in a spreadsheet program changes its content.'

/** Reads a report as a stream. */
export async function* readSettlementReport(bytes: AsyncIterable<Uint8Array>): AsyncIterable<SettlementLine> {
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: mostCharacters, info: true })
  pipeline(Readable.from(checked(bytes), { objectMode: false }), parser, () => {})
  let header: Header | null = null
  let records = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      records += 1
      if (record.every((cell) => cell.trim() === '')) continue
      if (header) yield lineOf(header, record, info.lines)
      else if (records <= mostPreambleLines) header = headerOf(record, info.lines)
      else break
    }
  } catch (error) {
    throw error instanceof CsvError ? csvProblem(error) : error
  }
  if (!header)
    throw new ReportError(
      null,
      'This is not a Settlement details report: its first lines have no columns “Psp Reference” and “Type”.',
      downloadAgain,
    )
}

/** Names the formats that people take for CSV. */
async function* checked(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let isFirst = true
  for await (const chunk of bytes) {
    const [first, second] = chunk
    const start = isFirst && second !== undefined ? (first ?? 0) * 256 + second : 0
    if (start === 0x504b || start === 0x1f8b)
      throw new ReportError(null, 'This is a compressed file or an XLSX file.', 'Import the report as CSV.')
    if (start === 0xfffe || start === 0xfeff)
      throw new ReportError(null, 'This file is UTF-16, but Adyen’s reports are UTF-8.', unchanged)
    isFirst = false
    yield chunk
  }
}

function csvProblem({ code, ...more }: CsvError): ReportError {
  const lines = 'lines' in more && typeof more.lines === 'number' ? more.lines : null
  switch (code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new ReportError(lines, `The line has more than ${mostCharacters} characters.`, unchanged)
    case 'CSV_QUOTE_NOT_CLOSED':
      return new ReportError(lines, 'A quoted cell does not end, so the file was cut off.', downloadAgain)
    default:
      return new ReportError(lines, 'The quotes in this line are not those of a CSV file.', downloadAgain)
  }
}

interface Header {
  readonly width: number
  readonly places: ReadonlyMap<Column, number>
  readonly hasFees: boolean
}

/** Null: the record is a line before the header. */
function headerOf(record: readonly string[], line: number): Header | null {
  const names = record.map((cell) => cell.trim().toLowerCase())
  if (!names.includes('psp reference') || !names.includes('type')) return null
  const places = new Map<Column, number>()
  for (const column of [...required, ...optional]) {
    const place = names.indexOf(column.toLowerCase())
    if (place >= 0) places.set(column, place)
    if (names.lastIndexOf(column.toLowerCase()) !== place)
      throw new ReportError(line, `The report has the column “${column}” twice.`, downloadAgain)
  }
  const missing = required.filter((column) => !places.has(column))
  if (missing.length > 0)
    throw new ReportError(
      line,
      `The report lacks the column ${missing.map((name) => `“${name}”`).join(', ')}.`,
      'Add them to the Settlement details report in Adyen’s Customer Area, and download it again.',
    )
  return { width: record.length, places, hasFees: feeColumns.some((column) => places.has(column)) }
}

function lineOf(header: Header, record: readonly string[], line: number): SettlementLine {
  if (record.length < header.width || record.slice(header.width).some((cell) => cell.trim() !== ''))
    throw new ReportError(
      line,
      `The line has ${record.length} cells and the header has ${header.width}, so the file was cut off or damaged.`,
      downloadAgain,
    )
  const cells = new Cells(header, record, line)
  const type = cells.text('Type', 80)
  if (type === '') throw cells.wrong('Type', 'is empty', downloadAgain)
  const kind = Object.hasOwn(kinds, type.toLowerCase()) ? (kinds[type.toLowerCase()] ?? 'other') : 'other'
  const account = cells.text('Merchant Account', 80)
  const batch = cells.text('Batch Number', 40)
  const gross = cells.money('Gross')
  const net = cells.money('Net')
  if (!net) throw cells.wrong('Net Currency', 'is empty', downloadAgain)
  const modification = cells.text('Modification Reference', mostCellCharacters)
  const purchaseId = cells.id('Psp Reference')
  const purchaseReference = cells.text('Merchant Reference', 120)
  const hasIds = isOfPayment.has(kind)
  if (hasIds && !gross) throw cells.wrong('Gross Currency', 'is empty', downloadAgain)
  if (hasIds && purchaseId === null) throw cells.wrong('Psp Reference', 'is empty', downloadAgain)
  const named = hasIds ? cells.text('Modification Merchant Reference', 120) : modification
  return {
    line,
    kind,
    type,
    account,
    processorId: hasIds ? cells.id('Modification Reference') : null,
    purchaseId,
    reference: named || null,
    purchaseReference: purchaseReference || null,
    gross,
    net,
    fees: hasIds ? cells.fees(gross, net) : null,
    batch,
    bookedAt: cells.time(),
    identity: identityOf([account, batch, type, purchaseId, modification, purchaseReference, gross, net]),
  }
}

/** The first half of a hash is as good as unique. */
function identityOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** The cells of a line by their columns. What is wrong with one becomes an error with the line's number. */
class Cells {
  readonly #header: Header
  readonly #record: readonly string[]
  readonly #line: number

  constructor(header: Header, record: readonly string[], line: number) {
    this.#header = header
    this.#record = record
    this.#line = line
  }

  /** An optional column that the report lacks is an empty text. */
  text(column: Column, most: number): string {
    const place = this.#header.places.get(column)
    const text = place === undefined ? '' : (this.#record[place] ?? '').trim()
    if (text.length > most) throw this.wrong(column, `has more than ${most} characters`, unchanged)
    if (!isPlainText(text) || /\p{Cc}/u.test(text)) throw this.wrong(column, 'has a control character', downloadAgain)
    return text
  }

  /** An id of Adyen. Null: the cell is empty. */
  id(column: Column): string | null {
    const text = this.text(column, mostCellCharacters)
    if (text === '') return null
    if (!/^[A-Za-z0-9]{1,64}$/.test(text)) throw this.wrong(column, 'is not an Adyen reference', unchanged)
    return text
  }

  /** The credit less the debit. Null: the line has no such amount. */
  money(side: 'Gross' | 'Net'): Money | null {
    const { currency: unit, debit, credit } = amountColumns[side]
    const currency = this.text(unit, 10).toUpperCase()
    if (currency === '' && this.text(debit, 40) === '' && this.text(credit, 40) === '') return null
    if (!isCurrency(currency)) throw this.wrong(unit, 'is not a currency of the service', downloadAgain)
    return { amount: this.#amount(credit, currency, false) - this.#amount(debit, currency, false), currency }
  }

  /** The sum of what Adyen kept. A report without these columns shows it in the net, unless the currency changed. */
  fees(gross: Money | null, net: Money): number | null {
    if (!this.#header.hasFees) return gross?.currency === net.currency ? gross.amount - net.amount : null
    return feeColumns.reduce((sum, column) => sum + this.#amount(column, net.currency, true), 0)
  }

  time(): Date {
    const at = reportTime(this.text('Creation Date', 40), this.text('TimeZone', 40))
    if (!at) throw this.wrong('Creation Date', 'is not a time like 2026-11-23 14:05:00', unchanged)
    return at
  }

  wrong(column: string, what: string, fix: string): ReportError {
    return new ReportError(this.#line, `The cell “${column}” ${what}.`, fix)
  }

  #amount(column: Column, currency: string, rounded: boolean): number {
    const text = this.text(column, 40)
    const amount = text === '' ? 0 : fromReport(text, currency, { rounded })
    if (amount === null) throw this.wrong(column, `is not an amount in ${currency} like 1234.56`, unchanged)
    return amount
  }
}
