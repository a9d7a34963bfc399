import document from '../../../../generated/merchant-api.json' with { type: 'json' }

interface Marked {
  readonly 'x-added-in'?: string
  readonly summary?: string
  readonly properties?: Readonly<Record<string, Marked>>
}

interface Published {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Marked>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Marked }>>
  readonly components: { readonly schemas: Readonly<Record<string, Marked>> }
}

/** What the contract has gained since its first release, by the marks in the document. */
export function contractAdditions(): string {
  const { paths, webhooks, components } = structuredClone<object>(document) as Published
  const lines = [
    ...Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        lineOf(operation, `the call \`${method.toUpperCase()} ${path}\`: ${operation.summary ?? ''}`),
      ),
    ),
    ...Object.entries(webhooks).flatMap(([type, { post }]) => lineOf(post, `the event \`${type}\``)),
    ...Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, schema]) => lineOf(schema, `the field \`${name}.${field}\``)),
    ),
  ]
  return lines.length > 0 ? lines.join('\n') : 'Nothing: the contract is that of the first release.'
}

function lineOf({ 'x-added-in': version }: Marked, what: string): string[] {
  return version === undefined ? [] : [`- ${version}: ${what}`]
}
