// The dashboard's only script. Every page works without it.

const sentForms = document.querySelectorAll<HTMLFormElement>('form:not([method=dialog])')

for (const form of sentForms) {
  form.addEventListener('submit', (event) => {
    if (form.dataset['sent']) return event.preventDefault()
    const question = form.querySelector<HTMLInputElement>('input[name=question]:enabled')
    if (question) {
      event.preventDefault()
      const { submitter } = event
      return ask(question.value, submitter, () => {
        // The browser leaves a disabled field out, so the server does not ask again.
        question.disabled = true
        form.requestSubmit(submitter)
      })
    }
    form.dataset['sent'] = 'yes'
    for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true')
  })
}

// The browser may restore a page from its cache, where its forms look sent. They can be sent again: the server drops
// repeats.
addEventListener('pageshow', () => {
  for (const form of sentForms) {
    delete form.dataset['sent']
    for (const question of form.querySelectorAll<HTMLInputElement>('input[name=question]')) question.disabled = false
    for (const button of form.querySelectorAll('button')) button.removeAttribute('aria-disabled')
  }
})

/** Asks the question of a form in a dialog, which offers the button of the form again. */
function ask(question: string, sender: HTMLElement | null, then: () => void): void {
  const [, first = '', rest = ''] = /^(.+?[?.!])(?: (.+))?$/s.exec(question) ?? [question, question]
  const dialog = document.body.appendChild(document.createElement('dialog'))
  const add = <Name extends 'h2' | 'p' | 'form' | 'button'>(parent: Element, name: Name, text = '') => {
    const added = parent.appendChild(document.createElement(name))
    added.textContent = text
    return added
  }
  add(dialog, 'h2', first).id = 'question-title'
  dialog.setAttribute('aria-labelledby', 'question-title')
  if (rest) add(dialog, 'p', rest)
  const answers = add(dialog, 'form')
  answers.method = 'dialog'
  answers.className = 'go'
  // The first button gets the focus, so that a second press of Enter changes nothing.
  add(answers, 'button', 'Go back')
  const yes = add(answers, 'button', sender?.textContent ?? 'Yes')
  yes.className = sender?.className ?? ''
  yes.value = 'yes'
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (dialog.returnValue === 'yes') then()
  })
  dialog.showModal()
}

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
  const dialog = document.getElementById(link.dataset['dialog'] ?? '') as HTMLDialogElement | null
  if (!dialog) continue
  link.addEventListener('click', (event) => {
    event.preventDefault()
    dialog.showModal()
  })
  if (!dialog.open) continue
  dialog.close()
  dialog.showModal()
}

// A preview follows what the person types. The server renders it again when the form comes back.
for (const shown of document.querySelectorAll<HTMLElement>('[data-preview]')) {
  const fields = (shown.dataset['preview'] ?? '')
    .split(' ')
    .map((id) => document.getElementById(id) as HTMLInputElement)
  const empty = shown.textContent
  for (const field of fields)
    field.addEventListener('input', () => {
      shown.textContent = fields[0]?.value ? fields.map(({ value }) => value).join(' ') : empty
    })
}

// What goes on while somebody looks at it, such as the requests of a program, follows by itself. It rests while the
// page is hidden or the person is inside, and after half an hour it waits for the person to come back.
const live = document.querySelector('[data-live]')
if (live) {
  const everyMs = 3_000
  const mostLooks = 600
  let looks = 0
  addEventListener('focus', () => (looks = 0))
  const look = async (): Promise<void> => {
    if (document.hidden || live.contains(document.activeElement) || looks++ >= mostLooks) return
    const reply = await fetch(location.href)
    // A sign-in that has ended leads elsewhere.
    if (!reply.ok || reply.redirected) return void (looks = mostLooks)
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const now = page.querySelector('[data-live]')
    if (now && now.innerHTML !== live.innerHTML) live.replaceChildren(...now.childNodes)
  }
  setInterval(() => void look().catch(() => {}), everyMs)
}

document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })

document.querySelector<HTMLElement>('[aria-invalid]')?.focus()
