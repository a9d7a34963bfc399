import { html, verbatim, type InlineScript, type InlineStyle, type Markup } from '../../markup/html.ts'
import { iconLink } from '../../markup/icon.ts'
import { docsSections, type DocsPage } from './page.ts'
import { renderMarkdown, type Heading } from './render-markdown.ts'
import { longestQuestion } from './search/find.ts'

/** The style and the script inside each page. Everything can be read without the script. */
export interface DocsLooks {
  readonly style: InlineStyle
  readonly script: InlineScript
}

/** The content security policy of each page: its own style and script, and calls of this service. */
export function docsPolicy({ style, script }: DocsLooks): string {
  return (
    `default-src 'none'; style-src ${style.cspHash}; script-src ${script.cspHash}; connect-src 'self'; ` +
    "img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  )
}

/** The parts that every page of the documentation shares. */
export interface DocsFrame {
  readonly pages: readonly DocsPage[]
  readonly looks: DocsLooks
  /** The path in `BASE_URL`, if the service is not at the root of its host. */
  readonly linkPrefix: string
}

type Shown = Pick<DocsPage, 'path' | 'title' | 'summary'>

/**
 * A page with side bar, contents, text and links to its neighbours.
 * A page without a path, such as an error, has no neighbours.
 */
export function docsHtml(frame: DocsFrame, page: Shown, markdown: string): string {
  const { html: content, headings, isWide } = renderMarkdown(markdown, frame.linkPrefix, page.path.startsWith('api/'))
  const text = html`${contentsOf(headings)}<div class="text">${verbatim(content)}</div>`
  return pageAround(frame, page, text, { isWide })
}

/** A page with the given content. `question` is what its search field already has. */
export function pageAround(
  frame: DocsFrame,
  page: Shown,
  content: Markup,
  { isWide = false, question = '' }: { isWide?: boolean; question?: string } = {},
): string {
  const body = html`<a class="skip" href="#content">Skip to the text</a>
    ${topBar(frame, question)}
    <div class="docs"${isWide && verbatim(' data-wide')}>
      ${sideBar(frame, page.path)}
      <main id="content" tabindex="-1">
        <h1>${page.title}</h1>
        <p class="summary">${page.summary}</p>
        ${asMarkdown(frame, page.path)}${content}
        ${afterText(frame, page.path)}
      </main>
    </div>`
  return documentOf(frame, page, body)
}

function documentOf(frame: DocsFrame, page: Shown, body: Markup): string {
  const alternate =
    page.path !== '' &&
    html`<link rel="alternate" type="text/markdown" href="${frame.linkPrefix}/docs/${page.path}.md">`
  return html`<!doctype html>
    <html lang="en" data-theme="auto">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>${page.title} · Card payment service</title>
        <meta name="description" content="${page.summary}">
        ${iconLink(`${frame.linkPrefix}/`)} ${alternate}
        <style>${verbatim(frame.looks.style.css)}</style>
      </head>
      <body>${body}<script>${verbatim(frame.looks.script.code)}</script></body>
    </html>`.text
}

function topBar({ linkPrefix }: DocsFrame, question: string): Markup {
  return html`<header class="top">
    <div>
      <a href="${linkPrefix}/docs">Card payment service <span>documentation</span></a>
      <form class="search" role="search" action="${linkPrefix}/docs/search">
        <input
          name="q"
          type="search"
          aria-label="Search the documentation"
          placeholder="Search"
          value="${question}"
          maxlength="${longestQuestion}"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
        >
        <button>Search</button>
      </form>
    </div>
  </header>`
}

function sideBar({ pages, linkPrefix }: DocsFrame, current: string): Markup {
  const sections = docsSections.map((section) => {
    const links = pages
      .filter((page) => page.section === section)
      .map(
        ({ path, title }) =>
          html`<li${path.includes('/') && verbatim(' class="under"')}>
            <a href="${linkPrefix}/docs/${path}"${path === current && verbatim(' aria-current="page"')}>${title}</a>
          </li>`,
      )
    return links.length > 0 ? html`<p>${section}</p><ul>${links}</ul>` : html``
  })
  return foldable('side', 'All pages', html`${sections}`)
}

/** A page with fewer headings needs no table of contents. */
const headingsWorthAList = 3

function contentsOf(headings: readonly Heading[]): Markup | false {
  const listed = headings.filter(({ depth }) => depth === 2)
  if (listed.length < headingsWorthAList) return false
  const links = listed.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)
  return foldable('contents', 'On this page', html`<ul>${links}</ul>`)
}

/**
 * A list of links that is open on wide screens and folded on narrow ones.
 * To work without a script, it appears twice and the style shows one.
 */
function foldable(name: string, title: string, links: Markup): Markup {
  return html`<details class="folded ${name}">
      <summary>${title}</summary>
      <nav aria-label="${title}">${links}</nav>
    </details>
    <nav class="open ${name}" aria-label="${title}">
      <p class="title">${title}</p>
      ${links}
    </nav>`
}

function asMarkdown({ linkPrefix }: DocsFrame, path: string): Markup | false {
  return path !== '' && html`<p class="tools"><a href="${linkPrefix}/docs/${path}.md">This page as Markdown</a></p>`
}

function afterText({ pages, linkPrefix }: DocsFrame, path: string): Markup | false {
  if (path === '') return false
  const at = pages.findIndex((page) => page.path === path)
  const link = (page: DocsPage | undefined, rel: string, name: string): Markup | undefined =>
    page && html`<a rel="${rel}" href="${linkPrefix}/docs/${page.path}"><span>${name}</span>${page.title}</a>`
  const around = html`<nav class="around" aria-label="Next and previous page">
    ${link(at > 0 ? pages[at - 1] : undefined, 'prev', 'Previous')} ${link(pages[at + 1], 'next', 'Next')}
  </nav>`
  return html`<footer class="after">
    ${around}
  </footer>`
}
