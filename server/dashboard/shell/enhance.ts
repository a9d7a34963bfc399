// The dashboard's only script. Every page works without it.

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    const question = form.querySelector<HTMLInputElement>('input[name=question]')
    if (form.dataset['sent'] || (question && !confirm(question.value))) return event.preventDefault()
    // The browser leaves a disabled field out, so the server does not ask again.
    if (question) question.disabled = true
    form.dataset['sent'] = 'yes'
    for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true')
  })
}

// The browser may restore a page from its cache, where its forms look sent. They can be sent again: the server drops
// repeats.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form')) {
    delete form.dataset['sent']
    for (const question of form.querySelectorAll<HTMLInputElement>('input[name=question]')) question.disabled = false
    for (const button of form.querySelectorAll('button')) button.removeAttribute('aria-disabled')
  }
})

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const source = document.getElementById(button.dataset['copy'] ?? '')
  if (!source || !('clipboard' in navigator)) continue
  button.hidden = false
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(source.textContent).then(() => {
      button.textContent = 'Copied'
      button.removeAttribute('aria-label')
    })
  })
}

// A slash leads to the search of the page, unless the person is typing.
addEventListener('keydown', (event) => {
  const { target } = event
  const isTyping = target instanceof Element && target.closest('input, select, textarea, dialog') !== null
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
  const search = document.querySelector<HTMLInputElement>('[role=search] input')
  if (!search) return
  event.preventDefault()
  search.focus()
})

for (const popover of document.querySelectorAll<HTMLDetailsElement>('details.popover')) {
  addEventListener('click', ({ target }) => {
    if (target instanceof Node && !popover.contains(target)) popover.open = false
  })
  popover.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !popover.open) return
    popover.open = false
    popover.querySelector('summary')?.focus()
  })
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-dialog]')) {
  const dialog = document.getElementById(link.dataset['dialog'] ?? '')
  if (!dialog || !('showModal' in dialog)) continue
  link.addEventListener('click', (event) => {
    event.preventDefault()
    const open = dialog as HTMLDialogElement
    open.showModal()
  })
}

document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })

document.querySelector<HTMLElement>('[aria-invalid]')?.focus()
