import t from 'tap'
import { PingSlots } from '../../../server/flows/webhooks/ping-slots.ts'
import type { DeliveryResult } from '../../../server/webhooks/deliver.ts'

// spec/decisions/webhooks.md#test-ping

const reply: DeliveryResult = {
  kind: 'delivered',
  answered: true,
  status: 200,
  error: null,
  responseExcerpt: '',
  durationMs: 1,
  requestHeaders: {},
}
let created = 0

/** Pings that go on until `finish`. `begun` lists their accounts in the order in which they began. */
function startPings(slots: PingSlots) {
  const begun: string[] = []
  const finishers = new Map<string, (result: DeliveryResult) => void>()
  const ping = (account: string, { host = `${account}.example`, livemode = false } = {}) => {
    const due = { scope: { merchantId: account, livemode }, id: `del_${created++}`, dueAt: new Date(0) }
    return slots.run(due, `https://${host}/webhooks`, () => {
      begun.push(account)
      return new Promise<DeliveryResult>((resolve) => finishers.set(account, resolve))
    })
  }
  const finish = async (account: string): Promise<void> => {
    finishers.get(account)?.(reply)
    await settle()
  }
  return { begun, ping, finish }
}

/** Lets everything happen that needs no time. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

t.test('a ping to a receiver that answers begins at once beside 700 that hang', async (t) => {
  const { begun, ping, finish } = startPings(new PingSlots())
  const first = ping('healthy')
  await settle()
  await finish('healthy')
  t.same(await first, { result: reply })
  const hanging = Array.from({ length: 700 }, (_, index) => ping(`hanging${index}`))
  await settle()
  t.equal(begun.length, 251, 'at most 250 receivers that have not answered yet')
  const second = ping('healthy')
  await settle()
  t.equal(begun.at(-1), 'healthy')
  await finish('healthy')
  t.same(await second, { result: reply })
  for (let index = 0; index < 700; index++) await finish(`hanging${index}`)
  const refused = (await Promise.all(hanging)).filter((result) => result === null)
  t.equal(refused.length, 0, 'the others got their turns')
})

t.test('pings in live mode have slots of their own', async (t) => {
  const { begun, ping, finish } = startPings(new PingSlots())
  const pings = Array.from({ length: 250 }, (_, index) => ping(`test${index}`))
  pings.push(ping('waiting'), ping('live', { livemode: true }))
  await settle()
  t.same(begun.slice(250), ['live'])
  for (const account of [...begun, 'waiting']) await finish(account)
  await Promise.all(pings)
})

t.test('pings of an account run one after the other, and two of them wait', async (t) => {
  const { begun, ping, finish } = startPings(new PingSlots())
  const pings = [ping('a'), ping('a'), ping('a'), ping('a')]
  await settle()
  t.same(begun, ['a'])
  t.equal(await pings[3], null, 'two wait, and a third is refused')
  for (const count of [2, 3]) {
    await finish('a')
    t.equal(begun.length, count)
  }
  await finish('a')
  t.same(await Promise.all(pings), [{ result: reply }, { result: reply }, { result: reply }, null])
})

t.test('a ping waits for a limited time, and a failure frees its slot', async (t) => {
  const slots = new PingSlots(10)
  const { ping, finish } = startPings(slots)
  const running = ping('a')
  t.equal(await ping('a'), null)
  await finish('a')
  t.same(await running, { result: reply })
  const due = { scope: { merchantId: 'a', livemode: false }, id: 'del_broken', dueAt: new Date(0) }
  const broken = () => Promise.reject(new Error('broken'))
  await t.rejects(slots.run(due, 'https://a.example', broken), { message: 'broken' })
  const next = ping('a')
  await settle()
  await finish('a')
  t.same(await next, { result: reply })
})

t.test('no more than 500 pings wait', async (t) => {
  const { ping, finish } = startPings(new PingSlots())
  const pings = Array.from({ length: 751 }, (_, index) => ping(`a${index}`))
  t.equal(await pings[750], null)
  for (let index = 0; index < 750; index++) await finish(`a${index}`)
  t.notOk((await Promise.all(pings.slice(0, 750))).includes(null))
})
