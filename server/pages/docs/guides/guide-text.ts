import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DocsContext, DocsPage } from '../page.ts'
import { factsFor } from './facts.ts'

/** A page whose text is the file `<path>.md` in this folder. `{{name}}` in it is replaced by a fact of the program. */
export function guide(page: Omit<DocsPage, 'markdown'>): DocsPage {
  const text = readFileSync(fileURLToPath(new URL(`${page.path}.md`, import.meta.url)), 'utf8')
  return { ...page, markdown: (context) => filled(page.path, text, context) }
}

function filled(path: string, text: string, context: DocsContext): string {
  const facts = factsFor(context)
  return text.replace(/\{\{(\w+)\}\}/g, (_mark, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`Bug: the guide ${path} uses the unknown fact ${name}`)
    return fact
  })
}
