import { createHmac } from 'node:crypto'
import type { CountedClient } from './counted-client.ts'
import { paceOf, type DeclineLimits, type Queue } from '../../domain/card-testing/decline-limits.ts'
import { countsAsDeclinedCard } from '../../domain/sessions/failure-codes.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { hasPaidFrom } from '../../store/sessions/card-attempts.ts'
import { loadSession } from '../../store/sessions/checkout-sessions.ts'
import { countCard, declinesOf, endCount, forgetDeclines } from '../../store/card-testing/decline-counts.ts'
import {
  firstRefusal,
  forgetAllowances,
  giveAllowanceBack,
  noteFirstRefusal,
  takeAllowance,
} from '../../store/card-testing/paced-allowances.ts'
import type { FlowContext } from '../context.ts'
import type { AttemptEnd } from '../observation.ts'

const hourMs = 3600_000

/** How long a payment shows that an address belongs to a customer of the account. */
const customerForMs = 30 * 24 * hourMs
/** How many cards of such a customer may be declined in an hour before the customer takes turns like anyone else. */
const customerDeclines = 5

/** A network has the limit of this many addresses. */
const addressesInNetwork = 10

/** How long a customer stays in the queue `waiting`: the form asks people to wait a minute. */
const waitingMs = 5 * 60_000

/** The seconds that a refused customer waits: at least, and at most. */
const shortestWait = 5
const longestWait = 60

/**
 * How many hexadecimal digits of the address's hash name a refused customer. They bound the rows that an attacker can
 * create at one account to a million. Two customers who share a name only share their position in the queues.
 */
const nameDigits = 5

/** A customer's client as the database keeps it: keyed hashes, which do not reveal the address. */
export interface HashedClient {
  readonly address: string
  readonly network: string
}

/** An allowance that a customer took at an account or link with too many declined cards. */
export interface Allowance {
  readonly queue: string
  readonly intervalMs: number
}

interface Wait {
  readonly kind: 'wait'
  readonly seconds: number
}

/** The counts of an hour to which a card was added before it goes to the bank. The address comes first. */
interface CountedCard {
  readonly hour: Date
  readonly subjects: readonly string[]
}

/** `counted`: null when the limits do not apply. */
export interface Admitted {
  readonly kind: 'admitted'
  readonly counted: CountedCard | null
  readonly allowances: readonly Allowance[]
}

export type Admission = Admitted | Wait

/**
 * Decides whether a customer may try a card at a session now, and counts the card. `no_session`: there is no session
 * with this id.
 */
export async function admitCard(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  client: HashedClient,
): Promise<Admission | { readonly kind: 'no_session' }> {
  if (!applies(context.settings.declineLimits, scope.livemode))
    return { kind: 'admitted', counted: null, allowances: [] }
  const session = await loadSession(scope, context.db, sessionId)
  return session ? admitAmong(context, scope, { linkId: session.payment_link_id, ...client }) : { kind: 'no_session' }
}

/**
 * Decides whether a customer may try a card at an account or one of its links now. Each card counts as declined until
 * the bank answers, so that cards that are sent at once cannot exceed a limit together. An address with too many
 * declined cards waits for the next hour. At an account, link or network with too many, customers who paid before go
 * on, and all others take turns (spec/decisions/card-testing.md#card-testing).
 */
export async function admitAmong(
  context: FlowContext,
  scope: Scope,
  client: HashedClient & { readonly linkId: string | null },
): Promise<Admission> {
  const limits = context.settings.declineLimits
  const now = context.realClock.now()
  const crowds = crowdsOf(limits, { merchantId: scope.merchantId, ...client })
  const counted: CountedCard = { hour: hourOf(now), subjects: [client.address, ...crowds.keys()] }
  const counts = await countCard(context.db, counted, limits.perAddress)
  if (!counts) return addressWait(context, client.address, now)
  const before = (subject: string): number => (counts.get(subject) ?? 1) - 1
  const own = before(client.address)
  const over = [...crowds].filter(([subject, limit]) => before(subject) >= limit)
  const since = new Date(now.getTime() - customerForMs)
  const isFree =
    over.length === 0 || (own < customerDeclines && (await hasPaidFrom(scope, context.db, client.address, since)))
  if (isFree) return { kind: 'admitted', counted, allowances: [] }
  const hasDeclines = own > 0 || before(client.network) >= limits.perAddress
  const allowances: Allowance[] = []
  for (const [crowd, limit] of over) {
    const taken = await takeAllowanceIn(context, { crowd, limit, client, hasDeclines }, now)
    if (taken.kind === 'allowance') allowances.push(taken.allowance)
    else {
      await withdrawAdmission(context, { kind: 'admitted', counted, allowances })
      return taken
    }
  }
  return { kind: 'admitted', counted, allowances }
}

/** The bank has not answered some cards of the address yet, or its declined cards alone reach the limit. */
async function addressWait(context: FlowContext, address: string, now: Date): Promise<Wait> {
  const declines = await declinesOf(context.db, hourOf(now), address)
  const isOver = declines >= context.settings.declineLimits.perAddress
  return waitSeconds(isOver ? (hourOf(now).getTime() + hourMs - now.getTime()) / 1000 : shortestWait)
}

