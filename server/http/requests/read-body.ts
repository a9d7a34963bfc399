import type { IncomingHttpHeaders } from 'node:http'
import { fail, type Failure } from '../../domain/failure.ts'
import { parseStrictJson } from './strict-json.ts'

export type ReadBody = { readonly kind: 'body'; readonly value: object } | Failure<'parameter_invalid'>

/** Parses the bytes of a body. No bytes count as an empty object, and no content type counts as JSON. */
export function readBody(headers: IncomingHttpHeaders, bytes: Buffer): ReadBody {
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    return invalid('The body is compressed.', 'Send the body without Content-Encoding.')
  }
  if (bytes.length === 0) return { kind: 'body', value: {} }
  const problem = problemOfType(headers['content-type'])
  if (problem) return problem
  const parsed = parseStrictJson(bytes)
  if (parsed.kind === 'refused') {
    const param = parsed.param === undefined ? {} : { param: parsed.param }
    return fail('parameter_invalid', { message: parsed.reason, fix: 'Send one valid JSON object.', ...param })
  }
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) {
    return invalid(
      'The body is not a JSON object.',
      isEmptyList(parsed.value) ? emptyObject : 'Send one valid JSON object.',
    )
  }
  return { kind: 'body', value: parsed.value }
}

/** PHP writes an empty array, and so an empty object too, as `[]`. */
export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

export const emptyObject = 'Send `{}` for an empty object; in PHP, `json_encode((object) [])`.'

/** JSON is UTF-8 whatever a charset says, so only those whose bytes are also UTF-8 are true. */
const charsets = ['utf-8', 'utf8', 'us-ascii', 'ascii']

function problemOfType(contentType: string | undefined): Failure<'parameter_invalid'> | null {
  if (contentType === undefined || contentType === '') return null
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  if (type.trim() !== 'application/json')
    return invalid('The body is not JSON.', 'Send `Content-Type: application/json`.')
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/.exec(parameter)?.[1]).find(Boolean)
  return charset === undefined || charsets.includes(charset)
    ? null
    : invalid(
        'The `charset` of the Content-Type is not UTF-8, and JSON always is.',
        'Encode the body in UTF-8, and send `Content-Type: application/json` without `charset`.',
      )
}

function invalid(message: string, fix: string): Failure<'parameter_invalid'> {
  return fail('parameter_invalid', { message, fix })
}
