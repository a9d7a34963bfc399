import type { Request } from '@hapi/hapi'
import { openClientSecret } from '../../domain/sessions/client-secret.ts'
import { countedClient, type CountedClient } from '../../flows/card-testing/counted-client.ts'
import { fail, type Failure, type FailureDetail } from '../../domain/failure.ts'
import { lackingPermission, type KeyAccess } from '../../domain/accounts/key-access.ts'
import { publicDemoOperations } from '../../domain/accounts/public-demo.ts'
import { ownKeyAdvice, type SignUp } from '../../domain/accounts/sign-up.ts'
import { callOf } from '../../domain/refusals.ts'
import type { Scope } from '../../domain/scope.ts'
import { visitorOf } from '../../domain/sessions/visitor.ts'
import { bytesWritten } from '../../domain/sandbox/test-storage.ts'
import { operations, type OperationId } from '../../../generated/operations.ts'
import { isInNetworks } from '../../engines/networks/networks.ts'
import type { FlowContext } from '../../flows/context.ts'
import { KeyUse } from '../../flows/accounts/note-key-use.ts'
import type { KeyWithMerchant } from '../../store/accounts/secret-keys.ts'
import { addressOfRequest, type TrustProxy } from './client-address.ts'
import type { ApiCaller, ApiCallers } from '../requests/contract.ts'
import type { FairLimit } from '../limits/fair-limit.ts'
import type { Limit } from '../../domain/queues/rate-limit.ts'
import { SecretKeyLookups, type WaitApart } from './secret-key-lookups.ts'
import { waitWithoutSlot, type RequestSource } from '../limits/share-request-slots.ts'

/** What a body of unknown length counts as. No session or link needs more. */
const unknownBodyBytes = 65_536

/** The characters of a link's code that its limit remembers. A code is shorter; a stranger may send anything. */
const countedCodeLength = 40

export interface Limits {
  /** Limit for each secret key. */
  readonly perKey: Limit
  /** Limit for each client address, for keys that this process has not seen. */
  readonly newKeys: Limit
  /** Limit for each client address that uses the public demo key, and for the key. */
  readonly demoKey: FairLimit
  /** Limit for each client address that opens payment links, and for each link. */
  readonly linkOpens: FairLimit
  /** Kilobytes that each client address may write in a day with the public demo key, and with other test keys. */
  readonly demoKilobytes: Limit
  readonly testKilobytes: Limit
  /** Limit for each client address in each checkout session, for the calls of the form. */
  readonly perSession: Limit
  /** Limit for each client address, for calls without a key. */
  readonly perAddress: Limit
  /** Limit for each client address, for sandbox signups. */
  readonly signup: Limit
  /** The proxies whose `X-Forwarded-For` the service trusts. */
  readonly trustProxy: TrustProxy
}

/** What to do without a key, or with one that no account has. */
function unknownKey(signUp: SignUp, secret: string | null): FailureDetail {
  const send = 'Send the header `Authorization: Bearer <secret key>` with a key from this service.'
  const fix = `${send} ${ownKeyAdvice(signUp)}`
  return secret === null ? { message: 'The request has no secret key.', fix } : { fix }
}

/** The operator has turned the public demo key off, or replaced it. */
const demoKeyOff = {
  message: 'This service has no public demo key, or another one.',
  fix: 'Use a secret key of your own account.',
}

const endedKey = {
  message: 'This secret key was revoked, or its time after a roll has ended.',
  fix: 'Use a current key of the account. The dashboard lists them.',
}

/** The code names webhooks, but it covers other calls too, so the message names the call. */
function notWithDemoKey(operation: OperationId, signUp: SignUp): FailureDetail {
  return {
    message: `The public demo key cannot call ${callOf(operation)}, because everyone shares this key.`,
    fix: ownKeyAdvice(signUp),
  }
}

