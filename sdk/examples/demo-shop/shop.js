// Mounts the card form. `complete` is only a hint that is good enough to show a page. The webhook fulfils the order.
const payment = document.querySelector('#payment')
if (payment && window.ServicePay) {
  const end = ({ code }) => {
    // For these two errors the form itself shows the reason and what to do.
    if (code !== 'load_failed' && code !== 'insecure_context') document.querySelector('#ended').hidden = false
  }
  window.ServicePay.checkout({
    clientSecret: payment.dataset.clientSecret,
    redirect: false,
    // The shop's pages are light or dark, as the customer's system prefers. The form follows them. The page shows the
    // order and its amount itself.
    appearance: { theme: 'auto', layout: 'fields' },
  })
    .on('complete', () => location.assign(payment.dataset.next))
    .on('failed', end)
    .on('error', end)
    .mount(payment)
} else if (payment) {
  payment.textContent =
    'The card form could not be loaded: the payment service does not answer. Please load the page again.'
  payment.className = 'alert'
}

// The page waits for an event, so it reloads after a second.
if (document.querySelector('[data-reload]')) setTimeout(() => location.reload(), 1000)
