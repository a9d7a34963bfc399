import express from 'express'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { eventTypes } from '../../generated/operations.ts'
import { InvalidRequestError, type Event } from '../../sdk/src/index.ts'
import { generateTestDelivery, generateTestEvent } from '../../sdk/src/testing/test-events.ts'
import { webhooks, type HandlerOptions } from '../../sdk/src/webhooks.ts'
import { newSigningSecret, standardHeaders } from '../../server/webhooks/signing.ts'
import { contractDocument } from '../support/contract-document.ts'
import { checkDelivery } from '../support/contract-hook.ts'

const secret = newSigningSecret()
const address = 'https://shop.example/webhooks'

type Delivery = Awaited<ReturnType<typeof generateTestDelivery>>

/** A handler whose functions note the events. */
function handlerWith(options: Partial<HandlerOptions> = {}) {
  const handled: Event[] = []
  const errors: unknown[] = []
  const handle = webhooks.handler({
    secret,
    on: { 'session.completed': (event) => handled.push(event) },
    onError: (error) => errors.push(error),
    ...options,
  })
  const answer = async (delivery: Delivery): Promise<string> => {
    const response = await handle(new Request(address, delivery))
    return `${response.status} ${await response.text()}`.trim()
  }
  return { handle, answer, handled, errors }
}

const paid = generateTestEvent('session.completed', { data: { reference: 'order-7' } })

t.test('a handler runs the function of the event and answers 200, and passes every other type', async (t) => {
  const { answer, handled } = handlerWith()
  t.equal(await answer(await generateTestDelivery(paid, secret)), '200')
  t.same(handled, [paid])
  t.equal(await answer(await generateTestDelivery(generateTestEvent('session.expired'), secret)), '200')
  for (const type of ['session.thought', 'toString', '__proto__'])
    t.equal(await answer(await generateTestDelivery({ ...paid, type } as unknown as Event, secret)), '200', type)
  t.equal(handled.length, 1)
})

t.test('a handler takes several secrets', async (t) => {
  const { answer } = handlerWith({ secret: [newSigningSecret(), secret] })
  t.equal(await answer(await generateTestDelivery(paid, secret)), '200')
})

t.test('a delivery that cannot be verified is answered with 400 and what to do', async (t) => {
  const { answer, handled, errors } = handlerWith()
  const delivery = await generateTestDelivery(paid, secret)
  const changed = (headers: Record<string, string>): Delivery => ({ ...delivery, headers })
  const tenMinutesAgo = Date.now() - 600_000
  const cases: [string, Delivery, RegExp][] = [
    ['no header', changed({}), /^400 The `Service-Signature` header is missing\. Pass that header/],
    [
      'another secret',
      await generateTestDelivery(paid, newSigningSecret()),
      /^400 No signature matches: .* Use the.*listen --print-secret/,
    ],
    ['another body', { ...delivery, body: delivery.body.replace('order-7', 'order-8') }, /^400 No signature matches/],
    ['a printed body', { ...delivery, body: JSON.stringify(paid, null, 2) }, /^400 The white space of the body/],
    ['an empty body', { ...delivery, body: '' }, /^400 The body is empty/],
    ['an old delivery', await generateTestDelivery(paid, secret, { now: tenMinutesAgo }), /^400 .*clock/],
    ['an endless body', { ...delivery, body: 'x'.repeat(2_000_000) }, /^400 The body is longer than any event/],
  ]
  for (const [name, request, expected] of cases) t.match(await answer(request), expected, name)
  t.same([handled, errors], [[], []])
})

t.test('a request whose body was read before gets the sentence that says so', async (t) => {
  const { handle } = handlerWith()
  const request = new Request(address, await generateTestDelivery(paid, secret))
  await request.json()
  const response = await handle(request)
  t.equal(response.status, 400)
  t.match(await response.text(), /already read the body\. Call the handler before `request\.json\(\)`/)
})

t.test('a function that fails is answered with 500, without its error, and runs again', async (t) => {
  const store = new Set<string>()
  const failures = [() => Promise.reject(new Error('the database is away')), () => Promise.resolve()]
  const { answer, errors } = handlerWith({ store, on: { 'session.completed': () => failures.shift()?.() } })
  const delivery = await generateTestDelivery(paid, secret)
  const first = await answer(delivery)
  t.match(first, /^500 The function for session\.completed failed/)
  t.notMatch(first, /database/)
  t.match(errors, [{ message: 'the database is away' }])
  t.same([...store], [], 'an event counts as handled after its function has succeeded')
  t.equal(await answer(delivery), '200')
  t.same([...store], [paid.id])
})

