import { mountForm, showEnded } from './payment-page.ts'
import { completeReceipt } from './receipt-page.ts'

/** The pause of the form after a payment: time to read that it arrived. */
const redirectPauseMilliseconds = 1500

function leavePaidPage(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-redirect]')
  // A customer who comes back with the back button wants to stay.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (link && visit?.type !== 'back_forward') setTimeout(() => location.replace(link.href), redirectPauseMilliseconds)
}

const target = document.querySelector<HTMLElement>('[data-client-secret]')
if (target) {
  mountForm(
    target,
    { clientSecret: target.dataset['clientSecret'] ?? '' },
    {
      // After a payment there is nothing left to cancel.
      onPaid: () => document.getElementById('cancel')?.remove(),
      onEnded: () => showEnded('back'),
    },
  )
}
leavePaidPage()
completeReceipt()
