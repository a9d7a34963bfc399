import { globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** One of our own source files. */
export interface SourceFile {
  /** From the top of the project, with slashes. */
  readonly path: string
  readonly text: string
}

/** The TypeScript files of some folders, without what is built or installed. */
export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  const paths = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/*.d.ts'] }),
  )
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))
}

/** What a file imports: own files as paths from the top of the project, packages by their names. Types and dynamic imports count too. */
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

/** Every node of a file, with the line it stands on. */
export function nodesOf({ path, text }: SourceFile): { node: ts.Node; line: number }[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: { node: ts.Node; line: number }[] = []
  const visit = (node: ts.Node): void => {
    found.push({ node, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1 })
    node.forEachChild(visit)
  }
  visit(tree)
  return found
}
