import type { ApiRequestRecord } from '../../domain/accounts/account-records.ts'
import type { CallFault } from '../../domain/sandbox/test-faults.ts'
import { tag } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'

export const requestsPath = 'api-requests'

/** The method as a pill, and the path. */
export function callWords({ method, path }: Pick<ApiRequestRecord, 'method' | 'path'>): Markup {
  return html`<code class="call"><b class="${method.toLowerCase()}">${method}</b> ${path}</code>`
}

export function statusTag({ status }: Pick<ApiRequestRecord, 'status'>): Markup {
  return tag(String(status), status < 400 ? 'good' : status < 500 ? 'waiting' : 'bad')
}

/** The error of a request, with what the documentation says about it. Null: it succeeded. */
export function errorWords({ code, param }: Pick<ApiRequestRecord, 'code' | 'param'>): Markup | null {
  if (code === null) return null
  const where = param !== null && html` <span class="hint">param</span> <code>${param}</code>`
  return html`<a class="whole" href="/docs/errors#${code}"><code>${code}</code></a>${where}`
}

export function tookWords({ duration_ms }: Pick<ApiRequestRecord, 'duration_ms'>): Markup {
  return html`<span class="whole">${duration_ms.toLocaleString('en-GB')} ms</span>`
}

const faultWords: Readonly<Record<CallFault, string>> = {
  latency: 'Delayed on purpose',
  rate_limited: 'Refused on purpose',
  internal_error: 'Failed on purpose',
  dropped_reply: 'Reply dropped on purpose',
}

/** What the faults of the account have done to a request. Null: nothing. */
export function faultTag({ fault }: Pick<ApiRequestRecord, 'fault'>): Markup | null {
  return fault && tag(faultWords[fault], 'waiting')
}
