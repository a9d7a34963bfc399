import t from 'tap'
import { allPages } from '../../server/pages/docs/all-pages.ts'
import { docsContext } from './docs-context.ts'
import { codeBlocksOf } from './guides/code-blocks.ts'
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
  const pair = renderMarkdown('```http Request\na\n```\n\n```json Reply\nb\n```\n\ntext\n\n```sh\nc\n```', '')
  t.equal(pair.html.match(/<div class="beside">/g)?.length, 1)
  t.match(
    pair.html,
    /<div class="beside"><figure class="code"><figcaption>Request<[^]*<figcaption>Reply<[^]*<\/div>\n<p>text/,
  )
  t.ok(pair.isWide)
  t.notOk(renderMarkdown('```sh\na\n```\n\n```sh\nb\n```', '').isWide)
})

t.test('an example in several languages is marked for tabs, and files of one language are not', async (t) => {
  const tabs = renderMarkdown('```sh curl\na\n```\n\n```js SDK\nb\n```\n\n```python x.py\nc\n```', '')
  t.same(
    [...tabs.html.matchAll(/<div data-language="(\w+)"><figure class="code"><figcaption>([^<]*)</g)].map(
      ([, name, label]) => [name, label],
    ),
    [
      ['cURL', 'cURL'],
      ['TypeScript', 'TypeScript'],
      ['Python', 'x.py'],
    ],
  )
  t.match(tabs.html, /^<div class="tabs">/)
  t.notOk(tabs.isWide)
  for (const text of [
    '```js a.js\na\n```\n\n```js b.js\nb\n```',
    '```js a.js\na\n```\n\n```html b.html\nb\n```',
    '```js a\nb\n```',
  ])
    t.notMatch(renderMarkdown(text, '').html, 'tabs')
})

t.test('with a column for code, the code of each section is in one box', async (t) => {
  const { html, isWide } = renderMarkdown(
    '# a\n\n## One\n\ntext\n\n```sh\nb\n```\n\n### Reply\n\n```json\nc\n```\n\n## Two\n\nend',
    '',
    true,
  )
  t.match(
    html,
    /<section><h2 id="one">.*\n<p>text<\/p>\n<div class="samples">[^]*b<[^]*c<[^]*<\/div>\n<h3 id="reply">.*\n<\/section>\n<h2 id="two">/,
  )
  t.equal(html.match(/<section>/g)?.length, 1, 'a section without code needs no column')
  t.ok(isWide)
})

t.test('tables and code are in named, focusable boxes, because they may be wider than the screen', async (t) => {
  t.match(
    html('## Codes\n\n| a |\n|---|\n| b |'),
    '<div class="table" role="group" tabindex="0" aria-label="Table: Codes"><table>',
  )
  t.match(html('```sh curl\na\n```'), '<pre tabindex="0" role="group" aria-label="Code: cURL">')
})

t.test('code has colours, and the reader copies exactly the text that was written', async (t) => {
  const coloured = (language: string, code: string): string =>
    /<code>([^]*)<\/code>/.exec(html(`\`\`\`${language}\n${code}\n\`\`\``))?.[1] ?? ''
  t.equal(
    coloured('js', 'const a = f("<b>", 1) // it\'s "x"'),
    '<b>const</b> a = f(<i>&#34;&#60;b&#62;&#34;</i>, <i class="v">1</i>) <i class="c">// it&#39;s &#34;x&#34;</i>',
  )
  t.equal(
    coloured('json', '{"a": "b", "c": true}'),
    '{&#34;a&#34;: <i>&#34;b&#34;</i>, &#34;c&#34;: <i class="v">true</i>}',
  )
  t.equal(
    coloured('sh', "export A=1\ncurl https://x/#y \\\n  data | sed 'a\nb' # end"),
    '<b>export</b> A=1\n<b>curl</b> https://x/#y \\\n  data | <b>sed</b> <i>&#39;a\nb&#39;</i> <i class="c"># end</i>',
  )
  t.equal(coloured('http', 'POST /x HTTP/1.1\nHost: y'), '<b>POST</b> /x HTTP/1.1\n<b>Host</b>: y')
  t.equal(coloured('html', '<p title="a">'), '<b>&#60;p</b> title=<i>&#34;a&#34;</i><b>&#62;</b>')
  t.equal(coloured('yaml', 'on: push # now'), '<b>on</b>: push <i class="c"># now</i>')
  t.equal(coloured('text', 'const "a" <i>'), 'const &#34;a&#34; &#60;i&#62;', 'a language without colours')
  const context = docsContext('https://here.example', 'sk_test_public_demo')
  for (const { path, markdown } of allPages) {
    const text = markdown(context)
    const shown = [...html(text).matchAll(/<pre [^>]*><code>([^]*?)<\/code><\/pre>/g)].map(([, code = '']) =>
      code.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number))),
    )
    t.same(
      shown,
      codeBlocksOf(text).map((block) => block.text),
      path,
    )
  }
})

t.test('a call shows its method as a pill, and other code does not', async (t) => {
  t.equal(html('`DELETE /v1/a/{id}`'), '<p><code class="call"><b class="delete">DELETE</b> /v1/a/{id}</code></p>\n')
  t.equal(html('`GET it` `<b>`'), '<p><code>GET it</code> <code>&#60;b&#62;</code></p>\n')
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
