import { element } from './element.ts'

const storageKey = 'docs-language'

/** Shows one language of each group of examples. The choice holds for all groups, and for later visits. */
export function makeTabs(): void {
  const groups = [...document.querySelectorAll('.tabs')].map(tabsOf)
  const show = (language: string): void => {
    for (const tabs of groups) {
      const chosen = tabs.find(({ name }) => name === language) ?? tabs[0]
      for (const { tab, panel } of tabs) {
        const isChosen = tab === chosen?.tab
        tab.ariaSelected = String(isChosen)
        tab.tabIndex = isChosen ? 0 : -1
        panel.hidden = !isChosen
      }
    }
  }
  const choose = (tab: HTMLElement, name: string): void => {
    const before = tab.getBoundingClientRect().top
    show(name)
    tab.focus()
    // Groups above may have become shorter or longer.
    scrollBy(0, tab.getBoundingClientRect().top - before)
    // A browser may forbid storage. Then the choice holds for this page.
    try {
      localStorage.setItem(storageKey, name)
    } catch {}
  }
  for (const tabs of groups)
    for (const [at, { tab, name }] of tabs.entries()) {
      tab.onclick = () => choose(tab, name)
      tab.onkeydown = (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: -at - 1 }[event.key]
        const next = step !== undefined && tabs.at((at + step) % tabs.length)
        if (!next) return
        event.preventDefault()
        choose(next.tab, next.name)
      }
    }
  let remembered = ''
  try {
    remembered = localStorage.getItem(storageKey) ?? ''
  } catch {}
  show(remembered)
}

interface Tab {
  readonly name: string
  readonly tab: HTMLElement
  readonly panel: HTMLElement
}

function tabsOf(group: Element, groupAt: number): Tab[] {
  const tabs = [...group.children].map((panel, at) => {
    const id = `tab-${groupAt}-${at}`
    const name = (panel as HTMLElement).dataset['language'] ?? ''
    panel.id = `${id}-panel`
    panel.role = 'tabpanel'
    panel.setAttribute('aria-labelledby', id)
    const tab = element('button', { type: 'button', role: 'tab', id, 'aria-controls': panel.id }, name)
    return { name, tab, panel: panel as HTMLElement }
  })
  group.prepend(element('div', { role: 'tablist', 'aria-label': 'Language' }, ...tabs.map(({ tab }) => tab)))
  return tabs
}
