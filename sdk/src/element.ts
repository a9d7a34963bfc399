import type { CheckoutOptions } from '../../spec/lib/form-api.ts'
import { formIn, type FormOptions } from './form-in.ts'

const inBrowser: Partial<typeof globalThis> = globalThis

/** Loads on a server, where there are no elements. */
const Base = (inBrowser.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * The card form as an element: `<servicepay-card-form base-url="…" client-secret="…">`. Attributes: `base-url`,
 * `client-secret`, `locale`, `theme`, and `redirect="false"`. The property `appearance` takes more than a theme. It
 * dispatches the events of the form, with their argument as `detail`.
 */
export class CardFormElement extends Base {
  static readonly observedAttributes = ['base-url', 'client-secret', 'locale', 'theme', 'redirect']
  #appearance: CheckoutOptions['appearance']
  readonly #form = formIn(this, (name, detail) => void this.dispatchEvent(new CustomEvent(name, { detail })))
  #isWaiting = false

  get appearance(): CheckoutOptions['appearance'] {
    return this.#appearance
  }

  set appearance(value: CheckoutOptions['appearance']) {
    this.#appearance = value
    this.#show()
  }

  connectedCallback(): void {
    this.style.display ||= 'block'
    this.#show()
  }

  disconnectedCallback(): void {
    this.#show()
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (before !== now) this.#show()
  }

  /** Several changes at once change the form once. */
  #show(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    queueMicrotask(() => {
      this.#isWaiting = false
      const [baseUrl, clientSecret, locale, theme, redirect] = CardFormElement.observedAttributes.map((name) =>
        this.getAttribute(name),
      )
      if (!this.isConnected || !baseUrl || !clientSecret) return this.#form()
      this.#form({
        ...{ baseUrl, clientSecret, redirect: redirect !== 'false', locale: locale ?? 'auto' },
        appearance: { ...(theme && { theme }), ...this.#appearance },
      } as FormOptions)
    })
  }
}

/** Defines the element. Loading the module twice defines it once. */
if (inBrowser.customElements?.get('servicepay-card-form') === undefined)
  inBrowser.customElements?.define('servicepay-card-form', CardFormElement)
