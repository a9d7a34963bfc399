import { markdownLines } from './markdown-lines.ts'
import type { DocsContext, DocsPage } from './page.ts'

/** A page as a Markdown file, with its title and with absolute links. */
export function markdownFile(page: DocsPage, context: DocsContext): string {
  const text = markdownLines(page.markdown(context))
    .map(({ line, isCode }) => (isCode ? line : withAbsoluteLinks(line, context.baseUrl)))
    .join('\n')
  return `# ${page.title}\n\n${text.trim()}\n`
}

function withAbsoluteLinks(line: string, baseUrl: string): string {
  return line.replace(/^(#{2,6} .*?)\s*\{#[\w.-]+\}\s*$/, '$1').replace(/\]\((\/[^)\s]*)\)/g, `](${baseUrl}$1)`)
}
