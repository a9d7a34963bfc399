import type { NotificationMessage } from '../../../server/processors/processor.ts'
import type { CreatedSession } from '../../support/pay.ts'
import type { Notifications } from '../processor-under-test.ts'
import type { Stage } from '../stage.ts'
import type { Case, Cases } from './case.ts'

export const notifications: Cases = ({ bench }) => {
  const { notifications: sender, cards } = bench
  if (!sender) return []
  return [
    badSignature(sender),
    notUnderstood(sender),
    outOfOrder(sender),
    wrongAmount(sender),
    ...(cards.pending ? [doubled(sender)] : []),
    ...(sender.withBrokenPart && cards.pending ? [besideBroken(sender, sender.withBrokenPart)] : []),
    ...(sender.batch && cards.pending ? [batched(sender)] : []),
  ]
}

/** A session whose payment waits for a notification. */
async function waiting(stage: Stage): Promise<CreatedSession> {
  const session = await stage.session()
  await stage.pay(session, stage.bench.cards.pending ?? stage.bench.cards.approved)
  stage.bench.service.clock.advance(2)
  return session
}

function tampered({ headers, body }: NotificationMessage): NotificationMessage {
  const text = body.toString()
  return { headers, body: Buffer.from(text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))) }
}

const badSignature = (sender: Notifications): Case => ({
  title: 'a notification that somebody has changed is refused and changes nothing',
  async run(t, stage) {
    const session = await waiting(stage)
    const messages = await sender.take()
    for (const message of messages) {
      const status = await sender.deliver(tampered(message))
      t.ok(status === 400 || status === 401, `status ${status}`)
    }
    for (const body of ['', '{"notificationItems":{}}'])
      t.ok((await sender.deliver({ headers: {}, body: Buffer.from(body) })) >= 400, body)
    t.same(await stage.movements(session), stage.bench.cards.pending ? [] : ['capture'])
    for (const message of messages) await sender.deliver(message)
    await stage.settle()
    t.match(await stage.read(session), { status: 'paid' })
  },
})

const notUnderstood = (sender: Notifications): Case => ({
  title: 'a notification about an unknown payment, or of an unknown type, is acknowledged and changes nothing',
  async run(t, stage) {
    const before = await stage.bench.ledger()
    for (const message of [sender.unknown(), sender.foreign(), sender.unknown()])
      t.equal(Math.floor((await sender.deliver(message)) / 100), 2)
    t.equal((await stage.bench.ledger()).length, before.length)
  },
})

const doubled = (sender: Notifications): Case => ({
  title: 'a notification that arrives several times, also at once, has its effect once',
  async run(t, stage) {
    const session = await waiting(stage)
    for (const message of await sender.take()) {
      await Promise.all([1, 2, 3].map(() => sender.deliver(message)))
      await sender.deliver(message)
    }
    await stage.settle()
    t.match(await stage.read(session), { status: 'paid' })
    t.same(await stage.movements(session), ['capture'])
    t.same(await stage.events(session), ['session.completed'])
  },
})

const outOfOrder = (sender: Notifications): Case => ({
  title: 'notifications in the reverse order lead to the same end',
  async run(t, stage) {
    const session = await waiting(stage)
    const late: NotificationMessage[] = []
    if (!stage.bench.cards.pending) late.push(...(await sender.take()))
    else await stage.settle()
    await stage.refund(session, { amount: 900 })
    await stage.refund(session, { amount: 600 })
    stage.bench.service.clock.advance(60)
    for (const message of [...late, ...(await sender.take())].toReversed()) await sender.deliver(message)
    await stage.settle()
    t.match(await stage.read(session), { status: 'paid', amount_refunded: 1500 })
  },
})

const wrongAmount = (sender: Notifications): Case => ({
  title: 'a notification with another amount changes no money',
  async run(t, stage) {
    const session = await waiting(stage)
    const messages = await sender.take()
    await sender.deliver(await sender.wrongAmount(await stage.reference(session)))
    t.same(await stage.movements(session), stage.bench.cards.pending ? [] : ['capture'])
    for (const message of messages) await sender.deliver(message)
    await stage.settle()
    t.match(await stage.read(session), { status: 'paid' })
    t.same(await stage.movements(session), ['capture'])
  },
})

const batched = (sender: Notifications): Case => ({
  title: 'one message with several notifications, one of them twice, has the effect of each once',
  async run(t, stage) {
    const sessions = [await waiting(stage), await waiting(stage), await waiting(stage)]
    const messages = await sender.take()
    const [first] = messages
    if (first && sender.batch) await stage.send(sender.batch([...messages, first]))
    for (const session of sessions) {
      t.match(await stage.read(session), { status: 'paid' })
      t.same(await stage.movements(session), ['capture'])
    }
  },
})

const besideBroken = (sender: Notifications, withBrokenPart: NonNullable<Notifications['withBrokenPart']>): Case => ({
  title: 'a broken part beside a good one does not keep the good one from its effect',
  async run(t, stage) {
    const session = await waiting(stage)
    for (const message of await sender.take()) t.equal(await stage.send(withBrokenPart(message)), 200)
    t.match(await stage.read(session), { status: 'paid' })
    t.same(await stage.movements(session), ['capture'])
  },
})
