import { searchIn, type SearchIndex, type SearchResult } from '../search/find.ts'
import { element } from './element.ts'

/**
 * Shows what the search finds below its field while the reader types: a combobox with a list of links. Without an
 * active link, Enter sends the form, and the server answers with a page.
 */
export function enhanceSearch(form: HTMLFormElement | null): void {
  const field = form?.querySelector('input')
  if (!form || !field) return
  const docs = form.action.replace(/search$/, '')
  const status = element('p', { role: 'status' })
  const list = element('div', { role: 'listbox', id: 'found', 'aria-label': 'Pages found' })
  const box = element('div', { class: 'found' }, status, list)
  let loading: Promise<(question: string) => SearchResult> | undefined
  let active = -1

  const load = (): Promise<(question: string) => SearchResult> =>
    (loading ??= fetch(`${docs}search.json`)
      .then((reply) => reply.json() as Promise<SearchIndex>)
      .then(searchIn))

  const open = (isOpen: boolean): void => {
    box.hidden = !isOpen
    field.ariaExpanded = String(isOpen && list.childElementCount > 0)
    if (!isOpen) activate(-1)
  }

  const activate = (next: number): void => {
    const options = [...list.children]
    active = next
    options.forEach((option, at) => (option.ariaSelected = String(at === active)))
    options[active]?.scrollIntoView({ block: 'nearest' })
    if (active < 0) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', `found-${active}`)
  }

  const show = async (): Promise<void> => {
    const question = field.value
    try {
      const { found } = (await load())(question)
      // The reader has typed on while the index was loading.
      if (question !== field.value) return
      list.replaceChildren(
        ...found.map(({ path, anchor, title, heading }, at) =>
          element(
            'a',
            { role: 'option', id: `found-${at}`, tabindex: '-1', href: `${docs}${path}${anchor && `#${anchor}`}` },
            element('b', {}, title),
            heading,
          ),
        ),
      )
      status.textContent = found.length > 0 ? `${found.length} pages found` : 'Nothing found'
    } catch {
      loading = undefined
      list.replaceChildren()
      status.textContent = 'Press Enter to search'
    }
    activate(-1)
    open(question.trim() !== '')
  }

  field.role = 'combobox'
  field.ariaAutoComplete = 'list'
  field.setAttribute('aria-controls', list.id)
  form.append(box)
  open(false)
  field.addEventListener('focus', () => void load().catch(() => (loading = undefined)))
  field.addEventListener('input', () => void show())
  field.addEventListener('keydown', (event) => {
    const { key, isComposing } = event
    const count = list.childElementCount
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    // Enter and the arrows choose a word while a Japanese or Chinese text is being composed.
    if (isComposing || box.hidden) return
    if (step && count > 0) activate(((active + 1 + step + count + 1) % (count + 1)) - 1)
    else if (key === 'Enter' && active >= 0) (list.children[active] as HTMLElement).click()
    else if (key === 'Escape') open(false)
    else return
    event.preventDefault()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null)) open(false)
  })
  // The field keeps the focus, because without it the list would close before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', () => open(false))
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (key !== '/' || ctrlKey || metaKey || altKey) return
    if (target instanceof Element && target.closest('input, textarea, select')) return
    event.preventDefault()
    field.focus()
    field.select()
  })
}
