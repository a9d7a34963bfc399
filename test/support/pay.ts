import { encryptCard } from '../../form/frame/card/encrypt-card.ts'
import { testCards, type Scenario } from '../../server/processors/sandbox/scenarios.ts'
import type { Clock } from '../../server/domain/time/clock.ts'
import type { Answer, TestService } from './service.ts'

/** What these calls need of a service. */
type Callable = Pick<TestService, 'call'> & { readonly clock: Clock }

export interface CreatedSession {
  readonly id: string
  readonly client_secret: string
  readonly url: string
  readonly status: string
  readonly amount: number
}

/** A new session of 2,500 pence, with `params` over it. */
export async function createSession(service: Callable, params: object = {}): Promise<CreatedSession> {
  const answer = await service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP', ...params })
  if (answer.status !== 200) throw new Error(`No session: ${answer.text}`)
  return answer.body as unknown as CreatedSession
}

/** The headers of a form in one browser, which is the same for every session unless a test names another or none. */
export function asVisitor(
  session: { readonly client_secret: string },
  visitor: string | null = 'one-visitor-of-all-tests',
): Record<string, string> {
  const authorization = { Authorization: `Bearer ${session.client_secret}` }
  return visitor === null ? authorization : { ...authorization, 'Visitor-Token': visitor }
}

/** Encrypts a card to the published key and submits it, as the form does. `card` is a scenario or a number. */
export async function submitCard(
  service: Callable,
  session: { id: string; client_secret: string },
  card: string = 'approved',
): Promise<Answer> {
  return service.call(
    'POST',
    '/v1/form/attempts',
    { encrypted_card: await encryptedCard(service, session.id, card) },
    asVisitor(session),
  )
}

export async function encryptedCard(
  service: Callable,
  sessionId: string,
  card: string = 'approved',
  cvc = '123',
): Promise<string> {
  const key = await service.call('GET', '/v1/form/encryption_key')
  if (key.status !== 200) throw new Error(`No key: ${key.text}`)
  const number = Object.hasOwn(testCards, card) ? testCards[card as Scenario][0] : card
  const plain = { number, exp_month: 12, exp_year: 2039, cvc, name: 'Ada Lovelace' }
  return encryptCard(
    plain,
    key.body as unknown as JsonWebKey & { kid: string },
    sessionId,
    Math.floor(service.clock.now().getTime() / 1000),
  )
}

/** A session that is paid. */
export async function paidSession(
  service: Callable,
  params: object = {},
  card: string = 'approved',
): Promise<CreatedSession> {
  const session = await createSession(service, params)
  const answer = await submitCard(service, session, card)
  if (answer.status !== 200) throw new Error(`Not paid: ${answer.text}`)
  return session
}
