import { Marked, type Token, type Tokens } from 'marked'
import { highlighted } from '../../markup/highlight.ts'
import { escaped } from '../../markup/html.ts'
import { AnchorNames, headingText, ownAnchor } from './anchor-names.ts'

export interface RenderedMarkdown {
  readonly html: string
  readonly headings: readonly Heading[]
  /** Whether the page shows code blocks side by side and so needs more width. */
  readonly isWide: boolean
}

export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

/**
 * Renders our own Markdown as HTML and escapes HTML inside it. Consecutive code blocks that have a label
 * (the second word of their info string) appear side by side. `linkPrefix` is added to addresses that begin with `/`.
 */
export function renderMarkdown(text: string, linkPrefix: string): RenderedMarkdown {
  const headings: Heading[] = []
  const anchors = new AnchorNames()
  const marked = makeMarked(linkPrefix, (token, html) => {
    const heading = { id: anchors.take(token.text), text: headingText(token.text), depth: token.depth }
    headings.push(heading)
    const tag = `h${heading.depth}`
    return `<${tag} id="${heading.id}"><a href="#${heading.id}">${html.replace(ownAnchor, '')}</a></${tag}>\n`
  })
  const groups = grouped(marked.lexer(text))
  const html = groups.map((tokens) => renderGroup(marked, tokens, headings)).join('')
  return { html, headings, isWide: groups.some((tokens) => tokens.length > 1) }
}

function makeMarked(linkPrefix: string, heading: (token: Tokens.Heading, html: string) => string): Marked {
  const placed = (href: string): string => escaped(href.startsWith('/') ? linkPrefix + href : href)
  return new Marked({
    gfm: true,
    // A bare URL or email address in a text is an example, so it does not become a link.
    tokenizer: { url: () => undefined },
    renderer: {
      html: ({ text }) => escaped(text),
      heading(token) {
        return heading(token, this.parser.parseInline(token.tokens))
      },
      link({ href, tokens }) {
        return `<a href="${placed(href)}">${this.parser.parseInline(tokens)}</a>`
      },
      image: ({ href, text }) =>
        '<span class="picture" role="group" tabindex="0" aria-label="Picture, which may be wider than the screen">' +
        `<img src="${placed(href)}" alt="${escaped(text)}"></span>`,
      code: codeBlock,
      codespan: ({ text }) => callWithPill(text) ?? `<code>${escaped(text)}</code>`,
    },
  })
}

function codeBlock({ text, lang }: Tokens.Code): string {
  const label = labelOf(lang)
  const caption = label ? `<figcaption>${escaped(label)}</figcaption>` : ''
  const name = escaped(label ? `Code: ${label}` : 'Code')
  const coloured = highlighted(text, /^\S*/.exec(lang ?? '')?.[0] ?? '')
  const code = `<pre tabindex="0" role="group" aria-label="${name}"><code>${coloured}</code></pre>`
  return `<figure class="code">${caption}${code}</figure>\n`
}

/** A call, such as `GET /v1/events`, shows its method as a pill; null for other code. */
function callWithPill(text: string): string | null {
  const [, method, path] = /^(GET|POST|DELETE) (\/\S*)$/.exec(text) ?? []
  if (method === undefined || path === undefined) return null
  return `<code class="call"><b class="${method.toLowerCase()}">${method}</b> ${escaped(path)}</code>`
}

/** A word in the info string that only tests read, such as `no-run`. */
const noRun = 'no-run'

function labelOf(info: string | undefined): string {
  const label = /^\S+\s+(.+)$/.exec(info ?? '')?.[1] ?? ''
  return label === noRun ? '' : label
}

/** Yields tokens one by one, and consecutive labelled code blocks as one group. */
function grouped(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = []
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const last = groups.at(-1)
    if (last?.every(isLabelledCode) && isLabelledCode(token)) last.push(token)
    else groups.push([token])
  }
  return groups
}

function isLabelledCode(token: Token): boolean {
  return token.type === 'code' && labelOf((token as Tokens.Code).lang) !== ''
}

function renderGroup(marked: Marked, tokens: Token[], headings: readonly Heading[]): string {
  const html = marked.parser(tokens)
  if (tokens.length > 1) return `<div class="beside">${html}</div>\n`
  if (tokens[0]?.type !== 'table') return html
  const heading = headings.at(-1)?.text
  const name = escaped(heading ? `Table: ${heading}` : 'Table')
  return `<div class="table" role="group" tabindex="0" aria-label="${name}">${html}</div>\n`
}
