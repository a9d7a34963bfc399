import { markdownFile } from './markdown-file.ts'
import { docsSections, type DocsContext, type DocsPage } from './page.ts'

const about = [
  '# Card payment service',
  '',
  '> Take card payments on a website. Your server creates a checkout session; the customer pays in a card form that ' +
    'this service serves; the result reaches you by signed webhook and by reads of the session.',
]

/** `GET /llms.txt`: the list of all pages for language models (see https://llmstxt.org). */
export function llmsText(pages: readonly DocsPage[], { baseUrl }: DocsContext): string {
  const sections = docsSections.flatMap((section) => {
    const lines = pages
      .filter((page) => page.section === section)
      .map(({ path, title, summary }) => `- [${title}](${baseUrl}/docs/${path}.md): ${summary}`)
    return lines.length > 0 ? ['', `## ${section}`, '', ...lines] : []
  })
  const contract = [
    '',
    '## Optional',
    '',
    `- [All pages in one](${baseUrl}/llms-full.txt): everything above, one page after the other`,
    `- [Contract, OpenAPI 3.1, JSON](${baseUrl}/openapi.json): every call, field and error`,
    `- [Contract, OpenAPI 3.1, YAML](${baseUrl}/openapi.yaml): the same`,
  ]
  return [...about, ...sections, ...contract, ''].join('\n')
}

/** `GET /llms-full.txt`: the text of all pages. */
export function llmsFullText(pages: readonly DocsPage[], context: DocsContext): string {
  return [about.join('\n') + '\n', ...pages.map((page) => markdownFile(page, context))].join('\n')
}
