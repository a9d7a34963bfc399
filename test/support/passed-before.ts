import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importsIn } from './reached-tests.ts'

/** What every check depends on. */
const everywhere = ['package-lock.json', 'package.json', 'tsconfig.json', '.eslint.config.js']

/** A key for each of these files: its content, that of all files that its imports lead to, and what `also` says. */
export function keysOf(
  root: string,
  paths: readonly string[],
  also: readonly string[] = everywhere,
): Map<string, string> {
  const contents = new Map<string, { readonly hash: string; readonly imports: readonly string[] }>()
  const read = (path: string): { readonly hash: string; readonly imports: readonly string[] } => {
    const known = contents.get(path)
    if (known) return known
    const full = join(root, path)
    const text = statSync(full, { throwIfNoEntry: false })?.isFile() ? readFileSync(full, 'utf8') : ''
    const content = { hash: hashOf([text]), imports: /\.[cm]?[jt]sx?$/.test(path) ? importsIn(path, text) : [] }
    contents.set(path, content)
    return content
  }
  const common = hashOf([process.version, ...also.map((path) => read(path).hash)])
  return new Map(
    paths.map((path) => {
      const found = new Set([path])
      for (const each of found) for (const used of read(each).imports) found.add(used)
      return [path, hashOf([common, ...[...found].sort().flatMap((each) => [each, read(each).hash])])]
    }),
  )
}

/** One key for the content of all these files. */
export function keyOfAll(root: string, patterns: readonly string[]): string {
  const paths = globSync([...patterns, ...everywhere], { cwd: root }).filter((path) =>
    statSync(join(root, path)).isFile(),
  )
  return hashOf(paths.sort().flatMap((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex')
}

/** The keys that have passed before. A damaged file counts as none. */
export function readPassed(file: string): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(readFileSync(file, 'utf8')) as string[])
  } catch {
    return new Set()
  }
}

export function keepPassed(file: string, keys: Iterable<string>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, JSON.stringify([...keys]))
  renameSync(`${file}.${process.pid}`, file)
}
