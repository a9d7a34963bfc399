import type { Clock } from '../../../server/domain/time/clock.ts'
import { newPspReference, type StandInAccount } from './accounts.ts'
import type { Amount, BookedPayment, Books } from './books.ts'
import { majorUnits } from './cards.ts'

/** The columns of Adyen's Settlement details report, in their documented order. */
const settlementColumns = [
  'Company Account',
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Payment Method',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Exchange Rate',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Commission (NC)',
  'Markup (NC)',
  'Scheme Fees (NC)',
  'Interchange (NC)',
  'Payment Method Variant',
  'Modification Merchant Reference',
  'Batch Number',
  'Reserved4',
  'Reserved5',
] as const

type Row = Partial<Record<(typeof settlementColumns)[number], string>>

/** A movement of money that a batch settles once. */
interface Booking {
  readonly key: string
  readonly payment: BookedPayment
  readonly type: string
  /** Null: the stand-in makes one. */
  readonly modification: string | null
  readonly modificationReference: string
  /** In minor units. Negative: the merchant pays. */
  readonly value: number
}

/** Closes batches, and reports each as Adyen does: payments, then fees, then the payout. */
export class Settlement {
  readonly #books: Books
  readonly #clock: Clock
  readonly #settled = new Set<string>()
  readonly #files = new Map<string, string>()
  readonly #batches = new Map<string, number>()

  constructor(books: Books, clock: Clock) {
    this.#books = books
    this.#clock = clock
  }

