import type { Request } from '@hapi/hapi'
import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import { parseStrictJson } from './strict-json.ts'

export type ReadBody = { readonly kind: 'body'; readonly value: unknown } | Failure<'parameter_invalid'>

/** The largest body of a request, in bytes: far above any body of the contract. */
export const maxBodyBytes = 256 * 1024

/** Reads a body that has been collected. `undefined` when there is none. No content type counts as JSON. */
export function readBody(request: Pick<Request, 'raw' | 'payload'>, rule: 'required' | 'optional' | 'none'): ReadBody {
  const headers = request.raw.req.headers
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    return invalid('The body is compressed.', 'Send the body without Content-Encoding.')
  }
  const bytes = Buffer.isBuffer(request.payload) ? request.payload : Buffer.alloc(0)
  if (bytes.length === 0) return rule === 'required' ? { kind: 'body', value: {} } : { kind: 'body', value: undefined }
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
