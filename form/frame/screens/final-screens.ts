import type { InitMessage } from '../../messages.ts'
import { fill, paidText } from '../../texts/fill.ts'
import { isRefusedCard } from './alerts.ts'
import type { FormSession } from '../session/form-session.ts'
import { element, page } from '../page/page.ts'
import type { SendToParent } from '../page/parent-window.ts'
import { isWhole } from '../../receipt.ts'
import { showReceipt } from './receipt.ts'
import { wrongSecret } from './wrong-secret.ts'
import { amountOf, showOutcome, showUnavailable, summaryOf } from './screen.ts'

const texts = page.texts

/** Says why this session cannot be paid in this form. The customer reads another text than the developer. */
export function showRefusal(
  send: SendToParent,
  code: 'insecure_context' | 'invalid_client_secret',
  clientSecret = '',
): void {
  if (code === 'insecure_context') return showUnavailable(send, code, texts.insecure)
  const message = wrongSecret(clientSecret)
  console.error('ServicePay:', message)
  showUnavailable(() => send({ type: 'error', error: { code, message } }), code, texts.invalidLink)
  offerStart(null, send)
}

/** In a shop's page, offers the way to a new checkout. Our own pages have their own way back. */
function offerStart(backUrl: string | null, send: SendToParent): void {
  if (texts.startAgain)
    offer(texts.startAgain, () => send(backUrl === null ? { type: 'reload' } : { type: 'redirect', url: backUrl }))
}

function offer(label: string, onclick: () => void): void {
  Object.assign(element('retry'), { textContent: label, onclick, hidden: false })
}

/** How long the customer can read that the payment has arrived. */
const redirectPauseMilliseconds = 1_500
/** After this time the page has normally gone. It stays when the address answers with a download or with no content. */
const departureMilliseconds = 4_000

/**
 * Tells the customer and then the page that the payment has arrived, and lets the page redirect. A customer who comes
 * back with the browser's back button stays, and gets a button instead.
 */
export function showPaid(
  session: FormSession,
  { redirect, isReturn }: Pick<InitMessage, 'redirect' | 'isReturn'>,
  send: SendToParent,
): void {
  const url = redirect ? session.redirect_url : null
  const { merchant_name: merchant } = session
  const paid = merchant === null ? '' : fill(texts.paidTo, { merchant })
  const leaves = url !== null && !isReturn
  showOutcome({ tone: 'good', title: texts.paidTitle, text: leaves ? `${paid}\n${texts.returning}`.trim() : paid })
  if (isWhole(session)) showSum(session)
  keepTestBadge(session)
  showReceipt(session, !leaves)
  send({ type: 'complete', session: summaryOf(session) })
  if (url === null) return
  const leave = (): void => send({ type: 'redirect', url })
  const stay = (): void => {
    element('outcome-text').textContent = paid
    offer(texts.onward, leave)
  }
  if (leaves) {
    setTimeout(leave, redirectPauseMilliseconds)
    // The page may also stay because the customer chose to, when the shop's page asked.
    setTimeout(stay, redirectPauseMilliseconds + departureMilliseconds)
  } else stay()
  // The browser has kept the page, and shows it again.
  addEventListener('pageshow', ({ persisted }) => persisted && stay())
}

/** The amount, above the title of the outcome. */
function showSum(session: FormSession): void {
  const sum = Object.assign(document.createElement('p'), { className: 'sum', textContent: amountOf(session) })
  element('outcome-title').before(sum)
}

/** A receipt of a test payment says so too. Our own pages have their own badge, and hide the form's. */
function keepTestBadge({ livemode }: FormSession): void {
  const badge = element('test')
  badge.hidden = livemode
  if (texts.startAgain) element('outcome').prepend(badge)
}

/** Says that another visitor of the same checkout has paid. */
export function showAlreadyPaid(session: FormSession, send: SendToParent): void {
  const { alreadyPaid } = texts
  const text = paidText(alreadyPaid, amountOf(session), session.merchant_name)
  showOutcome({ tone: 'good', title: alreadyPaid.paidTitle, text })
  keepTestBadge(session)
  send({ type: 'error', error: { code: 'already_paid', message: text } })
}

/** Whether the bank may have taken money in this visitor's last attempt, which then goes back. */
function mayBeCharged({ last_attempt, failure_code }: FormSession): boolean {
  return last_attempt !== null && (last_attempt.left_at_bank || !isRefusedCard(failure_code))
}

/** Says that the session takes no more payments. */
export function showClosed(session: FormSession, previous: FormSession | undefined, send: SendToParent): void {
  const failed = session.status === 'failed'
  // After an unfinished bank check, money that the bank took goes back, as the text of an expired checkout says.
  // The bank approved the payment after the session had ended, so the money went back.
  const isLate = session.receipt !== null
  const [title, message] = isLate
    ? [texts.receipt.lateTitle, fill(texts.receipt.late, { amount: amountOf(session) })]
    : failed
      ? [texts.failedTitle, session.failure_code === 'processor_unavailable' ? texts.expired : texts.failed]
      : [texts.expiredTitle, mayBeCharged(session) ? texts.expired : texts.notCharged]
  showOutcome({ tone: isLate ? 'good' : 'bad', title, text: message })
  keepTestBadge(session)
  if (isLate) showReceipt(session, true)
  offerStart(session.cancel_url, send)
  // `failed` reports what happened in this form. A form that opens on a failed session reports that it cannot be paid.
  if (failed && previous) send({ type: 'failed', session: summaryOf(session) })
  else send({ type: 'error', error: { code: 'session_not_payable', message } })
}