  /** The names of all reports so far. */
  get names(): readonly string[] {
    return [...this.#files.keys()]
  }

  file(name: string): string | undefined {
    return this.#files.get(name)
  }

  /** Settles what no earlier batch has. Returns the name of the report. */
  closeBatch(account: StandInAccount): string {
    const { merchantAccount } = account
    const batch = (this.#batches.get(merchantAccount) ?? 0) + 1
    this.#batches.set(merchantAccount, batch)
    const bookings = this.#books.payments
      .filter((payment) => payment.account.merchantAccount === merchantAccount)
      .flatMap(bookingsOf)
      .filter(({ key }) => !this.#settled.has(key))
    for (const { key } of bookings) this.#settled.add(key)
    const now = this.#clock.now()
    const common: Row = {
      'Company Account': 'StandInCompany',
      'Merchant Account': merchantAccount,
      TimeZone: 'CET',
      'Batch Number': String(batch),
    }
    const rows: Row[] = bookings.map((booking) => ({ ...common, ...rowOf(booking, now) }))
    for (const row of closingRows(bookings, batch, merchantAccount, now)) rows.push({ ...common, ...row })
    const name = `settlement_detail_report_${merchantAccount}_batch_${batch}.csv`
    this.#files.set(name, settlementCsv(rows))
    return name
  }
}

/** The text of a report, with Adyen's line ends. */
export function settlementCsv(rows: readonly Row[]): string {
  const lines = [
    settlementColumns.join(','),
    ...rows.map((row) => settlementColumns.map((c) => cell(row[c])).join(',')),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

function cell(text = ''): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function bookingsOf(payment: BookedPayment): Booking[] {
  const { amount, pspReference: psp, modifications, disputes, capturesAtOnce } = payment
  const found: Booking[] = []
  const add = (type: string, id: string, value: number, modification: string | null, reference = ''): void => {
    const key = `${psp} ${id} ${type} ${found.filter((each) => each.key.startsWith(`${psp} ${id} ${type}`)).length}`
    found.push({ key, payment, type, modification, modificationReference: reference, value })
  }
  if (capturesAtOnce && payment.captured > 0) add('Settled', psp, amount.value, null)
  for (const { kind, status, pspReference, reference, amount: part } of modifications) {
    if (status === 'refused') continue
    if (kind === 'capture' && status === 'done') add('Settled', pspReference, part.value, pspReference, reference ?? '')
    if (kind !== 'refund' && !(kind === 'reversal' && payment.captured > 0)) continue
    add('Refunded', pspReference, -part.value, pspReference, reference ?? '')
    if (status !== 'done') add('RefundedReversed', pspReference, part.value, pspReference, reference ?? '')
  }
  for (const { pspReference, stages, amount: part } of disputes)
    for (const stage of stages) {
      const type = {
        CHARGEBACK: 'Chargeback',
        CHARGEBACK_REVERSED: 'ChargebackReversed',
        SECOND_CHARGEBACK: 'SecondChargeback',
      }
      const named = Object.entries(type).find(([name]) => name === stage)?.[1]
      if (named !== undefined)
        add(named, pspReference, named === 'ChargebackReversed' ? part.value : -part.value, pspReference)
    }
  return found
}

/** What Adyen keeps, in minor units. */
function costsOf({ type, value }: Booking): {
  commission: number
  markup: number
  scheme: number
  interchange: number
} {
  if (type === 'Settled')
    return { commission: 0, markup: Math.round(value / 100), scheme: 1, interchange: Math.round(value / 500) }
  return { commission: type === 'Chargeback' ? 750 : 0, markup: 0, scheme: 0, interchange: 0 }
}

function netOf(booking: Booking): number {
  const { commission, markup, scheme, interchange } = costsOf(booking)
  return booking.value - commission - markup - scheme - interchange
}

function rowOf(booking: Booking, now: Date): Row {
  const { payment, type, modification, modificationReference, value } = booking
  const { currency } = payment.amount
  const { commission, markup, scheme, interchange } = costsOf(booking)
  const net = netOf(booking)
  const fee = (amount: number): string => (amount === 0 ? '' : majorUnits({ currency, value: amount }))
  return {
    'Psp Reference': payment.pspReference,
    'Merchant Reference': payment.reference,
    'Payment Method': payment.brand,
    'Creation Date': localTime(type === 'Settled' ? payment.startedAt : now),
    Type: type,
    'Modification Reference': modification ?? newPspReference(),
    'Gross Currency': currency,
    ...sides('Gross', 'GC', { currency, value }),
    'Exchange Rate': '1',
    'Net Currency': currency,
    ...sides('Net', 'NC', { currency, value: net }),
    'Commission (NC)': fee(commission),
    'Markup (NC)': fee(markup),
    'Scheme Fees (NC)': fee(scheme),
    'Interchange (NC)': fee(interchange),
    'Payment Method Variant': payment.brand,
    'Modification Merchant Reference': modificationReference,
  }
}

function sides(side: 'Gross' | 'Net', unit: 'GC' | 'NC', { currency, value }: Amount): Row {
  const column = `${side} ${value < 0 ? 'Debit' : 'Credit'} (${unit})`
  return { [column]: majorUnits({ currency, value: Math.abs(value) }) }
}

/** The fees of the month, and the payout or, when nothing is left, the transfer to the next batch. */
function closingRows(bookings: readonly Booking[], batch: number, account: string, now: Date): Row[] {
  return [...Map.groupBy(bookings, ({ payment }) => payment.amount.currency)].flatMap(([currency, own]) => {
    const fee = 5 * own.length
    const sum = own.reduce((total, booking) => total + netOf(booking), -fee)
    const last = sum > 0 ? 'MerchantPayout' : 'Balancetransfer'
    const at = { 'Creation Date': localTime(now), 'Net Currency': currency }
    return [
      {
        ...at,
        Type: 'Fee',
        'Modification Reference': `Transaction Fees batch ${batch}, ${account}`,
        ...sides('Net', 'NC', { currency, value: -fee }),
      },
      {
        ...at,
        Type: last,
        'Modification Reference': `TX${String(batch).padStart(8, '0')}XT batch ${batch}, ${account}`,
        ...sides('Net', 'NC', { currency, value: -sum }),
      },
    ]
  })
}

/** In Amsterdam's winter time, which the column TimeZone names. */
function localTime(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
