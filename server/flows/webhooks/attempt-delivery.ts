import { timeOfId } from '../../domain/ids.ts'
import { open, type Keyring } from '../../domain/crypto/keyring.ts'
import { BoundedMap } from '../../domain/memory.ts'
import { reorderedMs, type WebhookFault } from '../../domain/sandbox/test-faults.ts'
import type { Scope } from '../../domain/scope.ts'
import {
  abandonDelivery,
  claimDelivery,
  holdDelivery,
  recordDeliveryAttempt,
  reorderDelivery,
  type SendableDelivery,
  type ClaimedDelivery,
  type RecordedAttempt,
} from '../../store/webhooks/deliveries.ts'
import { insertRedelivery } from '../../store/webhooks/events.ts'
import { mostTries } from '../../store/work/due.ts'
import type { DueDelivery } from '../../store/webhooks/due-deliveries.ts'
import { continueTrace, inSpan } from '../../engines/trace/current-trace.ts'
import { deliver, type DeliveryResult } from '../../webhooks/deliver.ts'
import { nextAttemptAt } from '../../webhooks/retry-schedule.ts'
import type { FlowContext } from '../context.ts'
import { noteEndpointResult } from './note-endpoint-result.ts'
import { reportFailure } from '../work/report-failure.ts'
import { signingSecretPurpose } from './set-webhook-endpoint.ts'

/** How long a claim keeps other workers away: the 15 s of an attempt, and time to record its result. */
export const deliveryClaimMs = 25_000

/** How long a delivery waits before the worker looks again whether its account has been reviewed. */
const heldSeconds = 3600

/** The result of an attempt, and the address that it used. */
export type DeliveryAttempt = DeliveryResult & { readonly url: string }

/**
 * Makes one attempt of a due delivery. Null when another worker has claimed it. Abandons the delivery when its address
 * or its event is gone.
 */
export async function attemptDelivery(
  context: FlowContext,
  due: DueDelivery,
): Promise<DeliveryAttempt | 'not_sent' | null> {
  const now = context.clock.now()
  const claimed = await claimDelivery(due.scope, context.db, {
    delivery: due,
    leasedUntil: new Date(now.getTime() + deliveryClaimMs),
  })
  if (!claimed) return null
  const about = { ...due.scope, ...(claimed.session_id !== null && { sessionId: claimed.session_id }) }
  const trace = { name: 'deliver event', about, tracer: context.tracer }
  return continueTrace(claimed, trace, () => attemptClaimed(context, due, claimed, now))
}

async function attemptClaimed(
  context: FlowContext,
  due: DueDelivery,
  claimed: ClaimedDelivery,
  now: Date,
): Promise<DeliveryAttempt | 'not_sent'> {
  if (!isSendable(claimed)) {
    await abandonDelivery(due.scope, context.db, due.id)
    return 'not_sent'
  }
  // Only a person can ask for a single attempt.
  if (claimed.is_held && !claimed.single_attempt) {
    await holdDelivery(due.scope, context.db, due.id, new Date(now.getTime() + heldSeconds * 1000))
    return 'not_sent'
  }
  const fault = nextFault(context, due.scope, claimed)
  if (fault === 'reordered') {
    await reorderDelivery(due.scope, context.db, due.id, new Date(now.getTime() + reorderedMs))
    return 'not_sent'
  }
  const result = await inSpan({ name: 'POST', kind: 'client' }, async (span) => {
    const answer = await send(context, due, claimed, now)
    span?.note({ 'servicepay.event_id': claimed.event_id, 'servicepay.attempt': attemptsOf(claimed) })
    if (answer.status !== null) span?.note({ 'http.response.status_code': answer.status })
    if (answer.kind !== 'delivered') span?.note({ 'error.type': answer.kind })
    return answer
  })
  const record = recordOf(claimed, result, now, context.clock.now())
  await recordDeliveryAttempt(due.scope, context.db, record)
  logAttempt(context, claimed, result)
  if (fault === 'duplicated' && result.kind === 'delivered')
    await insertRedelivery(due.scope, context.db, claimed.event_id, { now: context.clock.now(), fault })
  context.observe({
    kind: 'delivery_attempted',
    result: record.status === 'pending' ? 'failed' : record.status,
    delaySeconds: delayOf(claimed, now),
  })
  await noteEndpointResult(context, due.scope, claimed, result)
  return { ...result, url: claimed.url }
}

