import type { IncomingMessage, ServerResponse } from 'node:http'

/** An error that the visitor sees, as a status and a sentence. */
export class RequestError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** More than any event or form needs. */
const maxBodyBytes = 1_000_000

/** The exact bytes of the body, which webhook signatures cover. */
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

/** The fields of a form of this shop. Refuses a form from another site, which the customer may not want to send. */
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

/** With 303 the browser requests the other address with GET, so reloading that page does not send the form again. */
export function redirect(response: ServerResponse, address: string): void {
  response.writeHead(303, { Location: address }).end()
}

/**
 * The Content-Security-Policy of a page with the card form. It allows only the script and the frame of the service, and
 * a form that redirects to its hosted page.
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
