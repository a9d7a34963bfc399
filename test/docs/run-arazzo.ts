// A runner of Arazzo 1.0 for what our document uses: steps by operationId, JSON bodies, simple criteria and outputs.

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly value: string
}

interface Step {
  readonly stepId: string
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly contentType: string; readonly payload: Json }
  readonly successCriteria: readonly { readonly condition: string }[]
  readonly outputs?: Readonly<Record<string, string>>
}

interface Workflow {
  readonly workflowId: string
  readonly parameters: readonly Parameter[]
  readonly steps: readonly Step[]
  readonly outputs: Readonly<Record<string, string>>
}

export interface ArazzoDocument {
  readonly sourceDescriptions: readonly { readonly url: string }[]
  readonly workflows: readonly Workflow[]
}

interface Source {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
}

/** What the expressions of a step can name. */
interface Values {
  readonly $inputs: Json
  readonly $steps: { [stepId: string]: { outputs: { [name: string]: Json } } }
  readonly $statusCode: number
  readonly $response: { readonly body: Json }
}

/** Runs a workflow to its end and returns its outputs. Throws at the first criterion that is false. */
export async function runWorkflow(
  document: ArazzoDocument,
  workflowId: string,
  inputs: Readonly<Record<string, string>>,
): Promise<Record<string, Json>> {
  const workflow = document.workflows.find((known) => known.workflowId === workflowId)
  if (!workflow) throw new Error(`There is no workflow ${workflowId}`)
  const source = (await (await fetch(document.sourceDescriptions[0]?.url ?? '')).json()) as Source
  let values: Values = { $inputs: { ...inputs }, $steps: {}, $statusCode: 0, $response: { body: null } }
  for (const step of workflow.steps) {
    const { status, body } = await send(source, step, [...workflow.parameters, ...step.parameters], values)
    values = { ...values, $statusCode: status, $response: { body } }
    for (const { condition } of step.successCriteria)
      if (!holds(condition, values)) throw new Error(`${step.stepId}: ${condition} is false: ${JSON.stringify(body)}`)
    values.$steps[step.stepId] = { outputs: outputsOf(step.outputs ?? {}, values) }
  }
  return outputsOf(workflow.outputs, values)
}

async function send(
  { servers, paths }: Source,
  { operationId, requestBody }: Step,
  parameters: readonly Parameter[],
  values: Values,
): Promise<{ status: number; body: Json }> {
  const found = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.operationId === operationId ? [{ path, method: method.toUpperCase() }] : [],
    ),
  )[0]
  if (!found) throw new Error(`The source has no operation ${operationId}`)
  const given = (where: Parameter['in']): [string, string][] =>
    parameters.filter((one) => one.in === where).map(({ name, value }) => [name, textOf(value, values)])
  const path = given('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), found.path)
  const reply = await fetch(`${servers[0]?.url ?? ''}${path}?${new URLSearchParams(given('query'))}`, {
    method: found.method,
    headers: {
      ...Object.fromEntries(given('header')),
      ...(requestBody && { 'Content-Type': requestBody.contentType }),
    },
    ...(requestBody && { body: JSON.stringify(requestBody.payload) }),
  })
  return { status: reply.status, body: (await reply.json()) as Json }
}

/** A value that is an expression, or a text with expressions in braces. */
function textOf(value: string, values: Values): string {
  if (value.startsWith('$')) return plain(valueOf(value, values))
  return value.replace(/\{(\$[^}]+)\}/g, (_all, expression: string) => plain(valueOf(expression, values)))
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function outputsOf(outputs: Readonly<Record<string, string>>, values: Values): Record<string, Json> {
  return Object.fromEntries(Object.entries(outputs).map(([name, expression]) => [name, valueOf(expression, values)]))
}

/** A simple condition: two operands that are equal. */
function holds(condition: string, values: Values): boolean {
  const [left = '', right, ...more] = condition.split(' == ')
  if (right === undefined || more.length > 0) throw new Error(`The runner does not know the condition ${condition}`)
  return operand(left, values) === operand(right, values)
}

function operand(text: string, values: Values): Json {
  if (text.startsWith('$')) return valueOf(text, values)
  return text.startsWith("'") ? text.slice(1, -1) : (JSON.parse(text) as Json)
}

/** An expression such as `$steps.create.outputs.id` or `$response.body#/id`. */
function valueOf(expression: string, values: Values): Json {
  const steps = expression.replace('#/', '.').replaceAll('/', '.').split('.')
  const found = steps.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values)
  if (found === undefined) throw new Error(`${expression} has no value`)
  return found as Json
}
