import { banner } from './banner.ts'
import type { Document } from './document.ts'

/** Writes the example of each event, as the contract has it, for the tests of merchants. */
export function writeEventExamples(document: Document): string {
  const examples = Object.entries(document.webhooks).map(
    ([type, operations]) =>
      `  '${type}': ${JSON.stringify(operations.post?.requestBody?.content['application/json'].example)},\n`,
  )
  return `${banner}
import type { Event, EventType } from './sdk-types.ts'

/** An example of each event. */
export const eventExamples: { readonly [Type in EventType]: Extract<Event, { type: Type }> } = {
${examples.join('')}}
`
}
