import type { Scope } from '../domain/scope.ts'

/** What the bank calls our attempt, refund or return. Carries the merchant, so that a message from the bank finds its rows by key. */
export function processorReference(scope: Scope, id: string): string {
  return `${scope.merchantId}.${scope.livemode ? 'live' : 'test'}.${id}`
}
