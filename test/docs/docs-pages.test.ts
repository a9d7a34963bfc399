import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { parse } from 'yaml'
import t from 'tap'
import manifest from '../../sdk/package.json' with { type: 'json' }
import { allPages } from '../../server/pages/docs/all-pages.ts'
import type { SearchIndex } from '../../server/pages/docs/search/find.ts'
import { operationsOf } from '../../spec/generate/document.ts'
import { merchantDocument } from '../support/contract-document.ts'
import { inFullRuns, someOf } from '../support/combinations.ts'
import { startService } from '../support/service.ts'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()
t.teardown(() => service.stop())

const policy =
  /^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/
const paths = ['/docs', ...allPages.map(({ path }) => `/docs/${path}`)]

const texts = new Map<string, string>()

/** The text of a page. It is fetched once. */
async function textOf(path: string): Promise<string> {
  const known = texts.get(path)
  if (known !== undefined) return known
  const reply = await fetch(service.baseUrl + path)
  t.equal(reply.status, 200, path)
  const text = await reply.text()
  texts.set(path, text)
  return text
}

/** What the script may weigh, compressed as it is sent. Everything is readable without it. */
const mostScriptBytes = 4_096

t.test('every page needs no key, may be cached, and runs one script, which its policy names', async (t) => {
  const scripts = new Set<string>()
  for (const path of paths) {
    const reply = await fetch(service.baseUrl + path)
    t.equal(reply.status, 200, path)
    t.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8')
    t.match(reply.headers.get('content-security-policy'), policy)
    t.equal(reply.headers.get('cache-control'), 'public, max-age=300')
    t.equal(reply.headers.get('x-content-type-options'), 'nosniff')
    t.equal(reply.headers.get('referrer-policy'), 'no-referrer')
    const html = await reply.text()
    texts.set(path, html)
    const [script = '', ...others] = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code]) => code)
    const hash = createHash('sha256').update(script).digest('base64')
    t.match(reply.headers.get('content-security-policy'), `script-src 'sha256-${hash}'`)
    scripts.add(script)
    t.same(others, [])
    t.notMatch(html.replace(script, ''), /<script (?!>)|\son\w+=|style="/, 'no other script and no inline style')
  }
  for (const script of scripts) {
    const bytes = brotliCompressSync(script).length
    t.ok(script !== '' && bytes <= mostScriptBytes, `${bytes} bytes`)
  }
})

t.test('a page that has not changed is not sent again, and HEAD sends none', async (t) => {
  for (const path of someOf(paths, 8)) {
    const reply = await fetch(service.baseUrl + path)
    t.not(await reply.text(), '')
    const again = await fetch(service.baseUrl + path, { headers: { 'If-None-Match': reply.headers.get('etag') ?? '' } })
    t.same([again.status, await again.text()], [304, ''])
    const head = await fetch(service.baseUrl + path, { method: 'HEAD' })
    t.same([head.status, head.headers.get('etag'), await head.text()], [200, reply.headers.get('etag'), ''])
  }
})

t.test('a page is the same in every encoding', async (t) => {
  const plain = await fetch(`${service.baseUrl}/docs/errors`, { headers: { 'Accept-Encoding': 'identity' } })
  const text = await plain.text()
  t.equal(plain.headers.get('content-encoding'), null)
  for (const encoding of ['br', 'gzip']) {
    const reply = await fetch(`${service.baseUrl}/docs/errors`, { headers: { 'Accept-Encoding': encoding } })
    t.equal(reply.headers.get('content-encoding'), encoding)
    t.equal(await reply.text(), text)
  }
})

t.test('every internal link leads to a page and an anchor that exist', async (t) => {
  let followed = 0
  const broken: string[] = []
  for (const path of paths) {
    for (const [, href = ''] of (await textOf(path)).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      if (/^(https?|mailto):/.test(href)) continue
      const target = new URL(href, service.baseUrl + path)
      const html = await textOf(target.pathname)
      followed += 1
      if (target.hash && !html.includes(`id="${decodeURIComponent(target.hash.slice(1))}"`))
        broken.push(`${path} → ${href}`)
    }
  }
  t.same(broken, [])
  t.ok(followed > 1_000, 'the test followed the links')
})