/** What the account wants to happen to this event in test mode. A delivery has one fault at most. */
function nextFault(
  context: FlowContext,
  { merchantId, livemode }: Scope,
  claimed: ClaimedDelivery,
): WebhookFault | null {
  const { fault, test_faults, failed_attempts, single_attempt } = claimed
  if (livemode || fault !== null || failed_attempts > 0 || single_attempt) return null
  return context.testFaults.nextOfEvent({ merchant_id: merchantId, test_faults })
}

/**
 * Sends the event. An error of ours counts as a failed attempt, so that its retries end, and people see why nothing
 * arrives.
 */
async function send(
  context: FlowContext,
  { scope, id }: DueDelivery,
  claimed: SendableDelivery,
  now: Date,
): Promise<DeliveryResult> {
  const secret = openSecret(context.keyring, scope, claimed.sealed_secret)
  const sealedNext = claimed.sealed_next_secret
  if (secret === null) return notSent('the keys of this service cannot decrypt the signing secret of the address')
  try {
    return await deliver({
      url: claimed.url,
      body: claimed.body,
      eventId: claimed.event_id,
      secret,
      nextSecret: sealedNext === null ? null : openSecret(context.keyring, scope, sealedNext),
      at: now,
      allow: context.settings.webhookAllow,
      failedAttempts: claimed.failed_attempts,
      resolve: context.settings.resolve,
    })
  } catch (error) {
    reportFailure(context, 'deliver_events', error, { merchantId: scope.merchantId, id })
    return notSent('the service could not send it because of an error, which its log shows')
  }
}

function notSent(error: string): DeliveryResult {
  return {
    kind: 'failed',
    answered: false,
    status: null,
    error,
    responseExcerpt: null,
    durationMs: 0,
    requestHeaders: {},
  }
}

/** The signing secrets that this process has decrypted. A new secret has another sealed text. */
const opened = new WeakMap<Keyring, BoundedMap<string, string>>()
const maxOpened = 1_000

/** Decrypting for each attempt would cost a tenth of the processor time of deliveries. */
function openSecret(keyring: Keyring, scope: Scope, sealed: string): string | null {
  const purpose = signingSecretPurpose(scope)
  const name = `${purpose} ${sealed}`
  const secrets = opened.get(keyring) ?? new BoundedMap<string, string>(maxOpened)
  opened.set(keyring, secrets)
  const known = secrets.get(name)
  if (known !== undefined) return known
  const secret = open(keyring, purpose, sealed)
  if (secret !== null) secrets.set(name, secret)
  return secret
}

function isSendable(claimed: ClaimedDelivery): claimed is SendableDelivery {
  return claimed.body !== null && claimed.url !== null && claimed.sealed_secret !== null
}

/** The number of this attempt. A count that no attempt can have left must not keep the result from being recorded. */
function attemptsOf({ failed_attempts: failed }: ClaimedDelivery): number {
  return Math.min(Math.max(failed, 0), mostTries) + 1
}

function recordOf(claimed: SendableDelivery, result: DeliveryResult, startedAt: Date, endedAt: Date): RecordedAttempt {
  const delivered = result.kind === 'delivered'
  const failedAttempts = attemptsOf(claimed) - (delivered ? 1 : 0)
  const next = delivered || claimed.single_attempt ? null : nextAttemptAt(failedAttempts, endedAt)
  return {
    deliveryId: claimed.id,
    attempt: attemptsOf(claimed),
    status: delivered ? 'delivered' : next ? 'pending' : 'abandoned',
    failedAttempts,
    nextAttemptAt: next,
    url: claimed.url,
    requestHeaders: result.requestHeaders,
    responseStatus: result.status,
    error: result.error,
    responseExcerpt: result.responseExcerpt,
    durationMs: Math.round(result.durationMs),
    attemptedAt: startedAt,
  }
}

/**
 * Seconds that an event waited for its first attempt. `payment_link.paid` is dated a millisecond ahead, so the
 * difference can be negative.
 */
function delayOf(claimed: ClaimedDelivery, now: Date): number | null {
  return claimed.failed_attempts > 0 ? null : Math.max(0, now.getTime() - timeOfId(claimed.id).getTime()) / 1000
}

function logAttempt(context: FlowContext, claimed: ClaimedDelivery, result: DeliveryResult): void {
  const fields = {
    eventId: claimed.event_id,
    deliveryId: claimed.id,
    attempt: attemptsOf(claimed),
    status: result.status,
    durationMs: Math.round(result.durationMs),
  }
  if (result.kind === 'delivered') context.log.info(fields, 'event delivered')
  else context.log.warn({ ...fields, error: result.error }, 'event not delivered')
}
