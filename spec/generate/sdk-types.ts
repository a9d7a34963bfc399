import openapiTs, { astToString, STRING, tsIntersection, tsUnion, UNDEFINED } from 'openapi-typescript'
import ts from 'typescript'
import { banner } from './banner.ts'
import type { Document, Response } from './document.ts'
import { laterValue, sdkSchemas } from './sdk-document.ts'
import {
  answerSchema,
  idsOf,
  isKeyed,
  isOperation,
  nameOf,
  needsParameters,
  pagesOf,
  parametersName,
  sdkOperations,
  treeOf,
  type Branch,
  type SdkOperation,
} from './sdk-operations.ts'
import type { CatalogueEntry } from './shape-document.ts'

/**
 * Writes the types that merchants see: a type for each resource and parameter object, the union of events, the union of
 * error codes, and the typed tree of resources.
 */
export async function writeSdkTypes(document: Document, catalogue: Pick<CatalogueEntry, 'code'>[]): Promise<string> {
  const operations = sdkOperations(document)
  return [
    banner,
    '',
    await schemaTypes(document, operations),
    ...comment([
      'Every error code of the service. `{baseUrl}/docs/errors` explains each; `fix` of the error says what to do.',
    ]),
    `export type ErrorCode = ${catalogue.map(({ code }) => JSON.stringify(code)).join(' | ')}`,
    '',
    ...comment(['All objects of a list, from a page on.']),
    'export interface Objects<Item> extends AsyncIterable<Item> {',
    '  /** At most `limit` of them, from as many pages as that takes. */',
    '  toArray(options: { limit: number }): Promise<Item[]>',
    '}',
    ...comment(['A page, from which one can go on.']),
    'export interface LaterPages<Page, Item> extends Objects<Item> {',
    '  /** The page after this one, or null when this is the last. */',
    '  nextPage(): Promise<(Page & LaterPages<Page, Item>) | null>',
    '}',
    '',
    ...comment([
      'The resources of the service, as the contract names them.',
      '@typeParam Options the last argument of each call: time-outs, an idempotency key, …',
      '@typeParam Extra what each reply carries besides its own fields',
    ]),
    'export interface Resources<Options, Extra> {',
    ...branchLines(document, treeOf(operations), '  '),
    '}',
    '',
  ].join('\n')
}

async function schemaTypes(document: Document, operations: SdkOperation[]): Promise<string> {
  const { schemas, sent } = sdkSchemas(document, operations)
  const source = { openapi: document.openapi, info: document.info, paths: {}, components: { schemas } }
  const nodes = await openapiTs(JSON.parse(JSON.stringify(source)) as Parameters<typeof openapiTs>[0], {
    alphabetize: false,
    emptyObjectsUnknown: true,
    transformProperty: (property, _, { path }) =>
      property.questionToken && sent.has(componentOf(path)) ? orUndefined(property) : undefined,
  })
  // The package indents the lines of a title after the first.
  return astToString(namedDeclarations(nodes)).replaceAll(/^( *\*) {5}/gm, '$1 ')
}

/** `#/components/schemas/Customer/email` → `Customer` */
function componentOf(path: string | undefined): string {
  return path?.split('/')[3] ?? ''
}

/** Callers often pass undefined for a field that they do not set, and JSON leaves it out. */
function orUndefined(property: ts.PropertySignature): ts.PropertySignature {
  const { modifiers, name, questionToken, type = UNDEFINED } = property
  const union = tsUnion([...(ts.isUnionTypeNode(type) ? type.types : [type]), UNDEFINED])
  return ts.factory.updatePropertySignature(property, modifiers, name, questionToken, union)
}

/**
 * Each schema as a declaration with its own name. openapi-typescript's aliases of `components['schemas']` have no names
 * of their own: editors and type errors would show all fields in place of the name.
 */
function namedDeclarations(nodes: ts.Node[]): ts.Node[] {
  const components = nodes.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'components')
  const schemas = components?.members.find((member) => nameOfMember(member) === 'schemas')
  if (!schemas || !ts.isPropertySignature(schemas) || !schemas.type || !ts.isTypeLiteralNode(schemas.type))
    throw new Error('Bug: openapi-typescript has written no schemas')
  return schemas.type.members
    .filter(ts.isPropertySignature)
    .filter((member) => nameOfMember(member) !== laterValue)
    .map(declarationOf)
}

function nameOfMember({ name }: ts.TypeElement): string {
  return name && ts.isIdentifier(name) ? name.text : ''
}

function declarationOf(member: ts.PropertySignature): ts.Node {
  const name = nameOfMember(member)
  const type = ts.transform(member.type ?? STRING, [namedReferences]).transformed[0] ?? STRING
  const modifiers = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  const declaration =
    ts.isTypeLiteralNode(type) && type.members.some(ts.isPropertySignature)
      ? ts.factory.createInterfaceDeclaration(modifiers, name, undefined, undefined, type.members)
      : ts.factory.createTypeAliasDeclaration(modifiers, name, undefined, type)
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member))
}

/** `components['schemas']['Customer']` → `Customer` */
function namedReferences(context: ts.TransformationContext): (node: ts.TypeNode) => ts.TypeNode {
  const visit = (node: ts.Node): ts.Node => {
    if (!ts.isIndexedAccessTypeNode(node)) return ts.visitEachChild(node, visit, context)
    const { indexType } = node
    const name = ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : ''
    return name === laterValue
      ? tsIntersection([STRING, ts.factory.createTypeLiteralNode([])])
      : ts.factory.createTypeReferenceNode(name)
  }
  return (node) => visit(node) as ts.TypeNode
}

function branchLines(document: Document, branch: Branch, indent: string): string[] {
  return Object.entries(branch).flatMap(([name, node]) =>
    isOperation(node)
      ? [...comment(methodDoc(node), indent), `${indent}${name}${signature(document, node)}`]
      : [`${indent}readonly ${name}: {`, ...branchLines(document, node, `${indent}  `), `${indent}}`],
  )
}

function signature(document: Document, entry: SdkOperation): string {
  const { operation } = entry
  const ids = idsOf(operation).map((id) => `${id}: string`)
  const parameters = parametersName(entry)
  const optional = needsParameters(document, entry) ? '' : '?'
  const args = [...ids, ...(parameters ? [`params${optional}: ${parameters}`] : []), 'options?: Options']
  const pages = pagesOf(document, operation)
  const answer = `${nameOf(answerSchema(document, operation))} & Extra`
  const item = pages && nameOf(pages.item)
  const result = item ? `Promise<${answer} & LaterPages<${answer}, ${item}>> & Objects<${item}>` : `Promise<${answer}>`
  return `(${args.join(', ')}): ${result}`
}

function methodDoc({ method, path, operation }: SdkOperation): string[] {
  const errors = Object.entries(operation.responses).flatMap(([status, response]) => errorLines(status, response))
  return [
    `${operation.summary}: \`${method} ${path}\``,
    '',
    ...operation.description.split('\n'),
    '',
    ...(isKeyed(operation) ? ['The SDK sends an `Idempotency-Key`, so this call is safe to retry.', ''] : []),
    '@throws {ServicePayError} with one of these codes, or one of the SDK itself:',
    ...errors,
  ]
}

function errorLines(status: string, response: Response): string[] {
  const examples = response.content?.['application/json'].examples ?? {}
  return Object.entries(examples).map(([code, { summary }]) => `- \`${code}\` (${status}): ${summary}`)
}

function comment(lines: string[], indent = ''): string[] {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (safe.length === 1) return [`${indent}/** ${safe[0]} */`]
  return [`${indent}/**`, ...safe.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}
