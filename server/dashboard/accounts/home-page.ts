import { lineKinds } from '../../domain/money/ledger.ts'
import { addDays, dayOf, periodsOf, type Period } from '../../domain/time/periods.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import { netOf, sumsOfAll, type CurrencyStatistics, type Sums } from '../../domain/numbers/statistics.ts'
import { readAttention, type Attention } from '../../flows/accounts/read-attention.ts'
import { readMoney } from '../../flows/numbers/read-statistics.ts'
import { chart, spark, type Series } from '../../markup/design/chart.ts'
import { chips, tiles, type Tile } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { listSessions } from '../../store/sessions/checkout-sessions.ts'
import type { Preset } from '../shell/day-presets.ts'
import { firstSteps } from '../shell/first-steps.ts'
import { section, time } from '../shell/format.ts'
import { homePath } from '../shell/layout.ts'
import { count, lineWords, money, moneyScale, periodName } from '../numbers/words.ts'
import { troublesOf } from '../acquirers/notification-troubles.ts'
import { may, page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { money as amountOf } from '../shell/words.ts'

/** The first page after the sign-in: the money of the last days, and what needs the merchant. */
export const homePage: DashboardPage = { path: homePath, needs: 'see', nav: 'Home', reads: 'slow', show, forms: [] }

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope } = visit
  const attention = await readAttention(context, scope, maxCounted + 1)
  const entries = entriesOf(visit, attention)
  const needs = entries.length > 0 && section('needs', 'Needs you', needsList(entries))
  const [newest] = await listSessions(scope, context.db, { limit: 1, reference: null, startingAfter: null })
  if (!newest) return page('Home', html`${needs}${section('begin', 'Your first payment', firstSteps(visit))}`)
  const quiet = entries.length === 0 && html`<p class="hint">${nothingNeeded}</p>`
  return page('Home', html`${needs}${await moneyOf(visit)}${quiet}`)
}

const nothingNeeded =
  'Nothing needs your attention: no failed or stuck refund, no open dispute, no undelivered event, no payment ' +
  'waiting for its money, and no money that could not be returned.'

/** An entry counts at most this many objects, and then says that there are more. */
const maxCounted = 99
/** An entry names at most this many objects. Its page lists all. */
const maxNamed = 3

interface Entry {
  /** What happened, as the text of the link to the page that lists it. */
  readonly title: string
  readonly address: string
  /** The next step. */
  readonly advice: string
  readonly named: readonly Markup[]
}

