import type { components } from '../../../generated/adyen-checkout.ts'
import { isLoopback } from '../../domain/loopback.ts'
import type { Challenge, ChallengeAnswer, Challenged } from '../processor.ts'
import type { AdyenAmount } from './amounts.ts'
import { objectAt, parseObject, textAt, textsOf, type JsonObject } from './json.ts'

export type CompletionDetails = components['schemas']['PaymentCompletionDetails']

/** What the adapter must remember until the customer comes back. */
export interface ChallengeState {
  readonly step: 'redirect' | 'fingerprint' | 'challenge'
  readonly amount: AdyenAmount
  readonly returnUrl: string
  readonly paymentData: string | null
  readonly authorisationToken: string | null
  /** EMV's id of the authentication. Only the bank and we know it, so a return without it is forged. */
  readonly transaction: string | null
}

const maxStateBytes = 16 * 1024
const maxFieldCharacters = 32 * 1024
const maxUrlCharacters = 4096
/** The longest token or payment data that fits the stored state. */
const maxTokenCharacters = 15_000

export type Step =
  | { readonly kind: 'challenge'; readonly challenged: Challenged }
  /** The bank wants no fingerprint. Adyen continues as soon as it knows that. */
  | { readonly kind: 'continue'; readonly state: ChallengeState; readonly details: CompletionDetails }
  /** The action is not one that the adapter knows, or it is broken. */
  | { readonly kind: 'unusable' }

/** Reads Adyen's `action`. Its addresses must be https, because the customer's browser opens them. */
export function readAction(body: JsonObject, { amount, returnUrl }: { amount: AdyenAmount; returnUrl: string }): Step {
  const action = objectAt(body, 'action')
  const base = {
    amount,
    returnUrl,
    paymentData: textAt(action, 'paymentData', maxTokenCharacters),
    authorisationToken: textAt(action, 'authorisationToken', maxTokenCharacters),
    transaction: null,
  }
  switch (textAt(action, 'type')) {
    case 'redirect':
      return redirectStep(action, { ...base, step: 'redirect', authorisationToken: null })
    case 'threeDS2':
      return nativeStep(action, base)
    default:
      return unusable
  }
}

const unusable: Step = { kind: 'unusable' }

function redirectStep(action: JsonObject | null, state: ChallengeState): Step {
  const url = addressAt(action, 'url')
  if (url === null) return unusable
  if (textAt(action, 'method')?.toUpperCase() !== 'POST')
    return challengeStep({ kind: 'page', url }, { ...state, paymentData: null })
  const fields = textsOf(objectAt(action, 'data') ?? {}, maxFieldCharacters)
  return fields ? challengeStep({ kind: 'form', url, fields }, state) : unusable
}

function nativeStep(action: JsonObject | null, base: Omit<ChallengeState, 'step'>): Step {
  const token = decoded(textAt(action, 'token', maxFieldCharacters) ?? '')
  const transaction = textAt(token, 'threeDSServerTransID', 100)
  if (transaction === null) return unusable
  const subtype = textAt(action, 'subtype')
  if (subtype === 'fingerprint') return fingerprintStep(token, { ...base, step: 'fingerprint', transaction })
  return subtype === 'challenge' ? bankStep(token, { ...base, step: 'challenge', transaction }) : unusable
}

function fingerprintStep(token: JsonObject | null, state: ChallengeState): Step {
  const named =
    textAt(token, 'threeDSMethodURL', maxUrlCharacters) ?? textAt(token, 'threeDSMethodUrl', maxUrlCharacters)
  if (named === null) return { kind: 'continue', state, details: fingerprintDetails('U') }
  const url = allowedAddress(named)
  if (url === null) return unusable
  const data = { threeDSServerTransID: state.transaction, threeDSMethodNotificationURL: state.returnUrl }
  return challengeStep({ kind: 'fingerprint', url, fields: { threeDSMethodData: encoded(data) } }, state)
}