t.test('no anchor occurs twice on a page', async (t) => {
  for (const path of paths) {
    const ids = [...(await textOf(path)).matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    t.same(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
      path,
    )
  }
})

t.test('every page is also a Markdown file with absolute links', async (t) => {
  for (const page of [{ path: 'index', title: 'Documentation' }, ...allPages]) {
    const reply = await fetch(`${service.baseUrl}/docs/${page.path}.md`)
    t.equal(reply.status, 200, page.path)
    t.equal(reply.headers.get('content-type'), 'text/markdown; charset=utf-8')
    const text = await reply.text()
    texts.set(`/docs/${page.path}.md`, text)
    t.ok(text.startsWith(`# ${page.title}\n\n`))
    t.notMatch(text.replace(/^```[^]*?^```/gm, ''), /\]\(\/|\{#/, 'no relative link and no anchor syntax')
  }
})

t.test('llms.txt lists every page, and each listed file exists', async (t) => {
  const text = await textOf('/llms.txt')
  t.match(text, /^# Card payment service\n\n> .+\n\n## Start\n\n- \[/)
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): ./gm)].map(([, link]) => link ?? '')
  t.same(
    allPages.filter(({ path }) => !links.includes(`${service.baseUrl}/docs/${path}.md`)),
    [],
  )
  for (const link of links) await textOf(link.slice(service.baseUrl.length))
  const full = await textOf('/llms-full.txt')
  for (const { title } of allPages) t.ok(full.includes(`\n# ${title}\n`), title)
})

t.test('the contract is the same as JSON and as YAML', inFullRuns, async (t) => {
  const json = await fetch(`${service.baseUrl}/openapi.json`)
  const yaml = await fetch(`${service.baseUrl}/openapi.yaml`)
  t.equal(json.headers.get('content-type'), 'application/json; charset=utf-8')
  t.match(yaml.headers.get('content-type'), 'application/yaml')
  t.equal(json.headers.get('access-control-allow-origin'), '*')
  const document = (await json.json()) as { servers: unknown }
  t.same(document.servers, [{ url: service.baseUrl }])
  t.same(parse(await yaml.text()), document)
})

t.test('an unknown address gets a 404 page', async (t) => {
  for (const path of [
    'nothing',
    'nothing.md',
    'nothing.svg',
    'api/nothing',
    'errors/',
    '%2e%2e%2fpackage.json',
    'a'.repeat(500),
    '<b>',
  ]) {
    const reply = await fetch(`${service.baseUrl}/docs/${path}`)
    t.equal(reply.status, 404, path)
    t.match(reply.headers.get('content-type'), 'text/html')
    t.match(reply.headers.get('content-security-policy'), policy)
    t.equal(reply.headers.get('cache-control'), 'no-store')
    const html = await reply.text()
    t.match(html, 'Page not found')
    t.notMatch(html, '<b>')
  }
})

t.test('without the script, the server searches with the same code', async (t) => {
  const ask = async (question: string): Promise<string> => {
    const reply = await fetch(`${service.baseUrl}/docs/search?${new URLSearchParams({ q: question }).toString()}`)
    t.equal(reply.status, 200)
    t.match(reply.headers.get('content-security-policy'), policy)
    return reply.text()
  }
  const found = /<ol><li><a href="([^"]*)">/
  t.equal(found.exec(await ask('rate_limited'))?.[1], '/docs/errors#rate_limited')
  t.match(await ask('日本語'), 'Nothing found for “日本語”')
  t.match(await ask(''), 'Type what you look for')
  const hostile = await ask('"><script>alert(1)</script>')
  t.match(hostile, 'value="&#34;&#62;&#60;script&#62;alert(1)')
  t.notMatch(hostile, '<script>alert')
  t.notMatch(await ask('x'.repeat(10_000)), 'x'.repeat(101), 'a long question is cut off')
  t.equal((await fetch(`${service.baseUrl}/docs/search?q=a&q=b`)).status, 200, 'two questions are none')

  const index = await fetch(`${service.baseUrl}/docs/search.json`)
  const { pages } = (await index.json()) as SearchIndex
  t.same(
    pages.map(([path]) => path),
    allPages.map(({ path }) => path),
  )
  const again = await fetch(index.url, { headers: { 'If-None-Match': index.headers.get('etag') ?? '' } })
  t.equal(again.status, 304, 'a browser that has the index does not load it again')
})

