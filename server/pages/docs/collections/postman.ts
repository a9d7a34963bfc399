import document from '../../../../generated/merchant-api.json' with { type: 'json' }
import { operations } from '../../../../generated/operations.ts'
import type { DocsContext } from '../page.ts'
import { exampleText, type Json, type Parameter, type RoutedOperation } from '../reference/contract.ts'
import { merchantCalls } from './merchant-calls.ts'

/** A collection of Postman's format 2.1: the calls of merchants in a folder for each resource, with their examples. */
export function postmanCollection({ baseUrl, demoKey }: DocsContext): object {
  const folders = merchantCalls.map(({ title, summary, operations }) => ({
    name: title,
    description: summary,
    item: operations.map(itemOf),
  }))
  return {
    info: {
      name: 'Card payment service',
      description: `Set the variable \`secretKey\`. A key of your own: ${baseUrl}/docs/sandbox#a-key-of-your-own`,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: bearer('{{secretKey}}'),
    variable: [
      { key: 'baseUrl', value: baseUrl, type: 'string' },
      { key: 'secretKey', value: demoKey ?? '', type: 'string' },
    ],
    item: folders,
  }
}

function itemOf(operation: RoutedOperation): object {
  const { id, method, path, summary, description, parameters, requestBody } = operation
  const ofKind = (kind: string): Parameter[] => parameters.filter((parameter) => parameter.in === kind)
  const segments = path
    .slice(1)
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
  const query = ofKind('query').map((parameter) => ({ ...described(parameter), disabled: !parameter.required }))
  const body: Json | undefined = requestBody?.content['application/json'].example
  return {
    name: summary,
    request: {
      method,
      description,
      ...(operations[id].auth === 'none' && { auth: { type: 'noauth' } }),
      header: [
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        // A new key for each request: Postman fills it in.
        ...ofKind('header').map(({ name, description = '' }) => ({ key: name, value: '{{$guid}}', description })),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length > 0 && { query }),
        ...(path.includes('{') && { variable: ofKind('path').map(described) }),
      },
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
    response: [],
  }
}

function described({ name, example, description = '' }: Parameter): object {
  return { key: name, value: exampleText(example), description }
}

function bearer(token: string): object {
  return { type: 'bearer', bearer: [{ key: 'token', value: token, type: 'string' }] }
}
