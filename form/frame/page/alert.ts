import { element } from './page.ts'

/** Why the payment was not made, and one next step. */
export interface Alert {
  readonly title: string
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void }
  /** The alert asks to correct marked fields, and disappears with the last mark. */
  readonly isAboutFields?: boolean
}

/** Shows the alert above the Pay button; screen readers announce it at once. Null hides it. */
export function showAlert(alert: Alert | null): void {
  const box = element('alert')
  box.dataset['about'] = alert?.isAboutFields ? 'fields' : ''
  const parts: HTMLElement[] = alert ? [make('strong', alert.title), make('p', alert.text)] : []
  if (alert?.action) {
    const { label, run } = alert.action
    parts.push(Object.assign(make('button', label), { type: 'button', onclick: run }))
  }
  box.replaceChildren(...parts)
}

/** Hides an alert about marked fields once no field is marked. */
export function hideAnsweredAlert(): void {
  if (element('alert').dataset['about'] && !document.querySelector('[aria-invalid="true"]')) showAlert(null)
}

function make(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}
