import type { Released } from '../released/released.ts'
import { operationsOf, type Document, type Schema } from './document.ts'

/** Marks each call, event, schema and field that the first release did not have with the release that brought it. */
export function markAdditions(document: Document, releases: readonly Released[]): void {
  const [first] = releases
  if (!first) return
  const mark = (target: object, isIn: (released: Document) => boolean): void => {
    if (!isIn(first.document)) Object.assign(target, { 'x-added-in': versionOf(releases, isIn) })
  }
  for (const { method, path, operation } of operationsOf(document))
    mark(operation, ({ paths }) => paths[path]?.[method] !== undefined)
  for (const [type, { post }] of Object.entries(document.webhooks))
    if (post) mark(post, ({ webhooks }) => webhooks[type] !== undefined)
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const known = ({ components }: Document): Schema | undefined => components.schemas[name]
    mark(schema, (released) => known(released) !== undefined)
    for (const [field, value] of Object.entries(schema.properties ?? {}))
      if (known(first.document)) mark(value, (released) => known(released)?.properties?.[field] !== undefined)
  }
}

/** The first release that has it, or the next one. */
function versionOf(releases: readonly Released[], isIn: (released: Document) => boolean): string {
  const found = releases.find(({ document }) => isIn(document))
  if (found) return found.version
  const [major, minor] = (releases.at(-1)?.version ?? '1.0.0').split('.').map(Number)
  return `${major}.${(minor ?? 0) + 1}.0`
}
