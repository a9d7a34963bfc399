import { Marked, type Token, type Tokens } from 'marked'
import { highlighted } from '../../markup/highlight.ts'
import { escaped } from '../../markup/html.ts'
import { AnchorNames, headingText, ownAnchor } from './anchor-names.ts'

export interface RenderedMarkdown {
  readonly html: string
  readonly headings: readonly Heading[]
  /** Whether the page shows code beside something else and so needs more width. */
  readonly isWide: boolean
}

export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

/**
 * Renders our own Markdown as HTML and escapes HTML inside it. Consecutive code blocks that have a label
 * (the second word of their info string) appear side by side, or as tabs if they are the same in several languages.
 * `linkPrefix` is added to addresses that begin with `/`. `hasColumn`: the code of each section has its own column.
 */
export function renderMarkdown(text: string, linkPrefix: string, hasColumn = false): RenderedMarkdown {
  const headings: Heading[] = []
  const anchors = new AnchorNames()
  const marked = makeMarked(linkPrefix, (token, html) => {
    const heading = { id: anchors.take(token.text), text: headingText(token.text), depth: token.depth }
    headings.push(heading)
    const tag = `h${heading.depth}`
    return `<${tag} id="${heading.id}"><a href="#${heading.id}">${html.replace(ownAnchor, '')}</a></${tag}>\n`
  })
  const groups = grouped(marked.lexer(text))
  const parts = groups.map((tokens) => ({
    html: renderGroup(marked, tokens, headings),
    isCode: tokens[0]?.type === 'code',
    startsSection: tokens[0]?.type === 'heading' && (tokens[0] as Tokens.Heading).depth === 2,
  }))
  const html = hasColumn ? inColumns(parts) : parts.map((part) => part.html).join('')
  return { html, headings, isWide: hasColumn || groups.some((tokens) => tokens.length > 1 && !areTabs(tokens)) }
}

interface Part {
  readonly html: string
  readonly isCode: boolean
  readonly startsSection: boolean
}

/** Puts the code of each section into one box, at the place of the first code, so that the style can move it aside. */
function inColumns(parts: readonly Part[]): string {
  const sections: Part[][] = [[]]
  for (const part of parts) {
    if (part.startsSection) sections.push([])
    sections.at(-1)?.push(part)
  }
  return sections
    .map((section) => {
      const samples = section.filter(({ isCode }) => isCode)
      const [first] = samples
      if (!first) return section.map(({ html }) => html).join('')
      const box = `<div class="samples">${samples.map(({ html }) => html).join('')}</div>\n`
      const html = section.map((part) => (part === first ? box : part.isCode ? '' : part.html)).join('')
      return `<section>${html}</section>\n`
    })
    .join('')
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

/** Labels of the reference, with the names that readers know. */
const ownNames: ReadonlyMap<string, string> = new Map([
  ['curl', 'cURL'],
  ['SDK', 'TypeScript'],
])

/** A word in the info string that only tests read, such as `no-run`. */
const noRun = 'no-run'

function labelOf(info: string | undefined): string {
  const label = /^\S+\s+(.+)$/.exec(info ?? '')?.[1] ?? ''
  return label === noRun ? '' : (ownNames.get(label) ?? label)
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

/** Languages of examples that readers choose among, and the names of their tabs. */
const languages: ReadonlyMap<string, string> = new Map([
  ['sh', 'cURL'],
  ['js', 'TypeScript'],
  ['python', 'Python'],
  ['php', 'PHP'],
  ['ruby', 'Ruby'],
  ['go', 'Go'],
  ['java', 'Java'],
])

function languageOf(token: Token): string | undefined {
  return languages.get(/^\S*/.exec((token as Tokens.Code).lang ?? '')?.[0] ?? '')
}

/** Whether consecutive code blocks are the same in several languages. */
function areTabs(tokens: readonly Token[]): boolean {
  const names = new Set(tokens.map(languageOf))
  return tokens.length > 1 && tokens.every(isLabelledCode) && names.size === tokens.length && !names.has(undefined)
}

function tab(marked: Marked, token: Token): string {
  return `<div data-language="${languageOf(token) ?? ''}">${marked.parser([token])}</div>`
}

function renderGroup(marked: Marked, tokens: Token[], headings: readonly Heading[]): string {
  const html = marked.parser(tokens)
  if (areTabs(tokens)) return `<div class="tabs">${tokens.map((token) => tab(marked, token)).join('')}</div>\n`
  if (tokens.length > 1) return `<div class="beside">${html}</div>\n`
  if (tokens[0]?.type !== 'table') return html
  const heading = headings.at(-1)?.text
  const name = escaped(heading ? `Table: ${heading}` : 'Table')
  return `<div class="table" role="group" tabindex="0" aria-label="${name}">${html}</div>\n`
}
