import { firstIdFrom, type IdPrefix } from '../../domain/ids.ts'

/** The rows of one part of a list, newest first. Null does not limit them. */
export interface IdRange {
  readonly createdFrom: Date | null
  readonly createdBefore: Date | null
  /** The last id of the previous part. */
  readonly olderThan: string | null
}

/** Times before and after those of all ids. */
const earliest = new Date(0)
const latest = new Date('9999-12-31T00:00:00Z')

/** The ids of a part: the first one is included, the second is not. */
export function idsOfPart(prefix: IdPrefix, { createdFrom, createdBefore, olderThan }: IdRange): [string, string] {
  const before = firstIdFrom(prefix, createdBefore ?? latest)
  return [firstIdFrom(prefix, createdFrom ?? earliest), olderThan !== null && olderThan < before ? olderThan : before]
}
