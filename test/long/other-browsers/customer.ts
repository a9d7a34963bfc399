import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../support/until.ts'
import { idOf, type ElementReference, type RemoteBrowser } from './webdriver.ts'

/** Where a customer looks: the page, the card form in it, the window for the bank, or the bank's page in that. */
export type Place = 'page' | 'form' | 'window' | 'bank'

const keys = { Tab: '\uE004', Shift: '\uE008', Enter: '\uE007', Escape: '\uE00C', Space: ' ' } as const

/** Every element of a document, with those in the shadow roots of the page. */
const everything = `const everything = (root) => [...root.querySelectorAll('*')]
  .flatMap((element) => [element, ...(element.shadowRoot ? everything(element.shadowRoot) : [])])`
const isShown = 'const isShown = (element) => element.getClientRects().length > 0 && element.checkVisibility()'
const words = "const words = (element) => element.textContent.trim().replace(/\\s+/g, ' ')"

const findFrame = `${everything}; return everything(document).find((element) => element.matches(arguments[0])) ?? null`
const findField = `${words}; return [...document.querySelectorAll('label')]
  .find((label) => words(label).startsWith(arguments[0]) && label.control?.checkVisibility())?.control ?? null`
const scrollTo = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
const findOption = `${words}; return [...document.querySelectorAll('label')]
  .filter((label) => words(label).startsWith(arguments[0])).flatMap(({ control }) => [...(control?.options ?? [])])
  .find((option) => words(option) === arguments[1]) ?? null`
const findButton = `${everything}; ${isShown}; ${words}; return everything(document).find((element) =>
  element.matches('button, a') && isShown(element) && words(element).startsWith(arguments[0])) ?? null`
const hasText = `${everything}; ${isShown}; ${words}; return everything(document).some((element) => isShown(element)
  && element.childElementCount === 0 && words(element).includes(arguments[0]))
  || document.body.innerText.includes(arguments[0])`
/** The name of the control that has the focus, in this document. */
const focusedName = `${words}; let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (!focused || focused === document.body) return ''
  return focused.labels?.[0] ? words(focused.labels[0]) : focused.getAttribute('aria-label') || words(focused)`

/** A person who pays: finds things by their labels and texts, clicks, types and presses keys. */
export class Customer {
  readonly #browser: RemoteBrowser

  constructor(browser: RemoteBrowser) {
    this.#browser = browser
  }

  async open(url: string): Promise<void> {
    await this.#browser.send('enter', { frame: null })
    await this.#browser.send('navigate', { url })
  }

  async reload(): Promise<void> {
    await this.#browser.send('enter', { frame: null })
    await this.#browser.send('reload', {})
  }

  async back(): Promise<void> {
    await this.#browser.send('enter', { frame: null })
    await this.#browser.send('back', {})
  }

  /** Sets the size of the window. Browsers keep their windows wider than about 450 pixels. */
  async resize(width: number, height: number): Promise<void> {
    await this.#browser.send('resize', { width, height })
  }

  /** Runs a script in a document. */
  async run<Result>(place: Place, script: string, ...args: readonly unknown[]): Promise<Result> {
    await this.#enter(place)
    return (await this.#browser.send('execute', { script, args })) as Result
  }

  async type(label: string, text: string): Promise<void> {
    const field = await this.#find('form', findField, label)
    await this.#browser.send('click', { element: idOf(field) })
    // The text replaces what the field already holds.
    await this.#browser.send('execute', { script: 'arguments[0].select()', args: [field] })
    await this.#browser.send('type', { element: idOf(field), text })
  }

  async click(label: string): Promise<void> {
    const field = await this.#find('form', findField, label)
    await this.#browser.send('click', { element: idOf(field) })
  }

  async choose(label: string, text: string): Promise<void> {
    const option = await this.#find('form', findOption, label, text)
    await this.#browser.send('click', { element: idOf(option) })
  }

  async valueOf(label: string): Promise<string> {
    const field = await this.#find('form', findField, label)
    return (await this.#browser.send('execute', { script: 'return arguments[0].value', args: [field] })) as string
  }

  async press(place: Place, name: string): Promise<void> {
    const button = await this.#find(place, findButton, name)
    // Firefox scrolls the page around a frame in another process, and would click where the button was before.
    await this.#browser.send('execute', { script: scrollTo, args: [button] })
    await pause(300)
    await this.#browser.send('click', { element: idOf(button) })
  }

  /** Presses one key, with Shift for `Shift+Tab`. The focus decides which document gets it. */
  async key(place: Place, name: keyof typeof keys | 'Shift+Tab'): Promise<void> {
    await this.#enter(place)
    const pressed = name === 'Shift+Tab' ? [keys.Shift, keys.Tab] : [keys[name]]
    await this.#keyboard([
      ...pressed.map((value) => ({ type: 'keyDown', value })),
      ...pressed.toReversed().map((value) => ({ type: 'keyUp', value })),
    ])
  }

  /** Types into whatever has the focus. */
  async keys(text: string): Promise<void> {
    await this.#enter('form')
    await this.#keyboard([...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))))
  }

  /** Waits until such a text can be seen. */
  async sees(place: Place, text: string): Promise<void> {
    const isSeen = async (): Promise<boolean> => this.run<boolean>(place, hasText, text).catch(() => false)
    await until(isSeen, `${this.#browser.name} shows "${text}" in the ${place}`)
  }

  async seesButton(place: Place, name: string): Promise<void> {
    await this.#find(place, findButton, name)
  }

  async focused(place: Place): Promise<string> {
    return this.run(place, focusedName)
  }

  async takePicture(name: string): Promise<void> {
    const folder = process.env['BROWSER_PICTURES']
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    await this.#browser.send('enter', { frame: null })
    const image = (await this.#browser.send('screenshot', {})) as string
    writeFileSync(join(folder, `${this.#browser.name}-${name}.png`), Buffer.from(image, 'base64'))
  }

  async #find(place: Place, script: string, ...args: readonly unknown[]): Promise<ElementReference> {
    let found: ElementReference | null = null
    const isFound = async (): Promise<boolean> => {
      found = await this.run<ElementReference | null>(place, script, ...args).catch(() => null)
      return found !== null
    }
    await until(isFound, `${this.#browser.name} finds ${args.join(' ')} in the ${place}`)
    return found as unknown as ElementReference
  }

  async #enter(place: Place): Promise<void> {
    await this.#browser.send('enter', { frame: null })
    if (place === 'page') return
    await this.#enterFrame(place === 'form' ? 'main iframe' : 'dialog iframe', place)
    if (place === 'bank') await this.#enterFrame('iframe', place)
  }

  async #enterFrame(selector: string, place: Place): Promise<void> {
    const args = [selector]
    const frame = (await this.#browser.send('execute', { script: findFrame, args })) as ElementReference | null
    if (frame === null) throw new Error(`There is no frame with the ${place}`)
    await this.#browser.send('enter', { frame })
  }

  async #keyboard(actions: readonly object[]): Promise<void> {
    await this.#browser.send('act', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
}
