// Scripts that the tests run in pages.

/** What a Japanese keyboard does in the form: it replaces the text that it has composed so far. */
export const composeNumber = `const number = document.getElementById('number')
  number.focus()
  const tell = (type, data) => number.dispatchEvent(new CompositionEvent(type, { bubbles: true, data }))
  const seen = []
  tell('compositionstart', '')
  for (const text of ['４', '４０', '４０１', '４０１２']) {
    tell('compositionupdate', text)
    number.value = text
    number.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true, data: text }))
    seen.push(number.value)
  }
  tell('compositionend', '４０１２')
  return [...seen, number.value]`

/** Loads the script at the first argument as a module, and mounts the form of the second one. */
export const mountAsModule = `document.querySelector('main').innerHTML = '<div id="pay"></div>'
  delete window.ServicePay
  const script = Object.assign(document.createElement('script'), { type: 'module', src: arguments[0] })
  script.onload = () => ServicePay.checkout({ clientSecret: arguments[1], locale: 'en-GB' }).mount('#pay')
  document.head.append(script)`

/** Mounts the form in a page whose policy forbids frames. The reason becomes the title. */
export const mountForbidden = `const policy = { httpEquiv: 'Content-Security-Policy', content: "frame-src 'none'" }
  document.head.append(Object.assign(document.createElement('meta'), policy))
  ServicePay.checkout({ clientSecret: arguments[0] })
    .on('error', ({ reason }) => (document.title = reason))
    .mount('main')`
