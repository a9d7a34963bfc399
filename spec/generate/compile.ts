import { compile, formatDiagnostic, NodeHost } from '@typespec/compiler'
import { getOpenAPI3 } from '@typespec/openapi3'
import { fileURLToPath } from 'node:url'
import type { Json } from './document.ts'

const entry = fileURLToPath(new URL('../main.tsp', import.meta.url))

/** Compiles the contract to the emitter's OpenAPI 3.1 document. Throws on any diagnostic, warnings included. */
export async function compileContract(): Promise<Json> {
  const program = await compile(NodeHost, entry, { noEmit: true })
  throwOnDiagnostics(program.diagnostics)
  const [record] = await getOpenAPI3(program, { 'openapi-versions': ['3.1.0'] })
  if (!record || record.versioned) throw new Error('Bug: the contract is one service without versions')
  throwOnDiagnostics(record.diagnostics)
  return JSON.parse(JSON.stringify(record.document)) as Json
}

function throwOnDiagnostics(diagnostics: readonly Parameters<typeof formatDiagnostic>[0][]): void {
  if (diagnostics.length > 0) throw new Error(diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('\n'))
}
