import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { StandInAccount } from './accounts.ts'
import { problemsOf } from './contract.ts'
import type { Fault, Faults } from './faults.ts'
import { readBody, sendJson } from './http.ts'
import type { Operation } from './operations.ts'
import { errorReply, serviceError, unauthorised, wrongMerchantAccount, type Reply } from './replies.ts'
import type { Violations } from './violations.ts'

/** A call of the Checkout API, without the card. */
export interface RecordedCall {
  readonly operation: Operation['name']
  readonly path: string
  readonly idempotencyKey: string | null
  readonly body: unknown
  /** The status of the answer. Null: the stand-in gave none. */
  status: number | null
}

export interface CheckoutApiParts {
  readonly accounts: readonly StandInAccount[]
  readonly operations: readonly Operation[]
  readonly faults: Faults
  readonly violations: Violations
}

const maxKeyLength = 64

/** Adyen's Checkout API: access, idempotency and faults around the operations. */
export class CheckoutApi {
  /** Every call of a known account, in order. */
  readonly calls: RecordedCall[] = []
  readonly #parts: CheckoutApiParts
  /** By account and key: the answer of the first request, or null while it is under way. */
  readonly #answers = new Map<string, { readonly request: string; reply: Reply | null }>()

  constructor(parts: CheckoutApiParts) {
    this.#parts = parts
  }

  /** `path` is the part after the version. */
  async handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { accounts, operations, faults, violations } = this.#parts
    const where = `${request.method ?? ''} ${path}`
    const body = await readBody(request)
    const operation = operations.find((candidate) => candidate.path.test(path))
    if (!operation || request.method !== 'POST') {
      violations.add(where, 'Adyen has no such operation')
      return send(response, serviceError(404, '000', 'Not found'))
    }
    const account = accounts.find(({ apiKey }) => apiKey === request.headers['x-api-key'])
    if (!account) return send(response, unauthorised)
    const idempotencyKey = header(request, 'idempotency-key')
    const call: RecordedCall = {
      operation: operation.name,
      path,
      idempotencyKey,
      body: withoutCard(body),
      status: null,
    }
    this.calls.push(call)
    const answer = (reply: Reply): void => {
      call.status = reply.status
      send(response, reply, idempotencyKey)
    }
    const fault = faults.next(operation.name)
    if (fault?.kind === 'status') return answer(errorReply(fault.status))
    if (fault?.kind === 'cut_before') return void response.socket?.destroy()
    const refusal = this.#refusalOf(operation, account, body, request, where)
    if (refusal) return answer(refusal)
    const reply = await this.#replyOnce(operation, account, path, body, idempotencyKey, fault, where)
    if (!this.#answerWrongly(response, call, fault, reply)) answer(reply)
  }

  /** Why Adyen does not perform the request. What its document forbids is a violation. */
  #refusalOf(
    operation: Operation,
    account: StandInAccount,
    body: string,
    request: IncomingMessage,
    where: string,
  ): Reply | null {
    const { violations } = this.#parts
    const key = header(request, 'idempotency-key')
    if (key !== null && (key === '' || key.length > maxKeyLength)) {
      violations.add(where, `an Idempotency-Key has 1 to ${maxKeyLength} characters, this one has ${key.length}`)
      return serviceError(422, '702', 'Invalid idempotency key')
    }
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      violations.add(where, `the content type is ${request.headers['content-type'] ?? 'missing'}`)
      return serviceError(415, '702', 'Unsupported media type')
    }
    const value = parsed(body)
    if (value === undefined) {
      violations.add(where, 'the body is not JSON')
      return serviceError(400, '702', 'Unexpected input: ", expected: }')
    }
    const problems = problemsOf(operation.request, value)
    if (problems.length > 0) {
      violations.add(where, ...problems)
      return serviceError(422, '702', `Structure of ${operation.request}: ${problems.join('; ')}`)
    }
    const { merchantAccount } = value as { merchantAccount?: string }
    const isOwn = merchantAccount === undefined || merchantAccount === account.merchantAccount
    return isOwn ? null : wrongMerchantAccount()
  }

  /** Performs the request, or repeats the answer to an earlier one with its key. */
  async #replyOnce(
    operation: Operation,
    account: StandInAccount,
    path: string,
    body: string,
    key: string | null,
    fault: Fault | null,
    where: string,
  ): Promise<Reply> {
    const request = createHash('sha256').update(`${path}\n${body}`).digest('hex')
    const place = `${account.apiKey} ${key ?? ''}`
    const earlier = key === null ? undefined : this.#answers.get(place)
    if (earlier) return this.#repeated(earlier, request, where)
    const entry: { readonly request: string; reply: Reply | null } = { request, reply: null }
    if (key !== null) this.#answers.set(place, entry)
    if (fault?.kind === 'slow') await pause(fault.ms, undefined, { ref: false })
    if (fault?.kind === 'held') await fault.until
    const pspReference = operation.path.exec(path)?.[1] ?? null
    entry.reply = operation.perform({ account, body: parsed(body), pspReference })
    const problems = entry.reply.status < 300 ? problemsOf(operation.response, entry.reply.body) : []
    if (problems.length > 0) throw new Error(`Bug of the stand-in: ${operation.response} ${problems.join('; ')}`)
    return entry.reply
  }

  #repeated(
    earlier: { readonly request: string; readonly reply: Reply | null },
    request: string,
    where: string,
  ): Reply {
    const isOther = earlier.request !== request
    if (isOther) this.#parts.violations.add(where, 'the Idempotency-Key belongs to another request')
    if (earlier.reply && !isOther) return earlier.reply
    const reply = serviceError(isOther ? 422 : 409, '704', 'request already processed or in progress')
    return isOther ? reply : { ...reply, headers: { 'transient-error': 'true' } }
  }

  /** Gives the answer of a fault, and returns whether there was one. */
  #answerWrongly(response: ServerResponse, call: RecordedCall, fault: Fault | null, reply: Reply): boolean {
    switch (fault?.kind) {
      case 'cut_after':
        response.socket?.destroy()
        return true
      case 'silent':
        return true
      case 'error_after':
        call.status = 500
        send(response, serviceError(500, '903', 'Internal error', 'internal'))
        return true
      case 'garbage':
        call.status = reply.status
        response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end('{"resultCode":"Autho')
        return true
      case 'wrong':
        call.status = reply.status
        sendJson(response, reply.status, { ...reply.body, ...fault.fields })
        return true
      case undefined:
      case 'slow':
      case 'held':
      case 'status':
      case 'cut_before':
        return false
    }
  }
}

function send(response: ServerResponse, reply: Reply, idempotencyKey: string | null = null): void {
  const psp = reply.body['pspReference']
  sendJson(response, reply.status, reply.body, {
    ...reply.headers,
    ...(typeof psp === 'string' && { pspReference: psp }),
    ...(idempotencyKey !== null && reply.status < 300 && { 'Idempotency-Key': idempotencyKey }),
  })
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** The value of a JSON text. Undefined: it is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

const cardFields = new Set(['number', 'cvc', 'cardNumber', 'expiryMonth', 'expiryYear'])

/** The body as tests may read it. */
function withoutCard(body: string): unknown {
  try {
    return JSON.parse(body, (name, value: unknown) => (cardFields.has(name) ? '[card]' : value)) as unknown
  } catch {
    return null
  }
}