function entriesOf(
  visit: MemberVisit,
  { refunds, disputes, returns, captures, contradictions, waiting, connection, notifications }: Attention,
): Entry[] {
  const { to, merchant, scope } = visit
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  const undelivered = visit.undelivered.find(({ livemode }) => livemode === scope.livemode)
  const entries: (Entry | null | false)[] = [
    connection && merchant.live_access && may(visit, 'live')
      ? {
          title: `${connection.acquirer.label} ${
            connection.problem === 'refused' ? 'refuses the account’s credentials' : 'is not connected'
          }`,
          address: `${to('live')}#${connection.acquirer.name}-account`,
          advice: 'The account takes no live payments until you repair this.',
          named: [],
        }
      : null,
    ...(may(visit, 'develop') ? troublesOf(visit, notifications) : []),
    disputes.length === 0
      ? null
      : {
          title: `${counted(disputes)} open ${disputes.length === 1 ? 'dispute' : 'disputes'}`,
          address: to('disputes', { status: 'open' }),
          advice: scope.livemode
            ? 'Without an answer in time, the money goes to the cardholder. You answer at your acquirer.'
            : 'In test mode you decide each one on its page, in place of the bank.',
          named: disputes.slice(0, maxNamed).map((dispute) => {
            const link = html`<a href="${to(`disputes/${dispute.id}`)}">${amountOf(dispute)}</a>`
            return html`${link}, ${deadline(visit, dispute)}`
          }),
        },
    captures.length === 0
      ? null
      : {
          title: `${counted(captures)} approved ${captures.length === 1 ? 'payment' : 'payments'} without the money`,
          address: to(`payments/${captures[0]?.session_id ?? ''}`),
          advice: 'The processor has not captured them. Open each payment to see why and what to do.',
          named: captures.slice(0, maxNamed).map((capture) => {
            const link = html`<a href="${to(`payments/${capture.session_id}`)}">${amountOf(capture)}</a>`
            return html`${link}, approved ${at(capture.created_at)}`
          }),
        },
    contradictions.length === 0
      ? null
      : {
          title: `${counted(contradictions)} wrong acquirer ${contradictions.length === 1 ? 'answer' : 'answers'}`,
          address: to(`payments/${contradictions[0]?.session_id ?? ''}`),
          advice:
            'The answer was about another payment, another order or other money, so nothing was changed. Somebody ' +
            'may have sent the result of one payment to another. Compare both with the acquirer’s records.',
          named: contradictions.slice(0, maxNamed).map((asked) => {
            const link = html`<a href="${to(`payments/${asked.session_id}`)}">${amountOf(asked)}</a>`
            return html`${link}, asked ${at(asked.created_at)}`
          }),
        },
    refunds.length === 0
      ? null
      : {
          title: `${counted(refunds)} failed ${refunds.length === 1 ? 'refund' : 'refunds'}`,
          address: to('refunds', { kind: 'refund', state: 'failed' }),
          advice: 'The customer did not get the money. Refund the payment again, or return the money in another way.',
          named: refunds.slice(0, maxNamed).map((refund) => {
            const link = html`<a href="${to(`payments/${refund.session_id}`)}">${amountOf(refund)}</a>`
            return html`${link}, ${at(refund.settled_at ?? refund.created_at)}`
          }),
        },
    ...(['refund', 'return'] as const).map((kind) => {
      const records = kind === 'refund' ? waiting.refunds : waiting.returns
      return (
        records.length > 0 && {
          title: `${counted(records)} ${records.length === 1 ? kind : `${kind}s`} without an outcome for days`,
          address: to('refunds', { kind, state: 'pending' }),
          advice:
            'The acquirer has neither completed nor refused it. Look it up in the acquirer’s own dashboard, and ' +
            'check that notifications arrive. Do not send the money again until you know the outcome.',
          named: records.slice(0, maxNamed).map((record) => {
            const link = html`<a href="${to(`payments/${record.session_id}`)}">${amountOf(record)}</a>`
            return html`${link}, ordered ${at(record.created_at)}`
          }),
        }
      )
    }),
    undelivered?.failingSince
      ? {
          title: 'Your webhook address is failing',
          address: to('deliveries', { state: 'undelivered' }),
          advice: 'It is not accepting deliveries. Fix your receiver, then resend what failed.',
          named: [html`Since ${at(undelivered.failingSince)}`],
        }
      : undelivered?.oldest
        ? {
            title: 'Events have not been delivered',
            address: to('deliveries', { state: 'undelivered' }),
            advice: 'Your webhook address works again, but some events have not arrived. Resend them.',
            named: [html`Since ${at(undelivered.oldest)}`],
          }
        : null,
    returns.length === 0
      ? null
      : {
          title: `${counted(returns)} ${returns.length === 1 ? 'payment' : 'payments'} that could not be returned`,
          address: to('refunds', { kind: 'return', state: 'failed' }),
          advice: 'The bank refused to send this money back to the customer. We keep trying.',
          named: returns.slice(0, maxNamed).map((record) => {
            const link = html`<a href="${to(`payments/${record.session_id}`)}">${amountOf(record)}</a>`
            return html`${link}, taken ${at(record.created_at)}`
          }),
        },
  ]
  return entries.filter((entry) => entry !== null && entry !== false)
}

function counted({ length }: readonly unknown[]): string {
  return length > maxCounted ? `More than ${count(maxCounted)}` : count(length)
}

