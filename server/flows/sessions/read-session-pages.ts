import { isFailure, type Failure } from '../../domain/failure.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { lengthened } from '../../domain/time/time-outs.ts'
import { Batcher, type Scoped } from '../../engines/postgres/batcher.ts'
import { readSessionPages, type SessionPage, type SessionPageQuery } from '../../store/sessions/session-pages.ts'
import { statementLimitMs } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { readInTurn } from '../reads/read-in-turn.ts'
import { unknownCursor } from '../reads/read-page.ts'
import { quickReadWaitMs } from '../reads/read-queues.ts'
import { current } from './read-session.ts'

type PageFailure = Failure<'rate_limited' | 'parameter_invalid'>

type Outcome<Reply> = { readonly kind: 'reply'; readonly reply: Reply } | PageFailure

/** Most sessions in one statement. Reading and replying with so many takes a few milliseconds of the event loop. */
const maxSessions = 640

/**
 * Reads pages of sessions. The calls of an account that arrive together share a turn and a statement, and calls for the
 * same page share a reply (spec/decisions/requests.md#lists-that-share-a-statement).
 */
export class SessionPages<Reply> {
  readonly #context: FlowContext
  readonly #reply: (scope: Scope, sessions: readonly SessionRecord[]) => Reply
  readonly #batcher: Batcher<SessionPageQuery, Outcome<Reply>>

  /** `reply` makes the reply to a page. */
  constructor(context: FlowContext, reply: (scope: Scope, sessions: readonly SessionRecord[]) => Reply) {
    this.#context = context
    this.#reply = reply
    this.#batcher = new Batcher((items) => this.#readAll(items), {
      withinMs: lengthened(quickReadWaitMs) + statementLimitMs(context.readingDb),
      weight: { most: maxSessions, weigh: ({ limit }) => limit },
    })
  }

  /** Expires overdue sessions first. A page with fewer sessions than `limit` is the last one. */
  async read(scope: Scope, query: SessionPageQuery): Promise<Reply | PageFailure> {
    const outcome = await this.#batcher.add(scope, query, { isShared: false })
    return isFailure(outcome) ? outcome : outcome.reply
  }

  async #readAll(items: readonly Scoped<SessionPageQuery>[]): Promise<Outcome<Reply>[]> {
    const [first] = items
    if (!first) return []
    const queries = items.map(({ item }) => item)
    const different = new Map(queries.map((query) => [nameOf(query), query]))
    const outcomes = await this.#readInTurn(first.scope, [...different.values()])
    const byName = new Map([...different.keys()].map((name, index) => [name, outcomes[index]]))
    return queries.map((query) => {
      const outcome = byName.get(nameOf(query))
      if (!outcome) throw new Error('Bug: a page has no outcome')
      return outcome
    })
  }

  async #readInTurn(scope: Scope, queries: readonly SessionPageQuery[]): Promise<Outcome<Reply>[]> {
    const read = await readInTurn(this.#context, scope, (reading) => this.#read(reading, scope, queries))
    return isFailure(read) ? queries.map(() => read) : read
  }

  async #read(reading: FlowContext, scope: Scope, queries: readonly SessionPageQuery[]): Promise<Outcome<Reply>[]> {
    const pages = await readSessionPages(scope, reading.db, queries)
    return Promise.all(pages.map((page) => this.#outcomeOf(reading, scope, page)))
  }

  async #outcomeOf(
    reading: FlowContext,
    scope: Scope,
    { startIsKnown, sessions }: SessionPage,
  ): Promise<Outcome<Reply>> {
    if (!startIsKnown) return unknownCursor('starting_after', 'session')
    return { kind: 'reply', reply: this.#reply(scope, await current(reading, scope, sessions)) }
  }
}

function nameOf({ limit, startingAfter, reference }: SessionPageQuery): string {
  return JSON.stringify([limit, startingAfter, reference])
}
