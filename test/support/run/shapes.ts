import { importsIn } from './reached-tests.ts'

/** What a file shows to the files that import it. */
export interface Shape {
  /** The text of its declarations. The whole text of a file whose declarations the compiler has to infer. */
  readonly text: string
  /** The files of the project on which the types in this text depend. */
  readonly imports: readonly string[]
}

/**
 * The shapes of source files, by path. A change within a function leaves the shape as it is, so it concerns no file
 * that imports it.
 */
export async function shapesOf(sources: ReadonlyMap<string, string>): Promise<Map<string, Shape>> {
  // Loaded only here, because it takes longer than everything else when no file has changed.
  const { default: ts } = await import('typescript')
  const compilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    declaration: true,
    // The compiler then refuses what it cannot declare from this file alone.
    isolatedDeclarations: true,
  }
  return new Map(
    [...sources].map(([path, text]) => {
      const whole = { text, imports: importsIn(path, text) }
      // A file of declarations is its own shape, and the compiler makes nothing from it.
      if (!/\.[cm]?ts$/.test(path) || /\.d\.[cm]?ts$/.test(path)) return [path, whole]
      const declared = ts.transpileDeclaration(text, { fileName: path, reportDiagnostics: true, compilerOptions })
      if ((declared.diagnostics?.length ?? 0) > 0) return [path, whole]
      return [path, { text: declared.outputText, imports: importsIn(path, declared.outputText) }]
    }),
  )
}
