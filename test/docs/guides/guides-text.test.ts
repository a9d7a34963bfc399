import t from 'tap'
import { parse } from 'yaml'
import { docsContext } from '../docs-context.ts'
import { allPages } from '../../../server/pages/docs/all-pages.ts'
import { guides } from '../../../server/pages/docs/guides/guides.ts'
import { renderMarkdown } from '../../../server/pages/docs/render-markdown.ts'
import { stateDrawings } from '../../../server/pages/docs/state-drawings.ts'
import { codeBlocksOf, isNotRun } from './code-blocks.ts'

const contexts = [docsContext('https://pay.example', 'sk_test_public_demo'), docsContext('https://pay.example', null)]

const written = guides.map((page) => ({
  path: page.path,
  text: page.markdown(docsContext('https://pay.example', 'sk_test_public_demo')),
}))
const blocks = written.flatMap(({ path, text }) => codeBlocksOf(text).map((block) => ({ path, ...block })))

t.test('every page has a short summary, begins with a task, and ends with where to go next', async (t) => {
  for (const { path, title, summary } of guides) {
    t.match(summary, /^[A-Z].{30,140}\.$/, path)
    t.ok(title.length < 30, path)
  }
  for (const { path, text } of written) {
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    t.equal(headings.at(-1), 'Next', path)
    t.ok((text.split('## Next')[1]?.match(/^- \[/gm)?.length ?? 0) >= 2, `${path} has at least two next steps`)
    t.notMatch(text, /\{\{|undefined|\[object/, path)
  }
})

t.test('the menu has each name once', async (t) => {
  const names = allPages.map(({ title }) => title)
  t.same(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})

t.test('no page has `a` before a vowel', async (t) => {
  const wrong = allPages.flatMap((page) =>
    [
      ...page
        .markdown(contexts[1] ?? contexts[0]!)
        .matchAll(/\ba \W?(event|attempt|account|address|object|operator|open|amount|error|id)\b.*/g),
    ].map(([text]) => `${page.path}: ${text}`),
  )
  t.same(wrong, [])
})

t.test('every link within the documentation leads to a page and a heading', async (t) => {
  const others = [
    '/openapi.json',
    '/openapi-plain.json',
    '/postman.json',
    '/openapi.yaml',
    '/sdk/servicepay.tgz',
    ...stateDrawings.map(({ name }) => `/docs/${name}.svg`),
  ]
  const missing = contexts.flatMap((context) => {
    const anchors = new Map(
      allPages.map((page) => [
        `/docs/${page.path}`,
        renderMarkdown(page.markdown(context), '').headings.map(({ id }) => id),
      ]),
    )
    return guides.flatMap((page) =>
      [...page.markdown(context).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, address = '']) => address)
        .filter((address) => !address.startsWith('https://'))
        .filter((address) => {
          const [path = '', anchor] = address.startsWith('#')
            ? [`/docs/${page.path}`, address.slice(1)]
            : address.split('#')
          return (
            !others.includes(path) && !(anchor === undefined ? anchors.has(path) : anchors.get(path)?.includes(anchor))
          )
        })
        .map((address) => `${page.path} → ${address}`),
    )
  })
  t.same([...new Set(missing)], [])
})

t.test('every block of code has a language, and few are marked as not runnable', async (t) => {
  t.ok(blocks.length > 60, 'the test finds the blocks')
  t.same(
    blocks
      .filter(
        ({ language }) =>
          !['sh', 'js', 'ts', 'html', 'json', 'text', 'python', 'php', 'ruby', 'go', 'java', 'yaml'].includes(language),
      )
      .map(({ path, text }) => `${path}: ${text}`),
    [],
  )
  const skipped = blocks.filter(isNotRun)
  // These blocks start the service, or need an operator's rights.
  t.same([...new Set(skipped.map(({ path }) => path))].sort(), [
    'adyen',
    'ci',
    'demo-shop',
    'public-address',
    'running',
  ])
  t.ok(skipped.length <= 28, `${skipped.length} blocks`)
})

t.test('examples with curl need only a shell, and stop where a value is missing', async (t) => {
  const examples = [...allPages].flatMap((page) =>
    contexts.flatMap((context) =>
      codeBlocksOf(page.markdown(context))
        .filter((block) => block.language === 'sh' && /\bcurl\b/.test(block.text) && !isNotRun(block))
        .map(({ text }) => ({ path: page.path, text })),
    ),
  )
  t.ok(examples.length > 100, 'the test finds them')
  t.same(
    examples.filter(({ text }) => /\b(node|npx|npm|jq|python3?)\b/.test(text)),
    [],
  )
  t.same(
    examples.filter(({ text }) => /\$([A-Z_]+|\{[A-Z_]+\})/.test(text)),
    [],
    'each variable is written as ${NAME:?}',
  )
  const silent = examples.filter(
    ({ text }) => /curl -s /.test(text) || /curl -sS (?!--fail)[^]*?> \w+\.json/.test(text),
  )
  t.same(silent, [], 'curl reports errors, also those of replies in a file')
})

t.test('HTML and JSON are well formed', async (t) => {
  for (const { path, language, text } of blocks) {
    if (language === 'json') t.doesNotThrow(() => JSON.parse(text), path)
    if (language === 'html') t.same(unclosed(text), [], path)
  }
})

/** Elements without a closing tag, or the first closing tag that does not match. */
function unclosed(html: string): string[] {
  const open: string[] = []
  const withoutScripts = html.replace(/<script>[^]*?<\/script>/g, '')
  for (const [, end, name = ''] of withoutScripts.matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
    if (!end) open.push(name)
    else if (open.pop() !== name) return [`</${name}>`]
  }
  return open
}

t.test('without a public demo key, no guide shows it', async (t) => {
  const pages = guides.map((page) => page.markdown(docsContext('https://pay.example', null))).join('\n')
  // Allowed are the default of the variable, and the client for the one call that needs no key.
  t.notMatch(pages.replace(/^.*(PUBLIC_DEMO_KEY|const anybody).*$/gm, ''), 'sk_test_public_demo')
})

t.test('the shell lines of the CI examples are lines that a test runs, or that it cannot run', async (t) => {
  const page = blocks.filter(({ path }) => path === 'ci')
  const shell = new Set(page.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n')))
  const examples = page.filter(({ language }) => language === 'yaml').map(({ text }) => parse(text) as unknown)
  t.equal(examples.length, 2)
  for (const example of examples) {
    const lines = stringsIn(example).flatMap((text) => text.split('\n'))
    for (const part of ['--ephemeral > sandbox.json &', 'until [ -s', 'SERVICEPAY_BASE_URL', 'SERVICEPAY_SECRET_KEY'])
      t.ok(
        lines.some((line) => line.includes(part) && shell.has(line)),
        part,
      )
    for (const line of lines.filter((text) => /sandbox\.json|^npm /.test(text))) t.ok(shell.has(line), line)
  }
})

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