t.test('the front page says what this is, and has a way in for each reader that leads to a page', async (t) => {
  const text = await textOf('/')
  t.match(text, 'takes card payments for websites')
  t.match(text, `This is version ${manifest.version}`)
  const [, ways = ''] = /<div class="ways">(.*?)<\/div>/.exec(text) ?? []
  const addresses = [...ways.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address)
  t.same(addresses, ['/docs/quick-start', '/dashboard', '/docs/running'])
  for (const address of [...addresses, '/readyz', '/docs'])
    t.equal((await fetch(service.baseUrl + address)).status, 200, address)
})

t.test('pages escape BASE_URL, put its path in front of every link, and need no demo key', async (t) => {
  const odd = await startService({
    environment: { BASE_URL: `https://pay.example/a'"><script>alert(1)</script>\`$(id)`, PUBLIC_DEMO_KEY: '' },
  })
  t.teardown(() => odd.stop())
  for (const path of ['/docs', '/docs/quick-start', '/docs/api/checkout-sessions', '/docs/errors']) {
    const html = await (await fetch(odd.app.server.info.uri.replace(/\/\/[^:]+:/, '//127.0.0.1:') + path)).text()
    t.notMatch(html, /<script>alert|alert\(1\)<\/|`\$\(id\)/, path)
    t.match(html, 'href="/a%27%22%3E%3Cscript', 'links begin with the path of BASE_URL')
    t.notMatch(html, 'href="/docs')
    // A guide names it as a default; the examples of every operation are tested without a service.
    if (path.includes('/api/')) t.notMatch(html, 'sk_test_public_demo', path)
  }
})

t.test('the service serves the package of its SDK, with the hash that the documentation has', async (t) => {
  const current = `/sdk/servicepay-${manifest.version}.tgz`
  const reply = await fetch(service.baseUrl + current)
  t.same([reply.status, reply.headers.get('content-type')], [200, 'application/gzip'])
  const bytes = Buffer.from(await reply.arrayBuffer())
  const newest = await fetch(`${service.baseUrl}/sdk/servicepay.tgz`)
  t.ok(bytes.equals(Buffer.from(await newest.arrayBuffer())), 'the newest is this one')

  const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  t.match(await textOf('/docs/sdk.md'), hash)
  const installation = `npm install ${service.baseUrl}${current}`
  const [first = ''] = /^```sh\n[^]*?```/m.exec(await textOf('/docs/quick-start.md')) ?? []
  t.match(first, installation, 'the first command of the quick start')

  const again = await fetch(service.baseUrl + current, {
    headers: { 'If-None-Match': reply.headers.get('etag') ?? '' },
  })
  t.same([again.status, await again.text()], [304, ''])
  const other = await fetch(`${service.baseUrl}/sdk/servicepay-0.0.1.tgz`)
  t.same([other.status, other.headers.get('cache-control')], [404, 'no-store'])
  t.match(await other.text(), current, 'the reply for another version names this one')
})

t.test('Postman’s collection has each call of a merchant once, with what its example sends', async (t) => {
  const collection = JSON.parse(await textOf('/postman.json')) as {
    info: { schema: string }
    item: { item: { request: { method: string; url: { path: string[] }; body?: { raw: string } } }[] }[]
  }
  t.match(collection.info.schema, 'v2.1.0')
  const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request))
  const calls = operationsOf(merchantDocument)
  t.same(
    requests.map(({ method, url }) => `${method.toLowerCase()} /${url.path.join('/')}`).sort(),
    calls.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`).sort(),
  )
  t.same(
    requests.flatMap(({ body }) => (body ? [JSON.stringify(JSON.parse(body.raw))] : [])).sort(),
    calls
      .flatMap(({ operation }) => operation.requestBody?.content['application/json'].example ?? [])
      .map((example) => JSON.stringify(example))
      .sort(),
  )
})
