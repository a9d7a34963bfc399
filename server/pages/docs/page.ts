import type { SignUp } from '../../domain/accounts/sign-up.ts'
import type { VariableDescription } from '../../domain/variable.ts'

/** The parts of the documentation, in the order of its side bar. */
export const docsSections = ['Start', 'Guides', 'Reference', 'Operate'] as const
export type DocsSection = (typeof docsSections)[number]

/** A page of the documentation. Its text is Markdown; HTML and `.md` are made from the same text. */
export interface DocsPage {
  /** `quick-start` is served at /docs/quick-start and /docs/quick-start.md. */
  readonly path: string
  readonly title: string
  /** One sentence, for the index and llms.txt. */
  readonly summary: string
  readonly section: DocsSection
  /** The text without its title; headings begin at `##`. `## Heading {#anchor}` sets a heading's anchor. */
  readonly markdown: (context: DocsContext) => string
}

/** Facts about the running service that pages show. */
export interface DocsContext {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The public demo key for examples, or null if this service has none. */
  readonly demoKey: string | null
  readonly signUp: SignUp
  /** Every environment variable of the service. `defaultText` and `description` are Markdown. */
  readonly variables: readonly VariableDescription[]
  /** The package that this service serves at /sdk. `integrity` is as npm writes it into a lock file. */
  readonly sdk: { readonly version: string; readonly integrity: string }
}
