import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChallengeResult } from '../../server/domain/sessions/challenge-records.ts'
import type { ChallengeAnswer, Processor, Purchase, PurchaseOutcome } from '../../server/processors/processor.ts'
import type { SandboxProcessor } from '../../server/processors/sandbox/processor.ts'
import { processorWith } from './processor-with.ts'

/** How the bank authenticates the next customer. */
export interface Plan {
  /** `silent`: the bank's script never ends. */
  readonly fingerprint: 'ends' | 'silent' | null
  /** Null: the bank does not ask the customer. */
  readonly confirmation: 'form' | 'page' | null
  /** Whether the bank's page may be framed. */
  readonly isFramable: boolean
  /** The status with which the bank leads on from its first page to its second host, over several hops. */
  readonly detour?: 302 | 303 | 307 | 308
  /** Where the bank asks: in a frame with its second host, in a window that it opens, or in place of the whole page. */
  readonly asksIn?: 'frame' | 'window' | 'whole page'
  /** `no`: the first page leads back at once. */
  readonly asks?: 'no'
  /** How the bank leads back: with a form, or by a redirect. */
  readonly leadsBackBy?: 'form' | 'redirect'
  /** The bank's page calls the bank's app. */
  readonly callsApp?: boolean
}

/**
 * An acquirer with 3-D Secure 2 over the sandbox bank, and the issuer's pages (access control server) on an origin of
 * their own. Like Adyen it has no lookup: an unfinished purchase is `pending`.
 */
export interface ThreeDSecureBank {
  readonly processor: Processor
  plan: Plan
  readonly purchases: Purchase[]
  /** What came back for a purchase. */
  resultsOf(reference: string | undefined): ChallengeResult[]
  /** Whether calls that continue a challenge get an answer. */
  isReachable: boolean
  /** The customer answers at the bank. Returns the field that the bank sends back. */
  answer(reference: string, answer: 'approved' | 'declined'): string
  stop(): Promise<void>
}

export const usualPlan: Plan = { fingerprint: null, confirmation: 'form', isFramable: true }

