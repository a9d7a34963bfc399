import { ConnectionError, ServicePayError } from '../index.ts'

/** 0: success. 1: the service or this machine refused. 2: wrong arguments. 3: the service cannot be reached. */
export type ExitCode = 0 | 1 | 2 | 3

/** An error of the command line itself, as opposed to a ServicePayError of the package. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  readonly code: string
  readonly fix: string

  constructor(exitCode: ExitCode, code: string, message: string, fix: string) {
    super(message)
    this.exitCode = exitCode
    this.code = code
    this.fix = fix
  }
}

/** An error in the arguments. */
export function usageError(message: string, fix: string): CommandError {
  return new CommandError(2, 'usage', message, fix)
}

/** How the command line prints an error, and with which code it exits. */
export interface ErrorReport {
  readonly exitCode: ExitCode
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly param?: string | undefined
  readonly doc_url?: string | undefined
  readonly request_id?: string | undefined
}

export function errorReportOf(error: unknown): ErrorReport {
  if (error instanceof CommandError) {
    const { exitCode, code, message, fix } = error
    return { exitCode, code, message, fix }
  }
  if (error instanceof ServicePayError) {
    const { code, message, param, docUrl: doc_url, requestId: request_id } = error
    return { exitCode: exitCodeOf(error), code, message, fix: fixOf(error), param, doc_url, request_id }
  }
  if (isSystemError(error))
    return {
      exitCode: 1,
      code: error.code,
      message: error.message,
      fix: 'Correct this on your machine, or choose another folder with --state-dir.',
    }
  throw error
}

/** Without a status the package has sent no request, because the key or an option is not valid. */
function exitCodeOf(error: ServicePayError): ExitCode {
  if (error instanceof ConnectionError || error.code === 'unexpected_answer') return 3
  return error.status === undefined ? 2 : 1
}

/** The package's own `fix` names options of its API. Here the address is an option of the command line. */
function fixOf(error: ServicePayError): string {
  if (exitCodeOf(error) === 3) return 'Check --base-url (or SERVICEPAY_BASE_URL) and that the service is up.'
  if (error.status === undefined && error.param === 'baseUrl') return 'Pass --base-url, or set SERVICEPAY_BASE_URL.'
  return error.fix
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}
