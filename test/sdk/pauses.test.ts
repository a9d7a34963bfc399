import t from 'tap'
import { ServicePay } from '../../sdk/src/index.ts'
import { creation, errorFrom, key } from './answers.ts'

/** Milliseconds that one try may take: the one timer that is no pause. */
const timeout = 54_321

const { setTimeout } = globalThis
t.teardown(() => Object.assign(globalThis, { setTimeout }))

/** The pauses between the tries of a call, which are not waited for. */
async function pausesOf(answer: () => Response, maxRetries: number): Promise<number[]> {
  const pauses: number[] = []
  const hurried = (work: () => void, milliseconds: number): unknown => {
    if (milliseconds === timeout) return setTimeout(work, milliseconds)
    pauses.push(milliseconds)
    return setTimeout(work, 0)
  }
  Object.assign(globalThis, { setTimeout: hurried })
  await errorFrom(
    new ServicePay(key, { fetch: async () => answer(), timeout, maxRetries }).checkout.sessions.create(creation),
  )
  // At once: what else asks for a timer is not to be hurried.
  Object.assign(globalThis, { setTimeout })
  return pauses
}

t.test('each pause is up to twice the last one, to 8 seconds, and no two callers wait alike', async (t) => {
  const failed = (): Response => Response.json({ error: { code: 'internal_error' } }, { status: 500 })
  const [first, second] = [await pausesOf(failed, 6), await pausesOf(failed, 6)]
  for (const pauses of [first, second]) {
    t.equal(pauses.length, 6)
    const longest = [500, 1_000, 2_000, 4_000, 8_000, 8_000]
    t.ok(
      pauses.every((pause, index) => pause >= (longest[index] ?? 0) / 2 && pause <= (longest[index] ?? 0)),
      pauses.join(' '),
    )
  }
  t.not(first.join(), second.join())
})

t.test('after Retry-After callers come back spread out, never early', async (t) => {
  const limited = (): Response =>
    Response.json({ error: { code: 'rate_limited' } }, { status: 429, headers: { 'Retry-After': '3' } })
  const pauses = await pausesOf(limited, 3)
  t.equal(pauses.length, 3)
  t.ok(
    pauses.every((pause) => pause > 3_000 && pause <= 3_500),
    pauses.join(' '),
  )
  t.equal(new Set(pauses).size, 3)
})
