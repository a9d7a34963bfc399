import t from 'tap'
import type { FormApi } from '../../form/frame/session/api.ts'
import type { Reply } from '../../form/frame/session/call.ts'
import { followSession, makeAttempt, type Progress } from '../../form/frame/attempt/attempt.ts'
import type { FormAttempt, FormSession } from '../../form/frame/session/form-session.ts'
import { openSession } from '../browser/form-harness.ts'

const open = openSession()
const attempted = (id: string, change: Partial<FormSession>): FormSession => ({
  ...open,
  last_attempt: {
    id,
    status: 'processing',
    challenge_url: null,
    challenge_page: null,
    challenge_kind: null,
    abandoned: false,
    left_at_bank: false,
  },
  ...change,
})
const declined = attempted('att_1', { failure_code: 'card_declined', attempts_left: 4 })
const paid = attempted('att_1', { status: 'paid' })
const processing = attempted('att_1', { status: 'processing' })

const unreachable = { kind: 'unreachable' } as const
const refused = (code: string) => ({ kind: 'refused', code, param: undefined, message: undefined }) as const
const ok = <Body>(body: Body) => ({ kind: 'ok', body }) as const
const attemptOf = (session: FormSession): FormAttempt => ({
  id: 'att_1',
  object: 'card_attempt',
  status: 'processing',
  challenge_url: null,
  challenge_page: null,
  challenge_kind: null,
  abandoned: false,
  left_at_bank: false,
  visitor_token: 'the-token-of-this-visitor',
  session: { ...session, attempts: 1, success_url: null },
})

interface Script {
  readonly submits?: readonly Reply<FormAttempt>[]
  readonly sessions?: readonly Reply<FormSession>[]
  readonly attempts?: readonly Reply<FormAttempt>[]
}

/** An API that gives these replies in turn and records the calls. */
function scripted(script: Script) {
  const asked: string[] = []
  const progress: Progress['kind'][] = []
  const queues = {
    submits: [...(script.submits ?? [])],
    sessions: [...(script.sessions ?? [])],
    attempts: [...(script.attempts ?? [])],
  }
  const next = <Name extends keyof typeof queues>(name: Name, note: string) => {
    asked.push(note)
    const reply = queues[name].shift()
    if (!reply) throw new Error(`the script has no more ${name}`)
    return Promise.resolve(reply as NonNullable<(typeof queues)[Name][number]>)
  }
  const api: FormApi = {
    now: () => new Date(0),
    readNetworks: () => Promise.resolve({ kind: 'unreachable' }),
    readEncryptionKey: () => Promise.resolve(unreachable),
    submitAttempt: (request) => next('submits', `submit ${request.encrypted_card}`),
    readSession: () => next('sessions', 'session'),
    readAttempt: (id) => next('attempts', `attempt ${id}`),
    abandonAttempt: () => Promise.resolve({ kind: 'unreachable' }),
  }
  let prepared = 0
  const prepare = () => Promise.resolve({ encrypted_card: `jwe${++prepared}` })
  return { context: { api, onProgress: (now: Progress) => void progress.push(now.kind) }, prepare, asked, progress }
}

t.test('an immediate approval needs one call', async (t) => {
  const { context, prepare, asked } = scripted({ submits: [ok(attemptOf(paid))] })
  t.match(await makeAttempt(context, open, prepare), { kind: 'settled', session: paid })
  t.same(asked, ['submit jwe1'])
})

t.test('the form polls a slow bank until it has decided', async (t) => {
  const { context, prepare, progress } = scripted({
    submits: [ok(attemptOf(processing))],
    attempts: [ok(attemptOf(processing)), ok(attemptOf(declined))],
  })
  const result = await makeAttempt(context, open, prepare)
  t.match(result, { kind: 'settled', session: { status: 'open', failure_code: 'card_declined' } })
  t.same(progress, ['paying', 'paying'])
})

t.test('a lost reply leads to the attempt that was made, never to a second one', async (t) => {
  const { context, prepare, asked } = scripted({ submits: [unreachable], sessions: [unreachable, ok(paid)] })
  t.match(await makeAttempt(context, open, prepare), { kind: 'settled', session: { status: 'paid' } })
  t.same(asked, ['submit jwe1', 'session', 'session'])
})

t.test('the form repeats a request that never arrived, with the same encrypted card', async (t) => {
  const { context, prepare, asked } = scripted({ submits: [unreachable, ok(attemptOf(paid))], sessions: [ok(open)] })
  t.match(await makeAttempt(context, open, prepare), { kind: 'settled' })
  t.same(asked, ['submit jwe1', 'session', 'submit jwe1'])
})

t.test('the form does not mistake an earlier decline for the answer to this card', async (t) => {
  const second = attempted('att_2', { status: 'paid' })
  const { context, prepare, asked } = scripted({
    submits: [unreachable, unreachable],
    sessions: [ok(declined), ok(second)],
  })
  t.match(await makeAttempt(context, declined, prepare), { kind: 'settled', session: { status: 'paid' } })
  t.same(asked, ['submit jwe1', 'session', 'submit jwe1', 'session'])
})

t.test('a card refused as not encrypted is encrypted again if there is no attempt', async (t) => {
  const { context, prepare, asked } = scripted({
    submits: [refused('card_not_encrypted'), ok(attemptOf(paid))],
    sessions: [ok(open)],
  })
  t.match(await makeAttempt(context, open, prepare), { kind: 'settled' })
  t.same(asked, ['submit jwe1', 'session', 'submit jwe2'])
})

t.test(
  'when a replay is refused because the first request arrived after all, the form shows that attempt',
  async (t) => {
    const { context, prepare } = scripted({
      submits: [unreachable, refused('card_not_encrypted')],
      sessions: [ok(open), ok(paid)],
    })
    t.match(await makeAttempt(context, open, prepare), { kind: 'settled', session: { status: 'paid' } })
  },
)

t.test('the form follows a payment that another window made', async (t) => {
  const { context, prepare } = scripted({
    submits: [refused('payment_in_progress')],
    sessions: [ok(processing)],
    attempts: [ok(attemptOf(paid))],
  })
  t.match(await makeAttempt(context, open, prepare), { kind: 'settled', session: { status: 'paid' } })
})

t.test('the form says when the checkout has closed in the meantime', async (t) => {
  const expired = { ...open, status: 'expired' } as const
  const { context, prepare } = scripted({ submits: [refused('session_not_payable')], sessions: [ok(expired)] })
  t.match(await makeAttempt(context, open, prepare), { kind: 'settled', session: { status: 'expired' } })
})

t.test('any other refusal reaches the caller', async (t) => {
  const { context, prepare } = scripted({ submits: [refused('rate_limited')] })
  t.same(await makeAttempt(context, open, prepare), refused('rate_limited'))
})

t.test('without a key nothing is sent', async (t) => {
  const { context, asked } = scripted({})
  t.same(await makeAttempt(context, open, () => Promise.resolve(null)), { kind: 'not_sent' })
  t.same(asked, [])
})

t.test('the form follows the session when it cannot read the attempt', async (t) => {
  const { context, asked } = scripted({ attempts: [refused('not_found')], sessions: [ok(paid)] })
  t.match(await followSession(context, processing), { kind: 'settled', session: { status: 'paid' } })
  t.same(asked, ['attempt att_1', 'session'])
})
