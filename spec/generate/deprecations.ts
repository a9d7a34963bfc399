import { operationsOf, type Document } from './document.ts'

/** Days, as `2027-03-01`. */
export interface Deprecation {
  /** The day on which the call was deprecated. */
  readonly since: string
  /** The day after which the call may be gone. */
  readonly sunset: string
}

/** What /docs/versions promises. */
const monthsKept = 12

/** The deprecated operations. A mark without its days, or with too short a time, is a mistake in the contract. */
export function deprecationsOf(document: Document): Record<string, Deprecation> {
  const found = operationsOf(document).flatMap(({ operation }): [string, Deprecation][] => {
    const { operationId, deprecated, 'x-deprecated-since': since, 'x-sunset': sunset } = operation
    if (!deprecated && since === undefined && sunset === undefined) return []
    if (!deprecated || since === undefined || sunset === undefined)
      throw new Error(`${operationId} needs all of #deprecated, x-deprecated-since and x-sunset`)
    const earliest = new Date(`${since}T00:00:00Z`)
    earliest.setUTCMonth(earliest.getUTCMonth() + monthsKept)
    if (!(new Date(`${sunset}T00:00:00Z`) >= earliest))
      throw new Error(`${operationId} must live for ${monthsKept} months after ${since}, and its x-sunset is ${sunset}`)
    return [[operationId, { since, sunset }]]
  })
  return Object.fromEntries(found)
}