function deadline({ context, merchant }: MemberVisit, { respond_by, opened_at }: DisputeRecord): Markup {
  if (!respond_by) return html`opened ${time(opened_at, merchant.time_zone)}`
  const isOver = respond_by <= context.clock.now()
  return html`${isOver ? 'the time to answer ended' : 'answer by'} ${time(respond_by, merchant.time_zone)}`
}

function needsList(entries: readonly Entry[]): Markup {
  const items = entries.map(({ title, address, advice, named }) => {
    const names = named.length > 0 && html`<ul>${named.map((name) => html`<li>${name}</li>`)}</ul>`
    return html`
      <li>
        <h3><a href="${address}">${title}</a></h3>
        <p>${advice}</p>
        ${names}
      </li>
    `
  })
  return html`<ul class="needs">${items}</ul>`
}

/** The days of a box, counted back from today. */
interface Box {
  readonly preset: Preset
  readonly title: string
  readonly firstDaysAgo: number
  readonly lastDaysAgo: number
}

const boxes: readonly Box[] = [
  { preset: 'today', title: 'Today', firstDaysAgo: 0, lastDaysAgo: 0 },
  { preset: 'yesterday', title: 'Yesterday', firstDaysAgo: 1, lastDaysAgo: 1 },
  { preset: '7d', title: 'Last 7 days', firstDaysAgo: 6, lastDaysAgo: 0 },
]

/** The days that are shown, and as many days before to compare them with. */
const week = 7

async function moneyOf(visit: MemberVisit): Promise<Markup> {
  const { context, merchant, to } = visit
  const today = dayOf(context.clock.now(), merchant.time_zone)
  const periods = periodsOf(
    { firstDay: addDays(today, 1 - 2 * week), lastDay: today },
    'day',
    merchant.time_zone,
    2 * week,
  )
  const statistics = await readMoney(context, { ...visit, periods })
  if (!statistics) return html`<p class="alert" role="alert">${tooManyToAdd}</p>`
  const shown = boxes.map((box) => {
    const { preset, title, firstDaysAgo, lastDaysAgo } = box
    const days = { firstDay: addDays(today, -firstDaysAgo), lastDay: addDays(today, -lastDaysAgo) }
    return html`
      <section aria-labelledby="money-${preset}">
        <h2 id="money-${preset}"><a href="${to('numbers', { range: preset })}">${title}</a></h2>
        <p class="hint">${periodName(days, 'day')}</p>
        ${sumsOf(visit, box, statistics)}
      </section>
    `
  })
  return html`
    <div class="boxes">${shown}</div>
    ${weekOf(visit, statistics, periods.slice(-week))}
    <p class="hint">
      Days are whole days in ${merchant.time_zone.replaceAll('_', ' ')}. Money counts on the day that it was booked.
    </p>
  `
}

/** The last seven days in one currency, beside the seven before. Null: they have no payment. */
function weekOf(
  { query, to }: MemberVisit,
  statistics: readonly CurrencyStatistics[],
  days: readonly Period[],
): Markup | null {
  const paid = statistics.filter(({ total }) => total.moved.payment.count > 0)
  const chosen = paid.find(({ currency }) => currency === query['currency']) ?? paid[0]
  if (!chosen) return null
  const { currency, periods } = chosen
  const amounts = periods.map(({ moved }) => moved.payment.amount)
  const seriesOf = (name: string, values: readonly number[]): Series => ({
    name,
    values,
    texts: values.map((amount) => money(amount, currency)),
  })
  const bars = chart({
    title: `Payments in ${currency}`,
    labels: days.map((day) => periodName(day, 'day')),
    labelled: 'Day',
    now: seriesOf('Paid', amounts.slice(week)),
    before: seriesOf('A week before', amounts.slice(0, week)),
    ...moneyScale(amounts, currency),
    kind: 'bars',
  })
  const currencies = paid.slice(0, maxCurrencies).map(({ currency: code }) => [code, code] as const)
  const choice =
    currencies.length > 1 && chips(currencies, currency, (code) => to(homePath, { currency: code }), 'Currency')
  return section('week', 'Each day', html`${choice}<div class="week">${figuresOf(chosen)}</div>${bars}`)
}

