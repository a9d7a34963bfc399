interface Handlers {
  readonly onPaid: () => void
  /** The checkout failed, has closed or cannot be shown. `canStartAgain`: a new checkout on this page may work. */
  readonly onEnded: (canStartAgain: boolean) => void
}

/** The session that the form opens, or what it shows before a person acts. `onWanted` then gives the client secret. */
export type Opening =
  | { readonly clientSecret: string }
  | { readonly preview: object; readonly onWanted: (give: (clientSecret: string) => void) => void }

/** Mounts the form on one of our own pages and keeps the page's line about the payee up to date. */
export function mountForm(target: HTMLElement, opening: Opening, { onPaid, onEnded }: Handlers): void {
  const end = (canStartAgain: boolean): void => {
    showEnded('payee')
    // The way back is now the main thing to do.
    document.body.className = 'ended'
    onEnded(canStartAgain)
  }
  setPaying(target.dataset['status'] === 'processing')
  // In the page's language, which the server chose from the languages that the customer reads.
  const checkout = window.ServicePay?.checkout({
    clientSecret: '',
    ...opening,
    locale: document.documentElement.lang,
    appearance: { theme: 'auto', layout: 'fields', place: target.dataset['place'] },
  })
  if (!checkout) return
  const late = document.getElementById('late')
  if (late) late.hidden = true
  checkout.on('ready', () => (target.dataset['ready'] = ''))
  checkout.on('processing', () => setPaying(true)).on('open', () => setPaying(false))
  if ('onWanted' in opening) checkout.on('wanted', opening.onWanted)
  checkout
    .on('complete', () => {
      setPaying(false)
      showPaid()
      onPaid()
    })
    .on('failed', () => {
      setPaying(false)
      end(true)
    })
    // After a failure to load, the form itself offers another try. An insecure page stays insecure.
    .on('error', ({ code, reason }) => {
      setPaying(false)
      if (code === 'already_paid') showPaid()
      // The frame never answered, and the loader has put its own words into the place of the form.
      else if (reason && late) {
        Object.assign(late, { className: '', hidden: false })
        target.replaceWith(late)
      } else if (code !== 'load_failed') end(code !== 'insecure_context')
    })
    .mount(target)
}

/** The receipt has all that the page said about the payment, and takes its place. */
function showPaid(): void {
  showEnded('payee')
  // The amount was the page's heading.
  document.getElementById('payee')?.setAttribute('role', 'heading')
  document.getElementById('payee')?.setAttribute('aria-level', '1')
  document.body.className = 'paid'
  document.querySelector('main')?.classList.remove('pay')
}

/**
 * Hides what leads away from the page (`data-way-out`) while a payment is under way, and says why in its place. A
 * customer who left would not learn the outcome, and could order again.
 */
function setPaying(isPaying: boolean): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-way-out]')) element.hidden = isPaying
  const note = document.getElementById('stay')
  if (note) note.textContent = isPaying ? (note.dataset['paying'] ?? '') : ''
}

/** Replaces an element's text with the one that the server wrote into its data attribute for the end of a checkout. */
export function showEnded(id: string): void {
  const element = document.getElementById(id)
  if (element) element.textContent = element.dataset['ended'] ?? ''
}
