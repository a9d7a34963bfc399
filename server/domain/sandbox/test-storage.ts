/** What test mode may hold follows from one setting: the bytes that all accounts together may hold. */
export interface TestStorageUse {
  /** Bytes that all accounts hold. */
  readonly total: number
  /** Bytes that this account holds, and bytes that it wrote today. */
  readonly held: number
  readonly today: number
}

/** The part of all storage that one account may hold, and that it may write in a day. */
const partOfAccount = 1 / 4
const partOfDay = 1 / 10

/** The share of an account's parts that the visitors of its links may use, so that they leave the rest to its key. */
const shareOfVisitors = 1 / 2

/** From the first part on, accounts with much data get less. From the second on, test mode writes nothing. */
const crowdedFrom = 1 / 2
const overLimit = 5 / 4

/** An account that wrote less than this today is refused only when test mode is far over its limit. */
const lightBytes = 1024 * 1024

const hourSeconds = 3_600

/** Whose request writes: the account's own, or that of a visitor of its link. */
export type StorageUser = 'account' | 'visitor'

/** The seconds that an account must wait before it writes more in test mode. Null: it may write now. */
export function testStorageWait(limit: number, use: TestStorageUse, now: Date, user: StorageUser): number | null {
  const share = user === 'visitor' ? shareOfVisitors : 1
  if (use.total >= limit * overLimit) return hourSeconds
  if (use.today < lightBytes) return null
  if (use.today >= limit * partOfDay * share) return secondsOfDayLeft(now)
  return use.held >= accountLimit(limit, use.total) * share ? hourSeconds : null
}

/** Whether test mode holds so much that its unpaid sessions go early. */
export function isCrowded(limit: number, total: number): boolean {
  return total >= limit * crowdedFrom
}

/** An account's full part while there is room. After that the part shrinks, down to nothing at the limit. */
function accountLimit(limit: number, total: number): number {
  const room = Math.max(0, 1 - total / limit) / (1 - crowdedFrom)
  return limit * partOfAccount * Math.min(1, room)
}

function secondsOfDayLeft(now: Date): number {
  const second = Math.floor(now.getTime() / 1000)
  return 86_400 - (second % 86_400)
}

/** The bytes that a request of test mode may write: its object, an event about it, and their parts of the indexes. */
export function bytesWritten(bodyBytes: number): number {
  return 3_000 + 2 * bodyBytes
}
