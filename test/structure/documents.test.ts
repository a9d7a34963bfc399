import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import { root } from './source-files.ts'

/** The documents in the repository. The served guides have their own tests. */
const documents = ['README.md', ...globSync(['{spec,.github}/*.md', 'spec/decisions/*.md'], { cwd: root })].map(
  (path) => ({
    path,
    text: readFileSync(`${root}/${path}`, 'utf8'),
  }),
)

function textOf(path: string): string {
  return documents.find((document) => document.path === path)?.text ?? ''
}

/** The text below a heading of the second level, up to the next one. */
function sectionOf(path: string, heading: string): string {
  return (
    textOf(path)
      .split(/^## /m)
      .find((section) => section.startsWith(`${heading}\n`)) ?? ''
  )
}

/** The paths in code in one column of every table in a text. */
function pathsInTables(text: string, column: number): string[] {
  const cells = text.split('\n').map((line) => line.split('|')[column + 1]?.trim() ?? '')
  return cells.flatMap((cell) => /^`([^`]+)`$/.exec(cell)?.[1] ?? [])
}

/** The anchors of a document's headings, by GitHub's rule. */
function anchorsOf(path: string): Set<string> {
  const headings = [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

t.test(
  'every room of the README exists, and every file of the architecture page, which names none twice',
  async (t) => {
    const rooms = pathsInTables(sectionOf('README.md', 'The rooms'), 0)
    const files = pathsInTables(sectionOf('spec/architecture.md', 'Where does this live?'), 1)
    t.ok(rooms.length >= 10 && files.length > 20, 'the test finds both tables')
    t.same(
      [...rooms, ...files].filter((path) => !existsSync(`${root}/${path}`)),
      [],
    )
    t.same(
      files.filter((path, index) => files.indexOf(path) !== index),
      [],
    )
  },
)

t.test('every path in the text of a document exists', async (t) => {
  const pattern = /`((?:server|spec|generated|sdk|form|test|\.ci|\.github)\/[\w./-]+)`/g
  const paths = documents.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, target = '']) => ({ path, target })),
  )
  t.ok(paths.length > 100, 'the test finds them')
  t.same(
    paths.filter(({ target }) => !existsSync(`${root}/${target}`)),
    [],
  )
})

t.test('every link of a document leads to a file and a heading that exist', async (t) => {
  const links = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ path, link })),
  )
  t.ok(links.length > 5, 'the test finds them')
  const isDead = ({ path, link }: { path: string; link: string }): boolean => {
    if (/^https?:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), file))
    return !existsSync(`${root}/${target}`) || (anchor !== undefined && !anchorsOf(target).has(anchor))
  }
  t.same(links.filter(isDead), [])
})

t.test('the list of decisions names every file of decisions', async (t) => {
  const listed = [...textOf('spec/decisions.md').matchAll(/\]\((decisions\/[^)]+)\)/g)].map(([, file]) => file).sort()
  t.same(listed, globSync('decisions/*.md', { cwd: `${root}/spec` }).sort())
  t.notMatch(textOf('spec/decisions.md'), /^##/m, 'a decision is in the file of its noun, not in the list')
})

t.test('no document cites one that is not in the repository', async (t) => {
  const citing = documents.filter(({ text }) => /\bthe specification\b/i.test(text)).map(({ path }) => path)
  t.same(citing, [])
})

t.test('every npm command of a document is a script of the package', async (t) => {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> }
  const commands = documents.flatMap(({ text }) =>
    [...text.matchAll(/\bnpm (?:--prefix \S+ )?(?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, script, short]) => script ?? short ?? '',
    ),
  )
  t.ok(commands.length > 4, 'the test finds the commands')
  t.same(
    commands.filter((name) => !(name in scripts)),
    [],
  )
})

t.test('the README is short enough to be read', async (t) => {
  t.ok(textOf('README.md').split('\n').length <= 170)
})
