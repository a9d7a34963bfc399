import { build } from 'esbuild'
import { mock } from 'node:test'
import timers from 'node:timers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type * as sdk from '../../sdk/src/index.ts'
import { creation, errorFrom, key } from './answers.ts'

/** The client's time-out. Every timer with another time is a pause. */
const timeout = 54_321

/** What the timers of the package do: those of Node when it is imported. */
let setTimer: (work: () => void, milliseconds: number) => unknown = setTimeout

/** A copy of the package that is imported here, because another test of this process may have imported the package. */
async function freshPackage(): Promise<typeof sdk> {
  const entry = fileURLToPath(new URL('../../sdk/src/index.ts', import.meta.url))
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: 'esm' })
  const real = timers.setTimeout
  Object.assign(timers, { setTimeout: (...parameters: Parameters<typeof setTimer>) => setTimer(...parameters) })
  try {
    return await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')}`)
  } finally {
    Object.assign(timers, { setTimeout: real })
  }
}

const { ServicePay } = await freshPackage()

/** The pauses between the tries of a call. The test does not wait for them. */
async function pausesOf(answer: () => Response, maxRetries: number): Promise<number[]> {
  const pauses: number[] = []
  setTimer = (work, milliseconds) => {
    if (milliseconds === timeout) return setTimeout(work, milliseconds)
    pauses.push(milliseconds)
    return setTimeout(work, 0)
  }
  await errorFrom(
    new ServicePay(key, { fetch: async () => answer(), timeout, maxRetries }).checkout.sessions.create(creation),
  )
  setTimer = setTimeout
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

t.test('timers that a test replaces after the import do not stop a retry', async (t) => {
  const { setTimeout: real } = globalThis
  setTimer = (work) => real(work, 0)
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.teardown(() => mock.timers.reset())
  let asked = 0
  const fetch = async (): Promise<Response> => {
    asked++
    return Response.json({ error: { code: 'internal_error' } }, { status: 500 })
  }
  const error = await errorFrom(new ServicePay(key, { fetch, timeout, maxRetries: 2 }).checkout.sessions.list())
  t.match([error.code, asked], ['internal_error', 3])
})