function bankStep(token: JsonObject | null, state: ChallengeState): Step {
  const url = addressAt(token, 'acsURL')
  const acsTransID = textAt(token, 'acsTransID', 100)
  const messageVersion = textAt(token, 'messageVersion', 20)
  if (url === null || acsTransID === null || messageVersion === null) return unusable
  const creq = encoded({
    threeDSServerTransID: state.transaction,
    acsTransID,
    messageVersion,
    messageType: 'CReq',
    challengeWindowSize: '05',
  })
  return challengeStep({ kind: 'form', url, fields: { creq } }, state)
}

function challengeStep(challenge: Challenge, kept: ChallengeState): Step {
  const state = JSON.stringify(kept)
  if (Buffer.byteLength(state) > maxStateBytes) return unusable
  return { kind: 'challenge', challenged: { kind: 'challenge', challenge, state } }
}

export function readState(text: string | null): ChallengeState | null {
  return text === null ? null : (parseObject(text) as ChallengeState | null)
}

/** What to tell Adyen about the customer's part. Null: the fields do not answer this step, so nothing follows. */
export function detailsOf(state: ChallengeState, result: ChallengeAnswer['result']): CompletionDetails | null {
  switch (result.kind) {
    case 'fingerprint':
      return state.step === 'fingerprint' ? fingerprintDetails(result.isComplete ? 'Y' : 'N') : null
    case 'abandoned':
      return state.step === 'challenge' ? challengeDetails(state, 'N') : null
    case 'returned':
      return returnedDetails(state, result.fields)
  }
}

function returnedDetails(state: ChallengeState, fields: Readonly<Record<string, string>>): CompletionDetails | null {
  switch (state.step) {
    case 'fingerprint':
      return isFromBank(decoded(textAt(fields, 'threeDSMethodData', 5_000) ?? ''), state)
        ? fingerprintDetails('Y')
        : null
    case 'challenge': {
      const cres = decoded(textAt(fields, 'cres', 5_000) ?? '')
      const transStatus = textAt(cres, 'transStatus', 1)
      return isFromBank(cres, state) && transStatus !== null ? challengeDetails(state, transStatus) : null
    }
    case 'redirect': {
      const redirectResult = textAt(fields, 'redirectResult', 20_000)
      if (redirectResult !== null) return { redirectResult }
      const MD = textAt(fields, 'MD', 20_000)
      const PaRes = textAt(fields, 'PaRes', 20_000)
      return MD !== null && PaRes !== null ? { MD, PaRes } : null
    }
  }
}

function isFromBank(message: JsonObject | null, { transaction }: ChallengeState): boolean {
  return transaction !== null && textAt(message, 'threeDSServerTransID', 100) === transaction
}

function fingerprintDetails(threeDSCompInd: 'Y' | 'N' | 'U'): CompletionDetails {
  return { 'threeds2.fingerprint': standardEncoded({ threeDSCompInd }) }
}

function challengeDetails({ authorisationToken }: ChallengeState, transStatus: string): CompletionDetails {
  return authorisationToken === null
    ? { 'threeds2.challengeResult': standardEncoded({ transStatus }) }
    : { threeDSResult: standardEncoded({ transStatus, authorisationToken }) }
}

/** Base64url without padding, as EMV 3-D Secure wants its messages. */
function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Base64 with padding, as Adyen wants the results. */
function standardEncoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

/** Reads base64 and base64url, with and without padding. */
function decoded(text: string): JsonObject | null {
  return parseObject(Buffer.from(text, 'base64').toString('utf8'))
}

function addressAt(object: JsonObject | null, name: string): string | null {
  const text = textAt(object, name, maxUrlCharacters)
  return text === null ? null : allowedAddress(text)
}

/** Https, or http on this machine for a stand-in. */
function allowedAddress(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.username + url.password !== '') return null
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? url.href : null
}
