import type { components } from '../generated/types.ts'
import { mountForm, showEnded, type Opening } from './payment-page.ts'

type LinkCheckout = components['schemas']['LinkCheckout']

/** The panel of the page's markup that says why there is no form. */
type Problem = 'closed' | 'busy' | 'unreachable'

type Opened = { readonly clientSecret: string } | { readonly problem: Problem }

/** The service normally answers much sooner. After this time, another try is more likely to help than waiting. */
const openTimeoutMilliseconds = 20_000

const part = (id: string): HTMLElement | null => document.getElementById(id)

/** Opens the link's checkout. The browser stores nothing, because a reusable link gives a new checkout each time. */
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
  if ('clientSecret' in opened) return mount(form, opened)
  showProblem(opened, isRetry)
}

/**
 * Shows the form without a checkout, which it opens when a person acts in it: programs that scan mails open links too
 * (spec/decisions/links.md#opening-a-link). Returns whether the page has such a form.
 */
function startPreview(form: HTMLElement): boolean {
  const preview = part('preview')
  if (!preview) return false
  const onWanted = async (give: (clientSecret: string) => void): Promise<void> => {
    const opened = await openCheckout(form.dataset['code'] ?? '')
    if ('clientSecret' in opened) return give(opened.clientSecret)
    form.replaceChildren()
    showProblem(opened, false)
  }
  mount(form, { preview: JSON.parse(preview.textContent) as object, onWanted: (give) => void onWanted(give) })
  return true
}

function showProblem(opened: { readonly problem: Problem }, isRetry: boolean): void {
  if (opened.problem === 'closed' && reloadOnce()) return
  if (opened.problem === 'closed') showEnded('payee')
  showOnly(opened.problem)
  if (isRetry) part('retry')!.querySelector('button')!.focus()
}

/**
 * Reloads the page of a link that has closed since, because the page then says why it closed. It reloads only once,
 * because it would reload forever if the page and the reply disagreed.
 */
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

function mount(form: HTMLElement, opening: Opening): void {
  mountForm(form, opening, {
    onPaid: () => {
      const again = part('after-payment')
      if (again) again.hidden = false
    },
    onEnded: (canStartAgain) => {
      part('after-failure')!.hidden = !canStartAgain
    },
  })
}

/** A tab in the background, or a page that the browser renders ahead of time, opens no checkout until it is visible. */
function whenVisible(begin: () => void): void {
  if (document.visibilityState === 'visible') return begin()
  document.addEventListener('visibilitychange', () => whenVisible(begin), { once: true })
}

const form = part('form')
if (form) {
  const canMount = 'ServicePay' in window
  part('retry')!.addEventListener('click', () => void start(form, true))
  if (canMount && !startPreview(form)) {
    part('late')!.hidden = true
    whenVisible(() => void start(form, false))
  }
}
