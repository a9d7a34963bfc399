import { existsSync, globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { operations } from '../../generated/operations.ts'
import { contractDocument } from '../support/contract-document.ts'
import { commentsIn, joinLines } from './comments.ts'
import { root } from './source-files.ts'

// A reader must be able to follow each citation in a comment, so it has one of a few forms and leads to something in
// this repository.

const citedPage = /((?:spec\/)?(?:decisions(?:\/[\w-]+)?|promises)\.md(?:#[\w-]*)?)/g
const citedOperation = /\boperation `(\w+)`/g
const citedSchema = /\bschema `(\w+)`/g

/** A path from the top of the repository. */
const pathOfFile =
  /(?<![\w./@:-])((?:server|sdk|form|spec|test|generated)\/[\w./*{},-]*\.(?:tsp|ts|md|json|js|cjs|css|html|svg|sh))(?![\w/])/g

/** Words that point to documents outside the repository, or to no place in a document. */
const elsewhere = [
  /\bSpecification\b/,
  /\bthe (specification|design|decisions)\b/,
  /\bdesign\.md\b/,
  /\((design|decisions|promises?)\b/,
  /\b[Pp]romises?( \d|:)/,
]

const comments = commentsIn(
  ['server', 'sdk', 'form', 'spec', 'test'],
  [citedPage, citedOperation, citedSchema, pathOfFile, ...elsewhere],
).map(({ file, line, text }) => ({ file, place: `${file}:${line}`, text: joinLines(text) }))

/** The places of comments with a citation that leads nowhere. `pattern` captures what is cited. */
function unresolved(pattern: RegExp, resolves: (cited: string) => boolean): string[] {
  return comments.flatMap(({ place, text }) =>
    [...text.matchAll(pattern)].filter(([, cited = '']) => !resolves(cited)).map(([found]) => `${place}: ${found}`),
  )
}

t.test('a cited decision or promise has its heading', async (t) => {
  const pages = ['spec/decisions.md', 'spec/promises.md', ...globSync('spec/decisions/*.md', { cwd: root })]
  const anchors = new Set([...pages, ...pages.flatMap(anchorsOf)])
  t.ok(anchors.has('spec/decisions/sandbox.md#public-demo-key'), 'headings are found')
  t.same(
    unresolved(citedPage, (cited) => anchors.has(cited)),
    [],
  )
})

/** The anchors that GitHub gives to the headings of a page, after its path. */
function anchorsOf(path: string): string[] {
  const seen = new Map<string, number>()
  const headings = [...readFileSync(`${root}/${path}`, 'utf8').matchAll(/^#{1,6} (.+)$/gm)]
  return headings.map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const earlier = seen.get(slug) ?? 0
    seen.set(slug, earlier + 1)
    return `${path}#${slug}${earlier === 0 ? '' : `-${earlier}`}`
  })
}

t.test('a cited operation or schema is in the contract', async (t) => {
  t.same(
    unresolved(citedOperation, (name) => Object.hasOwn(operations, name)),
    [],
  )
  t.same(
    unresolved(citedSchema, (name) => Object.hasOwn(contractDocument.components.schemas, name)),
    [],
  )
})

t.test('a cited file exists', async (t) => {
  t.same(
    unresolved(pathOfFile, (path) => /[*{]/.test(path) || existsSync(`${root}/${path}`)),
    [],
  )
})

/** These files are about the specification, and their first comment says what it is. */
const aboutTheSpecification = /^test\/contract\/(specification|statements)(\.|\/)/

t.test('no comment cites a document that is not in the repository', async (t) => {
  t.same(
    comments
      .filter(({ file }) => !aboutTheSpecification.test(file) && file !== 'test/structure/citations.test.ts')
      .flatMap(({ place, text }) =>
        elsewhere.flatMap((pattern) => (pattern.exec(text) ?? []).slice(0, 1).map((found) => `${place}: ${found}`)),
      ),
    [],
  )
})
