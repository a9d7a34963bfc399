import type { Scope } from '../domain/scope.ts'

/**
 * Our reference for an attempt, refund or return at the bank. It contains the merchant, so that a message from the bank
 * leads to its rows by primary key.
 */
export function processorReference(scope: Scope, id: string): string {
  return `${scope.merchantId}.${scope.livemode ? 'live' : 'test'}.${id}`
}
