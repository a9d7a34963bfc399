import { html } from '../../../markup/html.ts'
import { pageAround, type DocsFrame } from '../docs-html.ts'
import { longestQuestion, type Found } from './find.ts'

/** What the search found, as a page for browsers without the script. */
export function resultsPage(frame: DocsFrame, question: string, found: readonly Found[]): string {
  const asked = question.slice(0, longestQuestion).trim()
  const summary =
    asked === ''
      ? 'Type what you look for into the field above.'
      : found.length > 0
        ? `The best pages for “${asked}”.`
        : `Nothing found for “${asked}”. The documentation is in English; try another word, or the list of all pages.`
  const links = found.map(
    ({ path, anchor, title, heading }) =>
      html`<li>
        <a href="${frame.linkPrefix}/docs/${path}${anchor && `#${anchor}`}">${title}</a>${heading && `: ${heading}`}
      </li>`,
  )
  const list = html`<div class="text">${links.length > 0 && html`<ol>${links}</ol>`}</div>`
  return pageAround(frame, { path: '', title: 'Search', summary }, list, { question: asked })
}
