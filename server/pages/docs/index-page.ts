import { allPages } from './all-pages.ts'
import { docsSections, type DocsPage } from './page.ts'

/** `GET /docs`: the list of all pages. It does not list itself. */
export const indexPage: DocsPage = {
  path: 'index',
  title: 'Documentation',
  summary: 'Take card payments on your website: from the first test payment to running the service yourself.',
  section: 'Start',
  markdown: () => [...docsSections.flatMap(sectionLines), ...forPrograms].join('\n'),
}

const forPrograms = [
  '## For programs',
  '',
  '- [Contract (OpenAPI 3.1) as JSON](/openapi.json) and [as YAML](/openapi.yaml): every call, field and error.',
  '- Collections for [Postman](/postman.json) and [Bruno](/bruno.tgz), and [a document of Arazzo](/arazzo.json) that ' +
    'pays, verifies and refunds.',
  '- [llms.txt](/llms.txt): a list of these pages as Markdown files; [llms-full.txt](/llms-full.txt): all in one file.',
]

function sectionLines(section: DocsPage['section']): string[] {
  const lines = allPages
    .filter((page) => page.section === section)
    .map(({ path, title, summary }) => `- [${title}](/docs/${path}): ${summary}`)
  return lines.length > 0 ? [`## ${section}`, '', ...lines, ''] : []
}
