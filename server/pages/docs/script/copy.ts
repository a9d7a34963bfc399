import { element } from './element.ts'

/** How long a button says that it has copied. */
const confirmedMs = 2_000

/** Adds a button to each code block, and one that copies the page's Markdown. */
export function addCopyButtons(): void {
  // Only secure pages have a clipboard.
  if (!('clipboard' in navigator)) return
  for (const figure of document.querySelectorAll<HTMLElement>('.code')) {
    const code = figure.querySelector('pre')?.textContent ?? ''
    figure.append(copyButton('Copy', () => navigator.clipboard.writeText(code)))
  }
  const link = document.querySelector<HTMLAnchorElement>('.tools a')
  link?.after(
    copyButton('Copy page as Markdown', () => {
      const text = fetch(link.href).then(async (reply) => new Blob([await reply.text()], { type: 'text/plain' }))
      // Safari allows no copying once a request has come between, unless the item waits for it.
      return navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    }),
  )
}

function copyButton(name: string, copy: () => Promise<void>): HTMLElement {
  const button = element('button', { type: 'button', class: 'copy', 'aria-live': 'polite' }, name)
  const say = (text: string): void => {
    button.textContent = text
    setTimeout(() => (button.textContent = name), confirmedMs)
  }
  button.onclick = () =>
    void copy().then(
      () => say('Copied'),
      () => say('Not copied'),
    )
  return button
}
