import type { ErrorCode } from '../../generated/errors.ts'

/** An expected "no", as one code of the contract. Returned, never thrown, so that the compiler knows who may say what. */
export interface Failure<Code extends ErrorCode = ErrorCode> {
  readonly kind: 'failure'
  readonly code: Code
  readonly detail: FailureDetail
}

/** What this failure knows better than the catalogue of codes. */
export interface FailureDetail {
  /** Dotted path of the field at fault. */
  readonly param?: string
  readonly message?: string
  readonly fix?: string
  readonly retryAfterSeconds?: number
}

export function fail<Code extends ErrorCode>(code: Code, detail: FailureDetail = {}): Failure<Code> {
  return { kind: 'failure', code, detail }
}

export function isFailure(value: object): value is Failure {
  return 'kind' in value && value.kind === 'failure'
}

/** An expected failure on its way out of a place that can only throw: hapi turns it into the reply. */
export class FailureError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}
