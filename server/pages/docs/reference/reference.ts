import type { DocsPage } from '../page.ts'
import { apiPage } from './api-page.ts'
import { errorsPage } from './errors-page.ts'
import { eventsPage } from './events-page.ts'
import { failureCodesPage } from './failure-codes-page.ts'
import { resourcePage } from './resource-page.ts'
import { resources } from './resources.ts'

/** The pages written from the contract, in reading order. */
export const reference: readonly DocsPage[] = [
  apiPage,
  ...resources.map(resourcePage),
  eventsPage,
  errorsPage,
  failureCodesPage,
]
