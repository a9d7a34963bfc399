import type { Request } from '@hapi/hapi'
import { openClientSecret } from '../domain/client-secret.ts'
import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import { publicDemoOperations } from '../domain/public-demo.ts'
import type { Scope } from '../domain/scope.ts'
import { hashSecretKey } from '../domain/secret-key.ts'
import type { OperationId } from '../../generated/operations.ts'
import { operations } from '../../generated/operations.ts'
import type { FlowContext } from '../flows/context.ts'
import { KeyUse } from '../flows/note-key-use.ts'
import { findSecretKey } from '../store/secret-keys.ts'
import type { KeyWithMerchant } from '../store/secret-keys.ts'
import { addressOfRequest, countedAddress } from './client-address.ts'
import type { TrustProxy } from './client-address.ts'
import type { ApiCaller, ApiCallers } from './contract.ts'
import type { RateLimit } from './rate-limit.ts'

/** How long a key's account may be remembered: a revoked key works no longer than this (design, "Beyond one machine"). */
const rememberMs = 1_000

/** Keys remembered at the most. */
const maxRemembered = 10_000

export interface Limits {
  /** For each secret key. */
  readonly perKey: RateLimit
  /** For each checkout session, called by its form. */
  readonly perSession: RateLimit
  /** For each client address, on calls without a key. */
  readonly perAddress: RateLimit
  /** For each client address, on sandbox signup. */
  readonly signup: RateLimit
  /** Whose word about a client's address is taken. */
  readonly trustProxy: TrustProxy
}

/** Settles who calls, in the decided order: key, rate, then mode and demo limits; all before the body is read. */
export class Authenticator {
  readonly #context: FlowContext
  readonly #limits: Limits
  readonly #use: KeyUse
  readonly #remembered = new Map<string, { key: KeyWithMerchant | null; until: number }>()

  constructor(context: FlowContext, limits: Limits) {
    this.#context = context
    this.#limits = limits
    this.#use = new KeyUse(context)
  }

  authenticate(operation: OperationId, request: Request): Promise<ApiCaller | Failure> {
    switch (operations[operation].auth) {
      case 'secret_key':
        return this.#bySecretKey(operation, request)
      case 'client_secret':
        return Promise.resolve(this.#byClientSecret(request))
      case 'none':
        return Promise.resolve(this.#byAddress(operation, request))
    }
  }

  async #bySecretKey(operation: OperationId, request: Request): Promise<ApiCallers['secret_key'] | Failure> {
    const secret = bearer(request)
    const key = secret === null ? null : await this.#find(secret)
    if (!key || key.revoked_at || (key.expires_at && key.expires_at <= this.#context.clock.now()))
      return fail('invalid_api_key')
    this.#use.note(key)
    const wait = this.#limits.perKey.take(key.key_id)
    const scope = { merchantId: key.merchant_id, livemode: key.livemode }
    if (wait !== null) return refused(request, scope, fail('rate_limited', { retryAfterSeconds: wait }))
    if (key.livemode && !key.live_access) return refused(request, scope, fail('live_mode_not_enabled'))
    if (key.public_demo && !publicDemoOperations.has(operation))
      return refused(request, scope, fail('webhooks_not_available'))
    return { scope, merchant: key }
  }

  async #find(secret: string): Promise<KeyWithMerchant | null> {
    const hash = hashSecretKey(secret)
    const name = hash.toString('base64')
    const now = this.#context.clock.now().getTime()
    const remembered = this.#remembered.get(name)
    if (remembered && Math.abs(remembered.until - rememberMs - now) < rememberMs) return remembered.key
    const key = await findSecretKey(this.#context.db, hash)
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear()
    if (key) this.#remembered.set(name, { key, until: now + rememberMs })
    return key
  }

  #byClientSecret(request: Request): ApiCallers['client_secret'] | Failure {
    const secret = bearer(request)
    const opened = secret === null ? null : openClientSecret(this.#context.keyring, secret)
    if (!opened) return fail('invalid_client_secret')
    const wait = this.#limits.perSession.take(opened.sessionId)
    return wait === null
      ? { ...opened, address: this.#addressOf(request) }
      : refused(request, opened.scope, fail('rate_limited', { retryAfterSeconds: wait }))
  }

  #byAddress(operation: OperationId, request: Request): ApiCallers['none'] | Failure {
    const address = this.#addressOf(request)
    const limit = operation === 'signUpForSandbox' ? this.#limits.signup : this.#limits.perAddress
    const wait = limit.take(address)
    return wait === null ? { address } : fail('rate_limited', { retryAfterSeconds: wait })
  }

  #addressOf(request: Request): string {
    return countedAddress(addressOfRequest(this.#limits.trustProxy, request))
  }
}

/** Says whose request it was, for the log of failed requests. */
function refused(request: Request, scope: Scope, failure: Failure): Failure {
  request.app.refusedScope = scope
  return failure
}

function bearer(request: Request): string | null {
  const header = request.raw.req.headers.authorization ?? ''
  const [, token] = /^Bearer ([!-~]+)$/i.exec(header) ?? []
  return token ?? null
}
