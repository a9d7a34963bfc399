import { guide } from '../guides/guide-text.ts'
import type { DocsPage } from '../page.ts'
import { apiPage } from './api-page.ts'
import { errorsPage } from './errors-page.ts'
import { eventPages } from './events-page.ts'
import { failureCodesPage } from './failure-codes-page.ts'
import { limitsPage } from './limits-page.ts'
import { resourcePage } from './resource-page.ts'
import { resources } from './resources.ts'

/** The pages to look something up in, in reading order. Most are written from the contract. */
export const reference: readonly DocsPage[] = [
  apiPage,
  ...resources.map(resourcePage),
  ...eventPages,
  errorsPage,
  failureCodesPage,
  limitsPage,
  guide({
    path: 'glossary',
    title: 'Glossary',
    section: 'Reference',
    summary: 'What the words mean here, from acquirer to webhook.',
  }),
]