interface Arrival {
  readonly crowd: string
  readonly limit: number
  readonly client: HashedClient
  readonly hasDeclines: boolean
}

async function takeAllowanceIn(
  context: FlowContext,
  { crowd, limit, client, hasDeclines }: Arrival,
  now: Date,
): Promise<{ readonly kind: 'allowance'; readonly allowance: Allowance } | Wait> {
  const name = `refused ${crowd} ${client.address.slice(-nameDigits)}`
  const refusedAt = hasDeclines ? null : await firstRefusal(context.db, name)
  const queue: Queue =
    hasDeclines || (refusedAt !== null && now.getTime() - refusedAt.getTime() > waitingMs)
      ? 'late'
      : refusedAt === null
        ? 'new'
        : 'waiting'
  const allowance = { queue: `${queue} ${crowd}`, ...paceOf(queue, limit) }
  if (await takeAllowance(context.db, allowance.queue, now, allowance)) return { kind: 'allowance', allowance }
  if (queue === 'new') await noteFirstRefusal(context.db, name, now)
  const pause = queue === 'late' ? longestWait : Math.max(shortestWait, allowance.intervalMs / 1000)
  return waitSeconds(Math.min(longestWait, pause))
}

function waitSeconds(seconds: number): Wait {
  return { kind: 'wait', seconds: Math.ceil(seconds) }
}

/** The card is not sent to the bank after all. */
export async function withdrawAdmission(context: FlowContext, { counted, allowances }: Admitted): Promise<void> {
  await returnAllowances(context, allowances)
  if (counted) await endCount(context.db, counted, { declined: false })
}

/** Gives back the allowances of a card that was not declined. Only declined cards use allowances up. */
export async function returnAllowances(context: FlowContext, allowances: readonly Allowance[]): Promise<void> {
  for (const { queue, intervalMs } of allowances) await giveAllowanceBack(context.db, queue, intervalMs)
}

/**
 * Counts a card as declined or no longer, after the commit that ended its attempt. When a crash prevents this, the card
 * counts as declined until the hour is over.
 */
export async function countAnswer(
  context: FlowContext,
  attempt: AttemptRecord,
  session: Pick<SessionRecord, 'payment_link_id'>,
  end: AttemptEnd,
): Promise<void> {
  const limits = context.settings.declineLimits
  const { merchant_id: merchantId, client_address: address, client_network: network, created_at: at } = attempt
  if (address === null || !applies(limits, attempt.livemode)) return
  // In test mode, the time of an account may be ahead of the one that the counts follow.
  const aheadMs = context.clock.now().getTime() - context.realClock.now().getTime()
  const hour = hourOf(new Date(at.getTime() - Math.max(0, aheadMs)))
  if (hour < hourOf(context.realClock.now())) return
  const crowds = crowdsOf(limits, { merchantId, linkId: session.payment_link_id, network })
  const ended = endCount(context.db, { hour, subjects: [address, ...crowds.keys()] }, { declined: isDecline(end) })
  const noted = ended.catch((error: unknown) => {
    context.log.warn({ merchantId, error: loggable(error) }, 'could not count the reply of the bank')
  })
  // A customer who has paid does not wait for this. One whose payment failed may send the next card at once.
  if (end === 'approved') context.track(noted)
  else await noted
}

/**
 * For card testers, the bank's question already says that the card is good
 * (spec/decisions/card-testing.md#card-testing).
 */
function isDecline(end: AttemptEnd): boolean {
  return end !== 'approved' && end !== 'returned' && countsAsDeclinedCard(end)
}

/** Deletes a batch of counts of past hours, and of allowances that are over. True: there may be more. */
export async function forgetOldDeclines(context: FlowContext): Promise<boolean> {
  const now = context.realClock.now()
  const more = await Promise.all([
    forgetDeclines(context.db, hourOf(now)),
    forgetAllowances(context.db, new Date(now.getTime() - hourMs)),
  ])
  return more.includes(true)
}

function applies(limits: DeclineLimits, livemode: boolean): boolean {
  return limits.modes === 'all' || (limits.modes === 'live' && livemode)
}

/**
 * What counts the declined cards of many customers, with its limit. The smallest group is first, and all statements
 * lock the counts in this order.
 */
function crowdsOf(
  { perAccount, perAddress, perLink }: DeclineLimits,
  of: { merchantId: string; linkId: string | null; network: string | null },
): Map<string, number> {
  const crowds = new Map<string, number>()
  if (of.network !== null) crowds.set(of.network, perAddress * addressesInNetwork)
  if (of.linkId !== null) crowds.set(`link ${of.linkId}`, perLink)
  return crowds.set(`account ${of.merchantId}`, perAccount)
}

/** Keyed hashes of a client's address and network. The tables then do not reveal them. */
export function hashClient(context: FlowContext, { address, network }: CountedClient): HashedClient {
  return { address: subjectOf(context, 'address', address), network: subjectOf(context, 'network', network) }
}

function subjectOf(context: FlowContext, kind: string, text: string): string {
  const hash = createHmac('sha256', context.keyring.current.clientSecrets).update(`${kind} ${text}`).digest('hex')
  return `${kind} ${hash.slice(0, 32)}`
}

function hourOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / hourMs) * hourMs)
}
