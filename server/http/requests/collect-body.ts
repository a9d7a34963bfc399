import type { IncomingMessage } from 'node:http'
import type { Request, RouteOptions } from '@hapi/hapi'
import { fail, type Failure } from '../../domain/failure.ts'

/** The largest body of a request, in bytes: far above any body of the contract. */
export const maxBodyBytes = 256 * 1024

export const bodyTooLarge = fail('parameter_invalid', {
  message: `The body is larger than ${maxBodyBytes / 1024} KB.`,
  fix: 'Send a smaller body.',
})

/** How long a body may take to arrive. */
const bodyTimeoutMs = 10_000

/**
 * If the server closes a connection that has unread data, the client may lose the reply. The server therefore first
 * reads and drops the rest of an oversized body, up to these limits.
 */
const drainTimeoutMs = 2_000
const maxDrainedBytes = 8 * 1024 * 1024

/**
 * For routes whose handler reads the body itself. If a body is too large, hapi would close the connection and lose the
 * reply with it.
 */
export const leaveBodyUnread: NonNullable<RouteOptions['payload']> = {
  parse: false,
  output: 'stream',
  maxBytes: Number.MAX_SAFE_INTEGER,
  timeout: false,
}

const noBytes = Buffer.alloc(0)

/** Reads the bytes of a body. After a failure the connection must be closed. */
export async function collectBody(request: Request): Promise<Buffer | Failure<'parameter_invalid'>> {
  if (request.method === 'get') return noBytes
  const collected = await collectBytes(request.raw.req, maxBodyBytes)
  if (collected.kind === 'bytes') return collected.bytes
  if (collected.kind === 'too_large') return bodyTooLarge
  return fail('parameter_invalid', {
    message: 'The body did not arrive in time, or it is incomplete.',
    fix: 'Send the whole body at once.',
  })
}

type Collected =
  { readonly kind: 'bytes'; readonly bytes: Buffer } | { readonly kind: 'too_large' } | { readonly kind: 'incomplete' }

/** Reads at most `maxBytes` of a body, within a time. After `too_large` and `incomplete`, close the connection. */
export function collectBytes(source: IncomingMessage, maxBytes: number): Promise<Collected> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (collected: Collected): void => {
      clearTimeout(timer)
      resolve(collected)
    }
    let timer = setTimeout(() => finish({ kind: 'incomplete' }), bodyTimeoutMs)
    const drain = (): void => {
      chunks.length = 0
      clearTimeout(timer)
      timer = setTimeout(() => finish({ kind: 'too_large' }), drainTimeoutMs)
    }
    source.on('data', (chunk: Buffer) => {
      const isFirstTooMany = size <= maxBytes && size + chunk.length > maxBytes
      size += chunk.length
      if (isFirstTooMany) drain()
      if (size <= maxBytes) chunks.push(chunk)
      else if (size > maxDrainedBytes) finish({ kind: 'too_large' })
    })
    source.on('end', () =>
      finish(size > maxBytes ? { kind: 'too_large' } : { kind: 'bytes', bytes: Buffer.concat(chunks) }),
    )
    source.on('error', () => finish({ kind: 'incomplete' }))
    source.on('close', () => finish({ kind: 'incomplete' }))
  })
}
