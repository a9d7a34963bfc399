import { variables } from '../../server/config/config.ts'
import manifest from '../../sdk/package.json' with { type: 'json' }
import type { DocsContext } from '../../server/pages/docs/page.ts'

/** The package of a service that serves one. */
const sdk = { version: manifest.version, integrity: 'sha512-ofThePackage==' }

/** The facts about a service that its documentation pages show, in the form that the service itself passes. */
export function docsContext(baseUrl: string, demoKey: string | null): DocsContext {
  return { baseUrl, demoKey, signUp: 'open', variables, sdk }
}
