/** Mounts the form on the hosted page, whose markup carries what this script needs in data attributes. */
function mountHostedCheckout(): void {
  const target = document.querySelector<HTMLElement>('[data-client-secret]')
  if (!target || !window.ServicePay) return
  // In the page's language, which the server chose among all that the customer reads.
  window.ServicePay.checkout({
    clientSecret: target.dataset['clientSecret'] ?? '',
    locale: document.documentElement.lang,
  })
    .on('complete', showPaid)
    .on('failed', showEnded)
    // After a failure to load the customer may try again here.
    .on('error', ({ code }) => code !== 'load_failed' && showEnded())
    .mount(target)
}

/** Once paid there is nothing left to pay or to cancel. */
function showPaid(): void {
  document.getElementById('cancel')?.remove()
  retell('payee', 'paid')
}

/** A checkout that has failed or closed asks nobody to pay, and there is nothing left to cancel. */
function showEnded(): void {
  retell('payee', 'ended')
  retell('back', 'ended')
}

/** Puts the text that an element carries for this end in the place of the one it has. */
function retell(id: string, end: 'paid' | 'ended'): void {
  const told = document.getElementById(id)
  if (told) told.textContent = told.dataset[end] ?? ''
}

/** As the form does after payment: a moment to read, then on to the shop. */
const redirectPauseMilliseconds = 1500

function leavePaidPage(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-redirect]')
  if (link) setTimeout(() => location.replace(link.href), redirectPauseMilliseconds)
}

mountHostedCheckout()
leavePaidPage()
