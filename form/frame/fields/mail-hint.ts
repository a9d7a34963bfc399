import { fill } from '../../texts/fill.ts'
import { mailSuggestion } from './mail-domains.ts'
import { element, page } from '../page/page.ts'

/** Longer than a click: the page must not move between pressing and releasing the button. */
const pauseMilliseconds = 300

/** Asks below the field whether a mistyped domain should have been a common one. A click takes the suggestion over. */
export function suggestMail(input: HTMLInputElement): void {
  const status = document.createElement('p')
  status.id = 'email-hint'
  status.setAttribute('role', 'status')
  element('email-field').append(status)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'hint'
  const show = (): void => {
    const suggestion = mailSuggestion(input.value.trim())
    if (suggestion === null) return
    button.textContent = fill(page.texts.didYouMean, { email: suggestion })
    button.onclick = () => {
      input.value = suggestion
      input.dispatchEvent(new Event('input'))
      input.focus()
    }
    status.append(button)
  }
  input.addEventListener('change', () => setTimeout(show, pauseMilliseconds))
  input.addEventListener('input', () => button.remove())
}
