// The card form. `complete` is a hint that is good for showing a page: the order is fulfilled by the webhook.
const payment = document.querySelector('#payment')
if (payment && window.ServicePay) {
  const end = ({ code }) => {
    // The form has said itself why it cannot be loaded, and how to go on.
    if (code !== 'load_failed' && code !== 'insecure_context') document.querySelector('#ended').hidden = false
  }
  window.ServicePay.checkout({ clientSecret: payment.dataset.clientSecret, redirect: false })
    .on('complete', () => location.assign(payment.dataset.next))
    .on('failed', end)
    .on('error', end)
    .mount(payment)
} else if (payment) {
  payment.textContent =
    'The card form could not be loaded: the payment service does not answer. Please load the page again.'
  payment.className = 'alert'
}

// An event is on its way: look again in a second.
if (document.querySelector('[data-reload]')) setTimeout(() => location.reload(), 1000)
