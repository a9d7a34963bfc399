import { mountForm, showTextFor } from './payment-page.ts'
import { completeReceipt } from './receipt-page.ts'

/** The pause of the form after a payment: time to read that it arrived. */
const redirectPauseMilliseconds = 1500

function leavePaidPage(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-redirect]')
  if (link) setTimeout(() => location.replace(link.href), redirectPauseMilliseconds)
}

const target = document.querySelector<HTMLElement>('[data-client-secret]')
if (target) {
  mountForm(target, target.dataset['clientSecret'] ?? '', {
    // After a payment there is nothing left to cancel.
    onPaid: () => document.getElementById('cancel')?.remove(),
    onEnded: () => showTextFor('back', 'ended'),
  })
}
leavePaidPage()
completeReceipt()
