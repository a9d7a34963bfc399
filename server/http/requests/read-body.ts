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
  if (!isJsonType(headers['content-type']))
    return invalid('The body is not JSON.', 'Send `Content-Type: application/json`.')
  const parsed = parseStrictJson(bytes)
  if (parsed.kind === 'refused') {
    const param = parsed.param === undefined ? {} : { param: parsed.param }
    return fail('parameter_invalid', { message: parsed.reason, fix: 'Send one valid JSON object.', ...param })
  }
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) {
    return invalid('The body is not a JSON object.', 'Send one valid JSON object.')
  }
  return { kind: 'body', value: parsed.value }
}

function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === '') return true
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  return type.trim() === 'application/json' && isUtf8
}

function invalid(message: string, fix: string): Failure<'parameter_invalid'> {
  return fail('parameter_invalid', { message, fix })
}
