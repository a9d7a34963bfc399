import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { parseWebhookAllow } from '../../server/webhooks/address-guard.ts'
import { deliver, type DeliveryResult } from '../../server/webhooks/deliver.ts'
import type { Resolve } from '../../server/webhooks/resolve-host.ts'
import { startReceiver } from '../support/receiver.ts'

const parsed = parseWebhookAllow('127.0.0.1, hooks.test')
if (parsed.kind !== 'ok') throw new Error('Bug: the exceptions of this test are valid')
const { allow } = parsed

function attempt(url: string, changes: { resolve?: Resolve; timeoutMs?: number } = {}): Promise<DeliveryResult> {
  return deliver({ url, body: '{}', eventId: 'evt_1', secret: 'whsec_x', at: new Date(), allow, ...changes })
}

/** An attempt with this time that reaches none of the stages of these tests reaches it on no machine. */
const longestMs = 64_000

/**
 * The attempt whose time runs out in this stage. A busy machine may need longer to reach it, and then gets more time.
 * `begin` makes an attempt with the given time.
 */
async function ranOutWhile(
  t: Test,
  stage: string,
  begin: (timeoutMs: number) => Promise<DeliveryResult>,
): Promise<DeliveryResult> {
  for (let timeoutMs = 500; ; timeoutMs *= 2) {
    const result = await begin(timeoutMs)
    const error = `No reply within ${timeoutMs / 1000} s; time ran out while ${stage}.`
    if (result.error !== error && timeoutMs < longestMs) continue
    t.match(result, { kind: 'failed', error })
    t.ok(result.durationMs >= timeoutMs - 5)
    return result
  }
}

/** One check for each stage. They run in parallel, because each takes the whole time. */
const stages: Record<string, (t: Test) => Promise<void>> = {
  'time runs out while the name server is silent': async (t) => {
    const resolve: Resolve = () => new Promise(() => {})
    const result = await ranOutWhile(t, 'resolving the host name', (timeoutMs) =>
      attempt('http://hooks.test/', { resolve, timeoutMs }),
    )
    t.equal(result.status, null)
  },
  'time runs out while the connection is not accepted': async (t) => {
    // A thread that listens and then blocks: the kernel accepts a few connections for it, and the next one waits.
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads')
       const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
         parentPort.postMessage(server.address().port)
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
       })`,
      { eval: true },
    )
    const port = await new Promise<number>((listening) => worker.once('message', listening))
    const fillers: Socket[] = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    t.teardown(async () => {
      for (const filler of fillers) filler.destroy()
      await worker.terminate()
    })
    // When the first connection is accepted, the others have been requested as well.
    await Promise.race(fillers.map((filler) => once(filler, 'connect')))
    const result = await ranOutWhile(t, 'connecting', (timeoutMs) =>
      attempt(`http://127.0.0.1:${port}/`, { timeoutMs }),
    )
    t.equal(result.status, null)
  },
  'time runs out while the receiver does not answer the TLS greeting': async (t) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => sockets.add(socket.on('error', () => {})))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    t.teardown(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const result = await ranOutWhile(t, 'negotiating TLS', (timeoutMs) =>
      attempt(`https://127.0.0.1:${port}/`, { timeoutMs }),
    )
    t.equal(result.status, null)
  },
  'time runs out while the receiver hangs, or sends headers for ever': async (t) => {
    const replies = ['hang', 'endless_headers'] as const
    const receivers = await Promise.all(replies.map((reply) => startReceiver({ reply })))
    t.teardown(() => Promise.all(receivers.map((receiver) => receiver.stop())))
    const results = await Promise.all(
      receivers.map(({ url }) => ranOutWhile(t, 'waiting for the reply', (timeoutMs) => attempt(url, { timeoutMs }))),
    )
    for (const [index, result] of results.entries()) t.equal(result.status, null, String(replies[index]))
  },
}

t.test('an attempt ends at the deadline in every stage, and its error names the stage', async (t) => {
  for (const stage of Object.keys(stages)) t.comment(stage)
  await Promise.all(Object.values(stages).map((stage) => stage(t)))
})

t.test('one deadline covers all stages of an attempt', async (t) => {
  await ranOutWhile(t, 'waiting for the reply', async (timeoutMs) => {
    // Each stage is shorter than the deadline.
    const receiver = await startReceiver({ reply: { status: 200, delayMs: 0.75 * timeoutMs } })
    const resolve: Resolve = async () => {
      await pause(0.5 * timeoutMs)
      return ['127.0.0.1']
    }
    const result = await attempt(`http://hooks.test:${receiver.port}/`, { resolve, timeoutMs })
    await receiver.stop()
    return result
  })
})

t.test('a hanging receiver delays no other delivery, to itself or to others', async (t) => {
  const slow = await startReceiver({ reply: (delivery) => (delivery.path === '/hang' ? 'hang' : 200) })
  const quick = await startReceiver()
  t.teardown(quick.stop)
  let ended = 0
  const hanging = Array.from({ length: 100 }, async () => {
    const result = await attempt(new URL('/hang', slow.url).href, { timeoutMs: 280_000 })
    ended += 1
    return result.kind
  })
  t.equal((await attempt(slow.url, { timeoutMs: 120_000 })).kind, 'delivered')
  t.equal((await attempt(quick.url, { timeoutMs: 120_000 })).kind, 'delivered')
  t.equal(ended, 0, 'the hundred attempts are still waiting')
  while (slow.deliveries.length < 101) await slow.next()
  await slow.stop()
  t.strictSame(new Set(await Promise.all(hanging)), new Set(['failed']))
})
