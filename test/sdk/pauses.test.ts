import t from 'tap'
import { ServicePay } from '../../sdk/src/index.ts'
import { creation, errorFrom, key } from './answers.ts'

/** The client's time-out. Every timer with another time is a pause. */
const timeout = 54_321

const { setTimeout } = globalThis
t.teardown(() => Object.assign(globalThis, { setTimeout }))

/** The pauses between the tries of a call. The test does not wait for them. */
async function pausesOf(answer: () => Response, maxRetries: number): Promise<number[]> {
  const pauses: number[] = []
  const withoutPauses = (work: () => void, milliseconds: number): unknown => {
    // A service of an earlier test may be waiting in this process for its next use.
    const isOfSdk = new Error().stack?.includes('/sdk/src/') === true
    if (milliseconds === timeout || !isOfSdk) return setTimeout(work, milliseconds)
    pauses.push(milliseconds)
    return setTimeout(work, 0)
  }
  Object.assign(globalThis, { setTimeout: withoutPauses })
  await errorFrom(
    new ServicePay(key, { fetch: async () => answer(), timeout, maxRetries }).checkout.sessions.create(creation),
  )
  // Restores the function at once, so that other timers keep their time.
  Object.assign(globalThis, { setTimeout })
  return pauses
}

t.test('pauses double up to 8 seconds, and are random so that two clients differ', async (t) => {
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

t.test('after Retry-After the pauses are random and never shorter', async (t) => {
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
