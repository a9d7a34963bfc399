import { randomBytes } from 'node:crypto'
import t from 'tap'
import { makeKeyring, open, seal, unwrapDataKey, wrapDataKey } from '../../server/domain/crypto/keyring.ts'
import { newId } from '../../server/domain/ids.ts'
import { clientSecretOf } from '../../server/domain/sessions/client-secret.ts'
import { systemClock } from '../../server/domain/time/clock.ts'
import { loadKeyring } from '../../server/flows/keys/load-keyring.ts'
import { listWrappedKeys } from '../../server/store/keys/keyring.ts'
import { openDatabase } from '../../server/store/sql/database.ts'
import { cloneDatabase, testPostgres } from '../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../support/database/template.ts'

const raw = randomBytes(32)
const keyring = makeKeyring(new Map([[1, raw]]))

t.test('a sealed value opens only for its purpose', async (t) => {
  for (const text of ['whsec_abc', '', 'ключ 🗝', 'x'.repeat(10_000)]) {
    const sealed = seal(keyring, 'signing secret mer_1 test', text)
    t.equal(open(keyring, 'signing secret mer_1 test', sealed), text)
    t.equal(open(keyring, 'signing secret mer_2 test', sealed), null, 'another account')
    t.equal(open(keyring, 'signing secret mer_1 live', sealed), null, 'the other mode')
    if (text !== '') t.notOk(sealed.includes(text))
  }
  t.not(seal(keyring, 'a', 'same'), seal(keyring, 'a', 'same'), 'equal texts give different values')
})

t.test('an altered value does not open', async (t) => {
  const sealed = seal(keyring, 'p', 'a secret')
  const bytes = Buffer.from(sealed.slice(2), 'base64url')
  const opened: number[] = []
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    if (open(keyring, 'p', `1.${changed.toString('base64url')}`) !== null) opened.push(index)
  }
  t.same(opened, [], 'a single changed bit is detected')
  for (const text of [
    '',
    '1',
    '1.',
    '2.',
    '.',
    'x.y',
    sealed.slice(2),
    sealed.slice(0, -8),
    `2${sealed.slice(1)}`,
    `1.${sealed.slice(2, 20)}`,
  ]) {
    t.equal(open(keyring, 'p', text), null, JSON.stringify(text))
  }
})

t.test('the newest data key seals, and older ones still open', async (t) => {
  const rotated = makeKeyring(
    new Map([
      [2, randomBytes(32)],
      [1, raw],
    ]),
  )
  t.equal(rotated.current.version, 2)
  t.equal(open(rotated, 'p', seal(keyring, 'p', 'old')), 'old')
  const sealed = seal(rotated, 'p', 'new')
  t.ok(sealed.startsWith('2.'))
  t.equal(open(keyring, 'p', sealed), null)
  t.throws(() => makeKeyring(new Map()), /^Bug: a keyring has at least one key/)
})

t.test('sealing and client secrets use different keys', async (t) => {
  const { sealing, clientSecrets } = keyring.current
  t.notOk(sealing.equals(clientSecrets.export()))
  t.notOk(sealing.equals(raw))
})

t.test('only the master key unwraps a data key', async (t) => {
  const master = randomBytes(32)
  const wrapped = wrapDataKey(master, raw)
  t.ok(unwrapDataKey(master, wrapped)?.equals(raw))
  t.equal(unwrapDataKey(randomBytes(32), wrapped), null)
  t.equal(unwrapDataKey(master, `${wrapped.slice(0, -4)}AAAA`), null)
  t.notOk(wrapped.includes(raw.toString('base64url')))
})

t.test('a new master key re-wraps the data keys and keeps client secrets valid', async (t) => {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const clone = await cloneDatabase(adminUrl, templateName)
  const db = openDatabase(clone.url, { kind: 'command', connections: 2 })
  t.teardown(async () => {
    await db.destroy()
    await clone.drop()
  })
  const [older, newer] = [randomBytes(32), randomBytes(32)]
  const load = (current: Buffer, previous: Buffer | null = null) => loadKeyring(db, { current, previous }, systemClock)
  const before = await load(older)
  if (!before) throw new Error('The first key opens its own keyring')
  const scope = { merchantId: newId('mer', new Date()), livemode: false }
  const sessionId = newId('cs_test', new Date())
  const secret = clientSecretOf(before, scope, sessionId)
  const sealed = seal(before, 'p', 'kept')

  const wrappedBefore = await listWrappedKeys(db)
  t.equal(await load(newer), null, 'a wrong key is refused')
  t.equal(await load(newer, randomBytes(32)), null, 'also with a wrong previous key')
  t.same(await listWrappedKeys(db), wrappedBefore, 'the data keys are unchanged')

  const during = await load(newer, older)
  if (!during) throw new Error('The previous key is still read')
  t.equal(clientSecretOf(during, scope, sessionId), secret)
  t.equal(open(during, 'p', sealed), 'kept')
  t.not((await listWrappedKeys(db))[0]?.wrapped_key, wrappedBefore[0]?.wrapped_key)

  const after = await load(newer)
  if (!after) throw new Error('The new key now opens the keyring alone')
  t.equal(clientSecretOf(after, scope, sessionId), secret)
  t.equal(await load(older), null, 'the old key no longer works')
})

t.test('processes that start at once create a single data key', async (t) => {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const clone = await cloneDatabase(adminUrl, templateName)
  const db = openDatabase(clone.url, { kind: 'command', connections: 8 })
  t.teardown(async () => {
    await db.destroy()
    await clone.drop()
  })
  const current = randomBytes(32)
  const keyrings = await Promise.all(
    Array.from({ length: 8 }, () => loadKeyring(db, { current, previous: null }, systemClock)),
  )
  t.equal(new Set(keyrings.map((loaded) => loaded?.current.sealing.toString('hex'))).size, 1)
})
