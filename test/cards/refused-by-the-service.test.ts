import t from 'tap'
import { formRequests } from '../journeys/plain-card-requests.ts'
import { createSession, submitCard, type CreatedSession } from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { badCards } from './bad-cards.ts'
import { canaryPan, type PublicKey } from './sealed-card.ts'

// See spec/promises.md#only-the-forms-encryption-is-accepted.

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

/** A missing field is `parameter_missing`, a megabyte is too large, and a text object becomes an ordinary text. */
const notForJson = new Set(['nothing', 'a megabyte', 'a text object'])

/** The form may make a few calls a second for each session. */
const callsPerSession = 8

/** The bank keeps every purchase that it is asked for. */
async function purchases(): Promise<number> {
  return (await sql(service, 'select reference from sandbox_bank.purchases')).length
}

/** Bad cards by name, of all groups. */
async function cardsOf(session: CreatedSession): Promise<Record<string, unknown>> {
  const { undecryptable, wrongContents } = await makeBadCards(session)
  return Object.assign({}, ...Object.values(undecryptable), wrongContents)
}

async function makeBadCards(session: CreatedSession) {
  const { body } = await service.call('GET', '/v1/form/encryption_key')
  const nowSeconds = Math.floor(service.clock.now().getTime() / 1000)
  return badCards(body as unknown as PublicKey, { sessionId: session.id, nowSeconds })
}

function submit(session: CreatedSession, encrypted_card: unknown): Promise<Answer> {
  const headers = { Authorization: `Bearer ${session.client_secret}` }
  return service.call('POST', '/v1/form/attempts', { encrypted_card }, headers)
}

t.test('each bad card gets card_not_encrypted, and the bank gets no call', async (t) => {
  let refused = 0
  const expectRefused = (name: string, { status, body }: Answer): void => {
    t.same([status, body.error?.code], [400, 'card_not_encrypted'], name)
    refused += 1
  }
  const names = Object.keys(await cardsOf(await createSession(service))).filter((name) => !notForJson.has(name))
  for (let first = 0; first < names.length; first += callsPerSession) {
    const session = await createSession(service)
    const cards = await cardsOf(session)
    const some = names.slice(first, first + callsPerSession)
    const answers = await Promise.all(some.map((name) => submit(session, cards[name])))
    for (const [index, answer] of answers.entries()) expectRefused(some[index] ?? '', answer)
  }
  for (const { method, path, body, headers } of formRequests(
    () => canaryPan,
    (await createSession(service)).client_secret,
  )) {
    expectRefused('a plain card', await service.call(method, path, body, headers))
    service.clock.advance(1)
  }
  t.equal(await purchases(), 0)
  t.same(await sql(service, 'select id from card_attempts'), [])
  t.ok(refused >= 40)
  t.comment(`figure: ${refused} bad inputs refused, 0 calls to the processor`)
})

t.test('a card pays once, in its own session', async (t) => {
  const session = await createSession(service)
  const { good } = await makeBadCards(session)
  const another = await submit(await createSession(service), good)
  t.equal(another.body.error?.code, 'card_not_encrypted', 'another session refuses it')
  t.equal(await purchases(), 0)
  const declined = await submitCard(service, session, 'declined')
  t.equal(declined.status, 200)
  t.match((await submit(session, good)).body, { status: 'approved' })
  const calls = await purchases()
  const replayed = await submit(session, good)
  t.ok(['card_not_encrypted', 'session_not_payable'].includes(String(replayed.body.error?.code)), 'a replay')
  t.equal(await purchases(), calls)
})
