import { errorCatalogue, statusesOf } from '../../../../generated/errors.ts'
import { operations } from '../../../../generated/operations.ts'
import { table } from '../markdown-table.ts'
import type { DocsContext } from '../page.ts'
import { curlExample, mayUseDemoKey, sdkExample } from './call-examples.ts'
import {
  exampleText,
  jsonText,
  replyExample,
  replySchema,
  schemaName,
  schemaNamed,
  type RoutedOperation,
} from './contract.ts'
import { answerFields, parameterTable, requestFields } from './field-table.ts'
import { languageExamples } from './language-examples.ts'
import { objectAnchors } from './resources.ts'

/** The section about one operation, as Markdown. Its anchor is the operation's id. */
export function operationSection(operation: RoutedOperation, context: DocsContext): string {
  const parts = [
    `## ${operation.summary} {#${operation.id}}`,
    `\`${operation.method} ${operation.path}\``,
    operation.description,
    ...life(operation),
    keyNeeded(operation, context) + permissionNeeded(operation),
    ...examples(operation, context),
    ...parameters(operation),
    ...body(operation),
    ...reply(operation, context),
    ...errors(operation),
  ]
  return parts.join('\n\n')
}

/** When the call came, if after the first release, and whether it will go. */
function life({ deprecated, 'x-sunset': sunset, 'x-added-in': version }: RoutedOperation): string[] {
  const policy = '[what will go away](/docs/versions#what-will-go-away)'
  const goes = `**Deprecated.** It may be gone after ${sunset ?? ''}: ${policy}.`
  return [...(version === undefined ? [] : [`Since release ${version}.`]), ...(deprecated ? [goes] : [])]
}

function keyNeeded(operation: RoutedOperation, { demoKey }: DocsContext): string {
  const { auth } = operations[operation.id]
  if (auth === 'none') return 'Needs no key.'
  if (auth === 'client_secret') return 'Needs the `client_secret` of the session as a bearer token.'
  if (demoKey === null) return 'Needs a secret key.'
  if (mayUseDemoKey(operation)) return `Needs a secret key; the public demo key \`${demoKey}\` works too.`
  return (
    'Needs a secret key of your own, because the public demo key may not make this call. ' +
    '[Sign up](/docs/api/sandbox#signUpForSandbox) for a key; it is free and takes a second.'
  )
}

function permissionNeeded({ id }: RoutedOperation): string {
  const { permission } = operations[id]
  return permission === null ? '' : ` A [restricted key](/docs/api#restricted-keys) needs \`${permission}\`.`
}

function examples(operation: RoutedOperation, context: DocsContext): string[] {
  const curl = fenced('sh curl', curlExample(operation, context))
  const sdk = sdkExample(operation)
  return [
    curl,
    ...(sdk === null ? [] : [fenced('js SDK', sdk)]),
    ...languageExamples(operation, context).map(({ language, name, source }) => fenced(`${language} ${name}`, source)),
  ]
}

function parameters({ id, parameters }: RoutedOperation): string[] {
  const locations = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'Headers'],
  ] as const
  return locations.flatMap(([location, title]) => {
    const here = parameters.filter((parameter) => parameter.in === location)
    return here.length > 0 ? [`### ${title} {#${id}-${location}}`, parameterTable(here)] : []
  })
}

function body({ id, requestBody }: RoutedOperation): string[] {
  if (!requestBody) return []
  const { schema } = requestBody.content['application/json']
  const title = requestBody.required ? 'Body' : 'Body (optional)'
  return [`### ${title} {#${id}-body}`, requestFields(schema.$ref ? schemaNamed(schemaName(schema.$ref)) : schema)]
}

function reply(operation: RoutedOperation, { baseUrl }: DocsContext): string[] {
  const name = replySchema(operation)
  const { description = '' } = schemaNamed(name)
  const anchor = objectAnchors.get(name)
  const shown = anchor
    ? [`Status 200 with the object [${name}](${anchor}): ${description}`]
    : [
        `Status 200. ${description}`,
        answerFields(schemaNamed(name), objectAnchors),
        fenced('json Reply', jsonText(replyExample(operation), baseUrl)),
      ]
  return [`### Reply {#${operation.id}-reply}`, ...shown, replyHeaders(operation)]
}

function replyHeaders({ responses }: RoutedOperation): string {
  const headers = Object.entries(responses['200']?.headers ?? {})
  return headers
    .map(
      ([name, { description, example }]) => `- Header \`${name}\`: ${description} Example: \`${exampleText(example)}\``,
    )
    .join('\n')
}

function errors({ id }: RoutedOperation): string[] {
  const rows = operations[id].errors.map((code) => [
    statusesOf(code).join(' or '),
    `[\`${code}\`](/docs/errors#${code})`,
    errorCatalogue[code].message,
  ])
  return [`### Errors {#${id}-errors}`, table(['Status', 'Code', 'Message'], rows)]
}

export function fenced(info: string, text: string): string {
  return `\`\`\`${info}\n${text}\n\`\`\``
}