export async function startThreeDSecureBank(sandbox: SandboxProcessor): Promise<ThreeDSecureBank> {
  const verdicts = new Map<string, { reference: string; answer: 'approved' | 'declined' }>()
  const orders = new Map<string, Purchase>()
  const results: { reference: string; result: ChallengeResult }[] = []
  const servers = [0, 1].map(() =>
    createServer((request, response) => void serve(request, response).catch(() => response.destroy())),
  )
  const [url = '', secondHost = ''] = await Promise.all(
    servers.map(async (server, index) => {
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      return `http://${index ? 'localhost' : '127.0.0.1'}:${(server.address() as AddressInfo).port}`
    }),
  )

  const bank: ThreeDSecureBank = {
    processor: processorWith(sandbox, { purchase, continueChallenge, lookup }),
    plan: usualPlan,
    purchases: [],
    resultsOf: (reference) => results.flatMap((known) => (known.reference === reference ? known.result : [])),
    isReachable: true,
    answer,
    stop: async () => {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((stopped) => server.close(stopped))
      }
    },
  }
  return bank

  function answer(reference: string, answered: 'approved' | 'declined'): string {
    const cres = randomUUID()
    verdicts.set(cres, { reference, answer: answered })
    return cres
  }

  async function purchase(order: Purchase): Promise<PurchaseOutcome> {
    bank.purchases.push(order)
    orders.set(order.reference, order)
    const outcome = await sandbox.purchase(order)
    if (outcome.kind !== 'challenge') return outcome
    return bank.plan.fingerprint ? fingerprint(order.reference) : confirm(order.reference)
  }

  function fingerprint(reference: string): PurchaseOutcome {
    const fields = { threeDSMethodData: Buffer.from(reference).toString('base64url') }
    return { kind: 'challenge', challenge: { kind: 'fingerprint', url: `${url}/method`, fields }, state: 'fingerprint' }
  }

  async function confirm(reference: string): Promise<PurchaseOutcome> {
    const { confirmation } = bank.plan
    if (confirmation === 'page')
      return { kind: 'challenge', challenge: { kind: 'page', url: `${url}/page?creq=${reference}` } }
    if (confirmation === 'form')
      return {
        kind: 'challenge',
        challenge: { kind: 'form', url: `${url}/challenge`, fields: { creq: reference, ...fieldsLikeProperties } },
      }
    await sandbox.completeChallenge(reference, 'approved')
    return unfinishedAsPending(await sandbox.lookup(earlier(reference)))
  }

  async function continueChallenge(given: ChallengeAnswer): Promise<PurchaseOutcome> {
    const { reference, result } = given
    results.push({ reference, result })
    if (!bank.isReachable) return { kind: 'unreachable' }
    if (result.kind === 'fingerprint') return confirm(reference)
    const verdict = result.kind === 'returned' ? verdicts.get(result.fields['cres'] ?? '') : undefined
    if (verdict?.reference === reference) await sandbox.completeChallenge(reference, verdict.answer)
    if (result.kind === 'abandoned') await sandbox.completeChallenge(reference, 'abandoned')
    return lookup({ reference })
  }

  async function lookup({ reference }: { reference: string }): Promise<PurchaseOutcome> {
    return unfinishedAsPending(await sandbox.lookup(earlier(reference)))
  }

  /** The issuer's pages. */
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const fields = new URLSearchParams(searchParams)
    for (const [name, value] of new URLSearchParams(await bodyOf(request))) fields.set(name, value)
    const reference = fields.get('creq') ?? Buffer.from(fields.get('threeDSMethodData') ?? '', 'base64url').toString()
    const returnUrl = orders.get(reference)?.returnUrl ?? ''
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (!bank.plan.isFramable) response.setHeader('x-frame-options', 'DENY')
    const { detour, asks, asksIn, fingerprint: manner, callsApp } = bank.plan
    const leadTo = (address: string, status = 303): void => void response.writeHead(status, { location: address }).end()
    const isFirst = request.headers.host === new URL(url).host
    if (detour && isFirst && ['/method', '/challenge', '/page'].includes(pathname))
      return leadTo(`${secondHost}${pathname}?creq=${reference}&hop=1`, detour)
    if (fields.get('hop') === '1') return leadTo(`${secondHost}${pathname}?creq=${reference}&hop=2`, detour)
    const verdict = asks === 'no' ? 'approved' : fields.get('verdict')
    if (pathname === '/method')
      return void response.end(manner === 'silent' ? page('') : page(post(returnUrl, 'threeDSMethodData', 'x')))
    if (verdict === 'approved' || verdict === 'declined') {
      const cres = answer(reference, verdict)
      if (bank.plan.leadsBackBy === 'redirect') return leadTo(`${returnUrl}?cres=${cres}`)
      return void response.end(page(post(returnUrl, 'cres', cres)))
    }
    const question = `${secondHost}/question?creq=${reference}`
    if (pathname !== '/question' && asksIn === 'frame')
      return void response.end(page(`<h1>Your bank</h1><iframe src="${question}"></iframe>`))
    if (pathname !== '/question' && asksIn === 'window')
      return void response.end(page(`<button onclick="window.open('${question}')">Open my bank</button>`))
    response.end(
      page(`<h1>Your bank</h1><form method="post" action="/answer" ${asksIn === 'whole page' ? 'target="_top"' : ''}>
        <input type="hidden" name="creq" value="${reference}">
        <button name="verdict" value="approved">Yes, it is me</button>
        <button name="verdict" value="declined">No</button></form>
        ${callsApp ? '<script>location.href = "testbank-app://confirm"</script>' : ''}`),
    )
  }
}

/** Fields whose names are also properties of the form around them. */
const fieldsLikeProperties = { submit: 'Continue', action: '/elsewhere', method: 'get', target: '_top' }

function unfinishedAsPending(outcome: PurchaseOutcome | { kind: 'closed' }): PurchaseOutcome {
  return outcome.kind === 'challenge' || outcome.kind === 'closed' ? { kind: 'pending' } : outcome
}

function earlier(reference: string) {
  return { reference, processorId: null, orderedAt: new Date() }
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><title>Bank</title><link rel="icon" href="data:,">${content}</html>`
}

function post(action: string, name: string, value: string): string {
  return `<form method="post" action="${action}"><input type="hidden" name="${name}" value="${value}"></form>
    <script>document.forms[0].submit()</script>`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