t.test('a secret that is missing is a fault of the program: 500, and never before the first delivery', async (t) => {
  const { answer, errors } = handlerWith({ secret: undefined })
  t.match(await answer(await generateTestDelivery(paid, secret)), /^500 This is not a signing secret: it is empty/)
  t.match(errors, [{ code: 'signature_secret_invalid' }])
})

t.test('an event that arrives twice is handled once, also while its function is running', async (t) => {
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const store = new Set<string>()
  const work = async () => {
    runs++
    await gate.promise
  }
  const { answer } = handlerWith({ store, on: { 'session.completed': work } })
  const delivery = await generateTestDelivery(paid, secret)
  const both = [answer(delivery), answer(delivery)]
  gate.resolve()
  t.same(await Promise.all(both), ['200', '200'])
  t.equal(await answer(delivery), '200')
  t.equal(runs, 1)
  t.equal(await answer(await generateTestDelivery({ ...paid, id: 'evt_other' }, secret)), '200')
  t.equal(runs, 2)
})

t.test('a delivery that waits for a run of the same event fails with it', async (t) => {
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    await gate.promise
    throw new Error('no stock')
  }
  const { answer } = handlerWith({ on: { 'session.completed': work } })
  const delivery = await generateTestDelivery(paid, secret)
  const both = [answer(delivery), answer(delivery)]
  gate.resolve()
  for (const answer of await Promise.all(both)) t.match(answer, /^500/)
})

t.test('a store that fails is answered with 500', async (t) => {
  const away = () => Promise.reject(new Error('the store is away'))
  for (const store of [
    { has: away, add: () => {} },
    { has: () => Promise.resolve(false), add: away },
  ]) {
    const { answer, errors } = handlerWith({ store })
    t.match(await answer(await generateTestDelivery(paid, secret)), /^500/)
    t.match(errors, [{ message: 'the store is away' }])
  }
})

t.test(
  'without onError the handler writes to the console, and an onError that fails does not take the answer',
  async (t) => {
    const written = t.capture(console, 'error')
    const act = () => Promise.reject(new Error('no stock'))
    const delivery = await generateTestDelivery(paid, secret)
    const { answer } = handlerWith({ on: { 'session.completed': act }, onError: undefined })
    t.match(await answer(delivery), /^500/)
    t.match(
      written().map(({ args }) => args),
      [[/of session\.completed evt_/, { message: 'no stock' }]],
    )
    const failing = handlerWith({ on: { 'session.completed': act }, onError: act })
    t.match(await failing.answer(delivery), /^500/)
  },
)

t.test('wrong options are refused when the handler is made, with what was meant', async (t) => {
  const refusal = (options: object): InvalidRequestError => {
    try {
      webhooks.handler(options as HandlerOptions)
    } catch (error) {
      if (error instanceof InvalidRequestError) return error
    }
    throw new Error('The options were accepted')
  }
  t.match(refusal({ secret, on: {}, tolerance: 1 }), {
    param: 'tolerance',
    message: 'Did you mean `toleranceSeconds`?',
  })
  t.match(refusal({ secret, on: { 'session.complete': () => {} } }), { message: 'Did you mean `session.completed`?' })
  t.match(refusal({ secret, on: { 'session.completed': true } }), { param: 'on', message: 'is not a function' })
  t.match(refusal({ secret }), { param: 'on' })
  t.match(refusal({ secret, on: {}, store: [] }), { param: 'store', message: '`has` and `add`' })
  t.throws(() => webhooks.handler(undefined as unknown as HandlerOptions), InvalidRequestError)
})

async function serve(t: Test, listener: RequestListener): Promise<(delivery: Delivery) => Promise<string>> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return async (delivery) => {
    const response = await fetch(`http://127.0.0.1:${port}/webhooks`, delivery)
    return `${response.status} ${await response.text()}`.trim()
  }
}

