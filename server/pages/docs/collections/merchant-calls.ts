import { operations } from '../../../../generated/operations.ts'
import type { RoutedOperation } from '../reference/contract.ts'
import { resources, type Resource } from '../reference/resources.ts'

/** The calls of merchants, by resource, for the collections of API clients. */
export const merchantCalls: readonly Resource[] = resources
  .map((resource) => ({ ...resource, operations: resource.operations.filter(isOfMerchants) }))
  .filter((resource) => resource.operations.length > 0)

function isOfMerchants({ id }: RoutedOperation): boolean {
  return operations[id].tag !== 'Card form'
}
