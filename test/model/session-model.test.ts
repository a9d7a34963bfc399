import fc from 'fast-check'
import assert from 'node:assert/strict'
import t from 'tap'
import { isFull } from '../support/combinations.ts'
import { seed } from '../support/seed.ts'
import { startService, type TestService } from '../support/service.ts'
import { commands, create, expectRead } from './commands.ts'
import { expectLink, linkCommands, newLink, open } from './link-commands.ts'
import { isPaid } from './link-model.ts'
import { advance, type Model, type ModelSession } from './session-model.ts'
import { SteppingClock } from './stepping-clock.ts'

const numRuns = Number(process.env['MODEL_RUNS'] ?? (isFull ? 25 : 8))
const maxCommands = 20

t.test(`the service agrees with the model after every sequence of commands (TEST_SEED=${seed})`, async (t) => {
  // Without a worker, so that only the commands cause changes. Without a rate limit, because the clock of the limit
  // does not move by itself.
  const service = await startService({
    clock: new SteppingClock(),
    environment: { ROLE: 'api', RATE_LIMIT_PER_SECOND: '1000000' },
  })
  t.teardown(() => service.stop())
  const all: ModelSession[] = []
  const property = fc.asyncProperty(
    fc.commands([...commands, ...commands, ...linkCommands], { maxCommands, size: 'max' }),
    async (chosen) => {
      const model: Model = { now: 0, sessions: [], links: [] }
      for (const expiresIn of [300, 1800]) await create(2500, expiresIn).run(model, service)
      for (const first of [newLink(700, 'single'), open(0)]) await first.run(model, service)
      await fc.asyncModelRun(() => ({ model, real: service }), chosen)
      await settle(model, service)
      all.push(...model.sessions)
    },
  )
  await fc.assert(property, { seed, numRuns, endOnFailure: true })
  const count = (status: string): number => all.filter((session) => session.status === status).length
  const statuses = [...new Set(all.map(({ status }) => status))]
    .map((status) => `${count(status)} ${status}`)
    .join(', ')
  t.comment(`seed ${seed}: ${all.length} sessions in ${numRuns} runs: ${statuses}`)
  t.ok(all.length >= numRuns * 2)

  await t.test('each paid session has one session.completed', async (t) => {
    const { rows } = await service.app.context.db.raw<{ rows: { paid: number; completed: number }[] }>(`
      select count(*)::int as paid,
        (select count(*)::int from events where type = 'session.completed') as completed
      from checkout_sessions where paid_at is not null`)
    t.equal(rows[0]?.completed, rows[0]?.paid, `${rows[0]?.paid} session.completed for as many paid sessions`)
  })

  await t.test('the bank’s ledger and ours agree to the penny', async (t) => {
    const { rows } = await service.app.context.db.raw<{
      rows: { reference: string; kind: string; amount: number; currency: string }[]
    }>(
      `select processor_reference as reference, case kind when 'reversal' then 'refund' else kind end as kind,
         amount, currency
       from money_movements`,
    )
    const line = (entry: { reference: string; kind: string; amount: number; currency: string }): string =>
      `${entry.reference} ${entry.kind} ${entry.amount} ${entry.currency}`
    const theirs = await service.app.sandbox.ledger()
    t.same(rows.map(line).sort(), theirs.map(line).sort(), `${rows.length} lines`)
    const taken = all
      .filter(isPaid)
      .reduce((sum, session) => sum + session.amount - session.refunded - session.chargedBack, 0)
    const held = theirs.reduce(
      (sum, { kind, amount }) => sum + (kind === 'capture' || kind === 'chargeback_reversal' ? amount : -amount),
      0,
    )
    t.equal(held, taken, 'both equal the amounts that the merchant reads')
  })
})

/** Lets every open payment and refund finish, and reads every session once more. */
async function settle(model: Model, service: TestService): Promise<void> {
  for (const seconds of [1000, 1000]) {
    service.clock.advance(seconds)
    await service.sweep()
    advance(model, seconds)
  }
  for (const session of model.sessions) {
    await expectRead(service, session)
    assert.deepEqual(await eventsOf(service, session), session.events, 'each event is sent once and in order')
  }
  for (const link of model.links) await expectLink(service, link)
  assert.deepEqual(
    model.sessions.filter(({ status }) => status === 'processing'),
    [],
  )
}

async function eventsOf(service: TestService, session: ModelSession): Promise<string[]> {
  const { rows } = await service.app.context.db.raw<{ rows: { type: string }[] }>(
    'select type from events where session_id = ? order by id',
    [session.id],
  )
  return rows.map(({ type }) => type)
}
