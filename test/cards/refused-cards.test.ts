import { inspect } from 'node:util'
import t, { type Test } from 'tap'
import { decryptCard } from '../../server/cards/decrypt-card.ts'
import { generateEncryptionKey } from '../../server/cards/encryption-key.ts'
import { badCards } from './bad-cards.ts'
import { canaryPan, now, nowSeconds, sessionId } from './sealed-card.ts'

const key = generateEncryptionKey(now)
const context = { keysFor: async () => [key], sessionId, now }
const { good, other, undecryptable, wrongContents } = await badCards(key, { sessionId, nowSeconds })

async function isRefused(t: Test, name: string, jwe: unknown): Promise<void> {
  const verdict = await decryptCard(jwe, context).catch((thrown: unknown) => ({ kind: 'thrown', thrown }))
  t.equal(verdict.kind, 'refused', name)
  const printed = inspect(verdict, { depth: 9, showHidden: true })
  t.notOk(printed.includes(canaryPan) || printed.includes('987'), `${name}: no card data in the result`)
}

t.test('the valid card, from which the invalid ones are derived, is accepted', async (t) => {
  for (const jwe of [good, other]) t.equal((await decryptCard(jwe, context)).kind, 'card')
})

for (const [group, inputs] of Object.entries(undecryptable)) {
  t.test(`refused before or during decryption: ${group}`, async (t) => {
    for (const [name, jwe] of Object.entries(inputs)) await isRefused(t, name, jwe)
  })
}

t.test('refused even though correctly encrypted: wrong contents', async (t) => {
  for (const [name, jwe] of Object.entries(wrongContents)) await isRefused(t, name, jwe)
})

t.test('without keys, every card is refused', async (t) => {
  t.equal((await decryptCard(good, { ...context, keysFor: async () => [] })).kind, 'refused')
})

t.test('a valid card with any single character changed is refused', async (t) => {
  let accepted = 0
  for (let index = 0; index < good.length; index += 1) {
    const changed = good.slice(0, index) + (good[index] === 'A' ? 'B' : 'A') + good.slice(index + 1)
    if ((await decryptCard(changed, context)).kind === 'card') accepted += 1
  }
  t.equal(accepted, 0, `of ${String(good.length)}`)
})
