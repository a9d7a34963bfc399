import { basename } from 'node:path'
import ts from 'typescript'

/** A relative import of another module: `from './x.ts'`, or `import('./x.ts')` in a type. */
const reference = /((?:from|import\()\s*)(['"])(\.{1,2}\/[^'"]+?)\.ts\2/g

/**
 * Emits the declarations that the entries need into one flat folder: each as `.d.ts` for ESM and as `.d.cts` for
 * CommonJS, because the compiler derives the kind of a module from its file name.
 *
 * @returns pairs of file name and text
 */
export function declarations(folder: string, entries: readonly string[]): [string, string][] {
  const emitted = emit(entries.map((entry) => `${folder}src/${entry}.ts`))
  const needed = new Set<string>()
  const follow = (name: string): void => {
    if (needed.has(name)) return
    const text = emitted.get(name)
    if (text === undefined) throw new Error(`Bug: no declarations of ${name}`)
    needed.add(name)
    for (const [, , , path] of text.matchAll(reference)) follow(basename(path ?? ''))
  }
  entries.forEach(follow)
  return [...needed].flatMap((name): [string, string][] => {
    const text = emitted.get(name) ?? ''
    return [
      [`${name}.d.ts`, flattenImports(text, '.js')],
      [`${name}.d.cts`, flattenImports(text, '.cjs')],
    ]
  })
}

function emit(files: string[]): Map<string, string> {
  const emitted = new Map<string, string>()
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
  })
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const name = basename(path, '.d.ts')
    if (emitted.has(name)) throw new Error(`Bug: two files are called ${name}`)
    emitted.set(name, text)
  })
  const all = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (all.length > 0)
    throw new Error(
      ts.formatDiagnostics(all, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => '',
        getNewLine: () => '\n',
      }),
    )
  return emitted
}

/** Changes relative imports so that they name a file in the flat folder, with the extension of the JavaScript file. */
function flattenImports(text: string, extension: '.js' | '.cjs'): string {
  return text.replace(
    reference,
    (_, lead: string, quote: string, path: string) => `${lead}${quote}./${basename(path)}${extension}${quote}`,
  )
}