/** Why a restricted key may not make the call. Null: it may. */
function forbiddenTo(key: KeyAccess, operation: OperationId, address: string): FailureDetail | null {
  if (key.networks !== null && !isInNetworks(key.networks, address))
    return {
      message: `This secret key may not be used from the address ${address}.`,
      fix: 'Call from a network that the key allows, or use another key. The dashboard lists the networks of each key.',
    }
  const lacking = lackingPermission(key, operation)
  if (lacking === null) return null
  return {
    message: `This secret key may not call ${callOf(operation)}: it lacks the permission \`${lacking}\`.`,
    fix: 'Use a key that may make this call. The dashboard shows what each key may do.',
  }
}

/** Checks the key, then the rate limit, then the limits of mode and demo key, all before the body is read. */
export class Authenticator {
  readonly #context: FlowContext
  readonly #limits: Limits
  readonly #publicDemoKey: string | null
  readonly #use: KeyUse
  readonly #lookups: SecretKeyLookups

  /** `publicDemoKey`: the one that works. The database keeps the account of an earlier one. */
  constructor(context: FlowContext, limits: Limits, publicDemoKey: string | null) {
    this.#context = context
    this.#limits = limits
    this.#publicDemoKey = publicDemoKey
    this.#use = new KeyUse(context)
    this.#lookups = new SecretKeyLookups(context, limits.newKeys)
  }

  authenticate(operation: OperationId, request: Request): Promise<ApiCaller | Failure> {
    switch (operations[operation].auth) {
      case 'secret_key':
        return this.#bySecretKey(operation, request)
      case 'client_secret':
        return this.#byClientSecret(request)
      case 'none':
        return this.#byAddress(operation, request)
    }
  }

