import t from 'tap'
import { EventPolls, type Look, type PollAnswer, type Wanted } from '../../../server/flows/webhooks/event-polls.ts'
import type { OrderedEvent } from '../../../server/store/webhooks/events.ts'
import { until } from '../../support/until.ts'

const scope = { merchantId: 'mer_1', livemode: false }

/** Polls whose looks the test answers. */
function pollsOf(answers: readonly Look[] = []) {
  const looks: string[] = []
  const rest = [...answers]
  const time = { now: 1_000_000 }
  const polls = new EventPolls({
    look: async (of, from) => {
      looks.push(`${of.merchantId} ${from}`)
      return rest.shift() ?? { events: [], hasMore: false }
    },
    notices: { hear: () => {}, isHearing: () => true },
    log: { warn: () => {} },
    now: () => time.now,
  })
  t.teardown(() => polls.stop())
  return { polls, looks, time }
}

function wanted(polls: EventPolls, change: Partial<Wanted> = {}): Wanted {
  return { wakes: polls.wakes(), from: '10', waitMs: 60_000, accepts: () => true, whenGone: () => {}, ...change }
}

function event(id: string, sequence: string): OrderedEvent {
  const scoped = { merchant_id: scope.merchantId, livemode: false }
  const about = { type: 'session.expired', session_id: null, body: '{}', created_at: new Date(0) } as const
  return { ...scoped, ...about, id, sequence }
}

/** The answer of a poll that is not refused. */
async function answerOf(waiting: ReturnType<EventPolls['wait']>): Promise<PollAnswer> {
  const answer = await waiting
  if (answer.kind === 'failure') throw new Error(answer.code)
  return answer
}

t.test('a newer poll takes the place of the oldest one that has waited for a while', async (t) => {
  const { polls, time } = pollsOf()
  const waiting = [1, 2, 3, 4, 5].map(() => polls.wait(scope, wanted(polls)))
  t.match(polls.wait(scope, wanted(polls)), { code: 'rate_limited', detail: { retryAfterSeconds: 5 } })
  const live = { ...scope, livemode: true }
  t.notMatch(polls.wait(live, wanted(polls)), { kind: 'failure' }, 'the other mode has places of its own')
  time.now += 5_000
  const sixth = polls.wait(scope, wanted(polls))
  t.same(await waiting[0], { kind: 'end' })
  t.equal(polls.waiting(), 6)
  polls.stop()
  t.same(await Promise.all([...waiting.slice(1), sixth]), Array(5).fill({ kind: 'end' }))
})

t.test('when the process is full, the account with the most polls gives up its oldest', async (t) => {
  const { polls, time } = pollsOf()
  const all: ReturnType<EventPolls['wait']>[] = []
  for (let account = 0; account < 198; account++)
    for (let count = 0; count < 5; count++)
      all.push(polls.wait({ ...scope, merchantId: `many_${account}` }, wanted(polls)))
  for (let account = 0; account < 10; account++)
    all.push(polls.wait({ ...scope, merchantId: `one_${account}` }, wanted(polls)))
  t.equal(polls.waiting(), 1_000)
  time.now += 5_000
  t.notMatch(polls.wait({ ...scope, merchantId: 'new' }, wanted(polls)), { kind: 'failure' })
  t.same(await all[0], { kind: 'end' })
  t.equal(polls.waiting(), 1_000)
})

t.test('an announcement between the first read and the wait is not lost', async (t) => {
  const { polls, looks } = pollsOf([{ events: [event('evt_1', '11')], hasMore: false }])
  const early = wanted(polls)
  polls.wake(scope)
  t.match(await polls.wait(scope, early), { kind: 'events', events: [{ id: 'evt_1' }] })
  t.same(looks, ['mer_1 10'])
})

t.test('one look answers all polls of an account that want the event', async (t) => {
  const { polls, looks } = pollsOf([{ events: [event('evt_1', '11')], hasMore: false }])
  const waiting = [1, 2, 3, 4].map(() => answerOf(polls.wait(scope, wanted(polls))))
  const other = polls.wait(scope, wanted(polls, { accepts: () => false }))
  for (let count = 0; count < 10; count++) polls.wake(scope)
  for (const answer of await Promise.all(waiting)) t.match(answer, { kind: 'events', events: [{ id: 'evt_1' }] })
  t.equal(polls.waiting(), 1, 'a poll for other types still waits')
  t.same(looks, ['mer_1 10'])
  polls.stop()
  t.same(await other, { kind: 'end' })
})

t.test('an announcement for another account causes no look', async (t) => {
  const { polls, looks } = pollsOf()
  const waiting = polls.wait(scope, wanted(polls))
  polls.wake({ ...scope, merchantId: 'mer_2' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.same(looks, [])
  polls.stop()
  t.same(await waiting, { kind: 'end' })
})

t.test('a look that leaves events without a number is followed by another', async (t) => {
  const { polls, looks } = pollsOf([
    { events: [event('evt_1', '11')], hasMore: true },
    { events: [event('evt_2', '12')], hasMore: false },
  ])
  const waiting = answerOf(polls.wait(scope, wanted(polls, { accepts: ({ id }) => id === 'evt_2' })))
  polls.wake(scope)
  t.match(await waiting, { kind: 'events', events: [{ id: 'evt_2' }] })
  t.same(looks, ['mer_1 10', 'mer_1 11'], 'one announcement, and the second look begins after the first')
})

t.test('a poll never gets what it has read before, and a full look sends it to read again', async (t) => {
  const many = Array.from({ length: 101 }, (_, index) => event(`evt_${index}`, '20'))
  const { polls } = pollsOf([
    { events: [event('evt_a', '11')], hasMore: false },
    { events: many, hasMore: false },
  ])
  const older = answerOf(polls.wait(scope, wanted(polls)))
  const newer = answerOf(polls.wait(scope, wanted(polls, { from: '11' })))
  polls.wake(scope)
  t.match(await older, { kind: 'events', events: [{ id: 'evt_a' }] })
  await until(() => polls.waiting() === 1)
  polls.wake(scope)
  t.same(await newer, { kind: 'read_again' })
})
