import type { components } from '../generated/types.ts'

type LinkCheckout = components['schemas']['LinkCheckout']

/** The panel of the page's markup that tells why there is no form. */
type Problem = 'closed' | 'busy' | 'unreachable'

type Opened = { readonly clientSecret: string } | { readonly problem: Problem }

/** The service answers in far less; after it the customer may as well try again. */
const openTimeoutMilliseconds = 20_000

const part = (id: string): HTMLElement | null => document.getElementById(id)

/** Asks for the link's checkout. Nothing is remembered in the browser: a reusable link gives a new one each time. */
async function openCheckout(code: string): Promise<Opened> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), openTimeoutMilliseconds)
  try {
    const address = `../v1/form/payment_links/${encodeURIComponent(code)}/checkout`
    const response = await fetch(address, {
      method: 'POST',
      signal: abort.signal,
      cache: 'no-store',
      credentials: 'omit',
    })
    if (response.ok) return { clientSecret: ((await response.json()) as LinkCheckout).client_secret }
    return { problem: problemOf(response.status) }
  } catch {
    return { problem: 'unreachable' }
  } finally {
    clearTimeout(timer)
  }
}

function problemOf(status: number): Problem {
  if (status === 404 || status === 409) return 'closed'
  return status === 429 ? 'busy' : 'unreachable'
}

async function start(form: HTMLElement, isRetry: boolean): Promise<void> {
  showOnly(null)
  part('loading')!.hidden = false
  const opened = await openCheckout(form.dataset['code'] ?? '')
  part('loading')!.hidden = true
  if ('clientSecret' in opened) return mount(form, opened.clientSecret)
  if (opened.problem === 'closed' && reloadOnce()) return
  if (opened.problem === 'closed') retellPayee('ended')
  showOnly(opened.problem)
  if (isRetry) part('retry')!.querySelector('button')!.focus()
}

/** The page of a link that has closed since it was loaded says what became of it. Once only: page and reply might disagree. */
function reloadOnce(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'reload') return false
  location.reload()
  return true
}

function showOnly(problem: Problem | null): void {
  for (const id of ['closed', 'busy', 'unreachable']) part(id)!.hidden = id !== problem
  part('retry')!.hidden = problem === null || problem === 'closed'
}

function mount(form: HTMLElement, clientSecret: string): void {
  // In the page's language, which the server chose among all that the customer reads.
  window
    .ServicePay!.checkout({ clientSecret, locale: document.documentElement.lang })
    .on('complete', showPaid)
    .on('failed', () => showEnded(true))
    // After a failure to load the customer may try again here; a page that is not secure stays so.
    .on('error', ({ code }) => code !== 'load_failed' && showEnded(code !== 'insecure_context'))
    .mount(form)
}

function showPaid(): void {
  retellPayee('paid')
  const again = part('after-payment')
  if (again) again.hidden = false
}

/** A checkout that has failed or closed asks nobody to pay; the link may take a new one. */
function showEnded(canStartAgain: boolean): void {
  retellPayee('ended')
  part('after-failure')!.hidden = !canStartAgain
}

function retellPayee(end: 'paid' | 'ended'): void {
  const payee = part('payee')!
  payee.textContent = payee.dataset[end] ?? ''
}

/** A tab that nobody looks at (opened behind, or rendered ahead by the browser) opens no checkout until somebody does. */
function whenVisible(begin: () => void): void {
  if (document.visibilityState === 'visible') return begin()
  document.addEventListener('visibilitychange', () => whenVisible(begin), { once: true })
}

const form = part('form')
if (form) {
  const canMount = 'ServicePay' in window
  // Without the loader only loading the page again can help.
  part('retry')!.addEventListener('click', () => (canMount ? void start(form, true) : location.reload()))
  if (canMount) whenVisible(() => void start(form, false))
  else showOnly('unreachable')
}
