import document from '../../../generated/merchant-api.json' with { type: 'json' }
import { plainEnums } from '../../../spec/lib/plain-enums.ts'
import { curlExample, sdkExample } from './reference/call-examples.ts'
import { allOperations } from './reference/contract.ts'
import { languageExamples } from './reference/language-examples.ts'
import type { DocsContext } from './page.ts'

/** The contract for integrators, with this service's address and with examples of each call. */
export function publishedDocument(context: DocsContext): object {
  const paths = Object.entries(document.paths as Record<string, Record<string, object>>).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        { ...operation, 'x-codeSamples': samplesOf(method, path, context) },
      ]),
    ),
  ])
  return { ...document, servers: [{ url: context.baseUrl }], paths: Object.fromEntries(paths) as object }
}

/** The same with plain enums, for generators that make an unusable type of the alternatives. */
export function plainDocument(context: DocsContext): object {
  return plainEnums(publishedDocument(context))
}

interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

function samplesOf(method: string, path: string, context: DocsContext): Sample[] {
  const operation = allOperations.find((known) => known.path === path && known.method === method.toUpperCase())
  if (!operation) throw new Error(`Bug: the reference has no ${method} ${path}`)
  const sdk = sdkExample(operation)
  return [
    { lang: 'Shell', label: 'cURL', source: curlExample(operation, context) },
    ...(sdk === null ? [] : [{ lang: 'JavaScript', label: 'SDK', source: sdk }]),
    ...languageExamples(operation, context).map(({ name, source }) => ({ lang: name, label: name, source })),
  ]
}
