import type { IncomingMessage, ServerResponse } from 'node:http'

/** An expected end of a request that is no page of its own: a status and a sentence. */
export class RequestError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Enough for any event; more is nobody's webhook. */
const maxBodyBytes = 1_000_000

/** The body as it arrived, byte for byte: signatures are over these. */
export async function rawBodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new RequestError(413, 'The request is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The fields of a form of ours. Browsers say where a request comes from: one from another site is not the customer's wish. */
export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new RequestError(403, 'This form was sent from another site.')
  return new URLSearchParams((await rawBodyOf(request)).toString())
}

export function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff', ...headers }).end(body)
}

/** 303: the browser asks for the other address with GET, and a reload there sends no form again. */
export function redirect(response: ServerResponse, address: string): void {
  response.writeHead(303, { Location: address }).end()
}

/**
 * What pages with the card form in them must allow, and nothing beyond: the service's script and frame, and a form that
 * ends on its hosted page.
 */
export function policyFor(serviceUrl: string): string {
  const service = new URL(serviceUrl).origin
  return [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    `frame-src ${service}`,
    `img-src data: ${service}`,
    "style-src 'self'",
    `form-action 'self' ${service}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
