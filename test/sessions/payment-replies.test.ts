import t from 'tap'
import { testCards, type Scenario } from '../../server/processors/sandbox/scenarios.ts'
import { payWith } from '../links/link-calls.ts'
import { SteppingClock } from '../model/stepping-clock.ts'
import { asVisitor, createSession, submitCard } from '../support/pay.ts'
import { startService } from '../support/service.ts'

// The clock moves only with `advance`, so that a waiting payment keeps waiting between the two replies.
const service = await startService({
  clock: new SteppingClock(),
  environment: { RATE_LIMIT_PER_SECOND: '100000', ROLE: 'api' },
})
t.teardown(() => service.stop())

function withoutTime(text: string): string {
  return text.replace(/"server_time":"[^"]*"/, '')
}

/** More than the declined cards that end a session. */
const cards = 6

// The reply to a payment comes from the settlement, and a later read comes from the database.
for (const scenario of Object.keys(testCards) as Scenario[])
  t.test(`the reply to a payment with the card ${scenario} is what a read returns`, async (t) => {
    const details = { reference: 'order 7', description: 'A hat', customer: { name: 'Ada' } }
    const helped = await createSession(service, details)
    const reply = await payWith(service, helped, scenario)
    t.equal(reply.text, (await service.call('GET', `/v1/checkout/sessions/${helped.id}`)).text)
    const session = await createSession(service, details)
    for (let card = 1; card <= cards; card++) {
      const { status, body, text } = await submitCard(service, session, scenario)
      if (status !== 200) break
      const path = `/v1/form/attempts/${String(body['id'])}`
      t.equal(withoutTime((await service.call('GET', path, undefined, asVisitor(session))).text), withoutTime(text))
    }
  })