  /** Who sends the request, without a read of the database. A key that this process has not seen yet is a visitor's. */
  sourceOf(request: Request): RequestSource {
    const { address } = this.#clientOf(request)
    const secret = bearer(request)
    if (secret === null) return { kind: 'visitor', address }
    const key = this.#lookups.seen(secret)
    if (key) return { kind: 'key', scope: { merchantId: key.merchant_id, livemode: key.livemode }, address }
    const opened = openClientSecret(this.#context.keyring, secret)
    return opened ? { kind: 'form', scope: opened.scope, address } : { kind: 'visitor', address }
  }

  async #bySecretKey(operation: OperationId, request: Request): Promise<ApiCallers['secret_key'] | Failure> {
    const secret = bearer(request)
    const waitApart: WaitApart = (wait) => waitWithoutSlot(request, wait)
    const found = secret === null ? null : await this.#lookups.find(secret, this.#clientOf(request).address, waitApart)
    if (found?.kind === 'too_many') return fail('rate_limited', { retryAfterSeconds: found.retryAfterSeconds })
    if (found?.kind !== 'known') return fail('invalid_api_key', unknownKey(this.#context.settings.signUp, secret))
    const { key } = found
    if (key.revoked_at || (await this.#hasEnded(key))) return fail('invalid_api_key', endedKey)
    if (key.public_demo && secret !== this.#publicDemoKey) return fail('invalid_api_key', demoKeyOff)
    this.#use.note(key)
    const wait = await this.#keyWait(key, request)
    const scope = { merchantId: key.merchant_id, livemode: key.livemode }
    if (wait !== null) return refuse(request, scope, key.key_id, fail('rate_limited', { retryAfterSeconds: wait }))
    const address = addressOfRequest(this.#limits.trustProxy, request)
    const forbidden = forbiddenTo(key, operation, address)
    if (forbidden) return refuse(request, scope, key.key_id, fail('webhooks_not_available', forbidden))
    if (key.livemode && !key.live_access) return refuse(request, scope, key.key_id, fail('live_mode_not_enabled'))
    if (key.public_demo && !publicDemoOperations.has(operation))
      return refuse(
        request,
        scope,
        key.key_id,
        fail('webhooks_not_available', notWithDemoKey(operation, this.#context.settings.signUp)),
      )
    const full = operations[operation].method === 'POST' ? await this.#takeStorage(key, request) : null
    if (full) return refuse(request, scope, key.key_id, full)
    return { scope, merchant: key, author: { personId: null, actor: key.key_id, address } }
  }

  /** A key that was rolled ends by the time of its account. */
  async #hasEnded(key: KeyWithMerchant): Promise<boolean> {
    if (!key.expires_at) return false
    const scope = { merchantId: key.merchant_id, livemode: key.livemode }
    const { clock } = await this.#context.testClocks.inTimeOf(this.#context, scope)
    return key.expires_at <= clock.now()
  }

  /** Strangers share the public demo key, so its limit also counts their addresses. */
  #keyWait(key: KeyWithMerchant, request: Request): ReturnType<Limit['take']> {
    return key.public_demo
      ? this.#limits.demoKey.take(key.key_id, this.#clientOf(request).address)
      : this.#limits.perKey.take(key.key_id)
  }

  /** Test mode may hold only so much. The bytes of the body are known before it is read. */
  async #takeStorage(key: KeyWithMerchant, request: Request): Promise<Failure | null> {
    if (key.livemode) return null
    const length = Number(request.raw.req.headers['content-length'] ?? unknownBodyBytes)
    const bytes = bytesWritten(Number.isSafeInteger(length) ? Math.min(length, unknownBodyBytes) : unknownBodyBytes)
    const limit = key.public_demo ? this.#limits.demoKilobytes : this.#limits.testKilobytes
    const wait = await limit.take(this.#clientOf(request).address, Math.ceil(bytes / 1000))
    if (wait !== null) return fail('rate_limited', { retryAfterSeconds: wait })
    return this.#context.testStorage.take({ merchantId: key.merchant_id, livemode: key.livemode }, bytes, 'account')
  }

  async #byClientSecret(request: Request): Promise<ApiCallers['client_secret'] | Failure> {
    const secret = bearer(request)
    const opened = secret === null ? null : openClientSecret(this.#context.keyring, secret)
    if (!opened) return fail('invalid_client_secret')
    const client = this.#clientOf(request)
    // The customers of a one-off link share one session, so one of them must not use up the calls of the others.
    const wait = await this.#limits.perSession.take(`${opened.sessionId} ${client.address}`)
    const {
      'user-agent': userAgent = '',
      accept: acceptHeader = '',
      'accept-language': acceptLanguage = '',
    } = request.raw.req.headers
    const ipAddress = addressOfRequest(this.#limits.trustProxy, request)
    const from = { ipAddress, userAgent, acceptHeader, acceptLanguage }
    return wait === null
      ? { ...opened, client, from, visitor: visitorOf(request.raw.req.headers['visitor-token']) }
      : refuse(request, opened.scope, null, fail('rate_limited', { retryAfterSeconds: wait }))
  }

  async #byAddress(operation: OperationId, request: Request): Promise<ApiCallers['none'] | Failure> {
    const { address } = this.#clientOf(request)
    const limit = operation === 'signUpForSandbox' ? this.#limits.signup : this.#limits.perAddress
    const wait =
      (await limit.take(address)) ?? (operation === 'openLinkCheckout' ? await this.#linkWait(request, address) : null)
    return wait === null ? { address } : fail('rate_limited', { retryAfterSeconds: wait })
  }

  #linkWait(request: Request, address: string): Promise<number | null> {
    return this.#limits.linkOpens.take(String(request.params.code).slice(0, countedCodeLength), address)
  }

  #clientOf(request: Request): CountedClient {
    return countedClient(addressOfRequest(this.#limits.trustProxy, request))
  }
}

/** Notes the sender of a refused request, for the record of requests. */
function refuse(request: Request, scope: Scope, keyId: string | null, failure: Failure): Failure {
  request.app.refusedSender = { scope, keyId }
  return failure
}

function bearer(request: Request): string | null {
  const header = request.raw.req.headers.authorization ?? ''
  const [, token] = /^Bearer ([!-~]+)$/i.exec(header) ?? []
  return token ?? null
}
