import { banner } from './banner.ts'
import type { Document } from './document.ts'
import {
  idsOf,
  isKeyed,
  isOperation,
  needsKey,
  pagesOf,
  parametersName,
  locationOfParameters,
  sdkOperations,
  treeOf,
  type Branch,
  type SdkOperation,
} from './sdk-operations.ts'

/** Writes the methods of the SDK. Each is one call of openapi-fetch, whose types check it against the contract. */
export function writeSdkResources(document: Document): string {
  const tree = branchLines(document, treeOf(sdkOperations(document)), '    ')
  return [
    banner,
    "import { keyOf, sent, type Api } from '../sdk/src/api.ts'",
    "import type { WithLastResponse } from '../sdk/src/answers.ts'",
    "import type { RequestOptions } from '../sdk/src/options.ts'",
    "import { pagesOf } from '../sdk/src/pages.ts'",
    "import type { Resources } from './sdk-types.ts'",
    '',
    '/** The methods of every resource. */',
    'export function resourcesOver({ client, send }: Api): Resources<RequestOptions, WithLastResponse> {',
    '  return {',
    ...tree,
    '  }',
    '}',
    '',
  ].join('\n')
}

function branchLines(document: Document, branch: Branch, indent: string): string[] {
  return Object.entries(branch).flatMap(([name, node]) =>
    isOperation(node)
      ? [`${indent}${name}: ${method(document, node)},`]
      : [`${indent}${name}: {`, ...branchLines(document, node, `${indent}  `), `${indent}},`],
  )
}

function method(document: Document, entry: SdkOperation): string {
  const ids = idsOf(entry.operation)
  const names = [...ids, ...(parametersName(entry) ? ['params'] : []), 'options']
  const pages = pagesOf(document, entry.operation)
  const send = `send(options, (call) => ${call(entry, ids)})`
  const body = pages ? `pagesOf(params, ${pages.length}, (params) => ${send})` : send
  return `(${names.join(', ')}) => ${body}`
}

function call(entry: SdkOperation, ids: string[]): string {
  const { method, path, operation } = entry
  const location = locationOfParameters(entry)
  const params = [
    ...(ids.length > 0 ? [`path: { ${ids.join(', ')} }`] : []),
    ...(location === 'query' ? ['query: sent(params)'] : []),
    ...(isKeyed(operation) ? ['header: keyOf(options)'] : []),
  ]
  const init = [
    '...call',
    // openapi-fetch leaves out a header that is null.
    ...(needsKey(operation) ? [] : ['headers: { ...call.headers, Authorization: null }']),
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(location === 'body' ? ['body: sent(params)'] : []),
  ]
  return `client.${method}('${path}', ${init.length > 1 ? `{ ${init.join(', ')} }` : 'call'})`
}
