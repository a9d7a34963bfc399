import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A test file, and why it runs: the changed file that it depends on. */
export interface ReachedTest {
  readonly path: string
  readonly because: string
}

/** What every test depends on. */
const everywhere = ['package.json', 'package-lock.json', 'tsconfig.json', '.npmrc', '.nvmrc']

/** These read the whole project. */
const readsAll = 'test/structure/'

/** The files that differ from a commit, and those that git does not know yet. */
export function changedFiles(root: string, since: string): string[] {
  const git = (...words: string[]): string[] =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const known = git('diff', '--name-only', '-z', since, '--')
  return [...new Set([...known, ...git('ls-files', '--others', '--exclude-standard', '-z')])].sort()
}

/**
 * The tests that a change can reach, the nearest first: those that lead to a changed file by imports, or by a text that
 * names a file or folder of the project. Null: the change concerns every test.
 */
export function reachedTests(root: string, tests: readonly string[], changed: readonly string[]): ReachedTest[] | null {
  if (changed.some((path) => everywhere.includes(path) || path.startsWith('test/support/run/'))) return null
  const usersOf = usersByFile(root)
  // Breadth first, so that the nearest tests come first.
  const because = new Map(changed.map((path) => [path, path]))
  for (const [path, reason] of because)
    for (const user of usersOf.get(path) ?? []) if (!because.has(user)) because.set(user, reason)
  const all = new Set(tests)
  const reading = changed.length === 0 ? [] : tests.filter((path) => path.startsWith(readsAll) && !because.has(path))
  return [
    ...[...because].filter(([path]) => all.has(path)).map(([path, reason]) => ({ path, because: reason })),
    ...reading.map((path) => ({ path, because: 'it reads the whole project' })),
  ]
}

/** For each file of the project, the TypeScript files that import or name it. */
function usersByFile(root: string): Map<string, string[]> {
  const users = new Map<string, string[]>()
  const sources = globSync('{server,sdk,form,spec,generated,test}/**/*.{ts,js,cjs}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).map((path) => path.replaceAll('\\', '/'))
  for (const path of sources)
    for (const used of filesNamedIn(root, path, readFileSync(join(root, path), 'utf8')))
      users.set(used, [...(users.get(used) ?? []), path])
  return users
}

/** Imported files, and those that a text of the file names, relative to it or to the project. */
function filesNamedIn(root: string, path: string, text: string): Set<string> {
  const texts = [...text.matchAll(/(['"`])((?:\.{0,2}\/)*[\w.@-]+(?:\/[\w.@-]+)+\/?)\1/g)].map(
    (match) => match[2] ?? '',
  )
  const named = texts.flatMap((name) => [posix.join(posix.dirname(path), name), posix.normalize(name)])
  // Styles, documents and data are often named without their folder.
  const bare = [...text.matchAll(/['"`/]([\w.-]+\.(?:css|html|json|md|tsp|yaml))\b/g)].map((match) => match[1] ?? '')
  const files = [...importsIn(path, text), ...named].flatMap((name) => filesAt(root, name))
  return new Set([...files, ...bare.flatMap((name) => dataFiles(root).get(name) ?? [])])
}

/** What the examples import by the name of the package (`paths` in tsconfig.json). */
const byName: Readonly<Record<string, string>> = {
  servicepay: 'sdk/src/index.ts',
  'servicepay/browser': 'sdk/src/browser.ts',
}

/** The files of the project that a file imports. */
export function importsIn(path: string, text: string): string[] {
  const names = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^'\n]+|servicepay(?:\/browser)?)'/g)]
  return names.map(([, name = '']) => byName[name] ?? posix.join(posix.dirname(path), name))
}

/** Whether the imports of a file lead to another one. */
export function leadsTo(root: string, path: string, target: string): boolean {
  const found = new Set<string>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === target) return true
    if (found.has(next) || !existsSync(join(root, next))) continue
    found.add(next)
    open.push(...importsIn(next, readFileSync(join(root, next), 'utf8')))
  }
  return false
}

const dataByName = new Map<string, string[]>()

/** The files of the project that are no programs, by their names. */
function dataFiles(root: string): ReadonlyMap<string, readonly string[]> {
  if (dataByName.size > 0) return dataByName
  const pattern = '{server,sdk,form,spec,generated,test,.github}/**/*.{css,html,json,md,tsp,yaml}'
  for (const path of globSync([pattern, '*.md'], { cwd: root, exclude: ['**/node_modules/**'] })) {
    const name = posix.basename(path.replaceAll('\\', '/'))
    dataByName.set(name, [...(dataByName.get(name) ?? []), path.replaceAll('\\', '/')])
  }
  return dataByName
}

const folders = new Map<string, readonly string[]>()

/** The file, or the files below the folder. A whole layer counts for nothing: the tests of its parts are reached. */
function filesAt(root: string, name: string): readonly string[] {
  const path = name.replace(/\/$/, '')
  if (path.startsWith('..') || path.includes('node_modules') || !path.includes('/')) return []
  const known = folders.get(path)
  if (known !== undefined) return known
  const full = join(root, path)
  const found = !existsSync(full)
    ? []
    : statSync(full).isDirectory()
      ? globSync(`${path}/**/*`, { cwd: root }).map((each) => each.replaceAll('\\', '/'))
      : [path]
  folders.set(path, found)
  return found
}
