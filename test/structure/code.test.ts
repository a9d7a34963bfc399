import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { operations } from '../../generated/operations.ts'
import { lineOf, nodesOf, root, sourceFiles } from './source-files.ts'

/** A longer file usually has more than one purpose. */
const maxLines = 400

const topLevel = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'README.md',
  'spec',
  'generated',
  'server',
  'sdk',
  'form',
  'test',
]

const product = sourceFiles('server', 'sdk', 'form', 'spec/lib')
const written = sourceFiles('server', 'sdk', 'form', 'spec', 'test')

type Construct = 'any' | 'double cast' | 'default export' | 'system time' | 'time of the database' | 'path'

const constructs: Readonly<Record<Construct, (node: ts.Node) => boolean>> = {
  any: (node) => node.kind === ts.SyntaxKind.AnyKeyword,
  'double cast': (node) =>
    ts.isAsExpression(node) &&
    ts.isAsExpression(node.expression) &&
    node.expression.type.kind === ts.SyntaxKind.UnknownKeyword,
  'default export': (node) =>
    (ts.isExportAssignment(node) && !node.isExportEquals) ||
    (ts.isExportSpecifier(node) && node.name.text === 'default') ||
    (node.kind === ts.SyntaxKind.DefaultKeyword && !ts.isDefaultClause(node.parent)),
  'system time': (node) =>
    (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) ||
    (ts.isCallExpression(node) && node.expression.getText() === 'Date.now'),
  'time of the database': (node) =>
    isText(node) && /(?<![.\w$])(now\(\)|current_timestamp\b|clock_timestamp\(\))/i.test(node.getText()),
  path: (node) => {
    const [found] = (isText(node) && /\/v1\/[a-z_]+(\/[a-z_]+)?/.exec(node.getText())) || []
    return found !== undefined && contractPaths.some((path) => path === found || path.startsWith(`${found}/`))
  },
}

const contractPaths = Object.values(operations).map(({ path }) => path)

interface Found {
  readonly construct: Construct
  readonly path: string
  readonly line: number
}

/** Where the product has a construct. One pass for all, because parsing is most of the work. */
const found: readonly Found[] = product.flatMap((file) =>
  nodesOf(file).flatMap((node) =>
    Object.entries(constructs)
      .filter(([, isConstruct]) => isConstruct(node))
      .map(([construct]) => ({ construct: construct as Construct, path: file.path, line: lineOf(node) })),
  ),
)

function placesOf(construct: Construct, isWithin: (path: string) => boolean = () => true): string[] {
  return found
    .filter((place) => place.construct === construct && isWithin(place.path))
    .map(({ path, line }) => `${path}:${line}`)
}

t.test('the top level has only known files and folders, and dotfiles', async (t) => {
  t.same(
    topLevelEntries().filter((name) => !name.startsWith('.') && !topLevel.includes(name)),
    [],
  )
})

/** Committed files, or all files when git is missing. */
function topLevelEntries(): string[] {
  try {
    const paths = execFileSync('git', ['ls-files', '-z'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\0')
    return [...new Set(paths.filter((path) => path !== '').map((path) => path.split('/')[0] ?? ''))]
  } catch {
    return readdirSync(root).filter((name) => name !== 'node_modules')
  }
}

t.test('every file has at most 400 lines and a name in kebab case', async (t) => {
  t.same(
    written
      .filter(({ text }) => text.split('\n').length > maxLines + 1)
      .map(({ path, text }) => `${path}: ${text.split('\n').length - 1} lines`),
    [],
  )
  t.same(
    written
      .filter(({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.worker)?\.ts$/.test(basename(path)))
      .map(({ path }) => path),
    [],
  )
})

t.test('no file or folder has a name without meaning', async (t) => {
  t.same(
    product
      .filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc|services?|controllers?|managers?)(\/|\.ts$)/.test(path))
      .map(({ path }) => path),
    [],
  )
  t.same(
    product
      .filter(({ path }) => basename(path) === 'index.ts')
      .map(({ path }) => path)
      .filter((path) => path !== 'sdk/src/index.ts'),
    [],
    'no file that only re-exports others',
  )
})

t.test('no code circumvents the type checker', async (t) => {
  t.same(placesOf('any'), [], 'no use of the type any')
  t.same(placesOf('double cast'), [], 'no cast via unknown')
  t.same(matches(/@ts-(ignore|nocheck|expect-error)/), [], 'no suppressed compiler error')
})

t.test('no TODO and no unimplemented part is left', async (t) => {
  t.same(matches(/\b(TODO|FIXME|HACK)\b/), [])
  t.same(matches(/not (yet )?implemented/i), [])
})

t.test('no test is always skipped, and none runs alone', async (t) => {
  const tests = sourceFiles('test').filter(
    ({ path }) => path.endsWith('.test.ts') && !path.startsWith('test/structure/'),
  )
  t.same(
    tests.filter(({ text }) => /\bt\.only\(|only: true|skip: true/.test(text)).map(({ path }) => path),
    [],
  )
})

t.test('only the SDK has a default export', async (t) => {
  t.same(
    placesOf('default export', (path) => !path.startsWith('sdk/src/')),
    [],
  )
})

/**
 * The clock, the code that runs before it, the job queue, which compares with the database's time, the doctor's
 * question for that time, and the age of commits that wait.
 */
const readsSystemTime =
  /^server\/(domain\/time\/clock\.ts|engines\/embedded-postgres\/.*|store\/sql\/(server-facts|trial-commit)\.ts|store\/work\/alarms\.ts)$/

t.test('the server takes the time from its clock', async (t) => {
  const mayNot = (path: string): boolean => path.startsWith('server/') && !readsSystemTime.test(path)
  t.ok(placesOf('system time').length > 0, 'the check finds the clock itself')
  t.same(placesOf('system time', mayNot), [])
  t.same(placesOf('time of the database', mayNot), [], 'the time does not come from the database')
})

t.test('no code spells out a path of the contract', async (t) => {
  t.same(
    placesOf('path', (path) => /^(server|sdk\/src)\//.test(path)),
    [],
  )
})

/** Whether the node is a string literal outside import and export declarations. */
function isText(node: ts.Node): boolean {
  if (ts.isStringLiteral(node)) return !ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent)
  return ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
}

function matches(pattern: RegExp): string[] {
  return product.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
}
