import type { ErrorCode } from '../../generated/errors.ts'

/** An expected refusal with an error code of the contract. Flows return it, so that its type lists their codes. */
export interface Failure<Code extends ErrorCode = ErrorCode> {
  readonly kind: 'failure'
  readonly code: Code
  readonly detail: FailureDetail
}

/** Values that replace the defaults of the error catalogue. */
export interface FailureDetail {
  /** Dotted path of the invalid field. */
  readonly param?: string
  readonly message?: string
  readonly fix?: string
  readonly retryAfterSeconds?: number
  /** The service cannot work at the moment: the reply has the second status of `internal_error`. */
  readonly isOutage?: true
}

export function fail<Code extends ErrorCode>(code: Code, detail: FailureDetail = {}): Failure<Code> {
  return { kind: 'failure', code, detail }
}

export function isFailure(value: object): value is Failure {
  return 'kind' in value && value.kind === 'failure'
}

/** Carries a failure out of code that can only throw. The HTTP layer turns it into the reply. */
export class FailureError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}