/** Four figures of the last seven days, with their change. */
function figuresOf({ currency, periods }: CurrencyStatistics): Markup {
  const inMoney = (amount: number): string => money(amount, currency)
  const all = figures.map(({ label, of, more, isCount }): Tile => {
    const [before, now] = [sumsOfAll(periods.slice(0, week)), sumsOfAll(periods.slice(week))].map(of)
    return {
      label,
      value: (isCount ? count : inMoney)(now ?? 0),
      change: changeOf(before ?? 0, now ?? 0, more),
      spark: spark(periods.slice(week).map(({ moved }) => Math.max(0, of(moved)))),
    }
  })
  return tiles(all, `Last 7 days in ${currency}`)
}

interface Figure {
  readonly label: string
  readonly of: (moved: Sums) => number
  /** What more of it means. */
  readonly more: 'good' | 'bad'
  readonly isCount?: boolean
}

const figures: readonly Figure[] = [
  { label: lineWords.payment, of: ({ payment }) => payment.amount, more: 'good' },
  { label: 'Payments', of: ({ payment }) => payment.count, more: 'good', isCount: true },
  { label: lineWords.refund, of: ({ refund }) => refund.amount, more: 'bad' },
  { label: 'Net', of: netOf, more: 'good' },
]

/** Null: without a figure above zero before, there is no share of it. */
function changeOf(before: number, now: number, more: Figure['more']): NonNullable<Tile['change']> | null {
  if (before <= 0) return null
  const share = Math.round(((now - before) / before) * 100)
  const text = `${share > 0 ? '+' : share < 0 ? '−' : ''}${count(Math.abs(share))}%`
  const tone = share === 0 ? 'quiet' : share > 0 === (more === 'good') ? 'good' : 'bad'
  return { text, tone, words: 'on the week before' }
}

const tooManyToAdd = 'The last two weeks have too many payments to add up while you wait.'

/** A box shows at most this many currencies. The page of numbers has all. */
const maxCurrencies = 6

function sumsOf(
  { to }: MemberVisit,
  { preset, firstDaysAgo, lastDaysAgo }: Box,
  statistics: readonly CurrencyStatistics[],
): Markup {
  const moved = statistics.flatMap((ofCurrency) => {
    const { length } = ofCurrency.periods
    const moved = sumsOfAll(ofCurrency.periods.slice(length - 1 - firstDaysAgo, length - lastDaysAgo))
    return lineKinds.some((kind) => moved[kind].count > 0) ? [{ currency: ofCurrency.currency, moved }] : []
  })
  if (moved.length === 0) return html`<p>No money moved.</p>`
  const rows = moved.slice(0, maxCurrencies).map(({ currency, moved: of }) => {
    const address = to('numbers', { range: preset, currency })
    return html`
      <div>
        <dt><a href="${address}">${money(of.payment.amount, currency)}</a></dt>
        <dd>${partsOf(of, currency)}</dd>
      </div>
    `
  })
  const others = moved.length - rows.length
  const rest = others === 1 ? '1 more currency' : `${count(others)} more currencies`
  const more = others > 0 && html`<p><a href="${to('numbers', { range: preset })}">${rest}</a></p>`
  return html`<dl class="sums">${rows}</dl>${more}`
}

/** `2 payments`, and what else moved: `£5.00 refunded`, `£15.00 net`. A line breaks between them. */
function partsOf(moved: Sums, currency: string): Markup[] {
  const { count: payments, amount: taken } = moved.payment
  const net = netOf(moved)
  const others = lineKinds.filter((kind) => kind !== 'payment' && moved[kind].count > 0)
  const parts = [
    payments === 1 ? '1 payment' : `${count(payments)} payments`,
    ...others.map((kind) => `${money(moved[kind].amount, currency)} ${lineWords[kind].toLowerCase()}`),
    ...(net === taken ? [] : [`${money(net, currency)} net`]),
  ]
  return parts.map((part, index) => html`<span>${part}${index < parts.length - 1 && ' ·'}</span> `)
}
