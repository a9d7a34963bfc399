import { element } from './element.ts'

/**
 * Lets the reader run the curl examples of the reference that have the public demo key, so none if the operator has
 * switched it off. Variables of the example become fields.
 */
export function addTries(): void {
  for (const code of document.querySelectorAll('.samples pre')) {
    const text = code.textContent
    const [, method, address = ''] = /^curl -sS (?:-X (\w+) )?"?(\S+?)"?(?: \\)?$/m.exec(text) ?? []
    if (address === '' || !text.includes('Bearer sk_')) continue
    const fields = new Map<string, HTMLInputElement>()
    for (const [, name = ''] of text.matchAll(/\$\{(\w+):\?\}/g))
      fields.set(
        name,
        element('input', { name, required: '', value: name === 'IDEMPOTENCY_KEY' ? `try-${crypto.randomUUID()}` : '' }),
      )
    const filled = (part: string): string =>
      part.replace(/\$\{(\w+):\?\}/g, (_, name: string) => fields.get(name)?.value ?? '')
    const reply = element('pre', { role: 'status', tabindex: '0', 'aria-label': 'Reply' })
    reply.hidden = true
    const form = element(
      'form',
      { class: 'try' },
      ...[...fields].map(([name, field]) => element('label', {}, name, field)),
      element('button', {}, 'Try it'),
      reply,
    )
    form.onsubmit = async (event) => {
      event.preventDefault()
      const body = /-d '([^]*)'$/.exec(text)?.[1]?.replaceAll("'\\''", "'")
      const headers = [...text.matchAll(/-H ["'](\S+): (.*)["']/g)].map(
        ([, name = '', value = '']) => [name, filled(value)] as [string, string],
      )
      const { pathname, search } = new URL(filled(address))
      reply.hidden = false
      reply.textContent = '…'
      try {
        const init = { method: method ?? (body ? 'POST' : 'GET'), headers, credentials: 'omit' as const }
        const answer = await fetch(pathname + search, body ? { ...init, body } : init)
        const object = (await answer.json()) as { id?: string }
        reply.textContent = `${answer.status} ${answer.statusText}\n${JSON.stringify(object, null, 2)}`
        // The id of what was created is what the next call on the page needs.
        const [, noun = ''] = /(\w+)s$/.exec(pathname) ?? []
        for (const field of document.querySelectorAll<HTMLInputElement>(`.try [name="${noun.toUpperCase()}_ID"]`))
          if (body) field.value = object.id ?? ''
      } catch {
        reply.textContent = 'No reply'
      }
    }
    code.parentElement?.after(form)
  }
}
