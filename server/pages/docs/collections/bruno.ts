import { operations } from '../../../../generated/operations.ts'
import { tarball } from '../../../../sdk/tarball.ts'
import type { DocsContext } from '../page.ts'
import { exampleText, type Parameter, type RoutedOperation } from '../reference/contract.ts'
import { merchantCalls } from './merchant-calls.ts'

/** A folder that Bruno opens, as an archive: a file for each call of a merchant, with its example. */
export function brunoArchive(context: DocsContext): Buffer {
  return tarball(brunoFiles(context), 'card-payment-service')
}

/** The files of the folder, by path. */
export function brunoFiles({ baseUrl, demoKey }: DocsContext): Record<string, string> {
  const calls = merchantCalls.flatMap(({ slug, title, operations }, at) => [
    [`${slug}/folder.bru`, block('meta', [`name: ${title}`, `seq: ${at + 1}`])],
    ...operations.map((operation, index) => [`${slug}/${operation.id}.bru`, fileOf(operation, index + 1)]),
  ])
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'Card payment service', type: 'collection' }, null, 2)}\n`,
    'collection.bru': [
      block('auth', ['mode: bearer']),
      block('auth:bearer', ['token: {{secretKey}}']),
      block('docs', [`Set the variable secretKey. A key of your own: ${baseUrl}/docs/sandbox#a-key-of-your-own`]),
    ].join('\n'),
    'environments/This service.bru': block('vars', [`baseUrl: ${baseUrl}`, `secretKey: ${demoKey ?? ''}`]),
    ...(Object.fromEntries(calls) as Record<string, string>),
  }
}

function fileOf(operation: RoutedOperation, seq: number): string {
  const { id, method, path, summary, description, parameters, requestBody } = operation
  const ofKind = (kind: string): Parameter[] => parameters.filter((parameter) => parameter.in === kind)
  const body = requestBody?.content['application/json'].example
  const auth = operations[id].auth === 'none' ? 'none' : 'inherit'
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`
  const lines = (kind: string): string[] =>
    // A line with `~` is switched off.
    ofKind(kind).map(({ name, example, required }) => `${required ? '' : '~'}${name}: ${exampleText(example)}`)
  const parts = [
    block('meta', [`name: ${summary}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [`url: ${url}`, `body: ${body === undefined ? 'none' : 'json'}`, `auth: ${auth}`]),
    optional('params:query', lines('query')),
    optional('params:path', lines('path')),
    // A new key for each request: Bruno fills it in.
    optional(
      'headers',
      ofKind('header').map(({ name }) => `${name}: {{$guid}}`),
    ),
    optional('body:json', body === undefined ? [] : JSON.stringify(body, null, 2).split('\n')),
    block('docs', description.split('\n')),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function optional(name: string, lines: readonly string[]): string {
  return lines.length > 0 ? block(name, lines) : ''
}

/** The indentation keeps a `}` of the content from ending the block. */
function block(name: string, lines: readonly string[]): string {
  return [`${name} {`, ...lines.map((line) => `  ${line}`), '}', ''].join('\n')
}
