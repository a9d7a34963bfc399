import { AuthenticationError, ConnectionError, ServicePayError } from 'servicepay'
import { RequestError } from './http.ts'
import type { Problem } from './pages.ts'

/** The page for an error. The details of an unexpected error appear only in the shop's own log. */
export function problemOf(error: unknown, serviceUrl: string): Problem {
  if (error instanceof RequestError)
    return { status: error.status, title: error.message, text: 'The shop has changed nothing.' }
  if (error instanceof ServicePayError) return serviceProblem(error, serviceUrl)
  console.error(error)
  return {
    status: 500,
    title: 'Something went wrong in the shop',
    text: 'Please try again. The terminal of the shop shows the details.',
  }
}

function serviceProblem(error: ServicePayError, serviceUrl: string): Problem {
  const details = detailsOf(error)
  if (error instanceof ConnectionError) {
    return {
      status: 503,
      title: 'The payment service does not answer',
      text: `It should be at ${serviceUrl}. Start it with “npm start” in another terminal, then load this page again.`,
      details,
    }
  }
  if (error.code === 'webhooks_not_available') {
    return {
      status: 403,
      title: 'The public demo key cannot do this',
      text: 'Start the shop with a test key of your own. The service writes one to .data/developer-key.',
      details,
    }
  }
  if (error instanceof AuthenticationError) {
    return {
      status: 500,
      title: 'The payment service refuses the key of the shop',
      text: `${error.message} Set SERVICEPAY_SECRET_KEY to a test key of this service and start the shop again.`,
      details,
    }
  }
  return {
    status: error.status ?? 500,
    title: 'The payment service could not do this',
    text: `${error.message} ${error.fix}`,
    details,
  }
}

function detailsOf({ code, requestId, docUrl }: ServicePayError): [string, string][] {
  const all: [string, string | undefined][] = [
    ['Code', String(code)],
    ['Request', requestId],
    ['Explained at', docUrl],
  ]
  return all.filter((pair): pair is [string, string] => pair[1] !== undefined)
}
