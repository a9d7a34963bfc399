import type { DocsContext, DocsPage } from './page.ts'

/** A page as a Markdown file, with its title and with absolute links. */
export function markdownFile(page: DocsPage, context: DocsContext): string {
  const text = outsideCode(page.markdown(context), (line) => withAbsoluteLinks(line, context.baseUrl))
  return `# ${page.title}\n\n${text.trim()}\n`
}

function withAbsoluteLinks(line: string, baseUrl: string): string {
  return line.replace(/^(#{2,6} .*?)\s*\{#[\w.-]+\}\s*$/, '$1').replace(/\]\((\/[^)\s]*)\)/g, `](${baseUrl}$1)`)
}

/** Changes only the lines outside fenced code blocks. */
function outsideCode(text: string, change: (line: string) => string): string {
  let fence: string | null = null
  const lines = text.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark === undefined) return fence ? line : change(line)
    if (fence === null) fence = mark
    else if (mark.startsWith(fence)) fence = null
    return line
  })
  return lines.join('\n')
}
