import { variables } from '../../server/config.ts'
import type { DocsContext } from '../../server/pages/docs/page.ts'

/** What a page may say of the service that serves it, as the running service fills it in. */
export function docsContext(baseUrl: string, demoKey: string | null): DocsContext {
  return { baseUrl, demoKey, variables }
}
