import t from 'tap'
import type { Observation } from '../../server/flows/observation.ts'
import { payWithCard } from '../../server/flows/sessions/submit-card.ts'
import { testCard } from '../../server/processors/sandbox/scenarios.ts'
import { createSession } from '../support/pay.ts'
import { processorWith } from '../support/processor-with.ts'
import { startService } from '../support/service.ts'

t.test('a settlement that fails after the reply to the customer is logged and counted', async (t) => {
  const service = await startService({ environment: { ROLE: 'api' } })
  t.teardown(() => service.stop())
  const session = await createSession(service)
  let answer = (): void => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const observed: Observation[] = []
  const processor = processorWith(service.app.sandbox, {
    purchase: async () => {
      await answered
      throw new Error('the database is away')
    },
  })
  const tracked: Promise<unknown>[] = []
  const payment = {
    card: testCard('approved', service.clock.now()),
    nonce: 'nonce',
    client: null,
    admission: null,
    params: {},
  }
  const scope = { merchantId: service.merchantId, livemode: false }
  const result = await payWithCard(
    {
      ...service.app.workContext,
      processorFor: async () => processor,
      observe: (seen) => void observed.push(seen),
      track: (work) => void tracked.push(work),
    },
    scope,
    session.id,
    payment,
    { replyMs: 10 },
  )
  t.match(result, { kind: 'attempt' })
  answer()
  await Promise.allSettled(tracked)
  t.match(observed, [{ kind: 'background_work_failed', work: 'settle_attempt' }])
  t.match(
    service.logLines.filter((line) => line.includes('settle_attempt')),
    [/the database is away/],
  )
})
