import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A relative import of another module: `from './x.ts'`, or `import('./x.ts')` in a type. */
const reference = /((?:from|import\()\s*)(['"])(\.{1,2}\/[^'"]+?)\.ts\2/g

const sources = fileURLToPath(new URL('../../sdk/src/', import.meta.url))

/** Stand-ins for the types of frameworks, which a shop installs and this repository does not. */
const frameworks = ['react', 'vue'].map((name) => `${sources}frameworks/${name}.d.ts`)

/**
 * The declarations that the entries of the package need, as lines of JSON. They are generated, because the compiler is
 * no part of the service, which serves the package. Imports name the JavaScript file in one flat folder.
 */
export function writeSdkDeclarations(entries: readonly string[]): string {
  const emitted = emit([...entries.map((entry) => `${sources}${entry}.ts`), ...frameworks])
  const needed = new Set<string>()
  const follow = (name: string): void => {
    if (needed.has(name)) return
    const text = emitted.get(name)
    if (text === undefined) throw new Error(`Bug: no declarations of ${name}`)
    needed.add(name)
    for (const [, , , path] of text.matchAll(reference)) follow(basename(path ?? ''))
  }
  entries.forEach(follow)
  const texts = [...needed].sort().map((name) => [name, flattenImports(emitted.get(name) ?? '').split('\n')] as const)
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`
}

function emit(files: string[]): Map<string, string> {
  const emitted = new Map<string, string>()
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    // Only the entry for tests uses them.
    types: ['node'],
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
function flattenImports(text: string): string {
  return text.replace(
    reference,
    (_, lead: string, quote: string, path: string) => `${lead}${quote}./${basename(path)}.js${quote}`,
  )
}
