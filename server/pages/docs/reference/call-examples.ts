import { operations } from '../../../../generated/operations.ts'
import { publicDemoOperations } from '../../../domain/accounts/public-demo.ts'
import type { DocsContext } from '../page.ts'
import { exampleText, replySchema, type Json, type Parameter, type RoutedOperation } from './contract.ts'

/** The shell variable with the secret key, in examples that the public demo key may not run. */
const keyVariable = 'SERVICEPAY_SECRET_KEY'

/** The shell variable with the key that makes a call safe to repeat. */
export const idempotencyKeyVariable = 'IDEMPOTENCY_KEY'

/** The largest number of query parameters in an example. */
const shownQueryParameters = 2

/** The call with curl. Ids and keys that only the reader knows are shell variables. */
export function curlExample(operation: RoutedOperation, context: DocsContext): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => `\${${variableOf(operation, name)}:?}`)
  const query = exampleQuery(operation)
    .map(({ name, example }) => `${name}=${encodeURIComponent(exampleText(example))}`)
    .join('&')
  const address = query ? `"${context.baseUrl}${path}?${query}"` : `${context.baseUrl}${path}`
  const auth = authorization(operation, context)
  const lines = [
    `curl -sS ${methodOption(operation)}${address}`,
    ...(auth ? [`  -H "Authorization: Bearer ${auth}"`] : []),
    ...keyLine(operation),
    ...bodyLines(operation),
  ]
  return lines.join(' \\\n')
}

/** The call with the SDK, or null if the SDK has no such call. `servicepay` is the client. */
export function sdkExample(operation: RoutedOperation): string | null {
  const name = operation['x-sdk']
  if (name === undefined) return null
  const ids = pathParameters(operation).map((parameter) => camelCase(variableOf(operation, parameter.name)))
  const given = operation.requestBody?.content['application/json'].example ?? queryObject(operation)
  const call = `servicepay.${name}(${[...ids, ...(given === null ? [] : [literal(given, '')])].join(', ')})`
  if (doesPage(operation))
    return `for await (const ${listedName(operation)} of ${call}) {\n  console.log(${listedName(operation)}.id)\n}`
  return `const ${resultName(operation)} = await ${call}`
}

/** The code that creates the client of a page's examples. */
export function clientExample(operation: RoutedOperation, { baseUrl, demoKey }: DocsContext): string {
  const isDemoEnough = mayUseDemoKey(operation) || operations[operation.id].auth === 'none'
  const key = isDemoEnough && demoKey !== null ? `'${demoKey}'` : `process.env.${keyVariable}`
  return `import { ServicePay } from 'servicepay'

const servicepay = new ServicePay(${key}, {
  baseUrl: '${baseUrl}',
})`
}

/** Whether the public demo key may make this call and can own the object that the call needs. */
export function mayUseDemoKey(operation: RoutedOperation): boolean {
  return publicDemoOperations.has(operation.id) && !operation.path.includes('payment_links')
}

/** The shell variables of a page's examples and their meaning. */
export function variablesOf(operation: RoutedOperation, { demoKey }: DocsContext): string[] {
  const { auth } = operations[operation.id]
  const key = auth === 'secret_key' && !(mayUseDemoKey(operation) && demoKey !== null) ? [keyVariable] : []
  const secret = auth === 'client_secret' ? ['CLIENT_SECRET'] : []
  const repeat = needsKey(operation) ? [idempotencyKeyVariable] : []
  return [...key, ...secret, ...repeat, ...pathParameters(operation).map(({ name }) => variableOf(operation, name))]
}

/** Without a body curl sends GET, with one POST. */
function methodOption({ method, requestBody }: RoutedOperation): string {
  return method === (requestBody ? 'POST' : 'GET') ? '' : `-X ${method} `
}

function authorization(operation: RoutedOperation, context: DocsContext): string | null {
  const { auth } = operations[operation.id]
  if (auth === 'client_secret') return '${CLIENT_SECRET:?}'
  if (auth === 'none') return null
  const key = keyOf(operation, context)
  return typeof key === 'string' ? key : `\${${key.variable}:?}`
}

/** The secret key of a call: the public one if it may make the call, otherwise the reader's. */
export function keyOf(operation: RoutedOperation, { demoKey }: DocsContext): string | { readonly variable: string } {
  return mayUseDemoKey(operation) && demoKey !== null ? demoKey : { variable: keyVariable }
}

/** A refund always has a key: without one, a call that failed must not be sent again. */
export function needsKey({ id }: RoutedOperation): boolean {
  return id === 'refundCheckoutSession'
}

function keyLine(operation: RoutedOperation): string[] {
  return needsKey(operation) ? [`  -H "Idempotency-Key: \${${idempotencyKeyVariable}:?}"`] : []
}

function bodyLines(operation: RoutedOperation): string[] {
  const example = operation.requestBody?.content['application/json'].example
  if (example === undefined) return []
  // A shell cannot escape a single quote inside single quotes, so the text closes and reopens them.
  const body = JSON.stringify(example, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')
  return ["  -H 'Content-Type: application/json'", `  -d '${body}'`]
}

function pathParameters(operation: RoutedOperation): Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === 'path')
}

/** `SESSION_ID` for `/sessions/{id}`, `PAYMENT_LINK_CODE` for `/payment_links/{code}`. */
export function variableOf({ path }: RoutedOperation, parameter: string): string {
  const [, noun = ''] = new RegExp(`/(\\w+?)s?/\\{${parameter}\\}`).exec(path) ?? []
  return `${noun}_${parameter}`.toUpperCase()
}

/** Leaves out ids, which only the reader knows, and parameters that make the call wait. */
function exampleQuery(operation: RoutedOperation): Parameter[] {
  const isOfReader = ({ example }: Parameter): boolean => /^[a-z]+_(test_)?01k/.test(exampleText(example))
  return operation.parameters
    .filter((parameter) => parameter.in === 'query' && !isOfReader(parameter))
    .slice(0, shownQueryParameters)
}

function queryObject(operation: RoutedOperation): Json {
  const shown = exampleQuery(operation)
  return shown.length > 0 ? Object.fromEntries(shown.map(({ name, example }) => [name, example])) : null
}

function doesPage(operation: RoutedOperation): boolean {
  return operation.parameters.some(({ name }) => name === 'starting_after')
}

function listedName(operation: RoutedOperation): string {
  return camelCase(operation.path.slice(operation.path.lastIndexOf('/') + 1).replace(/s$/, ''))
}

function resultName(operation: RoutedOperation): string {
  const schema = replySchema(operation)
  const name = schema.replace(/^CheckoutSession/, 'Session')
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

/** A value as a JavaScript literal. */
function literal(value: Json, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: Json) => literal(item, indent)).join(', ')}]`
  const entries = Object.entries(value).map(([name, item]) => `${name}: ${literal(item, `${indent}  `)}`)
  const short = `{ ${entries.join(', ')} }`
  return short.length <= 50 && !short.includes('\n')
    ? short
    : `{\n${entries.map((entry) => `${indent}  ${entry},`).join('\n')}\n${indent}}`
}
