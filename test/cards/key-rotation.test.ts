import t from 'tap'
import { encryptCard } from '../../form/frame/card/encrypt-card.ts'
import { testCards } from '../../server/processors/sandbox/scenarios.ts'
import { isFull } from '../support/combinations.ts'
import { createSession } from '../support/pay.ts'
import { sharedService } from '../support/shared-service.ts'
import type { Answer, TestService } from '../support/service.ts'

// See spec/promises.md#encryption-keys-rotate-without-a-failed-payment.

let service: TestService

t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000', ROLE: 'api' } })
})
t.teardown(() => service.stop())

type Key = JsonWebKey & { kid?: string }

async function currentKey(): Promise<Key> {
  return (await service.call('GET', '/v1/form/encryption_key')).body as unknown as Key
}

/** Pays a new session with a card that the form encrypts now, with a key that it fetched earlier. */
async function payWith(key: Key): Promise<Answer> {
  const session = await createSession(service)
  const card = { number: testCards.approved[0], exp_month: 12, exp_year: 2039, cvc: '123', name: 'Ada Lovelace' }
  const seconds = Math.floor(service.clock.now().getTime() / 1000)
  const encrypted_card = await encryptCard(card, { ...key, kid: key.kid ?? '' }, session.id, seconds)
  const headers = { Authorization: `Bearer ${session.client_secret}` }
  return service.call('POST', '/v1/form/attempts', { encrypted_card }, headers)
}

const hours = isFull ? 96 : 48
const stepHours = 4
const stepsPerDay = 24 / stepHours

t.test('a form pays with the key of any hour of the last day, through days of rotation', async (t) => {
  const keys: Key[] = []
  const failures: string[] = []
  let payments = 0
  for (let step = 0; step <= hours / stepHours; step += 1) {
    keys.push(await currentKey())
    // The key of this hour, one in between, and the oldest that an open form can have: a session lasts a day at most.
    const ages = [...new Set([0, step % stepsPerDay, Math.min(step, stepsPerDay)])]
    const answers = await Promise.all(ages.map((age) => payWith(keys.at(-1 - age) ?? {})))
    payments += answers.length
    for (const { status, text } of answers) if (status !== 200) failures.push(`hour ${step * stepHours}: ${text}`)
    service.clock.advance(stepHours * 3600)
  }
  t.same(failures, [])
  const used = new Set(keys.map(({ kid }) => kid)).size
  t.ok(used >= hours / 24, `${used} keys`)
  t.comment(`figure: ${payments} payments over ${hours} hours with ${used} keys: 0 failed`)
})

t.test('a key that was replaced more than 25 hours ago is refused', async (t) => {
  service.clock.advance(24 * 3600)
  const key = await currentKey()
  service.clock.advance(24 * 3600)
  t.not((await currentKey()).kid, key.kid, 'replaced after a day')
  service.clock.advance(25 * 3600 - 60)
  t.equal((await payWith(key)).status, 200)
  service.clock.advance(120)
  t.equal((await payWith(key)).body.error?.code, 'card_not_encrypted')
})