t.test('the handler for node:http and Express answers as the other one', async (t) => {
  const handled: string[] = []
  const handler = webhooks.nodeHandler({ secret, on: { 'session.completed': ({ id }) => handled.push(id) } })
  const delivery = await generateTestDelivery(paid, secret)
  const raw = express.raw({ type: 'application/json' })
  const servers: [string, RequestListener][] = [
    ['node:http', (request, response) => void handler(request, response)],
    ['Express', express().post('/webhooks', handler)],
    ['Express with a raw body', express().post('/webhooks', raw, handler)],
    ['Express with a text body', express().post('/webhooks', express.text({ type: '*/*' }), handler)],
    [
      'Express with a parser for another type',
      express()
        .use(express.json({ type: 'text/plain' }))
        .post('/webhooks', handler),
    ],
    [
      'a parser that leaves an empty object',
      (request, response) => void handler(Object.assign(request, { body: {} }), response),
    ],
  ]
  for (const [name, listener] of servers) {
    const answer = await serve(t, listener)
    handled.length = 0
    t.equal(await answer(delivery), '200', name)
    t.same(handled, [paid.id], name)
    t.match(await answer({ ...delivery, body: `${delivery.body}x` }), /^400 No signature matches/, name)
  }
  const firebase = await serve(t, (request, response) => {
    void request.toArray().then(async (parts) => {
      const rawBody = Buffer.concat(parts as Buffer[])
      await handler(Object.assign(request, { rawBody, body: JSON.parse(rawBody.toString()) as object }), response)
    })
  })
  t.equal(await firebase(delivery), '200', 'a platform that keeps the raw body beside the parsed one')
})

t.test('a body that Express has parsed, or something else has read, is named with what to do', async (t) => {
  const handler = webhooks.nodeHandler({ secret, on: {} })
  const delivery = await generateTestDelivery(paid, secret)
  const parsed = await serve(t, express().use(express.json()).post('/webhooks', handler))
  t.match(await parsed(delivery), /^400 The body was parsed .* put this route before `express\.json\(\)`/)
  const read = await serve(t, (request, response) => {
    void request.toArray().then(() => handler(request, response))
  })
  t.match(await read(delivery), /^400 Another part of the program has already read the body/)
})

t.test('a test event is the example of the contract with an id of its own, and has the given values', async (t) => {
  for (const type of eventTypes) {
    const { id, created, ...event } = generateTestEvent(type)
    t.match(id, /^evt_[0-9a-z]+$/)
    t.equal(new Date(created).toISOString(), created)
    const example = contractDocument.webhooks[type]?.post?.requestBody?.content['application/json'].example as object
    t.same({ ...example, ...event }, example, type)
    const { headers, body } = await generateTestDelivery(generateTestEvent(type), secret)
    checkDelivery({
      rawBody: body,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    })
  }
  t.not(generateTestEvent('test.ping').id, generateTestEvent('test.ping').id)
  const event = generateTestEvent('session.refunded', {
    id: 'evt_7',
    data: { reference: null, customer: { email: 'a@b.example' }, metadata: { colour: 'red' }, refund: { amount: 5 } },
  })
  t.match(event, {
    id: 'evt_7',
    type: 'session.refunded',
    data: {
      reference: null,
      amount: 2500,
      customer: { email: 'a@b.example' },
      refund: { amount: 5, status: 'succeeded' },
    },
  })
  t.same(event.data.metadata, { order: '1001', colour: 'red' })
  t.notSame(generateTestEvent('session.refunded').data.metadata, event.data.metadata, 'the example stays as it is')
})

t.test('a test event of no type, or with a field that events do not have, is refused', async (t) => {
  const wrong = generateTestEvent as (...given: unknown[]) => unknown
  t.throws(() => wrong('session.payed'), { message: /Did you mean `session\.\w+`/ })
  t.throws(() => wrong('session.completed', { reference: 'x' }), { message: /no field `reference`/ })
  t.throws(() => wrong('session.completed', { data: { refrence: 'x' } }), {
    message: /no field `data\.refrence`.*Did you mean `reference`/,
  })
  for (const own of [secret, 'whsec_1', 'whsec_of_my_tests', 'whsec_a-b_c9=='])
    t.match((await generateTestDelivery(paid, own, { now: 1_795_256_102_000 })).headers, {
      'Service-Signature': /^t=1795256102,/,
      ...standardHeaders([own], new Date(1_795_256_102_000), paid.id, JSON.stringify(paid)),
    })
  await t.rejects(generateTestDelivery(paid, secret, JSON.parse('{"timestamp":1}') as object), {
    message: 'There is no option `timestamp`.',
  })
})
