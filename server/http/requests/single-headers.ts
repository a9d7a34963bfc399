import type { IncomingMessage } from 'node:http'
import { operations } from '../../../generated/operations.ts'
import { fail, type Failure } from '../../domain/failure.ts'

/**
 * The headers that decide what a request means. Of two, Node takes the first or joins both, and a proxy on the way may
 * read another one.
 */
const single = new Map(
  [
    ...['Host', 'Authorization', 'Content-Type', 'Content-Encoding'],
    ...Object.values(operations).flatMap(({ header_parameters: names }): readonly string[] => names),
  ].map((name) => [name.toLowerCase(), name]),
)
const lengths = new Set([...single.keys()].map(({ length }) => length))

/** Refuses a request in which such a header is repeated, or without the Host that HTTP/1.1 requires. */
export function problemOfHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): Failure | null {
  if (headers.host === undefined && httpVersion === '1.1')
    return fail('parameter_invalid', {
      message: 'The request must have one Host header.',
      fix: 'Send one Host header.',
    })
  let seen: Set<string> | null = null
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] ?? ''
    const name = lengths.has(sent.length) ? single.get(sent.toLowerCase()) : undefined
    if (name === undefined) continue
    if (seen?.has(name))
      return fail('parameter_invalid', {
        message: `The request has more than one ${name} header.`,
        fix: `Send one ${name} header.`,
      })
    seen = (seen ?? new Set()).add(name)
  }
  return null
}
