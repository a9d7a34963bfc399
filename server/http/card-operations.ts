import type { OperationId } from '../../generated/operations.ts'
import { fail } from '../domain/failure.ts'

/** The operations with a card, its first digits, or the key that encrypts it. `ROLE=cards` serves no others. */
export const cardOperations: ReadonlySet<OperationId> = new Set<OperationId>([
  'retrieveEncryptionKey',
  'submitCardAttempt',
  'retrieveCardNetworks',
])

const guide = 'see "Cards in processes of their own" at /docs/running'

/** The reply to a call with a card in a process that cannot decrypt cards. */
export const takesNoCards = fail('internal_error', {
  message: 'This process of the service does not accept cards.',
  fix: `The operator must route this path to a process with ROLE=cards: ${guide}.`,
})

/** The reply of `ROLE=cards` to all other operations. */
export const callsWithoutCard = fail('internal_error', {
  message: 'This process of the service answers only calls with a card.',
  fix: `The operator must route this path to a process with ROLE=api: ${guide}.`,
})

/** The reply of `ROLE=cards` to pages and paths that it does not know. */
export const pagesWithoutCard = fail('not_found', {
  message: 'This process of the service has only payment pages and calls with a card.',
  fix: `Check the path. If it is correct, the operator must route it to a process with ROLE=api: ${guide}.`,
})

/** The reply of `ROLE=worker` to everything but health checks. */
export const servesNoRequests = fail('not_found', {
  message: 'This process of the service serves no requests.',
  fix: `The operator must route requests to processes with ROLE=api and ROLE=cards: ${guide}.`,
})
