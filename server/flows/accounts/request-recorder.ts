import { BoundedMap } from '../../domain/memory.ts'
import { RateLimit } from '../../domain/queues/rate-limit.ts'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { outsideRequests } from '../../engines/postgres/request-time.ts'
import { outsideTraces } from '../../engines/trace/current-trace.ts'
import { insertFailedRequests, type NewFailedRequest } from '../../store/accounts/api-request-log.ts'
import {
  bytesOfRecord,
  deleteOldRecordedRequests,
  insertRecordedRequests,
  trimRecordedRequests,
  type NewRecordedRequest,
} from '../../store/accounts/recorded-requests.ts'
import type { FlowContext } from '../context.ts'

/** How long requests are collected before one write. */
const collectMs = 1_000

/** The most that may wait for it. */
const mostWaiting = { requests: 1_000, bytes: 8_000_000 }

/** Failures of an hour for each account and mode. They stay for a week, and a broken program must not fill the disk. */
const failedPerHour = { capacity: 1_000, perSeconds: 3600 }

/** How fast each account and mode may record what stays for a day. */
const recordedRate = { capacity: 1_000, perSeconds: 100 }

/** What an account may have recorded in each mode. The oldest make room. */
export const recordedShare = { rows: 1_000, bytes: 4_000_000 }

/** A process trims an account each time it has recorded so many requests. */
const trimEvery = 200

/** How long recorded requests stay. */
const recordedHours = 24

/** What becomes of a request: its failure for a week, and the request itself for a day. */
interface NewRecord {
  readonly failed: NewFailedRequest | null
  readonly recorded: NewRecordedRequest | null
}

/** Makes what the limits let through. */
export interface RecordMaker {
  readonly failed: (() => NewFailedRequest) | null
  readonly recorded: (() => NewRecordedRequest) | null
}

interface Waiting {
  readonly scope: Scope
  readonly records: NewRecord[]
  bytes: number
}

/**
 * Collects the requests of a process and writes them behind the replies, so that recording costs no request a round
 * trip. A crash or an overflow loses only lines of a log.
 */
export class RequestRecorder {
  readonly #context: FlowContext
  readonly #failedLimit: RateLimit
  readonly #recordedLimit: RateLimit
  /** How many requests of a scope were recorded since its last trim. */
  readonly #sinceTrim = new BoundedMap<string, number>(10_000)
  #waiting = new Map<string, Waiting>()
  #count = 0
  #bytes = 0
  #dropped = 0
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(context: FlowContext) {
    this.#context = context
    this.#failedLimit = new RateLimit(context.realClock, failedPerHour)
    this.#recordedLimit = new RateLimit(context.realClock, recordedRate)
  }

  add(scope: Scope, { failed, recorded }: RecordMaker): void {
    if (!failed && !recorded) return
    const key = scopeKey(scope)
    const record = {
      failed: failed && this.#failedLimit.take(key) === null ? failed() : null,
      recorded: recorded && this.#recordedLimit.take(key) === null ? recorded() : null,
    }
    if (!record.failed && !record.recorded) return void this.#dropped++
    const waiting = this.#waiting.get(key) ?? { scope, records: [], bytes: 0 }
    this.#waiting.set(key, waiting)
    waiting.records.push(record)
    this.#resize(waiting, 1, bytesOf(record))
    while (this.#count > mostWaiting.requests || this.#bytes > mostWaiting.bytes) this.#dropOldest()
    // The write belongs to no request, so neither the time nor the trace of one may end up in it.
    this.#timer ??= outsideTraces(() => outsideRequests(() => setTimeout(() => void this.flush(), collectMs).unref()))
  }

  /** Writes the collected requests. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** One account after the other, with one statement for each record: each has a bounded part of the batch. */
  async #write(): Promise<void> {
    const [batch, dropped] = [this.#waiting, this.#dropped]
    this.#waiting = new Map()
    this.#count = this.#bytes = this.#dropped = 0
    const { log } = this.#context
    if (dropped > 0) {
      log.warn({ dropped }, 'too many requests: some were not recorded')
      this.#context.observe({ kind: 'requests_not_recorded', count: dropped })
    }
    let left = [...batch.values()].reduce((sum, { records }) => sum + records.length, 0)
    try {
      for (const { scope, records } of batch.values()) {
        await this.#writeOf(scope, records)
        left -= records.length
      }
    } catch (error) {
      this.#dropped += left
      log.warn({ error: loggable(error) }, 'could not write the record of requests')
    }
  }

  async #writeOf(scope: Scope, records: readonly NewRecord[]): Promise<void> {
    const { db } = this.#context
    const failed = records.flatMap((record) => record.failed ?? [])
    const recorded = records.flatMap((record) => record.recorded ?? [])
    if (failed.length > 0) await insertFailedRequests(scope, db, failed)
    if (recorded.length === 0) return
    await insertRecordedRequests(scope, db, recorded)
    const key = scopeKey(scope)
    // The first batch after a start also trims, because the process does not know what is there.
    const sinceTrim = (this.#sinceTrim.get(key) ?? trimEvery) + recorded.length
    if (sinceTrim >= trimEvery) await trimRecordedRequests(scope, db, recordedShare)
    this.#sinceTrim.set(key, sinceTrim >= trimEvery ? 0 : sinceTrim)
  }

  /** The account with the most makes room. */
  #dropOldest(): void {
    let largest: Waiting | null = null
    for (const waiting of this.#waiting.values()) if (!largest || waiting.bytes > largest.bytes) largest = waiting
    const dropped = largest?.records.shift()
    if (!largest || !dropped) return
    this.#resize(largest, -1, -bytesOf(dropped))
    this.#dropped++
  }

  #resize(waiting: Waiting, requests: number, bytes: number): void {
    waiting.bytes += bytes
    this.#count += requests
    this.#bytes += bytes
  }
}

function bytesOf({ recorded }: NewRecord): number {
  return bytesOfRecord + (recorded?.request_body?.length ?? 0) + (recorded?.reply_body?.length ?? 0)
}

/** Deletes a batch of requests that have been recorded for a day. True: there may be more. */
export function forgetRecordedRequests({ db, realClock }: FlowContext): Promise<boolean> {
  return deleteOldRecordedRequests(db, new Date(realClock.now().getTime() - recordedHours * 3600_000))
}
