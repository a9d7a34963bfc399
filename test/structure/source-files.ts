import { globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A source file of the project. */
export interface SourceFile {
  /** Relative to the project, with slashes. */
  readonly path: string
  readonly text: string
}

/** The TypeScript files of some folders, without built and installed ones. */
export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  const paths = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/*.d.ts'] }),
  )
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))
}

/** The imports of a file, also of types and dynamic ones: files by their paths in the project, packages by name. */
export function importsOf({ path, text }: SourceFile): { files: string[]; packages: string[] } {
  const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  const files = names
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.normalize(posix.join(dirname(path), name)))
  const packages = names
    .filter((name) => !name.startsWith('.'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  return { files, packages: [...new Set(packages)] }
}

/** Groups of files that import one another, directly or through others. */
export function importCircles(files: readonly SourceFile[]): string[][] {
  const direct = new Map(files.map((file) => [file.path, importsOf(file).files]))
  const reached = new Map(files.map(({ path }) => [path, reachableFrom(path, direct)]))
  const circles = files
    .filter(({ path }) => reached.get(path)?.has(path))
    .map(({ path }) => [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).sort())
  return [...new Map(circles.map((circle) => [circle[0], circle])).values()]
}

/** Every file that the imports of one file lead to. */
function reachableFrom(path: string, direct: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const target of direct.get(next) ?? [])
      if (!found.has(target)) {
        found.add(target)
        open.push(target)
      }
  return found
}

/** Every syntax node of a file. */
export function nodesOf({ path, text }: SourceFile): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    found.push(node)
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return found
}

export function lineOf(node: ts.Node): number {
  const tree = node.getSourceFile()
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}
