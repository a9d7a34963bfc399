import { variables } from '../../server/config/config.ts'
import type { DocsContext } from '../../server/pages/docs/page.ts'

/** The facts about a service that its documentation pages show, in the form that the service itself passes. */
export function docsContext(baseUrl: string, demoKey: string | null): DocsContext {
  return { baseUrl, demoKey, signUp: 'open', variables }
}
