import ts from 'typescript'

/** Files that do not change while this process runs: the compiler's libraries, which are most of what it parses. */
const installed = /\/node_modules\//

/** The compiler's libraries import nothing, so they are the same in each module mode. */
const library = /\/node_modules\/typescript\/lib\//

/** Types that are not ours to check, also without `skipLibCheck`. Checking them takes long. */
const others = /\/node_modules\/(typescript|@types)\//

/** Parsed files of `installed`. All compilations of this process share them. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/**
 * Compiles some files without output. Returns the compiler's errors, one line each.
 *
 * @param texts Files that exist only in memory, by path.
 */
export function complaints(
  files: readonly string[],
  options: ts.CompilerOptions = {},
  texts: ReadonlyMap<string, string> = new Map(),
): string[] {
  const all: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
    ...options,
  }
  const program = ts.createProgram(files, all, hostOf(all, texts))
  const diagnostics = [
    ...[...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()],
    ...program
      .getSourceFiles()
      .filter(({ fileName }) => !others.test(fileName))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ]
  return diagnostics.map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}

function hostOf(options: ts.CompilerOptions, texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (name) => texts.has(name) || fileExists(name)
  host.readFile = (name) => texts.get(name) ?? readFile(name)
  host.getSourceFile = (name, version) => {
    const text = texts.get(name)
    if (text !== undefined) return ts.createSourceFile(name, text, version)
    if (!installed.test(name)) return getSourceFile(name, version)
    const { languageVersion, impliedNodeFormat } =
      typeof version === 'object' ? version : { languageVersion: version, impliedNodeFormat: undefined }
    const key = `${name} ${languageVersion} ${library.test(name) ? '' : impliedNodeFormat}`
    if (!parsed.has(key)) parsed.set(key, getSourceFile(name, version))
    return parsed.get(key)
  }
  return host
}
