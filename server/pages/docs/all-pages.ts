import { guides } from './guides/guides.ts'
import { docsSections, type DocsPage } from './page.ts'
import { reference } from './reference/reference.ts'

const written: readonly DocsPage[] = [...guides, ...reference]

/** Every page, in the order of the side bar. */
export const allPages: readonly DocsPage[] = docsSections.flatMap((section) =>
  written.filter((page) => page.section === section),
)
