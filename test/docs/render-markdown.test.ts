import t from 'tap'
import { docsContext } from './docs-context.ts'
import { markdownFile } from '../../server/pages/docs/markdown-file.ts'
import { renderMarkdown } from '../../server/pages/docs/render-markdown.ts'

const html = (text: string, prefix = ''): string => renderMarkdown(text, prefix).html

t.test('an anchor is made from the words of its heading, unless the heading sets one', async (t) => {
  const { headings } = renderMarkdown(
    '## Five cards, and *no* more\n\n### `a_b`\n\n## Five cards, and no more\n\n## Errors {#own.anchor}',
    '',
  )
  t.same(headings, [
    { id: 'five-cards-and-no-more', text: 'Five cards, and no more', depth: 2 },
    { id: 'a_b', text: 'a_b', depth: 3 },
    { id: 'five-cards-and-no-more-2', text: 'Five cards, and no more', depth: 2 },
    { id: 'own.anchor', text: 'Errors', depth: 2 },
  ])
  t.equal(html('## Errors {#own}'), '<h2 id="own"><a href="#own">Errors</a></h2>\n')
})

t.test('HTML in a text is escaped', async (t) => {
  const hostile = [
    'A <script>alert(1)</script> <b onclick="x">b</b>\n\n<div onload="x">\n\n`<i>` ',
    '![a"b](/x"y.svg) [l](/a"onclick=x)\n\n```sh "><img src=x>\n<b>\n```',
  ].join('')
  t.notMatch(html(hostile), /<(script|b|i|div)\b|<img src=x|"x"|"onclick/)
})

t.test('a bare address does not become a link, and internal links get the path prefix', async (t) => {
  t.notMatch(html('See https://shop.example and ada@example.com'), '<a')
  t.equal(
    html('[here](/docs/x#y) [there](#z)', '/pay'),
    '<p><a href="/pay/docs/x#y">here</a> <a href="#z">there</a></p>\n',
  )
})

t.test('consecutive labelled code blocks are shown side by side, and others below each other', async (t) => {
  const pair = renderMarkdown('```sh curl\na\n```\n\n```js SDK\nb\n```\n\ntext\n\n```sh\nc\n```', '')
  t.equal(pair.html.match(/<div class="beside">/g)?.length, 1)
  t.match(
    pair.html,
    /<div class="beside"><figure class="code"><figcaption>curl<[^]*<figcaption>SDK<[^]*<\/div>\n<p>text/,
  )
  t.ok(pair.isWide)
  t.notOk(renderMarkdown('```sh\na\n```\n\n```sh\nb\n```', '').isWide)
})

t.test('tables and code are in named, focusable boxes, because they may be wider than the screen', async (t) => {
  t.match(
    html('## Codes\n\n| a |\n|---|\n| b |'),
    '<div class="table" role="group" tabindex="0" aria-label="Table: Codes"><table>',
  )
  t.match(html('```sh curl\na\n```'), '<pre tabindex="0" role="group" aria-label="Code: curl">')
})

t.test('a Markdown file has a title and absolute links, and its code is unchanged', async (t) => {
  const page = {
    path: 'x',
    title: 'Title',
    summary: '',
    section: 'Start' as const,
    markdown: () => '## One {#one}\n\n[a](/docs/b#c)\n\n````md\n## Two {#two}\n```\n[a](/docs/b)\n````\n\n[d](/e)',
  }
  t.equal(
    markdownFile(page, docsContext('https://pay.example', null)),
    '# Title\n\n## One\n\n[a](https://pay.example/docs/b#c)\n\n````md\n## Two {#two}\n```\n[a](/docs/b)\n````\n\n[d](https://pay.example/e)\n',
  )
})
